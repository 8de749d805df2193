import { Id, post, type RouteContext, systemCaller } from '@plinth/core'
import { createTenant } from '../commands/create-tenant.ts'
import { deleteTenant } from '../commands/delete-tenant.ts'
import { provisionTenant } from '../commands/provision-tenant.ts'
import { TenantFields } from '../fields.ts'

/** Creates a tenant, in the log of the caller's tenant, and provisions it like one that signs up, as the platform in the new tenant. */
export const addTenant = post(
  '/directory/tenants',
  {
    operation: 'createTenant',
    access: createTenant.access,
    summary: 'Create a tenant with its first organization, of the same name, and the default roles.',
    body: TenantFields,
    response: Id,
    status: 201,
    runs: createTenant,
  },
  async (ctx) => {
    const { id } = await ctx.run(createTenant, ctx.body)
    await provision(ctx, id).catch(async (error: unknown) => {
      const fail = (err: unknown) =>
        ctx.log.error({ err, tenantId: id }, 'a tenant could be neither set up nor deleted')
      await ctx.run(deleteTenant, { id }).catch(fail)
      throw error
    })
    return { id }
  },
)

type Added = Pick<RouteContext<undefined, undefined, typeof TenantFields>, 'body' | 'within'>

function provision({ body: { name }, within }: Added, tenantId: string) {
  const scope = { tenantId, organizationId: crypto.randomUUID(), organizationIds: null }
  return within(systemCaller('new tenant', scope), ({ run }) =>
    run(provisionTenant, { tenantName: name, organizationName: name }),
  )
}
