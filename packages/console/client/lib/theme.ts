import { effect, signal } from '@preact/signals'

export type Theme = 'system' | 'light' | 'dark'

const STORE = 'plinth.theme'

/** Light, dark, or what the system prefers. */
export const theme = signal<Theme>(readStored())

export function startTheme(): void {
  effect(() => {
    const { dataset } = document.documentElement
    if (theme.value === 'system') delete dataset['theme']
    else dataset['theme'] = theme.value
    try {
      localStorage.setItem(STORE, theme.value)
    } catch {
      // Without a store the choice lasts until the page is left.
    }
  })
}

function readStored(): Theme {
  try {
    const stored = localStorage.getItem(STORE)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}
