import { badInput, del, get, page, paged, post, put } from '@plinth/core'
import { contains, readPage } from '@plinth/core/data'
import { toIdRefusal } from '@plinth/core/http'
import { z } from 'zod'
import { createTenant } from '../commands/create-tenant.ts'
import { deleteTenant } from '../commands/delete-tenant.ts'
import { updateTenant } from '../commands/update-tenant.ts'
import { features } from '../contract.ts'
import { EntityId } from '../id.ts'
import { withTenants } from '../tenants.ts'
import { Tenant } from '../entities.ts'

const TenantItem = z.object({
  id: z.uuid(),
  name: z.string(),
  isActive: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const Query = z.object({
  id: EntityId.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
  search: z.string().trim().max(200).optional(),
  sortField: z.enum(['name', 'createdAt', 'updatedAt']).default('name'),
  sortDir: z.enum(['asc', 'desc']).default('asc'),
  isActive: z.enum(['true', 'false']).optional(),
})

const listTenants = get(
  '/directory/tenants',
  {
    access: features['tenants.view'],
    reads: 'directory.tenant',
    summary: 'Lists tenants: all of them for super admins, the own one for others.',
    query: Query,
    response: page(TenantItem),
    errors: [400],
    onInvalid: (error) => badInput('Invalid query parameters', { details: z.flattenError(error) }),
  },
  async (ctx) => {
    const { query } = ctx
    const { id, search, isActive, sortField, sortDir } = query
    const [items, total] = await withTenants(ctx, (from) =>
      readPage(
        from(Tenant, 't')
          .select(['t.id', 't.name', 't.isActive', 't.createdAt', 't.updatedAt'])
          .where('t.deletedAt', 'is', null)
          .$if(id !== undefined, (all) => all.where('t.tenantId', '=', id!))
          .$if(Boolean(search), (all) => all.where('t.name', 'ilike', contains(search!)))
          .$if(isActive !== undefined, (all) => all.where('t.isActive', '=', isActive === 'true'))
          .orderBy(`t.${sortField}`, sortDir)
          .orderBy('t.id', sortDir),
        query,
      ),
    )
    return paged([items, total], query)
  },
)

/** The routes of tenants. */
export const tenantRoutes = [
  listTenants,
  post('/directory/tenants', createTenant, { status: 201, summary: 'Creates a tenant with nothing in it.' }),
  put('/directory/tenants', updateTenant, {
    summary: 'Renames or deactivates a tenant.',
    errors: [400, 404],
    onInvalid: toIdRefusal('Invalid id'),
  }),
  del('/directory/tenants', deleteTenant, {
    summary: 'Deletes a tenant; its rows stay until they are purged.',
    errors: [400, 404],
    onInvalid: toIdRefusal('Tenant id required'),
  }),
]
