import { Id, post } from '@plinth/core'
import { createTenant } from '../commands/create-tenant.ts'
import { deleteTenant } from '../commands/delete-tenant.ts'
import { TenantFields } from '../fields.ts'
import { fillTenant } from '../commands/fill-tenant.ts'

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
    await fillTenant(ctx, { id, name: ctx.body.name }).catch(async (error: unknown) => {
      const fail = (err: unknown) =>
        ctx.log.error({ err, tenantId: id }, 'a tenant could be neither set up nor deleted')
      await ctx.run(deleteTenant, { id }).catch(fail)
      throw error
    })
    return { id }
  },
)
