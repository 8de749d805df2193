import { isUuid, provide, sql } from '@plinth/core'
import { people, type Person } from '@plinth/core/acl'
import { tenants } from '@plinth/directory'
import { Role, User, UserRole } from '../entities.ts'

/**
 * Text that looks like an id or an address is not treated as a role name. Otherwise whoever names roles could receive what is
 * meant for others.
 */
const isOther = (name: string) => isUuid(name) || /^[^@\s]+@[^@\s]+$/.test(name)

const isReachable = sql`u."isConfirmed" and u."isActive"`

/** Maximum number of people of one role who are notified at once. */
const MAX_PEOPLE = 500

/** Finds the tenant's active accounts by id, by email and by role. */
export const peopleOfTenant = provide(people, ({ widenScope, inject, scope }) => ({
  async find(names) {
    const lowerNames = names.map((name) => name.trim().toLowerCase())
    const ids = lowerNames.map((name) => (isUuid(name) ? name : null))
    const { rows } = await widenScope('tenant', 'find people to write to', ({ db, from }) =>
      sql<Person & { name: string }>`
        select wanted.name, u.id, u.email
        from unnest(${lowerNames}::text[], ${ids}::uuid[], ${lowerNames.map(isOther)}::boolean[])
          as wanted (name, id, is_other)
        cross join lateral (
          select u.id, u.email from ${from.table(User, 'u')} where u.id = wanted.id and ${isReachable}
          union
          select u.id, u.email from ${from.table(User, 'u')} where u."emailKey" = wanted.name and ${isReachable}
          union
          select u.id, u.email from ${from.table(Role, 'r')} join ${from.table(UserRole, 'h')} on h."roleId" = r.id
            join ${from.table(User, 'u')} on u.id = h."userId"
            where (r.id = wanted.id or (lower(r.name) = wanted.name and not wanted.is_other)) and ${isReachable}
          order by id limit ${MAX_PEOPLE}) u`.execute(db),
    )
    const found = Map.groupBy(rows, ({ name }) => name)
    return new Map(names.map((name) => [name, found.get(name.trim().toLowerCase()) ?? []]))
  },
  tenantName: async () => (await inject(tenants).find(scope.tenantId))?.name ?? scope.tenantId,
}))
