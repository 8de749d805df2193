import { loadRoles } from '@plinth/auth'
import { type Context, get, page, paged, PageQuery, sql } from '@plinth/core'
import { contains, limits } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { features } from '../contract.ts'
import { inReach } from '../stored-keys.ts'
import { assertTenant } from '../tenant-context.ts'

const KeyQuery = z.object({
  page: PageQuery.shape.page,
  pageSize: z.coerce
    .number()
    .catch(20)
    .transform((size) => Math.min(Math.max(1, Math.trunc(size) || 20), 200))
    .default(20),
  // The database cannot hold NUL, so no text has one.
  search: z
    .string()
    .transform((text) => text.replaceAll('\0', '\uFFFD').trim().slice(0, 200))
    .optional(),
})

const KeyItem = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  keyPrefix: z.string(),
  organizationId: z.uuid().nullable(),
  organizationName: z.string().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  roles: z.array(z.object({ id: z.uuid(), name: z.string().nullable() })),
})

/** GET /api_keys/keys: newest first. The secrets are in no answer but the one that created them. */
export const listKeys = get(
  '/api_keys/keys',
  {
    access: features.view,
    summary: 'The API keys that the caller may see.',
    query: KeyQuery,
    response: page(KeyItem),
    errors: [400],
  },
  async (ctx) => {
    const { query, scope, get } = ctx
    assertTenant(scope)
    const [rows, total] = await readPage(ctx, query)
    const tree = await get(organizationTrees).of(scope.tenantId)
    const held = await loadRoles(ctx, [...new Set(rows.flatMap(({ roleIds }) => roleIds))])
    const names = new Map(held.map(({ id, name }) => [id, name]))
    const items = rows.map(({ roleIds, ...row }) => ({
      ...row,
      organizationName: row.organizationId === null ? null : (tree.get(row.organizationId)?.name ?? null),
      roles: roleIds.map((id) => ({ id, name: names.get(id) ?? null })),
    }))
    return paged([items, total], query)
  },
)

type Row = Omit<z.input<typeof KeyItem>, 'organizationName' | 'roles'> & { readonly roleIds: readonly string[] }

/** Beyond the last page the rows cannot tell how many there are. */
async function readPage(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  query: z.output<typeof KeyQuery>,
): Promise<[Row[], number]> {
  const { limit, offset } = limits(query)
  const pattern = query.search ? contains(query.search) : null
  const where = sql`${inReach(scope)}
    and (${pattern}::text is null or k.name ilike ${pattern} or k.key_prefix ilike ${pattern})`
  const { rows } = await sql<Row & { total: number }>`
    select k.id, k.name, k.description, k.key_prefix as "keyPrefix", k.organization_id as "organizationId",
      k.created_at as "createdAt", u.last_used_at as "lastUsedAt", k.expires_at as "expiresAt",
      to_json(k.role_ids) as "roleIds", k.total
    from (
      select k.*, count(*) over () as total from api_keys k where ${where}
      order by k.created_at desc, k.id desc limit ${limit} offset ${offset}
    ) k left join api_key_uses u on u.tenant_id = k.tenant_id and u.id = k.id
    order by k.created_at desc, k.id desc`.execute(db)
  if (rows.length > 0 || offset === 0) return [rows, rows[0]?.total ?? 0]
  const counted = await sql<{ total: number }>`select count(*) as total from api_keys k where ${where}`.execute(db)
  return [[], counted.rows[0]?.total ?? 0]
}
