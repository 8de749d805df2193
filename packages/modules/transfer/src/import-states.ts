import { conflict } from '@plinth/core'
import type { StoredRow } from '@plinth/core/data'
import type { Import } from './entities.ts'

/** What a worker does with an import. */
export const works = ['rehearse', 'run', 'undo', 'redo'] as const

export type Work = (typeof works)[number]

/** The status while a worker is busy. */
export const STATUS: Readonly<Record<Work, string>> = {
  rehearse: 'rehearsing',
  run: 'running',
  undo: 'undoing',
  redo: 'redoing',
}

/** Milliseconds after which a worker that has said nothing is taken for lost. */
const PATIENCE = 300_000

type State = Pick<StoredRow<Import>, 'status' | 'updatedAt'>

/** 409 for what the state of an import does not allow. */
export const badState = (message: string) => conflict(message)

/** Throws 409 while a worker is busy with an import. */
export function assertAtRest({ status, updatedAt }: State, now: Date): void {
  const isBusy = Object.values(STATUS).includes(status)
  if (isBusy && now.getTime() - Date.parse(updatedAt) < PATIENCE)
    throw badState('The import is at work: cancel it first')
}

/** How many chunks of an import are in effect, and how many have been undone. */
export interface ChunkCounts {
  readonly done: number
  readonly undone: number
}

/** Throws 409 for work that the state of an import does not allow. */
export function assertMayStart(work: Work, { status }: Pick<State, 'status'>, { done, undone }: ChunkCounts): void {
  if (work === 'rehearse' && done + undone > 0) throw badState('The import has begun')
  if (work === 'run' && (status === 'completed' || undone > 0)) throw badState('The import has been run')
  if (work === 'undo' && done === 0) throw badState('There is nothing to undo')
  if (work === 'redo' && undone === 0) throw badState('There is nothing to redo')
}
