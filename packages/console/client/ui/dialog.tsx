import type { ComponentChildren, JSX } from 'preact'
import { useContext, useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { DialogContext, dialogs } from '../lib/dialogs.ts'
import { t } from '../lib/i18n.ts'
import { leave } from '../lib/unsaved.ts'
import { Icon } from './icon.tsx'
import { Toasts } from './toasts.tsx'

interface DialogProps {
  readonly title: string
  /** Without it, the dialog stays until what it waits for has happened. */
  readonly onClose?: () => void
  /** `drawer` comes from the side and takes the height of the window. */
  readonly look?: 'drawer' | 'box' | 'wide'
  readonly children: ComponentChildren
  readonly footer?: ComponentChildren
}

/** Where something is typed or chosen. */
export const FIELDS = 'input, select, textarea'

/**
 * A modal dialog. It begins at its first field and gives the focus back to what opened it. Escape and a click beside it close it;
 * a form in it that would lose its input is asked about.
 */
export function Dialog({ title, onClose, look = 'box', children, footer }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => onClose && leave(onClose, id)
  useLayoutEffect(() => {
    const opener = openerNow()
    dialog.current!.showModal()
    focusFirst(body.current!)
    return () => giveBack(opener)
  }, [])
  useEffect(() => {
    dialogs.value = [...dialogs.value, id]
    return () => {
      dialogs.value = dialogs.value.filter((one) => one !== id)
    }
  }, [])
  return (
    <DialogContext.Provider value={{ id, close }}>
      <dialog
        ref={dialog}
        class={`dialog ${look}`}
        aria-labelledby={id}
        onCancel={(event) => {
          event.preventDefault()
          close()
        }}
        onKeyDown={(event) => {
          // A browser does not ask before it closes a dialog on the second Escape.
          if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
          event.preventDefault()
          event.stopPropagation()
          close()
        }}
        onMouseDown={(event) => event.target === dialog.current && close()}
      >
        <div class="dialog-frame">
          <header class="dialog-head">
            <h2 id={id}>{title}</h2>
            {onClose && (
              <button type="button" class="icon-button" onClick={close} aria-label={t('close')}>
                <Icon name="close" />
              </button>
            )}
          </header>
          <div class="dialog-body" ref={body}>
            {children}
          </div>
          {footer && <footer class="dialog-foot">{footer}</footer>}
        </div>
        {dialogs.value.at(-1) === id && <Toasts />}
      </dialog>
    </DialogContext.Provider>
  )
}

function focusFirst(body: HTMLElement): void {
  // Whatever asked for the focus has it.
  if (body.contains(document.activeElement)) return
  const fields = [...body.querySelectorAll<HTMLInputElement>(FIELDS)]
  fields.find((field) => !field.disabled && field.type !== 'hidden')?.focus()
}

/** What opened the dialogs that have just been closed. */
let openers: Element[] = []

/** A dialog that takes the place of another one was opened by what opened that. */
const openerNow = () => (document.activeElement === document.body ? openers.at(0) : document.activeElement) ?? null

/** What opened a dialog may be gone, like the row of a deleted record; then the page has the focus. */
function giveBack(opener: Element | null): void {
  if (opener) openers.push(opener)
  // After the dialog is gone from the page, and another one in its place has opened.
  queueMicrotask(() => {
    const there = openers.find((one) => one.isConnected && one !== document.body)
    openers = []
    if (document.activeElement !== document.body) return
    const target = there instanceof HTMLElement ? there : document.getElementById('content')
    target?.focus({ preventScroll: true })
  })
}

/** Closes the dialog around it, and asks before if a form in it would lose its input. */
export function CancelButton(): JSX.Element {
  const dialog = useContext(DialogContext)
  return (
    <button type="button" class="button" onClick={() => dialog?.close()}>
      {t('cancel')}
    </button>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly text: ComponentChildren
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** What the button says that changes nothing. Default: "Cancel". */
  readonly cancel?: string
}

/** Asks before something that is hard to take back. */
export function Confirm({ title, text, action, cancel = t('cancel'), onConfirm, onClose }: ConfirmProps): JSX.Element {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {cancel}
          </button>
          <button type="button" class="button danger" onClick={onConfirm}>
            {action}
          </button>
        </>
      }
    >
      <div class="stack">{typeof text === 'string' ? <p>{text}</p> : text}</div>
    </Dialog>
  )
}
