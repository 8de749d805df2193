import { badInput, defineCommand, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { events, features, tags } from '../contract.ts'
import { isAssigned, lockRole, withRoles } from '../role-rows.ts'
import { roleRules } from '../rule-points.ts'

const stillAssigned = () => badInput('Role has assigned users')

/** Deletes a role that nobody holds, with its rights (section 7.14). */
export const deleteRole = defineCommand({
  id: 'auth.roles.delete',
  label: 'Delete role',
  access: features['roles.manage'],
  resource: 'auth.role',
  rules: roleRules.delete,
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: Ok,
  constraints: { user_roles_role_id_fkey: stillAssigned },
  async run(ctx) {
    const { input, scope, emit, invalidate } = ctx
    const role = await lockRole(ctx, input.id)
    if (await isAssigned(ctx, role)) throw stillAssigned()
    await withRoles(ctx, role, (db) => sql`delete from roles where id = ${role.id}`.execute(db))
    invalidate(tags.acl(scope.tenantId), ...(role.tenantId === null ? [tags.globalAcl] : []))
    emit(events['role.deleted'], { id: role.id, tenantId: role.tenantId })
    return { ok: true as const }
  },
})
