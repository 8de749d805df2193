import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { type Loaded, useData } from '../lib/data.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { may } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import { Select } from './field.tsx'
import { PagerButtons } from './pager-buttons.tsx'
import { Scroller } from './scroller.tsx'
import { Shown } from './states.tsx'
import { ti } from '../texts/late/imported-rows.ts'
import { ti as importText } from '../texts/late/imports.ts'

interface Rows<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly totalPages: number
}

interface WrittenRow {
  readonly id: string
  readonly row: number
  readonly isNew: boolean
  readonly isUndone: boolean
  readonly recordId: string | null
  readonly label: string | null
}

interface Kept {
  readonly undone: number
  readonly kept: readonly { readonly row: number | null; readonly fields: readonly string[] }[]
}

interface DuplicateOf {
  readonly id: string
  readonly row: number
  readonly otherRow: number | null
  readonly reason: 'email' | 'phone' | 'name' | 'spelling'
  readonly column: string | null
  readonly recordId: string | null
  readonly label: string | null
  readonly choice: Choice | null
}

const CHOICES = ['create', 'update', 'skip'] as const

type Choice = (typeof CHOICES)[number]

interface ImportProps {
  readonly id: string
  readonly isBusy: boolean
}

const fail = (error: Error) => toast({ text: error.message, kind: 'bad' })

/** What the rows of an import have become, of which some can be undone. */
export function ImportedRows({ id, isBusy }: ImportProps): JSX.Element {
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const rows = useData<Rows<WrittenRow>>('/transfer/rows', { importId: id, page, pageSize: 25 })
  // Work in the background is no write of this tab.
  useEffect(rows.reload, [isBusy])
  const toggle = (row: number, isOn: boolean) =>
    setSelected(new Set(isOn ? [...selected, row] : [...selected].filter((one) => one !== row)))
  const undo = async () => {
    try {
      const { undone, kept } = await call<Kept>('POST', `/transfer/imports/${id}/undo-rows`, {
        body: { rows: [...selected] },
      })
      setSelected(new Set())
      toast({
        text: [ti('rowsUndone', { count: number(undone) }), ...kept.map(keptText)].join('\n'),
        kind: 'good',
      })
    } catch (error) {
      fail(error as Error)
    }
  }
  return (
    <ListedRows of={rows} title={ti('rows')} page={page} onPage={setPage}>
      {({ items }) => (
        <>
          {may('transfer.manage') && (
            <button
              type="button"
              class="button danger small"
              disabled={selected.size === 0 || isBusy}
              onClick={() => void undo()}
            >
              {ti('undoRows', { count: number(selected.size) })}
            </button>
          )}
          <Scroller label={ti('rows')}>
            <table class="table">
              <thead>
                <tr>
                  <td class="select" />
                  <th scope="col">{ti('rowNumber')}</th>
                  <th scope="col">{ti('record')}</th>
                  <th scope="col">{t('field.status')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ id: rowId, row, label, recordId, isNew, isUndone }) => (
                  <tr key={rowId} aria-selected={selected.has(row)}>
                    <td class="select">
                      <input
                        type="checkbox"
                        aria-label={`${t('list.select')} ${number(row)}`}
                        disabled={isUndone || !may('transfer.manage')}
                        checked={selected.has(row)}
                        onChange={(event) => toggle(row, event.currentTarget.checked)}
                      />
                    </td>
                    <td data-label={ti('rowNumber')}>{number(row)}</td>
                    <td data-label={ti('record')}>{recordText(label, recordId)}</td>
                    <td data-label={t('field.status')}>
                      <span class={`badge ${isUndone ? '' : 'good'}`}>
                        {isUndone ? importText('undone') : ti(isNew ? 'created' : 'changed')}
                      </span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        </>
      )}
    </ListedRows>
  )
}

const recordText = (label: string | null, id: string | null) =>
  label === null && id === null ? <span class="muted">{ti('noRecord')}</span> : visible(label ?? id!, 80)

const keptText = ({ row, fields }: Kept['kept'][number]): string =>
  ti('rowKept', { row: row === null ? '–' : number(row), fields: fields.join(', ') || '–' })

/** Rows that look like a record or like an earlier row, and what is done with them. */
export function LikelyDuplicates({ id, isBusy }: ImportProps): JSX.Element | null {
  const [page, setPage] = useState(1)
  const rows = useData<Rows<DuplicateOf>>('/transfer/duplicates', { importId: id, page, pageSize: 25 })
  useEffect(rows.reload, [isBusy])
  const choose = (choice: string, row?: number) =>
    void call('POST', `/transfer/imports/${id}/duplicates`, {
      body: { choice, ...(row !== undefined && { rows: [row] }) },
    }).catch(fail)
  const options = CHOICES.map((choice) => [choice, ti(`choice.${choice}`)] as const)
  if (rows.data?.total === 0) return null
  return (
    <ListedRows of={rows} title={ti('duplicates')} page={page} onPage={setPage}>
      {({ items }) => (
        <>
          <Select
            label={ti('chooseAll')}
            value=""
            options={[['', ti('chooseAll')], ...options]}
            onChange={(choice) => choice !== '' && choose(choice)}
          />
          <Scroller label={ti('duplicates')}>
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">{ti('rowNumber')}</th>
                  <th scope="col">{ti('looksLike')}</th>
                  <th scope="col">{ti('alike')}</th>
                  <th scope="col">{ti('choice')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ id: rowId, row, otherRow, label, recordId, reason, column, choice }) => (
                  <tr key={rowId}>
                    <td data-label={ti('rowNumber')}>{number(row)}</td>
                    <td data-label={ti('looksLike')}>
                      {otherRow === null ? recordText(label, recordId) : ti('otherRow', { row: number(otherRow) })}
                    </td>
                    <td data-label={ti('alike')}>
                      <div>
                        {ti(`alike.${reason}`)}
                        {column && <span class="below muted">{visible(column, 80)}</span>}
                      </div>
                    </td>
                    <td data-label={ti('choice')}>
                      <Select
                        label={`${ti('choice')}: ${number(row)}`}
                        value={choice ?? 'create'}
                        options={options}
                        onChange={(chosen) => choose(chosen, row)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        </>
      )}
    </ListedRows>
  )
}

interface ListedProps<T> {
  readonly of: Loaded<Rows<T>>
  readonly title: string
  readonly page: number
  readonly onPage: (page: number) => void
  readonly children: (rows: Rows<T>) => ComponentChildren
}

function ListedRows<T>({ of, title, page, onPage, children }: ListedProps<T>): JSX.Element {
  return (
    <Shown of={of}>
      {(rows) => (
        <section class="stack" aria-label={title}>
          <h3>
            {title} <span class="muted">{number(rows.total)}</span>
          </h3>
          {rows.total > 0 && children(rows)}
          <PagerButtons page={page} totalPages={rows.totalPages} onChange={onPage} />
        </section>
      )}
    </Shown>
  )
}
