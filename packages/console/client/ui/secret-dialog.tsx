import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'

interface SecretProps {
  readonly title: string
  readonly text: string
  /** A key, or several codes. */
  readonly secrets: readonly string[]
  readonly onClose: () => void
}

/** Secrets that are shown once, with a button that copies them. They stay until they are copied, or the visitor says that they have them. */
export function SecretDialog({ title, text, secrets, onClose }: SecretProps): JSX.Element {
  const [isCopied, setCopied] = useState(false)
  const [isWarned, setWarned] = useState(false)
  const copy = useRef<HTMLButtonElement>(null)
  const value = secrets.join('\n')
  // Escape and a click beside the dialog may be slips of the hand.
  const close = () => {
    if (isCopied) return onClose()
    setWarned(true)
    copy.current?.focus()
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      footer={
        <>
          <button
            type="button"
            class="button"
            ref={copy}
            onClick={() =>
              void navigator.clipboard.writeText(value).then(
                () => setCopied(true),
                () => {},
              )
            }
          >
            <Icon name={isCopied ? 'check' : 'copy'} size={18} />
            {isCopied ? t('copied') : t('copy')}
          </button>
          <button type="button" class="button primary" onClick={onClose}>
            {t('done')}
          </button>
        </>
      }
    >
      <div class="stack">
        <p>{text}</p>
        {isWarned && !isCopied && (
          <p class="message bad" role="alert">
            {t('secret.notCopied')}
          </p>
        )}
        {secrets.length === 1 ? (
          <input
            class="input mono"
            readOnly
            value={value}
            aria-label={title}
            onFocus={(event) => event.currentTarget.select()}
          />
        ) : (
          <textarea
            class="input mono"
            readOnly
            rows={secrets.length}
            value={value}
            aria-label={title}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </div>
    </Dialog>
  )
}
