import { badInput, del, Id, Ok, post, put } from '@plinth/core'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { administer, administerOwner } from '../administration.ts'
import { createRole } from '../commands/create-role.ts'
import { deleteRole } from '../commands/delete-role.ts'
import { updateRole } from '../commands/update-role.ts'
import { features } from '../contract.ts'

/** POST /auth/roles, section 7.14. */
export const postRole = post(
  '/auth/roles',
  {
    access: features['roles.manage'],
    runs: createRole,
    summary: 'Create a role of a tenant; as a super admin without a tenant, one of all tenants.',
    body: createRole.input,
    response: Id,
    status: 201,
  },
  async (ctx) => {
    const { body, scope, actor, get } = ctx
    const { tenantId } = body
    if (!tenantId || tenantId === scope.tenantId || !actor.isSuperAdmin) return ctx.run(createRole, body)
    if (!(await get(tenants).find(tenantId))) throw badInput('Tenant not found')
    return administer(ctx, { tenantId }, ({ run }) => run(createRole, body))
  },
)

/** PUT /auth/roles, section 7.14. */
export const putRole = put(
  '/auth/roles',
  {
    access: features['roles.manage'],
    runs: updateRole,
    summary: 'Rename a role.',
    body: updateRole.input,
    response: Ok,
    errors: [404],
  },
  (ctx) => administerOwner(ctx, { table: 'roles', id: ctx.body.id }, ({ run }) => run(updateRole, ctx.body)),
)

/** DELETE /auth/roles, section 7.14. */
export const deleteRoleById = del(
  '/auth/roles',
  {
    access: features['roles.manage'],
    runs: deleteRole,
    summary: 'Delete a role that nobody holds.',
    query: z.object({ id: z.uuid().toLowerCase() }),
    response: Ok,
    errors: [404],
    onInvalid: () => badInput('Role id required'),
  },
  (ctx) => administerOwner(ctx, { table: 'roles', id: ctx.query.id }, ({ run }) => run(deleteRole, ctx.query)),
)
