import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { setQuery } from '../lib/location.ts'
import { toast } from '../lib/toasts.ts'
import { ti } from '../texts/late/imports.ts'
import { Field, Select } from './field.tsx'

/** How the bytes of a file become rows. */
export interface Format {
  readonly type: 'csv' | 'jsonl' | 'sheet'
  readonly encoding: string
  readonly delimiter: string
  readonly sheet?: string
  readonly headerRow?: number
}

interface Draft {
  readonly id: string
  readonly attachmentId: string
  readonly entity: string
  readonly settings: { readonly format: Format }
}

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', ...Array.from({ length: 9 }, (_, at) => `windows-${1250 + at}`)]

const DELIMITERS = [',', ';', '\t', '|']

/** Reads the file of a draft once more, where its sheet, header, delimiter or encoding was not recognized: into a new draft. */
export function ImportFormat({ of }: { readonly of: Draft }): JSX.Element | null {
  const known = of.settings.format
  const [format, setFormat] = useState(known)
  const [isReading, setReading] = useState(false)
  if (known.type === 'jsonl') return null
  const change = (part: Partial<Format>) => setFormat({ ...format, ...part })
  const { sheet, headerRow, ...required } = format
  const read = async () => {
    setReading(true)
    try {
      const { attachmentId, entity } = of
      const made = await call<{ id: string }>('POST', '/transfer/imports', { body: { attachmentId, entity, format } })
      await call('DELETE', '/transfer/imports', { query: { id: of.id } })
      setQuery({ import: made.id })
    } catch (error) {
      toast({ text: (error as Error).message, kind: 'bad' })
      setReading(false)
    }
  }
  return (
    <details>
      <summary>{ti('format')}</summary>
      <form
        class="stack"
        aria-busy={isReading}
        onSubmit={(event) => {
          event.preventDefault()
          void read()
        }}
      >
        {known.type === 'sheet' && (
          <Field label={ti('sheet')} hint={ti('sheetHint')}>
            {(described) => (
              <input
                {...described}
                class="input"
                maxLength={255}
                value={sheet ?? ''}
                onInput={({ currentTarget: { value } }) =>
                  setFormat({
                    ...required,
                    ...(headerRow !== undefined && { headerRow }),
                    ...(value !== '' && { sheet: value }),
                  })
                }
              />
            )}
          </Field>
        )}
        <Field label={ti('headerRow')}>
          {(described) => (
            <input
              {...described}
              class="input"
              type="number"
              min={1}
              max={1_000}
              value={headerRow ?? ''}
              onInput={({ currentTarget: { value } }) =>
                setFormat({
                  ...required,
                  ...(sheet !== undefined && { sheet }),
                  ...(value !== '' && { headerRow: Number(value) }),
                })
              }
            />
          )}
        </Field>
        {known.type === 'csv' && (
          <>
            <Field label={ti('delimiter')} isRequired>
              {(described) => (
                <Select
                  {...described}
                  value={format.delimiter}
                  options={[...new Set([format.delimiter, ...DELIMITERS])].map(
                    (one) => [one, one === '\t' ? ti('tab') : one] as const,
                  )}
                  onChange={(delimiter) => change({ delimiter })}
                />
              )}
            </Field>
            <Field label={ti('encoding')} isRequired>
              {(described) => (
                <Select
                  {...described}
                  value={format.encoding}
                  options={ENCODINGS.map((one) => [one, one] as const)}
                  onChange={(encoding) => change({ encoding })}
                />
              )}
            </Field>
          </>
        )}
        <button type="submit" class="button" disabled={isReading}>
          {ti('readAgain')}
        </button>
      </form>
    </details>
  )
}
