import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

interface CopyProps {
  readonly label: string
  readonly value: string
  readonly hint?: string
}

/** A value that is entered elsewhere, with a button that copies it. */
export function CopyField({ label, value, hint }: CopyProps): JSX.Element {
  const [isCopied, setCopied] = useState(false)
  return (
    <Field label={label} hint={hint} isRequired>
      {(described) => (
        <span class="with-button">
          <input
            {...described}
            class="input mono"
            readOnly
            value={value}
            onFocus={(event) => event.currentTarget.select()}
          />
          <button
            type="button"
            class="icon-button"
            aria-label={`${isCopied ? t('copied') : t('copy')}: ${label}`}
            onClick={() =>
              void navigator.clipboard.writeText(value).then(
                () => setCopied(true),
                () => {},
              )
            }
          >
            <Icon name={isCopied ? 'check' : 'copy'} size={18} />
          </button>
        </span>
      )}
    </Field>
  )
}
