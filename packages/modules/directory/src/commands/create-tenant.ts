import { defineCommand, Id } from '@plinth/core'
import { assertSuperAdmin } from '@plinth/core/acl'
import { events, features, tenantTag } from '../contract.ts'
import { Tenant } from '../entities.ts'
import { TenantFields } from '../fields.ts'
import { fillNewTenant } from './fill-tenant.ts'

/** Milliseconds after which a job fills a tenant that nobody has filled. */
const HEAD_START = 60_000

/**
 * Creates an empty tenant, for super admins. `provisionTenant` fills it. If nobody has run that after a minute, because the host was
 * killed, a job does.
 */
export const createTenant = defineCommand({
  id: 'directory.tenants.create',
  label: 'Create tenant',
  access: features['tenants.manage'],
  resource: 'directory.tenant',
  undoable: false,
  input: TenantFields,
  output: Id,
  async run({ input, actor, widenScope, now, enqueue, emit, invalidate }) {
    assertSuperAdmin(actor)
    const id = crypto.randomUUID()
    const { name, isActive = true } = input
    // The caller works in a tenant other than the new one.
    await widenScope('allTenants', 'insert a tenant', ({ from }) =>
      from.create(Tenant, { id, tenantId: id, name, isActive }),
    )
    enqueue(fillNewTenant, { id }, { startAfter: new Date(now().getTime() + HEAD_START) })
    invalidate(tenantTag(id))
    emit(events['tenant.created'], { id, tenantId: id, organizationId: null })
    return { id }
  },
})
