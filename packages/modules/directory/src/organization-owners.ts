import { defineService } from '@plinth/core'
import { assertSuperAdmin } from '@plinth/core/acl'
import { Organization } from './entities.ts'
import { isId } from './entity-id.ts'

/** Finds the tenant of any organization, for super admins; null for unknown and deleted ones. */
export const organizationOwners = defineService('directory.organization-owners', ({ actor, widenScope }) => ({
  async of(organizationId: string): Promise<string | null> {
    if (!isId(organizationId)) return null
    assertSuperAdmin(actor)
    const found = await widenScope('allTenants', 'find the tenant of an organization', ({ from }) =>
      from(Organization, 'o')
        .select('o.tenantId')
        .where('o.id', '=', organizationId)
        .where('o.deletedAt', 'is', null)
        .executeTakeFirst(),
    )
    return found?.tenantId ?? null
  },
}))
