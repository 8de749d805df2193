import { sql, type SystemContext } from '@plinth/core'
import { createOrganizationTree } from '@plinth/core/acl'
import { contains, inLanguage } from '@plinth/core/data'
import type { Locale } from '@plinth/core/http'
import type { OrganizationFilter, OrganizationQuery } from './organization-query.ts'
import { type OrganizationListRow, toOrganizationRow } from './organization-views.ts'
import type { OrganizationNode } from './organization-trees.ts'
import { listByPath } from './visible-tree.ts'
import { Organization } from './entities.ts'

interface Slice {
  readonly total: number
  readonly id: string | null
  readonly name: string
  /** The number of matching organizations in preceding tenants. */
  readonly before: number
}

interface OrganizationMatch extends OrganizationNode {
  readonly tenantId: string
  readonly matches: boolean
}

/**
 * One page of the organizations of all tenants, sorted by tenant name, then by path. Only the tenants of the page are loaded. A
 * search matches an organization by its own name or that of an ancestor.
 */
export async function listAllOrganizations(
  system: Pick<SystemContext, 'db' | 'from'>,
  filter: OrganizationFilter,
  { page, pageSize, language }: Pick<OrganizationQuery, 'page' | 'pageSize'> & { readonly language: Locale },
): Promise<[OrganizationListRow[], number]> {
  const offset = (page - 1) * pageSize
  const slices = await findSlices(system, filter, { offset, limit: pageSize, language })
  const total = slices[0]?.total ?? 0
  const owners = slices.flatMap(({ id, name }) => (id === null ? [] : [{ tenantId: id, tenantName: name }]))
  if (owners.length === 0) return [[], total]
  const rows = await findRows(
    system,
    filter,
    owners.map(({ tenantId }) => tenantId),
  )
  const byTenant = Map.groupBy(rows, ({ tenantId }) => tenantId)
  const items = owners.flatMap((owner) => {
    const tree = createOrganizationTree(byTenant.get(owner.tenantId) ?? [])
    return listByPath(tree, language)
      .filter(({ node }) => tree.get(node.id)?.matches)
      .map((placed) => () => toOrganizationRow(tree, placed, owner))
  })
  const skip = offset - (slices[0]?.before ?? 0)
  return [items.slice(skip, skip + pageSize).map((show) => show()), total]
}

async function findSlices(
  { db, from }: Pick<SystemContext, 'db' | 'from'>,
  filter: OrganizationFilter,
  { offset, limit, language }: { offset: number; limit: number; language: Locale },
) {
  const byName = (alias: string) => inLanguage(`${alias}.name`, language)
  const { rows } = await sql<Slice>`
    with recursive ${found(filter)}, sizes as (
      select t.id, t.name, count(*) as size, sum(count(*)) over (order by ${byName('t')}, t.id) as upto
      from tenants t join ${from.table(Organization, 'o')} on o."tenantId" = t.id
      where t.deleted_at is null and o."deletedAt" is null and ${toCondition(filter)} group by t.id, t.name
    )
    select (select coalesce(sum(size), 0)::bigint from sizes) as total, s.id, s.name,
      (s.upto - s.size)::bigint as before
    from (select) one left join sizes s on s.upto > ${offset} and s.upto - s.size < ${offset + limit}
    order by ${byName('s')}, s.id`.execute(db)
  return rows
}

async function findRows(
  { db, from }: Pick<SystemContext, 'db' | 'from'>,
  filter: OrganizationFilter,
  tenantIds: readonly string[],
) {
  const { rows } = await sql<OrganizationMatch>`
    with recursive ${found(filter)}
    select o."tenantId", o.id, o."parentId", o.name, o.slug, o."isActive", o."updatedAt", ${toCondition(filter)} as matches
    from ${from.table(Organization, 'o')} where o."tenantId" = any (${tenantIds}) and o."deletedAt" is null`.execute(db)
  return rows
}

/** The common table expression of a search: organizations whose name contains the text, and all descendants. */
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
    isActive === null ? sql`true` : sql`o."isActive" = ${isActive}`,
    ids === null ? sql`true` : sql`o.id::text = any (${[...ids]})`,
    search === null ? sql`true` : sql`(o."tenantId", o.id) in (select tenant_id, id from found)`,
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}
