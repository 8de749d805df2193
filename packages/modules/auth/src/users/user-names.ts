import { defineService } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { User } from '../entities.ts'

/** Names of the tenant's users, or their email addresses if they have none. Users the caller may not see are left out. */
export const userNames = defineService('auth.user-names', ({ from, scope: { organizationIds } }) => ({
  async of(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await from(User, 'u')
      .select(['u.id', 'u.name', 'u.email'])
      .where('u.id', '=', anyOf(ids))
      .$if(organizationIds !== null, (all) => all.where('u.organizationId', '=', anyOf(organizationIds!)))
      .execute()
    return new Map(rows.map(({ id, name, email }) => [id, name || email]))
  },
}))
