import { contains, type Context, limits, type Sql, sql } from '@plinth/core'
import { totalOf } from './user-totals.ts'

/** Which users are asked for, and which may be seen. */
export interface UserFilter {
  /** Null for all tenants. */
  readonly tenantId: string | null
  /** Null for all of the tenant; else users without an organization are not seen either. */
  readonly organizationIds: readonly string[] | null
  readonly id?: string | undefined
  /** A part of the e-mail, in any case. */
  readonly search?: string | undefined
  /** The users' organization. */
  readonly home?: string | undefined
  /** Any of these. */
  readonly roleIds?: readonly string[] | undefined
  readonly page: number
  readonly pageSize: number
}

export interface UserRow {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly organizationId: string | null
  readonly tenantId: string
  readonly updatedAt: string
  readonly hasPassword?: boolean
  /** Roles that count, by name. */
  readonly held: readonly { readonly id: string; readonly name: string }[]
}

/**
 * One page of users by tenant, e-mail and id, and how many there are. One statement reads the page along an index and
 * the roles of its rows; the count is another one, made only where the page does not tell it and no cache does.
 */
export async function readUsers(
  ctx: Pick<Context, 'cached'>,
  db: Sql,
  filter: UserFilter,
): Promise<[UserRow[], number]> {
  const { limit, offset } = limits(filter)
  const where = conditions(filter)
  const secret = filter.id === undefined ? sql`` : sql`, u.password_hash is not null as "hasPassword"`
  const { rows } = await sql<UserRow>`
    select u.id, u.email, u.name, u.organization_id as "organizationId", u.tenant_id as "tenantId",
      u.updated_at as "updatedAt", coalesce((
        select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.name, r.id)
        from user_roles h join roles r on r.id = h.role_id and (r.tenant_id = u.tenant_id or r.tenant_id is null)
        where h.tenant_id = u.tenant_id and h.user_id = u.id
      ), '[]') as held ${secret}
    from (
      select u.* from users u where ${where} order by u.tenant_id, u.email, u.id limit ${limit} offset ${offset}
    ) u order by u.tenant_id, u.email, u.id`.execute(db)
  const isEnd = rows.length < limit && (rows.length > 0 || offset === 0)
  if (isEnd) return [rows, offset + rows.length]
  const { page: _page, pageSize: _size, tenantId, ...counted } = filter
  const total = await totalOf(ctx, { tenantId, filter: counted }, async () => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from users u where ${where}`.execute(db)
    return rows[0]?.total ?? 0
  })
  return [rows, total]
}

function conditions({ tenantId, organizationIds, id, search, home, roleIds }: UserFilter) {
  const all = [
    ...(tenantId === null ? [] : [sql`u.tenant_id = ${tenantId}`]),
    ...(organizationIds === null ? [] : [sql`u.organization_id = any (${organizationIds}::uuid[])`]),
    ...(id === undefined ? [] : [sql`u.id = ${id}`]),
    ...(home === undefined ? [] : [sql`u.organization_id = ${home}`]),
    ...(search === undefined ? [] : [sql`u.email ilike ${contains(search)}`]),
    ...(roleIds === undefined
      ? []
      : [
          sql`exists (select from user_roles f where f.tenant_id = u.tenant_id and f.user_id = u.id
            and f.role_id = any (${roleIds}::uuid[]))`,
        ]),
  ]
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}
