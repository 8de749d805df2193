import { badInput, isUuid, page, resource, sql, view } from '@plinth/core'
import { ALL_TENANTS, anyOf, contains } from '@plinth/core/data'
import { rowOwner, toIdRefusal } from '@plinth/core/http'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { createRole } from '../commands/create-role.ts'
import { deleteRole } from '../commands/delete-role.ts'
import { updateRole } from '../commands/update-role.ts'
import { features } from '../contract.ts'
import { Role, RoleAcl, roleTenantOf, User, UserRole } from '../entities.ts'
import { AuthListQuery, IdText, sortQuery } from '../list-query.ts'
import { RoleFields } from '../roles/role-fields.ts'
import { roleRules } from '../rule-points.ts'

const RoleItem = view(Role, ['id', 'name', 'updatedAt']).extend({
  usersCount: z.number().int(),
  tenantId: z.uuid().nullable(),
  tenantIds: z.array(z.uuid()),
  tenantName: z.string().nullable(),
})

/** Roles of the tenant and of all tenants. Roles of super admins are hidden from everybody else. */
export const roles = resource('/auth/roles', Role, {
  kind: 'auth.role',
  access: { read: features['roles.list'], write: features['roles.manage'] },
  input: RoleFields,
  replace: { create: createRole, update: updateRole, delete: deleteRole },
  rules: roleRules,
  list: {
    summary: 'List the roles of the tenant, and those that all tenants share.',
    select: RoleItem,
    allTenants: 'list the roles of all tenants for a super admin',
    parameters: AuthListQuery,
    query: { tenantId: IdText, ...sortQuery('name') },
    sort: ['name'],
    defaultSort: { field: 'name' },
    search: ({ eb }, text) => eb('row.name', 'ilike', contains(text)),
    where: ({ eb, from, actor, scope, query: { tenantId } }) => [
      ...(tenantId === undefined
        ? []
        : [isUuid(tenantId) ? eb('row.tenantId', 'in', [tenantId, ALL_TENANTS]) : eb.lit(false)]),
      ...(actor.isSuperAdmin
        ? []
        : [
            eb(eb.fn<string>('lower', ['row.name']), '<>', 'superadmin'),
            eb.not(
              eb(
                'row.id',
                'in',
                from(RoleAcl, 'a')
                  .select('a.roleId')
                  .where('a.tenantId', '=', scope.tenantId)
                  .where('a.isSuperAdmin', '=', true),
              ),
            ),
          ]),
    ],
    computed: {
      // The users that the caller may see.
      usersCount({ eb, from, actor: { isSuperAdmin, allowedOrganizationIds } }) {
        const held = eb.selectFrom(from.table(UserRole, 'h')).whereRef('h.roleId', '=', 'row.id')
        // Somebody may hold a role from several sources.
        const count = sql<number>`count(distinct ${sql.ref('h.userId')})`.as('count')
        if (isSuperAdmin || allowedOrganizationIds === null) return held.select(count)
        return held
          .innerJoin(from.table(User, 'u'), 'u.id', 'h.userId')
          .where('u.organizationId', '=', anyOf(allowedOrganizationIds))
          .select(count)
      },
    },
    async resolve({ inject }, { tenantId: owner }) {
      const tenantId = roleTenantOf(owner)
      if (tenantId === null) return { tenantId, tenantIds: [], tenantName: null }
      const tenant = await inject(tenants).find(tenantId)
      return { tenantId, tenantIds: [tenantId], tenantName: tenant?.name ?? tenantId }
    },
    errors: [],
    envelope: {
      schema: (item) => page(item).extend({ isSuperAdmin: z.boolean() }),
      members: ({ actor: { isSuperAdmin } }) => ({ isSuperAdmin }),
      leastPages: 1,
    },
  },
  routes: {
    create: {
      summary: 'Create a role. A role that a super admin creates without a tenant is shared by all tenants.',
      writesScope: 'tenantId',
    },
    update: {
      summary: 'Rename a role.',
      scope: rowOwner(Role),
      writesScope: 'tenantId',
      onInvalid: toIdRefusal('Invalid id'),
    },
    delete: {
      summary: 'Delete a role that no user has.',
      scope: rowOwner(Role),
      onInvalid: () => badInput('Role id required'),
    },
  },
})
