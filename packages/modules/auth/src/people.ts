import { provide, sql } from '@plinth/core'
import { people, type Person } from '@plinth/core/acl'
import { tenants } from '@plinth/directory'

/** People of one role; more are nobody's to write to at once. */
const MAX_PEOPLE = 500

/** The accounts of the tenant that may be used, by id, by e-mail and by the roles that they hold. */
export const peopleOfTenant = provide(people, ({ asSystem, get, scope }) => ({
  async find(names) {
    const { tenantId } = scope
    const wanted = names.map((name) => name.trim().toLowerCase())
    const { rows } = await asSystem('find people to write to', ({ db }) =>
      sql<Person & { name: string }>`
        select wanted.name, u.id, u.email from unnest(${wanted}::text[]) as wanted (name)
        cross join lateral (
          select u.id, u.email from users u where u.tenant_id = ${tenantId} and u.is_confirmed
            and (u.id::text = wanted.name or lower(u.email) = wanted.name or exists (
              select from user_roles h join roles r on r.id = h.role_id
              where h.tenant_id = u.tenant_id and h.user_id = u.id
                and (r.id::text = wanted.name or lower(r.name) = wanted.name)))
          order by u.id limit ${MAX_PEOPLE}) u`.execute(db),
    )
    const found = Map.groupBy(rows, ({ name }) => name)
    return new Map(names.map((name) => [name, found.get(name.trim().toLowerCase()) ?? []]))
  },
  tenantName: async () => (await get(tenants).find(scope.tenantId))?.name ?? scope.tenantId,
}))
