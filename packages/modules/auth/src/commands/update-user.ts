import { type Actor, badInput, defineCommand, Ok, partial } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { events, features } from '../contract.ts'
import { assertMayActFor } from '../rights/credential-boundary.ts'
import { emailTaken } from '../users/email-taken.ts'
import { unconfirmAddress } from '../users/confirmed-addresses.ts'
import { notifyFormerAddress } from '../mail/restoring-links.ts'
import { assertProvenOwner } from '../factors/fresh-sign-in.ts'
import { LocaleName } from '../messages.ts'
import { replaceRoles } from '../rights/replace-roles.ts'
import { revokePasswordLinks } from '../password-links.ts'
import { userRules } from '../rule-points.ts'
import { moveToTenant } from '../tenant-move.ts'
import { assertAddressAllowed } from '../users/allowed-addresses.ts'
import { UserFields } from '../users/user-fields.ts'
import { assertOwnOrganization, lockVisibleUser, staleTags } from '../users/user-rows.ts'
import { watchRights } from '../rights/watch-rights.ts'
import { User } from '../entities.ts'
import { deleteSessions } from '../sessions/delete-sessions.ts'

/**
 * Changes an account. Absent properties keep their values. A new password ends all logins and revokes mailed links;
 * deactivation ends the logins; another organization invalidates access tokens. A new address revokes mailed links, and the
 * former one is notified (decision: Changed addresses and failed sign-ins).
 */
export const updateUser = defineCommand({
  id: 'auth.users.update',
  label: 'Update user',
  access: features['users.edit'],
  resource: 'auth.user',
  entity: User,
  rules: userRules.update,
  input: z.object({
    id: z.uuid().toLowerCase(),
    // A deactivated account can no longer log in, and its API keys stop working (decision: Deactivated accounts).
    ...partial(UserFields).shape,
    passwordHash: z.string().optional(),
    organizationId: z.uuid().toLowerCase().optional(),
    roles: z.array(z.string()).optional(),
    /** The language of the email to the former address. */
    locale: LocaleName.default('en'),
  }),
  output: Ok,
  constraints: emailTaken,
  beforeRevert,
  async run(ctx) {
    const { input, from, actor, scope, inject, emit, invalidate } = ctx
    const { id, roles, passwordHash, organizationId, locale, ...changes } = input
    const user = await lockVisibleUser(ctx, id)
    const isMoved = organizationId !== undefined && organizationId !== user.organizationId
    const isState = changes.isActive !== undefined && changes.isActive !== user.isActive
    if (isState && isOwn(actor, id)) throw badInput('You cannot deactivate your own account.')
    const isNewEmail = changes.email !== undefined && changes.email !== user.email
    const tree = await inject(organizationTrees).of(scope.tenantId)
    const isLeaving = isMoved && actor.isSuperAdmin && !tree.has(organizationId)
    if (isMoved && !isLeaving) await assertOwnOrganization(ctx, organizationId)
    if (isNewEmail || passwordHash !== undefined) {
      assertProvenOwner(ctx, id)
      await assertMayActFor(ctx, id, 'change the credentials of')
    }
    const isOnlyState = isState && !isMoved && !roles
    const watched = { userIds: [id], ...(isOnlyState && { isActive: changes.isActive }) }
    const assertUnharmed = isMoved || isState || roles ? await watchRights(ctx, watched) : undefined
    if (isMoved) await assertMayActFor(ctx, id, 'move')
    const { email } = user
    if (isNewEmail)
      await assertAddressAllowed(ctx, {
        userId: id,
        tenantId: scope.tenantId,
        email: changes.email!,
        formerEmail: email,
      })
    const home = isMoved && !isLeaving ? { organizationId } : {}
    const isClaimed = passwordHash === undefined ? undefined : true
    const isEnded = passwordHash !== undefined || (isState && changes.isActive === false)
    await Promise.all([
      from.change(User, user, { ...changes, ...home, passwordHash, isClaimed }),
      isEnded && deleteSessions(ctx, { userId: id }),
    ])
    if (roles && !isLeaving) await replaceRoles(ctx, id, roles)
    if (passwordHash !== undefined && !isOwn(actor, id)) await unconfirmAddress(ctx, id)
    if (isNewEmail || passwordHash !== undefined) await revokePasswordLinks(ctx, id)
    if (isNewEmail) await notifyFormerAddress(ctx, { userId: id, email, locale })
    const tenantId = isLeaving
      ? await moveToTenant(ctx, { id, email: changes.email ?? email, organizationId, roles })
      : scope.tenantId
    invalidate(...staleTags(scope.tenantId, id))
    await assertUnharmed?.()
    emit(events['user.updated'], { id, organizationId: organizationId ?? user.organizationId ?? null, tenantId })
    return { ok: true as const }
  },
})

const isOwn = ({ kind, userId }: Actor, id: string) => kind === 'user' && userId === id
