import { signal } from '@preact/signals'

/** The open dialogs, the topmost last. What is outside of it cannot be used, so messages appear within it. */
export const dialogs = signal<readonly string[]>([])
