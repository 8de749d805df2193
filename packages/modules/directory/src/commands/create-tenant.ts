import { defineCommand, forbidden, Id, sql } from '@plinth/core'
import { events, features, tenantTag } from '../contract.ts'
import { TenantFields } from '../fields.ts'
import { mayGovernTenants } from '../refusals.ts'

/** Creates a tenant with nothing in it, for super admins. `provisionTenant` fills one too. */
export const createTenant = defineCommand({
  id: 'directory.tenants.create',
  label: 'Create tenant',
  access: features['tenants.manage'],
  resource: 'directory.tenant',
  undoable: false,
  input: TenantFields,
  output: Id,
  async run({ input, actor, now, asSuperAdmin, emit, invalidate }) {
    if (!mayGovernTenants(actor)) throw forbidden()
    const id = crypto.randomUUID()
    const at = now().toISOString()
    // The caller works in another tenant than the one that begins here.
    await asSuperAdmin('insert a tenant', ({ db }) =>
      sql`insert into tenants (tenant_id, id, name, is_active, created_at, updated_at)
        values (${id}, ${id}, ${input.name}, ${input.isActive ?? true}, ${at}, ${at})`.execute(db),
    )
    invalidate(tenantTag(id))
    emit(events['tenant.created'], { id, tenantId: id, organizationId: null })
    return { id }
  },
})
