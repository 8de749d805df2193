import { toast as show } from '../lib/toasts.ts'

/** What a message looks like, and what can be done about it. */
export interface ToastOptions {
  /** Default: `good`. */
  readonly kind?: 'good' | 'bad'
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Shows a message for some seconds. Writes that can be undone show one by themselves, with a button that undoes them. */
export function toast(text: string, options: ToastOptions = {}): void {
  show({ text, ...options })
}
