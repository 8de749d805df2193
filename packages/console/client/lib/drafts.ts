import { profile } from './session.ts'
import type { Values } from './merge.ts'

/** What was typed into a form and not sent, with what it began from. */
export interface Draft {
  readonly values: Values
  readonly from: Values
  readonly version: string | null
}

// Whoever signs in after somebody else in the same tab does not see what they typed.
const storeOf = (name: string) => `plinth.draft ${profile.value.email} ${name}`

export function readDraft(name: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storeOf(name)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a draft until the tab is closed. */
export function keepDraft(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(storeOf(name), JSON.stringify(draft))
  } catch {
    // A full or forbidden store only means that a reload forgets it.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(storeOf(name))
  } catch {
    // Nothing was kept.
  }
}
