import { badInput, type PlatformError, type Scope, type Sql, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'

/** What to answer when the database refuses a hierarchy; the commands refuse most of it in better words before. */
export const hierarchyConstraints = {
  organizations_depth: (): PlatformError => badInput('Organizations can be nested at most 32 levels deep'),
  organizations_circle: (): PlatformError => badInput('Cannot assign descendant cycle'),
  organizations_parent_deleted: (): PlatformError => badInput('Parent not found'),
}

/**
 * Makes changes of one tenant's hierarchy wait for each other until the transaction ends: two moves that are each
 * sound could close a circle together (S-6).
 */
export async function lockHierarchy(db: Sql, { tenantId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`directory.hierarchy:${tenantId}`}, 0))`.execute(db)
}

/** Which of the ids are organizations that the caller may see. */
export async function findVisible(db: Sql, scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select o.id from organizations o where ${visible(scope)} and o.deleted_at is null and o.id = any (${ids})`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Ids of the visible organizations directly below one. */
export async function findChildren(db: Sql, scope: Scope, parentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organizations o where ${visible(scope)} and o.deleted_at is null and o.parent_id = ${parentId}
    order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The organization and everything above it. Ask with the system's authority: ancestors may be hidden from the caller,
 * and a circle through one of them is a circle.
 */
export async function findLineage(system: Sql, { tenantId }: Scope, id: string | null): Promise<ReadonlySet<string>> {
  if (id === null) return new Set()
  const { rows } = await sql<{ id: string }>`
    with recursive lineage as (
      select id, parent_id from organizations where tenant_id = ${tenantId} and id = ${id} and deleted_at is null
      union
      select o.id, o.parent_id from organizations o join lineage l on o.id = l.parent_id
      where o.tenant_id = ${tenantId} and o.deleted_at is null
    )
    select id from lineage`.execute(system)
  return new Set(rows.map((row) => row.id))
}

/** Moves organizations below another one, or to the top. */
export async function reattach(
  db: Sql,
  { tenantId }: Scope,
  { ids, parentId, at }: { ids: readonly string[]; parentId: string | null; at: Date },
): Promise<void> {
  if (ids.length === 0) return
  await sql`update organizations set parent_id = ${parentId}, updated_at = ${at.toISOString()}
    where tenant_id = ${tenantId} and id = any (${ids}) and deleted_at is null`.execute(db)
}

/** The organizations that a caller sees, as `o` in a query. */
export function visible(scope: Scope) {
  const { organizationIds } = scope
  return organizationIds === null
    ? inTenant(scope, 'o')
    : sql`(${inTenant(scope, 'o')} and o.id = any (${organizationIds}))`
}
