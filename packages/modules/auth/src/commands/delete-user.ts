import { badInput, defineCommand, forbidden, notFound, Ok } from '@plinth/core'
import { z } from 'zod'
import { events, features } from '../contract.ts'
import { rightsOf } from '../grant-boundary.ts'
import { userRules } from '../rule-points.ts'
import { isSuperAdmin, keepSuperAdmin } from '../super-admins.ts'
import { findUser, staleTags } from '../user-rows.ts'

/**
 * Deletes an account with its rights, logins and links; undo brings it back under the same id (section 7.16). Nobody
 * deletes themselves or the last super admin, and only super admins delete one.
 */
export const deleteUser = defineCommand({
  id: 'auth.users.delete',
  label: 'Delete user',
  access: features['users.delete'],
  resource: 'auth.user',
  rules: userRules.delete,
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: Ok,
  async run(ctx) {
    const { input, em, actor, scope, emit, invalidate } = ctx
    const { id } = input
    const user = await findUser(ctx, id)
    if (!user) throw notFound('User')
    if (actor.userId === id && actor.kind !== 'system') throw badInput('You cannot delete your own account.')
    const isFlagged = await isSuperAdmin(ctx, id)
    if (isFlagged && !rightsOf(actor).isSuperAdmin)
      throw forbidden('Only super administrators can delete a super administrator.')
    const remove = async () => {
      em.remove(user)
      await em.flush()
    }
    await (isFlagged ? keepSuperAdmin(ctx, remove) : remove())
    invalidate(...staleTags(scope.tenantId, id))
    emit(events['user.deleted'], { id, organizationId: user.organizationId ?? null, tenantId: scope.tenantId })
    return { ok: true as const }
  },
})
