import { readRoleNames } from '@plinth/auth'
import { type Context, get, page, paged, PageQuery } from '@plinth/core'
import { contains, type Kysely, readPage } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ApiKey, ApiKeyUse, ServiceAccount } from '../entities.ts'
import { keyInReach } from '../stored-keys.ts'
import { assertTenant } from '../tenant-context.ts'

const KeyQuery = z.object({
  page: PageQuery.shape.page,
  pageSize: z.coerce
    .number()
    .catch(20)
    .transform((size) => Math.min(Math.max(1, Math.trunc(size) || 20), 200))
    .default(20),
  search: z
    .string()
    .transform((text) => text.trim().slice(0, 200))
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
  updatedAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  roles: z.array(z.object({ id: z.uuid(), name: z.string().nullable() })),
  /** Set for a key that acts as a service account. */
  serviceAccount: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})

/** GET /api_keys/keys: newest first. Secrets appear only in the response to the request that creates them. */
export const listKeys = get(
  '/api_keys/keys',
  {
    access: features.view,
    summary: 'List the API keys that the caller can see.',
    query: KeyQuery,
    response: page(KeyItem),
    errors: [400],
  },
  async (ctx) => {
    const { query, scope, inject } = ctx
    assertTenant(scope)
    const [rows, total] = await readKeys(ctx, query)
    const tree = await inject(organizationTrees).of(scope.tenantId)
    const roles = await readRoleNames(ctx, [...new Set(rows.flatMap(({ roleIds }) => roleIds))])
    const names = new Map(roles.map(({ id, name }) => [id, name]))
    const items = rows.map(({ roleIds, serviceAccountId, serviceAccountName, ...row }) => ({
      ...row,
      serviceAccount: serviceAccountId === null ? null : { id: serviceAccountId, name: serviceAccountName ?? '' },
      organizationName: row.organizationId === null ? null : (tree.get(row.organizationId)?.name ?? null),
      roles: roleIds.map((id) => ({ id, name: names.get(id) ?? null })),
    }))
    return paged([items, total], query)
  },
)

function readKeys(
  { from, db, scope, actor }: Pick<Context, 'from' | 'scope' | 'actor'> & { readonly db: Kysely<{}> },
  query: z.output<typeof KeyQuery>,
) {
  const pattern = query.search ? contains(query.search) : null
  const keys = from(ApiKey, 'k')
    .select([
      'k.id',
      'k.name',
      'k.description',
      'k.keyPrefix',
      'k.organizationId',
      'k.createdAt',
      'k.updatedAt',
      'k.expiresAt',
    ])
    .select(['k.roleIds', 'k.serviceAccountId'])
    .where(keyInReach(scope, actor.allowedOrganizationIds === null))
    .$if(pattern !== null, (all) =>
      all.where((eb) => eb.or([eb('k.name', 'ilike', pattern!), eb('k.keyPrefix', 'ilike', pattern!)])),
    )
    .orderBy('k.createdAt', 'desc')
    .orderBy('k.id', 'desc')
  return readPage(keys, query, {
    complete: (chosen) =>
      db
        .selectFrom(chosen.as('k'))
        .selectAll('k')
        .select((eb) =>
          eb
            .selectFrom(from.table(ApiKeyUse, 'u'))
            .select('u.lastUsedAt')
            .whereRef('u.id', '=', 'k.id')
            .as('lastUsedAt'),
        )
        .select((eb) =>
          eb
            .selectFrom(from.table(ServiceAccount, 'a'))
            .select('a.name')
            .whereRef('a.id', '=', 'k.serviceAccountId')
            .as('serviceAccountName'),
        )
        .orderBy('k.createdAt', 'desc')
        .orderBy('k.id', 'desc'),
  })
}
