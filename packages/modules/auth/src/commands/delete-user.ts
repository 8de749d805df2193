import { badInput, defineCommand, forbidden, Ok } from '@plinth/core'
import { z } from 'zod'
import { events, features } from '../contract.ts'
import { rightsOf } from '../rights/grant-boundary.ts'
import { beforeRevert } from '../before-revert.ts'
import { userRules } from '../rule-points.ts'
import { isSuperAdmin } from '../rights/super-admins.ts'
import { watchRights } from '../rights/watch-rights.ts'
import { User } from '../entities.ts'
import { lockVisibleUser, staleTags } from '../users/user-rows.ts'

/**
 * Deletes an account with its rights, logins and links; undo restores it under the same id. Users cannot delete themselves or the
 * last account that can administer the tenant, and only super admins can delete a super admin.
 */
export const deleteUser = defineCommand({
  id: 'auth.users.delete',
  label: 'Delete user',
  access: features['users.delete'],
  resource: 'auth.user',
  entity: User,
  rules: userRules.delete,
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: Ok,
  beforeRevert,
  async run(ctx) {
    const { input, from, actor, scope, emit, invalidate } = ctx
    const { id } = input
    const user = await lockVisibleUser(ctx, id)
    if (actor.userId === id && actor.kind !== 'system') throw badInput('You cannot delete your own account.')
    if (!rightsOf(actor).isSuperAdmin && (await isSuperAdmin(ctx, id)))
      throw forbidden('Only super administrators can delete a super administrator.')
    const assertUnharmed = await watchRights(ctx, { userIds: [id] })
    await from.remove(User, user)
    invalidate(...staleTags(scope.tenantId, id))
    await assertUnharmed()
    emit(events['user.deleted'], { id, organizationId: user.organizationId, tenantId: scope.tenantId })
    return { ok: true as const }
  },
})
