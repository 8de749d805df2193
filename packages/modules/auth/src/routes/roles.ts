import { badInput, del, Id, Ok, post, put } from '@plinth/core'
import { toIdRefusal } from '@plinth/core/http'
import { z } from 'zod'
import { administerOwner } from '../administration.ts'
import { createRole } from '../commands/create-role.ts'
import { deleteRole } from '../commands/delete-role.ts'
import { updateRole } from '../commands/update-role.ts'
import { features } from '../contract.ts'

/** POST /auth/roles. */
export const postRole = post('/auth/roles', createRole, {
  summary: 'Create a role of a tenant; as a super admin without a tenant, one of all tenants.',
  response: Id,
  status: 201,
})

/** PUT /auth/roles. */
export const putRole = put(
  '/auth/roles',
  {
    access: features['roles.manage'],
    runs: updateRole,
    summary: 'Rename a role.',
    body: updateRole.input,
    response: Ok,
    errors: [400, 404],
    onInvalid: toIdRefusal('Invalid id'),
  },
  (ctx) => administerOwner(ctx, { table: 'roles', id: ctx.body.id }, ({ run }) => run(updateRole, ctx.body)),
)

/** DELETE /auth/roles. */
export const deleteRoleById = del(
  '/auth/roles',
  {
    access: features['roles.manage'],
    runs: deleteRole,
    summary: 'Delete a role that nobody holds.',
    query: z.object({ id: z.uuid().toLowerCase() }),
    response: Ok,
    errors: [400, 404],
    onInvalid: () => badInput('Role id required'),
  },
  (ctx) => administerOwner(ctx, { table: 'roles', id: ctx.query.id }, ({ run }) => run(deleteRole, ctx.query)),
)
