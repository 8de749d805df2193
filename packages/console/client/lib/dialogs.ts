import { signal } from '@preact/signals'
import { createContext } from 'preact'

/** The open dialogs, the topmost last. What is outside of it cannot be used, so messages appear within it. */
export const dialogs = signal<readonly string[]>([])

/** The dialog around a component, for its forms and buttons. */
export const DialogContext = createContext<{
  readonly id: string
  /** Closes it, and asks before if a form in it would lose its input. */
  readonly close: () => void
} | null>(null)
