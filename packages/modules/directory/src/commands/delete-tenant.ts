import { badInput, defineCommand, notFound, Ok } from '@plinth/core'
import { assertSuperAdmin, rightsWatcher } from '@plinth/core/acl'
import { z } from 'zod'
import { events, features, tenantTag, treeTag } from '../contract.ts'
import { EntityId } from '../entity-id.ts'
import { withTenants } from '../tenants.ts'
import { Tenant } from '../entities.ts'

/** Soft-deletes a tenant, for super admins. Its rows are kept, but nobody can access them. */
export const deleteTenant = defineCommand({
  id: 'directory.tenants.delete',
  label: 'Delete tenant',
  access: features['tenants.manage'],
  resource: 'directory.tenant',
  entity: Tenant,
  undoable: false,
  input: z.object({ id: EntityId }),
  output: Ok,
  async run(ctx) {
    const { input, actor, now, emit, inject, invalidate } = ctx
    const { id } = input
    assertSuperAdmin(actor)
    if (id === actor.homeTenantId) throw badInput('You cannot delete your own tenant')
    const assertUnharmed = await inject(rightsWatcher).watchTenants()
    const deleted = await withTenants(ctx, (from) =>
      from
        .update(Tenant, 't')
        .set({ isActive: false, deletedAt: now().toISOString() })
        .where('t.tenantId', '=', id)
        .where('t.deletedAt', 'is', null)
        .returning('t.id')
        .executeTakeFirst(),
    )
    if (!deleted) throw notFound('Tenant')
    invalidate(tenantTag(id), treeTag(id))
    await assertUnharmed()
    emit(events['tenant.deleted'], { id, tenantId: id, organizationId: null })
    return { ok: true as const }
  },
})
