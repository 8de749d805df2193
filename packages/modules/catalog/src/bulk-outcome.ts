import type { Context } from '@plinth/core'
import { findDeleted } from '@plinth/core/data'
import { Product } from './entities.ts'

/** What a bulk deletion came to. */
export interface BulkOutcome extends Record<string, unknown> {
  readonly affectedCount: number
  /** Those that somebody had deleted before: what was asked for is so. */
  readonly goneCount: number
  readonly failedCount: number
  readonly failures: readonly { readonly id: string; readonly error: string }[]
}

interface BulkDeletion {
  readonly requested: readonly string[]
  readonly deleted: ReadonlySet<string>
  /** What rules said of products that had to stay. */
  readonly refusals: ReadonlyMap<string, string>
}

/** Tells why ids were not deleted: kept by a rule, gone before, as the log knows, or never seen by the caller. */
export async function toBulkOutcome(
  ctx: Pick<Context, 'db' | 'scope'>,
  { requested, deleted, refusals }: BulkDeletion,
): Promise<BulkOutcome> {
  const missing = requested.filter((id) => !deleted.has(id))
  const unexplained = missing.filter((id) => !refusals.has(id))
  const gone = await findDeleted(ctx, Product, unexplained)
  const failures = missing
    .filter((id) => !gone.has(id))
    .map((id) => ({ id, error: refusals.get(id) ?? 'Catalog product not found' }))
  return { affectedCount: deleted.size, goneCount: gone.size, failedCount: failures.length, failures }
}
