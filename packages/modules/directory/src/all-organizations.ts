import { type Sql, sql } from '@plinth/core'
import { createOrganizationTree } from '@plinth/core/acl'
import { contains } from '@plinth/core/data'
import type { OrganizationFilter, OrganizationQuery } from './organization-query.ts'
import { type OrganizationRow, toRow } from './organization-views.ts'
import type { OrganizationNode } from './organization-trees.ts'
import { placeAll } from './visible-tree.ts'

interface Slice {
  readonly total: number
  readonly tenantId: string | null
  readonly tenantName: string
  /** How many wanted organizations the tenants before this one have. */
  readonly before: number
}

interface Row extends OrganizationNode {
  readonly tenantId: string
  readonly isWanted: boolean
}

/**
 * One page of the organizations of all tenants, by the tenant's name, then by path. Only the tenants of the page are
 * loaded (S-5). A search finds an organization by its own name and by those above it.
 */
export async function listAllOrganizations(
  system: Sql,
  filter: OrganizationFilter,
  { page, pageSize }: OrganizationQuery,
): Promise<[OrganizationRow[], number]> {
  const offset = (page - 1) * pageSize
  const slices = await findSlices(system, filter, { offset, limit: pageSize })
  const total = slices[0]?.total ?? 0
  const owners = slices.flatMap(({ tenantId, tenantName }) => (tenantId === null ? [] : [{ tenantId, tenantName }]))
  if (owners.length === 0) return [[], total]
  const rows = await findRows(
    system,
    filter,
    owners.map(({ tenantId }) => tenantId),
  )
  const byTenant = Map.groupBy(rows, ({ tenantId }) => tenantId)
  const items = owners.flatMap((owner) => {
    const tree = createOrganizationTree(byTenant.get(owner.tenantId) ?? [])
    return placeAll(tree)
      .filter(({ node }) => tree.get(node.id)?.isWanted)
      .map((placed) => () => toRow(tree, placed, owner))
  })
  const skip = offset - (slices[0]?.before ?? 0)
  return [items.slice(skip, skip + pageSize).map((show) => show()), total]
}

async function findSlices(
  system: Sql,
  filter: OrganizationFilter,
  { offset, limit }: { offset: number; limit: number },
) {
  const { rows } = await sql<Slice>`
    with recursive ${found(filter)}, sizes as (
      select t.id, t.name, count(*) as size, sum(count(*)) over (order by t.name, t.id) as upto
      from tenants t join organizations o on o.tenant_id = t.id
      where t.deleted_at is null and o.deleted_at is null and ${toCondition(filter)} group by t.id, t.name
    )
    select (select coalesce(sum(size), 0)::bigint from sizes) as total, s.id as "tenantId", s.name as "tenantName",
      (s.upto - s.size)::bigint as before
    from (select) one left join sizes s on s.upto > ${offset} and s.upto - s.size < ${offset + limit}
    order by s.name, s.id`.execute(system)
  return rows
}

async function findRows(system: Sql, filter: OrganizationFilter, tenantIds: readonly string[]) {
  const { rows } = await sql<Row>`
    with recursive ${found(filter)}
    select o.tenant_id as "tenantId", o.id, o.parent_id as "parentId", o.name, o.slug, o.is_active as "isActive",
      o.updated_at as "updatedAt",
      ${toCondition(filter)} as "isWanted"
    from organizations o where o.tenant_id = any (${tenantIds}) and o.deleted_at is null`.execute(system)
  return rows
}

/** The table expression that a search needs: what has the text in its name, and everything below. */
function found({ search }: OrganizationFilter) {
  if (search === null) return sql`found as (select)`
  return sql`found as (
    select f.tenant_id, f.id from organizations f where f.deleted_at is null and f.name ilike ${contains(search)}
    union
    select b.tenant_id, b.id from organizations b join found f on b.tenant_id = f.tenant_id and b.parent_id = f.id
    where b.deleted_at is null
  )`
}

function toCondition({ isActive, ids, search }: OrganizationFilter) {
  const conditions = [
    isActive === null ? sql`true` : sql`o.is_active = ${isActive}`,
    ids === null ? sql`true` : sql`o.id::text = any (${[...ids]})`,
    search === null ? sql`true` : sql`(o.tenant_id, o.id) in (select tenant_id, id from found)`,
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}
