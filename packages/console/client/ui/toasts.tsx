import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { dismiss, type Toast, toasts } from '../lib/toasts.ts'
import { Icon } from './icon.tsx'

const SHOWN_MS = 12_000

/** Messages about what was done, each with a way to take it back. Screen readers announce them. */
export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="region" aria-label={t('toasts')}>
      <div role="status" aria-live="polite">
        {toasts.value.map((one) => (
          <ToastView key={one.id} toast={one} />
        ))}
      </div>
    </div>
  )
}

function ToastView({ toast: { id, text, kind = 'good', action } }: { readonly toast: Toast }): JSX.Element {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    <div
      class={`toast ${kind}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <Icon name={kind === 'bad' ? 'warning' : 'check'} />
      <span class="toast-text">{text}</span>
      {action && (
        <button
          type="button"
          class="toast-action"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
          {action.hint && <kbd>{action.hint}</kbd>}
        </button>
      )}
      <button type="button" class="icon-button small" aria-label={t('close')} onClick={() => dismiss(id)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
