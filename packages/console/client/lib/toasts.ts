import { signal } from '@preact/signals'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly kind?: 'good' | 'bad'
  readonly action?: { readonly label: string; readonly hint?: string; readonly run: () => void }
  /** The toast of a write: a later one takes its place. */
  readonly isUndo?: boolean
}

export const toasts = signal<readonly Toast[]>([])
let count = 0

export function toast(one: Omit<Toast, 'id'>): void {
  const shown = one.isUndo ? toasts.value.filter(({ isUndo }) => !isUndo) : toasts.value
  toasts.value = [...shown.slice(-3), { ...one, id: ++count }]
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id)
}
