import { defineCommand, forbidden, Id } from '@plinth/core'
import { events, features, tenantTag } from '../contract.ts'
import { Tenant } from '../entities.ts'
import { TenantFields } from '../fields.ts'
import { mayGovernTenants } from '../refusals.ts'

/** Creates an empty tenant, for super admins. `provisionTenant` fills it. */
export const createTenant = defineCommand({
  id: 'directory.tenants.create',
  label: 'Create tenant',
  access: features['tenants.manage'],
  resource: 'directory.tenant',
  undoable: false,
  input: TenantFields,
  output: Id,
  async run({ input, actor, asSuperAdmin, emit, invalidate }) {
    if (!mayGovernTenants(actor)) throw forbidden()
    const id = crypto.randomUUID()
    const { name, isActive = true } = input
    // The caller works in a tenant other than the new one.
    await asSuperAdmin('insert a tenant', ({ from }) => from.create(Tenant, { id, tenantId: id, name, isActive }))
    invalidate(tenantTag(id))
    emit(events['tenant.created'], { id, tenantId: id, organizationId: null })
    return { id }
  },
})
