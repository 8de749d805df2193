import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { dialogs } from '../lib/dialogs.ts'
import { t } from '../lib/i18n.ts'
import { Icon } from './icon.tsx'
import { Toasts } from './toasts.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** `drawer` comes from the side and takes the height of the window. */
  readonly look?: 'drawer' | 'box' | 'wide'
  readonly children: ComponentChildren
  readonly footer?: ComponentChildren
}

/** A modal dialog. The browser keeps the focus in it, returns it, and closes on Escape. */
export function Dialog({ title, onClose, look = 'box', children, footer }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
    dialogs.value = [...dialogs.value, id]
    return () => {
      dialogs.value = dialogs.value.filter((one) => one !== id)
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`dialog ${look}`}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-frame">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon-button" onClick={onClose} aria-label={t('close')}>
            <Icon name="close" />
          </button>
        </header>
        <div class="dialog-body">{children}</div>
        {footer && <footer class="dialog-foot">{footer}</footer>}
      </div>
      {dialogs.value.at(-1) === id && <Toasts />}
    </dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly text: ComponentChildren
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that is hard to take back. */
export function Confirm({ title, text, action, onConfirm, onClose }: ConfirmProps): JSX.Element {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="button" class="button danger" onClick={onConfirm}>
            {action}
          </button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
