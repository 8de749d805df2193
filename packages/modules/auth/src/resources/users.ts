import { badInput, type Context, isUuid, page, resource, sql, view } from '@plinth/core'
import {
  ALL_TENANTS,
  anyOf,
  contains,
  type Expression,
  type ExpressionBuilder,
  type From,
  inLanguage,
  type Row,
  type SqlBool,
} from '@plinth/core/data'
import type { OrganizationTree } from '@plinth/core/acl'
import { type Locale, rowOwner } from '@plinth/core/http'
import { organizationTrees, tenants } from '@plinth/directory'
import { z } from 'zod'
import { createUser } from '../commands/create-user.ts'
import { deleteUser } from '../commands/delete-user.ts'
import { updateUser } from '../commands/update-user.ts'
import { features } from '../contract.ts'
import { Role, User, UserRole } from '../entities.ts'
import { AuthListQuery, IdText, sortQuery } from '../list-query.ts'
import { postUser, putUser } from '../routes/users.ts'
import { userRules } from '../rule-points.ts'
import { UserFields } from '../users/user-fields.ts'
import { totalUsers } from '../users/user-totals.ts'

const Ids = z.array(z.string().max(10_000)).optional()

const UserItem = view(User, ['id', 'email', 'name', 'isActive', 'organizationId']).extend({
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
 * Accounts, sorted by tenant and email. Super admins see the accounts of all tenants; others see those of the organizations
 * they may choose.
 */
export const users = resource('/auth/users', User, {
  kind: 'auth.user',
  // Each command has its own feature.
  access: { read: features['users.list'], write: features['users.edit'] },
  input: UserFields,
  replace: { create: createUser, update: updateUser, delete: deleteUser },
  rules: userRules,
  list: {
    summary: 'List the users that the caller can see.',
    select: UserItem,
    scope: 'allowed',
    allTenants: 'list the users of all tenants for a super admin',
    parameters: AuthListQuery,
    query: {
      tenantId: IdText,
      organizationId: IdText,
      roleIds: Ids,
      roleId: Ids,
      /** Part of the name, case-insensitive. */
      name: AuthListQuery.shape.search,
      /** Restricts the list to active or to deactivated accounts. */
      isActive: z.enum(['true', 'false']).optional(),
      ...sortQuery('email', 'name', 'isActive'),
    },
    filter: ['organizationId', 'isActive'],
    sort: ['tenantId', 'email', 'name', 'isActive'],
    defaultSort: { field: 'tenantId' },
    search: isFoundBy,
    thenBy: ['email'],
    where({ eb, from, actor, scope: { organizationIds }, query: { tenantId, name, roleIds, roleId } }) {
      const lists = [roleIds, roleId].filter((list) => list !== undefined)
      const wanted = lists.flat().flatMap((text) => text.split(','))
      const holders = from(UserRole, 'f')
        .select('f.userId')
        .where('f.roleId', '=', anyOf(wanted.filter(isUuid)))
      return [
        ...(tenantId !== undefined && !isUuid(tenantId) ? [eb.lit(false)] : []),
        ...(isUuid(tenantId) && actor.isSuperAdmin ? [eb('row.tenantId', '=', tenantId)] : []),
        // Accounts without an organization are hidden as well from callers who are confined to some.
        ...(actor.isSuperAdmin || organizationIds === null
          ? []
          : [eb('row.organizationId', '=', anyOf(organizationIds))]),
        ...(name ? [eb('row.name', 'ilike', contains(name))] : []),
        ...(lists.length > 0 ? [eb('row.id', 'in', holders)] : []),
      ]
    },
    computed: {
      hasPassword: ({ eb, query: { id } }) =>
        id === undefined ? undefined : eb('row.passwordHash', 'is not', null).$castTo<boolean>(),
    },
    computedTogether: ({ eb, from, language }) => heldRoles(eb, from, language),
    async resolve({ inject }, { tenantId, organizationId }) {
      const [tenant, tree] = await Promise.all([inject(tenants).find(tenantId), inject(organizationTrees).of(tenantId)])
      return {
        organizationName: organizationId && (tree.get(organizationId)?.name ?? organizationId),
        tenantName: tenant?.name ?? tenantId,
      }
    },
    total: (ctx, { page: _page, pageSize: _size, sortField: _field, sortDir: _dir, ...filter }, count) => {
      const { actor, scope } = ctx
      const reach = actor.isSuperAdmin
        ? { tenantId: filter.tenantId ?? null, filter }
        : { tenantId: scope.tenantId, filter: [filter, scope.organizationIds] }
      return totalUsers(ctx, reach, count)
    },
    errors: [],
    envelope: {
      schema: (item) => page(item).extend({ isSuperAdmin: z.boolean() }),
      members: ({ actor: { isSuperAdmin } }) => ({ isSuperAdmin }),
    },
  },
  routes: {
    create: postUser,
    update: putUser,
    delete: { summary: 'Delete a user.', scope: rowOwner(User), onInvalid: () => badInput('User id required') },
  },
})

/** Accounts by a part of the address or the name, or of the name of a role or organization. */
async function isFoundBy({ eb, from, inject, scope }: UserSearch, text: string): Promise<Expression<SqlBool>> {
  const pattern = contains(text)
  const roles = await from(Role, 'r').select('r.id').where('r.name', 'ilike', pattern).limit(MAX_NAMED).execute()
  const organizationIds = toNamed(await inject(organizationTrees).of(scope.tenantId), text)
  const holders = from(UserRole, 'h')
    .select('h.userId')
    .where('h.roleId', '=', anyOf(roles.map(({ id }) => id)))
  return eb.or([
    eb('row.email', 'ilike', pattern),
    eb('row.name', 'ilike', pattern),
    ...(roles.length > 0 ? [eb('row.id', 'in', holders)] : []),
    ...(organizationIds.length > 0 ? [eb('row.organizationId', '=', anyOf(organizationIds))] : []),
  ])
}

interface UserSearch extends Pick<Context, 'from' | 'inject' | 'scope'> {
  readonly eb: ExpressionBuilder<{ readonly row: Row<User> }, 'row'>
}

/** Maximum number of roles, and of organizations, whose names a search matches. */
const MAX_NAMED = 1_000

function toNamed(tree: OrganizationTree, text: string): readonly string[] {
  const part = text.toLowerCase()
  const all = tree.roots.flatMap((id) => tree.subtree(id))
  return all.filter((id) => tree.get(id)!.name.toLowerCase().includes(part)).slice(0, MAX_NAMED)
}

/** The roles that an account holds and that are in effect, sorted by name. */
function heldRoles(eb: ExpressionBuilder<{ readonly row: Row<User> }, 'row'>, from: From, language: Locale) {
  // Somebody may hold a role from several sources. Joined first, the roles of the tenant would be read for each account.
  const held = eb
    .selectFrom(from.table(UserRole, 'h'))
    .whereRef('h.tenantId', '=', 'row.tenantId')
    .whereRef('h.userId', '=', 'row.id')
    .select('h.roleId')
    .distinct()
  return eb
    .selectFrom(held.as('h'))
    .innerJoin(from.table(Role, 'r'), 'r.id', 'h.roleId')
    .where((of) => of.or([of('r.tenantId', '=', ALL_TENANTS), of('r.tenantId', '=', of.ref('row.tenantId'))]))
    .select(({ ref }) => {
      const [id, name] = [ref('r.id'), ref('r.name')]
      const order = inLanguage('r.name', language)
      const [roles, roleIds] = [name, id].map(
        (member) => sql`coalesce(json_agg(${member} order by ${order}, ${id}), '[]')`,
      )
      return sql<
        Pick<z.input<typeof UserItem>, 'roles' | 'roleIds'>
      >`json_build_object('roles', ${roles}, 'roleIds', ${roleIds})`.as('held')
    })
}
