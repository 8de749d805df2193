import { badInput, type Context, get, open, PlatformError, type Sql, sql } from '@plinth/core'
import { defineLocator, defineRateLimit } from '@plinth/core/http'
import { z } from 'zod'
import { EntityId } from '../id.ts'

/** Keeps strangers from trying names. */
const limit = defineRateLimit({
  name: 'directory-lookup-ip',
  points: 60,
  window: 60,
  block: 60,
  key: ({ network }) => network,
})

const shared = { access: open, rateLimits: [limit], okInErrors: true, errors: [400, 404] } as const

const TenantView = z.object({ id: z.uuid(), name: z.string() })
const OrganizationView = z.object({ id: z.uuid(), name: z.string(), slug: z.string(), tenantId: z.uuid() })

const tenant = get(
  '/directory/tenants/lookup',
  {
    ...shared,
    summary: 'Names the active tenant of an id, for login pages.',
    query: z.object({ tenantId: EntityId.optional(), tenant: EntityId.optional() }),
    response: z.object({ ok: z.literal(true), tenant: TenantView }),
    onInvalid: () => badInput('Invalid tenant id.'),
  },
  async ({ query, asSystem }) => {
    const id = query.tenantId ?? query.tenant
    if (id === undefined) throw badInput('Invalid tenant id.')
    const found = await asSystem('look up a tenant', ({ db }) => findTenant(db, id))
    if (!found) throw new PlatformError('not_found', 'Tenant not found.')
    return { ok: true as const, tenant: found }
  },
)

const organization = get(
  '/directory/organizations/lookup',
  {
    ...shared,
    summary: 'Names the active organization of a slug, for login pages; the oldest when several tenants use it.',
    query: z.object({ slug: z.string().min(1).max(150) }),
    response: z.object({ ok: z.literal(true), organization: OrganizationView }),
    onInvalid: () => badInput('Invalid slug.'),
  },
  async ({ query, asSystem }) => {
    const found = await findOrganization({ asSystem }, query.slug)
    if (!found) throw new PlatformError('not_found', 'Organization not found.')
    return { ok: true as const, organization: found }
  },
)

async function findTenant(system: Sql, id: string) {
  const { rows } = await sql<z.output<typeof TenantView>>`
    select id, name from tenants where tenant_id = ${id} and is_active and deleted_at is null`.execute(system)
  return rows[0]
}

function findOrganization({ asSystem }: Pick<Context, 'asSystem'>, slug: string) {
  return asSystem('look up an organization', async ({ db }) => {
    const { rows } = await sql<z.output<typeof OrganizationView>>`
      select o.id, o.name, o.slug, o.tenant_id as "tenantId" from organizations o
      join tenants t on t.tenant_id = o.tenant_id
      where o.slug = ${slug} and o.is_active and o.deleted_at is null and t.is_active and t.deleted_at is null
      order by o.created_at, o.id limit 1`.execute(db)
    return rows[0]
  })
}

/** Login pages know a tenant by its id, or an organization by nothing but its slug. */
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

/** What needs no login: one entry for an exact token, and nothing about others (decision 15). */
export const lookupRoutes = [tenant, organization]
