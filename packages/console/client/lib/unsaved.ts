import { signal } from '@preact/signals'

/** A form with input that was not sent. */
interface Unsaved {
  /** The dialog that the form is in; null for one on the page. */
  readonly dialog: string | null
  /** Forgets the input. */
  readonly discard: () => void
}

let held: readonly Unsaved[] = []

/** Goes on if the person agrees to lose what they have typed; null while nobody is asked. */
export const leaving = signal<{ readonly discard: () => void } | null>(null)

/** Protects a form until the returned function is called. */
export function hold(form: Unsaved): () => void {
  held = [...held, form]
  return () => {
    held = held.filter((one) => one !== form)
  }
}

/** Whether a form would lose its input, in the dialog or, without one, anywhere. */
export const isUnsaved = (dialog?: string): boolean => affected(dialog).length > 0

/** Does what ends a form, or asks before if the form would lose its input. */
export function leave(end: () => void, dialog?: string): void {
  if (!isUnsaved(dialog)) return end()
  leaving.value = {
    discard() {
      leaving.value = null
      for (const form of affected(dialog)) form.discard()
      held = held.filter((form) => !affected(dialog).includes(form))
      end()
    },
  }
}

const affected = (dialog: string | undefined) => held.filter((form) => dialog === undefined || form.dialog === dialog)

/** The browser asks before a page with unsent input is closed or loaded anew. Forms in drawers come back from their drafts. */
export function startUnsaved(): void {
  addEventListener('beforeunload', (event) => {
    if (held.some(({ dialog }) => dialog === null)) event.preventDefault()
  })
}
