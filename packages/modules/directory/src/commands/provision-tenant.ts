import { composition, defineCommand, forbidden, nameText } from '@plinth/core'
import { requireOrganization } from '@plinth/core/data'
import { z } from 'zod'
import { events, features, tenantTag, treeTag } from '../contract.ts'
import { Organization, Tenant } from '../entities.ts'
import { Slug } from '../fields.ts'
import { toSlug } from '../slug.ts'

/** Longer than callers may choose later, because sign-up allows long names. */
const Name = nameText().trim().min(1).max(250)

/**
 * Creates a new tenant with its first organization and everything the composed modules set up for it, in one transaction. Run it
 * as a system caller in the new tenant's scope: the ids of that scope become the ids of the rows. If `createTenant` has created the
 * tenant, this adds the rest.
 */
export const provisionTenant = defineCommand({
  id: 'directory.tenants.provision',
  label: 'Provision tenant',
  access: features['tenants.manage'],
  resource: 'directory.tenant',
  undoable: false,
  input: z.object({ tenantName: Name, organizationName: Name, organizationSlug: Slug.optional() }),
  output: z.object({ id: z.uuid(), organizationId: z.uuid() }),
  async run(ctx) {
    const { input, from, actor, scope, inject, emit, invalidate } = ctx
    if (actor.kind !== 'system') throw forbidden()
    const { tenantId } = scope
    const organizationId = requireOrganization(scope)
    const created = await from
      .insert(Tenant, { id: tenantId, name: input.tenantName, isActive: true })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    await from.create(Organization, {
      id: organizationId,
      name: input.organizationName,
      slug: input.organizationSlug ?? toSlug(input.organizationName),
      isActive: true,
    })
    invalidate(tenantTag(tenantId), treeTag(tenantId))
    for (const { setup } of inject(composition).modules) await setup?.(ctx)
    if (created) emit(events['tenant.created'], { id: tenantId, tenantId, organizationId: null })
    emit(events['organization.created'], { id: organizationId, tenantId, organizationId })
    return { id: tenantId, organizationId }
  },
})
