import { contains, type Context, get, limits, paged, type Sql, sql } from '@plinth/core'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { features } from '../contract.ts'
import { isId, ListQuery, MaybeId } from '../list-query.ts'

const RoleQuery = ListQuery.extend({ tenantId: MaybeId })

const RoleItem = z.object({
  id: z.uuid(),
  name: z.string(),
  usersCount: z.number().int(),
  tenantId: z.uuid().nullable(),
  tenantIds: z.array(z.uuid()),
  tenantName: z.string().nullable(),
})

type Row = Pick<z.input<typeof RoleItem>, 'id' | 'name' | 'usersCount' | 'tenantId'>

/** GET /auth/roles, section 7.14, by name. Super admins see the roles of all tenants, or of the one they ask for. */
export const listRoles = get(
  '/auth/roles',
  {
    access: features['roles.list'],
    reads: 'auth.role',
    summary: 'The roles of the tenant and those of all tenants.',
    query: RoleQuery,
    response: z.object({
      items: z.array(RoleItem),
      total: z.number().int(),
      page: z.number().int(),
      pageSize: z.number().int(),
      totalPages: z.number().int(),
      isSuperAdmin: z.boolean(),
    }),
  },
  async (ctx) => {
    const { actor, query, asSystem } = ctx
    const { isSuperAdmin } = actor
    const isPossible = [query.id, query.tenantId].every((id) => id === undefined || isId(id))
    const [rows, total] = !isPossible
      ? [[], 0]
      : isSuperAdmin
        ? await asSystem('list the roles of all tenants for a super admin', ({ db }) => readPage(ctx, db, query))
        : await readPage(ctx, ctx.db, query)
    const items = await Promise.all(rows.map((row) => toItem(ctx, row)))
    return { ...paged([items, total], query, 1), isSuperAdmin }
  },
)

type Query = z.output<typeof RoleQuery>

async function readPage(ctx: Context, db: Sql, query: Query): Promise<[Row[], number]> {
  const { limit, offset } = limits(query)
  const where = sql.join([visible(ctx, query), ...wanted(query)], sql` and `)
  const { rows } = await sql<Row & { total: number }>`
    select r.id, r.name, r.tenant_id as "tenantId", ${holders(ctx)} as "usersCount", r.total from (
      select r.id, r.name, r.tenant_id, count(*) over () as total from roles r where ${where}
      order by r.name, r.id limit ${limit} offset ${offset}
    ) r order by r.name, r.id`.execute(db)
  if (rows.length > 0 || offset === 0) return [rows, rows[0]?.total ?? 0]
  const counted = await sql<{ total: number }>`select count(*) as total from roles r where ${where}`.execute(db)
  return [[], counted.rows[0]?.total ?? 0]
}

/** Roles that make super admins are none of a tenant's business. */
function visible({ actor, scope }: Context, { tenantId: named }: Query) {
  const tenantId = actor.isSuperAdmin ? named : scope.tenantId
  const seen = tenantId === undefined ? sql`true` : sql`(r.tenant_id = ${tenantId} or r.tenant_id is null)`
  if (actor.isSuperAdmin) return seen
  return sql`${seen} and lower(r.name) <> 'superadmin' and not exists (
    select from role_acls a where a.tenant_id = ${scope.tenantId} and a.role_id = r.id and a.is_super_admin)`
}

function wanted({ id, search }: Query) {
  return [
    ...(id === undefined ? [] : [sql`r.id = ${id}`]),
    ...(search === undefined || search === '' ? [] : [sql`r.name ilike ${contains(search)}`]),
  ]
}

/** How many of the users whom the caller may see hold the role. */
function holders({ actor, scope }: Context) {
  if (actor.isSuperAdmin) return sql`(select count(*) from user_roles h where h.role_id = r.id)`
  const organizationIds = actor.allowedOrganizationIds
  if (organizationIds === null)
    return sql`(select count(*) from user_roles h where h.tenant_id = ${scope.tenantId} and h.role_id = r.id)`
  return sql`(select count(*) from user_roles h join users u on u.tenant_id = h.tenant_id and u.id = h.user_id
    where h.tenant_id = ${scope.tenantId} and h.role_id = r.id and u.organization_id = any (${organizationIds}::uuid[]))`
}

async function toItem({ get }: Context, row: Row): Promise<z.input<typeof RoleItem>> {
  const { tenantId } = row
  if (tenantId === null) return { ...row, tenantIds: [], tenantName: null }
  const tenant = await get(tenants).find(tenantId)
  return { ...row, tenantIds: [tenantId], tenantName: tenant?.name ?? tenantId }
}
