import { defineService, sql } from '@plinth/core'
import { User } from './entities.ts'

/** Names of the tenant's users, or their e-mails where they have none; what the caller may not see is left out. */
export const userNames = defineService('auth.user-names', ({ from, scope: { organizationIds } }) => ({
  async of(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await from(User, 'u')
      .select(['u.id', 'u.name', 'u.email'])
      .where('u.id', '=', sql<string>`any (${ids}::uuid[])`)
      .$if(organizationIds !== null, (all) =>
        all.where('u.organizationId', '=', sql<string>`any (${organizationIds}::uuid[])`),
      )
      .execute()
    return new Map(rows.map(({ id, name, email }) => [id, name || email]))
  },
}))
