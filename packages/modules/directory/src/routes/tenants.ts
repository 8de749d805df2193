import { badInput, del, get, page, paged, post, put, sql } from '@plinth/core'
import { contains, limits } from '@plinth/core/data'
import { toIdRefusal } from '@plinth/core/http'
import { z } from 'zod'
import { createTenant } from '../commands/create-tenant.ts'
import { deleteTenant } from '../commands/delete-tenant.ts'
import { updateTenant } from '../commands/update-tenant.ts'
import { features } from '../contract.ts'
import { EntityId } from '../id.ts'
import { withTenants } from '../tenant-reach.ts'

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

const columns = { name: 't.name', createdAt: 't.created_at', updatedAt: 't.updated_at' } as const

interface Row extends z.output<typeof TenantItem> {
  readonly total: number
}

const list = get(
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
    const { limit, offset } = limits(query)
    const direction = query.sortDir === 'desc' ? sql`desc` : sql`asc`
    const { rows } = await withTenants(ctx, ({ db, reach }) => {
      const where = sql.join([reach, sql`t.deleted_at is null`, ...filtersOf(query)], sql` and `)
      return sql<Row>`
        select (select count(*) from tenants t where ${where}) as total, p.* from (select) one left join (
          select t.id, t.name, t.is_active as "isActive", t.created_at as "createdAt", t.updated_at as "updatedAt"
          from tenants t where ${where}
          order by ${sql.ref(columns[query.sortField])} ${direction}, t.id ${direction}
          limit ${limit} offset ${offset}
        ) p on true
        order by ${sql.ref(`p.${query.sortField}`)} ${direction}, p.id ${direction}`.execute(db)
    })
    const items = rows.filter(({ id }) => id !== null)
    return paged([items, rows[0]?.total ?? 0], query)
  },
)

function filtersOf({ id, search, isActive }: z.output<typeof Query>) {
  return [
    ...(id === undefined ? [] : [sql`t.tenant_id = ${id}`]),
    ...(search ? [sql`t.name ilike ${contains(search)}`] : []),
    ...(isActive === undefined ? [] : [sql`t.is_active = ${isActive === 'true'}`]),
  ]
}

/** The routes of tenants. */
export const tenantRoutes = [
  list,
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
