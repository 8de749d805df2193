import { defineService, sql } from '@plinth/core'
import { isId } from './id.ts'

/** Finds the tenant of any organization, whoever asks; null for unknown and deleted ones. */
export const organizationOwners = defineService('directory.organization-owners', ({ asSystem }) => ({
  of: (organizationId: string): Promise<string | null> =>
    isId(organizationId)
      ? asSystem('find the tenant of an organization', async ({ db }) => {
          const { rows } = await sql<{ tenantId: string }>`select tenant_id as "tenantId" from organizations
            where id = ${organizationId} and deleted_at is null`.execute(db)
          return rows[0]?.tenantId ?? null
        })
      : Promise.resolve(null),
}))
