import { badInput, type CommandContext, composition } from '@plinth/core'
import { type Direction, type Target, revertEntry } from '@plinth/core/data'
import { z } from 'zod'
import type { FoundEntry } from './entries.ts'

const FAILED = { undo: 'Undo failed', redo: 'Redo failed' }

/**
 * Undoes or redoes an entry that the caller has found. What the database refuses is 400; the
 * caller is not told what else is in the way.
 */
export async function revertAction(
  ctx: CommandContext<unknown>,
  { entry, direction }: { readonly entry: FoundEntry; readonly direction: Direction },
): Promise<Target> {
  const { modules } = ctx.get(composition)
  try {
    return await revertEntry(ctx, { entry, direction, modules })
  } catch (error) {
    throw isRefusedByDatabase(error) ? badInput(FAILED[direction]) : error
  }
}

/** Answers of undo and redo say which credentials stay as they are (decision 50). */
export const leftOut = { credentialsLeft: z.array(z.string()).optional() }

/** What a turn left as it is, for its answer. */
export function leftOf({ context }: Target): { readonly credentialsLeft?: string[] } {
  const credentials = context?.['credentialsLeft']
  return Array.isArray(credentials) ? { credentialsLeft: credentials.map(String) } : {}
}

/** Class 23 of SQL: keys, references and checks. */
function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^23\w{3}$/.test(error.code)
}
