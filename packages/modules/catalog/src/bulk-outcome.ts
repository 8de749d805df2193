import { type CommandContext, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'

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
export async function toOutcome(
  { db, scope }: Pick<CommandContext<unknown>, 'db' | 'scope'>,
  { requested, deleted, refusals }: BulkDeletion,
): Promise<BulkOutcome> {
  const missing = requested.filter((id) => !deleted.has(id))
  const lost = missing.filter((id) => !refusals.has(id))
  const gone = lost.length === 0 ? new Set<string>() : await findGone({ db, scope }, lost)
  const failures = missing
    .filter((id) => !gone.has(id))
    .map((id) => ({ id, error: refusals.get(id) ?? 'Catalog product not found' }))
  return { affectedCount: deleted.size, goneCount: gone.size, failedCount: failures.length, failures }
}

/** Of these ids, those whose product was deleted from the caller's organizations and has not come back. */
async function findGone(
  { db, scope }: Pick<CommandContext<unknown>, 'db' | 'scope'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const visible =
    scope.organizationIds === null
      ? sql`true`
      : sql`(c.before ->> 'organization_id')::uuid = any (${scope.organizationIds}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${ids}::uuid[]) i (id) cross join lateral (
      select c.before, c.after from plinth.changes c where ${inTenant(scope, 'c')}
        and c.table_name = 'catalog_products' and c.row_id = i.id order by c.seq desc limit 1
    ) c where c.after is null and ${visible}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
