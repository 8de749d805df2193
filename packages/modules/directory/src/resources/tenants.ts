import { badInput, page, resource, view } from '@plinth/core'
import { contains } from '@plinth/core/data'
import { toIdRefusal } from '@plinth/core/http'
import { z } from 'zod'
import { createTenant } from '../commands/create-tenant.ts'
import { deleteTenant } from '../commands/delete-tenant.ts'
import { updateTenant } from '../commands/update-tenant.ts'
import { features } from '../contract.ts'
import { Tenant } from '../entities.ts'
import { TenantFields } from '../fields.ts'
import { EntityId } from '../entity-id.ts'
import { addTenant } from '../routes/add-tenant.ts'

const TenantQuery = z.object({
  id: EntityId.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
  search: z.string().trim().max(200).optional(),
  sortField: z.enum(['name', 'createdAt', 'updatedAt']).default('name'),
  sortDir: z.enum(['asc', 'desc']).default('asc'),
  isActive: z.enum(['true', 'false']).optional(),
})

/** Tenants: all of them for super admins, their own for others. */
export const tenantResource = resource('/directory/tenants', Tenant, {
  kind: 'directory.tenant',
  access: { read: features['tenants.view'], write: features['tenants.manage'] },
  input: TenantFields,
  replace: { create: createTenant, update: updateTenant, delete: deleteTenant },
  list: {
    summary: 'List tenants. Super admins see all of them, other users only their own.',
    select: view(Tenant, ['id', 'name', 'isActive']).extend({ createdAt: z.string(), updatedAt: z.string() }),
    allTenants: 'reach all tenants',
    parameters: TenantQuery,
    sort: ['name', 'createdAt', 'updatedAt'],
    filter: ['isActive'],
    search: ({ eb }, text) => eb('row.name', 'ilike', contains(text)),
    where: ({ eb }) => [eb('row.deletedAt', 'is', null)],
    envelope: { schema: page },
    onInvalid: (error) => badInput('Invalid query parameters', { details: z.flattenError(error) }),
  },
  routes: {
    create: addTenant,
    update: { summary: 'Rename or deactivate a tenant.', onInvalid: toIdRefusal('Invalid id') },
    delete: {
      summary: 'Delete a tenant. Its data is kept until it is purged.',
      onInvalid: toIdRefusal('Tenant id required'),
    },
  },
})
