import type { Context } from '@plinth/core'
import { findDeleted } from '@plinth/core/data'
import { Product } from '../entities.ts'

/** The result of a bulk deletion. */
export interface BulkOutcome extends Record<string, unknown> {
  readonly affectedCount: number
  /** Products that had already been deleted, so that the request is fulfilled for them. */
  readonly goneCount: number
  readonly failedCount: number
  readonly failures: readonly { readonly id: string; readonly error: string }[]
}

/** The error of products that the caller cannot see. */
export const NOT_FOUND = 'Catalog product not found'

interface BulkDeletion {
  readonly requested: readonly string[]
  readonly deleted: ReadonlySet<string>
  /** Why rules and row policies prevented deletions, by product id. */
  readonly refusals: ReadonlyMap<string, string>
}

/**
 * Determines why ids were not deleted: prevented by a rule, already deleted according to the log, or never visible to the caller.
 */
export async function toBulkOutcome(
  ctx: Pick<Context, 'db' | 'scope' | 'actor' | 'from' | 'inject'>,
  { requested, deleted, refusals }: BulkDeletion,
): Promise<BulkOutcome> {
  const missing = requested.filter((id) => !deleted.has(id))
  const unexplained = missing.filter((id) => !refusals.has(id))
  const gone = await findDeleted(ctx, Product, unexplained)
  const failures = missing.filter((id) => !gone.has(id)).map((id) => ({ id, error: refusals.get(id) ?? NOT_FOUND }))
  return { affectedCount: deleted.size, goneCount: gone.size, failedCount: failures.length, failures }
}
