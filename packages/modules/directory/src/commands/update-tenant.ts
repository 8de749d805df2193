import { badInput, defineCommand, notFound, Ok, partial } from '@plinth/core'
import { rightsWatcher } from '@plinth/core/acl'
import { events, features, tenantTag } from '../contract.ts'
import { TenantFields } from '../fields.ts'
import { EntityId } from '../entity-id.ts'
import { withTenants } from '../tenants.ts'
import { Tenant } from '../entities.ts'

/** Updates the given properties of a tenant: any tenant for super admins, their own for others. */
export const updateTenant = defineCommand({
  id: 'directory.tenants.update',
  label: 'Update tenant',
  access: features['tenants.manage'],
  resource: 'directory.tenant',
  entity: Tenant,
  undoable: false,
  input: partial(TenantFields).extend({ id: EntityId }),
  output: Ok,
  async run(ctx) {
    const { input, actor, emit, inject, invalidate } = ctx
    const { id, name, isActive } = input
    if (isActive === false && id === actor.homeTenantId) throw badInput('You cannot deactivate your own tenant')
    const assertUnharmed = isActive === false ? await inject(rightsWatcher).watchTenants() : undefined
    const updated = await withTenants(ctx, (from) =>
      from
        .update(Tenant, 't')
        .set({
          ...(name !== undefined && { name }),
          ...(isActive !== undefined && { isActive }),
        })
        .where('t.tenantId', '=', id)
        .where('t.deletedAt', 'is', null)
        .returning('t.id')
        .executeTakeFirst(),
    )
    if (!updated) throw notFound('Tenant')
    invalidate(tenantTag(id))
    await assertUnharmed?.()
    emit(events['tenant.updated'], { id, tenantId: id, organizationId: null })
    return { ok: true as const }
  },
})
