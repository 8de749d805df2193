import { type Context, get, page, paged } from '@plinth/core'
import { customFilters } from '@plinth/core/data'
import { isUuid } from '@plinth/core/http'
import { organizationTrees, tenants } from '@plinth/directory'
import { z } from 'zod'
import { administer } from '../rights/administered-scope.ts'
import { features } from '../contract.ts'
import { User } from '../entities.ts'
import { AuthListQuery, IdText } from '../list-query.ts'
import { readUsers, type UserFilter, type UserRow } from '../users/user-pages.ts'

const Ids = z.array(z.string().max(10_000)).optional()

const UserQuery = AuthListQuery.extend({
  tenantId: IdText,
  organizationId: IdText,
  roleIds: Ids,
  roleId: Ids,
  /** Part of the name, case-insensitive. */
  name: AuthListQuery.shape.search,
  /** Restricts the list to active or to deactivated accounts. */
  isActive: z.enum(['true', 'false']).optional(),
})

const UserItem = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  isActive: z.boolean(),
  organizationId: z.uuid().nullable(),
  organizationName: z.string().nullable(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  roles: z.array(z.string()),
  roleIds: z.array(z.uuid()),
  updatedAt: z.string(),
  /** Only if a single user is requested by id. */
  hasPassword: z.boolean().optional(),
})

/**
 * GET /auth/users: sorted by e-mail. Super admins see the users of all tenants, others those of the organizations they may
 * choose.
 */
export const listUsers = get(
  '/auth/users',
  {
    access: features['users.list'],
    reads: 'auth.user',
    summary: 'The users that the caller may see.',
    query: UserQuery.loose(),
    response: page(UserItem).extend({ isSuperAdmin: z.boolean() }),
  },
  async (ctx) => {
    const { actor, query, scope, asSuperAdmin } = ctx
    const { isSuperAdmin } = actor
    const { page: number, pageSize } = query
    const filter = toUserFilter(query)
    const custom = await customFilters(ctx, User, { query, row: 'u' })
    const [rows, total] = !filter
      ? [[], 0]
      : isSuperAdmin
        ? await asSuperAdmin('list the users of all tenants for a super admin', (system) =>
            readUsers(
              ctx,
              { from: system.from, db: system.db, custom },
              {
                ...filter,
                tenantId: query.tenantId ?? null,
                organizationIds: null,
                page: number,
                pageSize,
              },
            ),
          )
        : await administer(ctx, scope, (wide) =>
            readUsers(
              wide,
              { from: wide.from, db: wide.db, custom },
              { ...filter, ...wide.scope, page: number, pageSize },
            ),
          )
    const items = await Promise.all(rows.map((row) => toUserItem(ctx, row)))
    return { ...paged([items, total], query), isSuperAdmin }
  },
)

/** Null if nothing can match: an invalid id, or a list of roles without a valid one. */
function toUserFilter({
  id,
  tenantId,
  organizationId,
  search,
  name,
  isActive,
  ...named
}: z.output<typeof UserQuery> & Readonly<Record<string, unknown>>): Omit<
  UserFilter,
  'tenantId' | 'organizationIds' | 'page' | 'pageSize'
> | null {
  if ([id, tenantId, organizationId].some((text) => text !== undefined && !isUuid(text))) return null
  const lists = [named.roleIds, named.roleId].filter((list) => list !== undefined)
  const roleIds = lists
    .flat()
    .flatMap((text) => text.split(','))
    .filter(isUuid)
  if (lists.length > 0 && roleIds.length === 0) return null
  return {
    id,
    search: search || undefined,
    name: name || undefined,
    isActive: isActive === undefined ? undefined : isActive === 'true',
    custom: Object.fromEntries(Object.entries(named).filter(([key]) => key.startsWith('cf'))),
    home: organizationId,
    roleIds: lists.length > 0 ? roleIds : undefined,
  }
}

async function toUserItem({ inject }: Context, row: UserRow): Promise<z.input<typeof UserItem>> {
  const { held, ...user } = row
  const { tenantId, organizationId } = user
  const [tenant, tree] = await Promise.all([inject(tenants).find(tenantId), inject(organizationTrees).of(tenantId)])
  return {
    ...user,
    organizationName: organizationId && (tree.get(organizationId)?.name ?? organizationId),
    tenantName: tenant?.name ?? tenantId,
    roles: held.map(({ name }) => name),
    roleIds: held.map(({ id }) => id),
  }
}
