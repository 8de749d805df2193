import { defineService, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'

/** Names of the tenant's users, or their e-mails where they have none; what the caller may not see is left out. */
export const userNames = defineService('auth.user-names', ({ db, scope }) => ({
  async of(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const { organizationIds } = scope
    const { rows } = await sql<{ id: string; name: string }>`
      select u.id, coalesce(nullif(u.name, ''), u.email) as name from users u
      where ${inTenant(scope, 'u')} and u.id = any (${ids}::uuid[])
        and (${organizationIds}::uuid[] is null or u.organization_id = any (${organizationIds}::uuid[]))`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
}))
