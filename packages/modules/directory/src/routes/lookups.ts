import { badInput, type Context, get, open, PlatformError } from '@plinth/core'
import { defineLocator, defineRateLimit } from '@plinth/core/http'
import { z } from 'zod'
import { EntityId } from '../entity-id.ts'
import { Organization, Tenant } from '../entities.ts'

/** Prevents strangers from guessing names. */
const limit = defineRateLimit({
  name: 'directory-lookup-ip',
  points: 60,
  window: 60,
  block: 60,
  key: ({ network }) => network,
})

const shared = { access: open, rateLimits: [limit], http: { okInErrors: true }, errors: [400, 404] } as const

const TenantView = z.object({ id: z.uuid(), name: z.string() })
const OrganizationView = z.object({ id: z.uuid(), name: z.string(), slug: z.string(), tenantId: z.uuid() })

const tenant = get(
  '/directory/tenants/lookup',
  {
    operation: 'findTenant',
    ...shared,
    summary: 'Look up the name of an active tenant by its id, for sign-in pages.',
    query: z.object({ tenantId: EntityId.optional(), tenant: EntityId.optional() }),
    response: z.object({ ok: z.literal(true), tenant: TenantView }),
    onInvalid: () => badInput('Invalid tenant id.'),
  },
  async ({ query, widenScope }) => {
    const id = query.tenantId ?? query.tenant
    if (id === undefined) throw badInput('Invalid tenant id.')
    const found = await widenScope('allTenants', 'read a tenant by its id', ({ findUnique }) =>
      findUnique(Tenant, { tenantId: id, id }, ['id', 'name', 'isActive', 'deletedAt']),
    )
    if (!found?.isActive || found.deletedAt !== null) throw new PlatformError('not_found', 'Tenant not found.')
    return { ok: true as const, tenant: { id: found.id, name: found.name } }
  },
)

const organization = get(
  '/directory/organizations/lookup',
  {
    operation: 'findOrganization',
    ...shared,
    summary:
      'Look up the name of an active organization by its slug, for sign-in pages. If several tenants use the slug, the oldest organization is returned.',
    query: z.object({ slug: z.string().min(1).max(150) }),
    response: z.object({ ok: z.literal(true), organization: OrganizationView }),
    onInvalid: () => badInput('Invalid slug.'),
  },
  async ({ query, widenScope }) => {
    const found = await findOrganization({ widenScope }, query.slug)
    if (!found) throw new PlatformError('not_found', 'Organization not found.')
    return { ok: true as const, organization: found }
  },
)

function findOrganization({ widenScope }: Pick<Context, 'widenScope'>, slug: string) {
  return widenScope('allTenants', 'look up an organization', ({ from }) =>
    from(Organization, 'o')
      .innerJoin(from.table(Tenant, 't'), 't.tenantId', 'o.tenantId')
      .select(['o.id', 'o.name', 'o.slug', 'o.tenantId'])
      .where('o.slug', '=', slug)
      .where(({ and }) => and({ 'o.isActive': true, 't.isActive': true }))
      .where('o.deletedAt', 'is', null)
      .where('t.deletedAt', 'is', null)
      .orderBy('o.createdAt')
      .orderBy('o.id')
      .limit(1)
      .executeTakeFirst(),
  )
}

/** Login pages identify a tenant by its id, or an organization by its slug alone. */
export const lookupLocator = defineLocator({
  id: 'directory.lookup',
  named({ path, query }) {
    const tenantId = path === '/directory/tenants/lookup' ? (query.get('tenantId') ?? query.get('tenant')) : null
    if (tenantId !== null) return { tenantId }
    const slug = path === '/directory/organizations/lookup' ? query.get('slug') : null
    return slug === null ? null : { value: slug }
  },
  has: async (ctx, slug) => (await findOrganization(ctx, slug)) !== undefined,
})

/** Lookups without a login: one entry for an exact token, and nothing about others (decision: Directory lookups). */
export const lookupRoutes = [tenant, organization]
