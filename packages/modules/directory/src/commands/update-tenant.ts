import { badInput, defineCommand, notFound, Ok, partial, sql } from '@plinth/core'
import { rightsGuard } from '@plinth/core/acl'
import { events, features, tenantTag } from '../contract.ts'
import { TenantFields } from '../fields.ts'
import { EntityId } from '../id.ts'
import { withTenants } from '../tenant-reach.ts'

/** Changes what is given of a tenant: any for super admins, the own one for others. */
export const updateTenant = defineCommand({
  id: 'directory.tenants.update',
  label: 'Update tenant',
  access: features['tenants.manage'],
  resource: 'directory.tenant',
  undoable: false,
  input: partial(TenantFields).extend({ id: EntityId }),
  output: Ok,
  async run(ctx) {
    const { input, actor, now, emit, get, invalidate } = ctx
    const { id, name = null, isActive = null } = input
    if (isActive === false && id === actor.homeTenantId) throw badInput('You cannot deactivate your own tenant')
    const settle = isActive === false ? await get(rightsGuard).watchTenants() : undefined
    const { rows } = await withTenants(ctx, ({ db, reach }) =>
      sql`update tenants t set name = coalesce(${name}, t.name), is_active = coalesce(${isActive}, t.is_active),
          updated_at = ${now().toISOString()}
        where ${reach} and t.tenant_id = ${id} and t.deleted_at is null returning t.id`.execute(db),
    )
    if (rows.length === 0) throw notFound('Tenant')
    invalidate(tenantTag(id))
    await settle?.()
    emit(events['tenant.updated'], { id, tenantId: id, organizationId: null })
    return { ok: true as const }
  },
})
