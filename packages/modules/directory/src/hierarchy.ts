import { badInput, type PlatformError, type Scope, type Sql, sql, type Context } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { Organization } from './entities.ts'

/** Errors for constraints of the hierarchy. The commands detect most violations earlier, with better messages. */
export const hierarchyConstraints = {
  organizations_depth: (): PlatformError => badInput('Organizations can be nested at most 32 levels deep'),
  organizations_circle: (): PlatformError => badInput('Cannot assign descendant cycle'),
  organizations_parent_deleted: (): PlatformError => badInput('Parent not found'),
}

/**
 * Serializes changes of a tenant's hierarchy until the transaction ends: two moves that are each valid could create a cycle
 * together.
 */
export async function lockHierarchy(db: Sql, { tenantId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`directory.hierarchy:${tenantId}`}, 0))`.execute(db)
}

/** The ids that are organizations visible to the caller. */
export async function findVisible(
  { from }: Pick<Context, 'from'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await from(Organization, 'o')
    .select('o.id')
    .where('o.id', '=', anyOf(ids))
    .where('o.deletedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Ids of the visible direct children of an organization. */
export async function findChildren({ from }: Pick<Context, 'from'>, parentId: string): Promise<string[]> {
  const rows = await from(Organization, 'o')
    .select('o.id')
    .where('o.parentId', '=', parentId)
    .where('o.deletedAt', 'is', null)
    .orderBy('o.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The organization and all its ancestors, including those hidden from the caller, because cycles through them count as well. */
export async function findLineage(
  { widenScope }: Pick<Context, 'widenScope'>,
  id: string | null,
): Promise<ReadonlySet<string>> {
  if (id === null) return new Set()
  const { rows } = await widenScope('tenant', 'look above an organization', ({ db, from }) =>
    sql<{ id: string }>`
      with recursive lineage as (
        select o.id, o."parentId" from ${from.table(Organization, 'o')} where o.id = ${id} and o."deletedAt" is null
        union
        select o.id, o."parentId" from ${from.table(Organization, 'o')} join lineage l on o.id = l."parentId"
        where o."deletedAt" is null
      )
      select id from lineage`.execute(db),
  )
  return new Set(rows.map((row) => row.id))
}

/** Moves organizations below another one, or to the top. */
export async function reattach(
  { from }: Pick<Context, 'from'>,
  { ids, parentId }: { ids: readonly string[]; parentId: string | null },
): Promise<void> {
  if (ids.length === 0) return
  await from
    .update(Organization, 'o')
    .set({ parentId })
    .where('o.id', '=', anyOf(ids))
    .where('o.deletedAt', 'is', null)
    .execute()
}
