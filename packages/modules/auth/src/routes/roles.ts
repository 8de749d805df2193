import { badInput, del, Id, post, put } from '@plinth/core'
import { rowOwner, toIdRefusal } from '@plinth/core/http'
import { createRole } from '../commands/create-role.ts'
import { deleteRole } from '../commands/delete-role.ts'
import { updateRole } from '../commands/update-role.ts'
import { Role } from '../entities.ts'

export const postRole = post('/auth/roles', createRole, {
  summary: 'Create a role of a tenant; as a super admin without a tenant, one of all tenants.',
  writesTenant: true,
  response: Id,
  status: 201,
})

export const putRole = put('/auth/roles', updateRole, {
  scope: rowOwner(Role),
  summary: 'Rename a role.',
  writesTenant: true,
  errors: [400, 404],
  onInvalid: toIdRefusal('Invalid id'),
})

export const deleteRoleById = del('/auth/roles', deleteRole, {
  scope: rowOwner(Role),
  summary: 'Delete a role that nobody holds.',
  errors: [400, 404],
  onInvalid: () => badInput('Role id required'),
})
