import { type Signal, signal } from '@preact/signals'
import { profile } from './session.ts'

const signals = new Map<string, { readonly current: Signal<unknown>; readonly usual: unknown }>()

/** What the person has chosen in this browser, by name; `usual` until they have. All tabs have the same. */
export function kept<T>(name: string, usual: T): Signal<T> {
  const key = `plinth.${profile.peek().email}.${name}`
  const known = signals.get(key)
  if (known) return known.current as Signal<T>
  const current = signal(read(key, usual))
  signals.set(key, { current, usual })
  current.subscribe((value) => write(key, value))
  return current
}

function write(key: string, value: unknown): void {
  try {
    const text = JSON.stringify(value)
    if (localStorage.getItem(key) !== text) localStorage.setItem(key, text)
  } catch {
    // Without a store the choice lasts until the page is left.
  }
}

function read<T>(key: string, usual: T): T {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
    if (stored === null || typeof stored !== typeof usual) return usual
    return typeof stored === 'object' && !Array.isArray(stored) ? { ...usual, ...stored } : stored
  } catch {
    return usual
  }
}

/** Takes over what another tab has chosen. */
export function startKept(): void {
  addEventListener('storage', ({ key }) => {
    const known = signals.get(key ?? '')
    if (known) known.current.value = read(key!, known.usual)
  })
}
