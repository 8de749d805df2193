import { type Context, defineJob } from '@plinth/core'
import { z } from 'zod'
import { Organization, Tenant } from '../entities.ts'
import { provisionTenant } from './provision-tenant.ts'

/** Gives a tenant that `createTenant` has created an organization of its name and everything that modules set up, as the platform. */
export async function fillTenant(
  { actAs }: Pick<Context, 'actAs'>,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const scope = { tenantId: id, organizationId: crypto.randomUUID(), organizationIds: null }
  await actAs({ actor: 'platform', reason: 'new tenant', scope }, ({ run }) =>
    run(provisionTenant, { tenantName: name, organizationName: name }),
  )
}

/** Fills a tenant that is still empty, because the host that created it was killed before it could. */
export const fillNewTenant = defineJob({
  id: 'directory.fill-new-tenant',
  payload: z.object({ id: z.uuid() }),
  async run(ctx) {
    const { payload, widenScope, actAs } = ctx
    const { id } = payload
    const tenant = await widenScope('allTenants', 'fill a new tenant', ({ findUnique }) =>
      findUnique(Tenant, { tenantId: id, id }, ['name', 'deletedAt']),
    )
    if (!tenant || tenant.deletedAt !== null) return
    // Deleted organizations count: somebody has used the tenant.
    const scope = { tenantId: id, organizationId: null, organizationIds: null }
    const found = await actAs({ actor: 'platform', reason: 'new tenant', scope }, ({ from }) =>
      from(Organization, 'o').select('o.id').limit(1).executeTakeFirst(),
    )
    if (!found) await fillTenant(ctx, { id, name: tenant.name })
  },
})
