import { defineCommand, Id } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { events, features } from '../contract.ts'
import { emailTaken } from '../users/email-taken.ts'
import { User, UserRole } from '../entities.ts'
import { assertMayAssign, lockGrants } from '../rights/grant-boundary.ts'
import { resolveRoles } from '../roles/held-roles.ts'
import { sendInvitation } from '../invitations.ts'
import { LocaleName } from '../messages.ts'
import { userRules } from '../rule-points.ts'
import { assertAddressAllowed } from '../users/allowed-addresses.ts'
import { UserFields } from '../users/user-fields.ts'
import { assertOwnOrganization, staleTags } from '../users/user-rows.ts'

/**
 * Creates an account in an organization of the tenant. Takes a password hash, because hashing is slow and must not keep a
 * transaction open.
 */
export const createUser = defineCommand({
  id: 'auth.users.create',
  label: 'Create user',
  access: features['users.create'],
  resource: 'auth.user',
  rules: userRules.create,
  input: UserFields.extend({
    passwordHash: z.string().nullish(),
    /** False if the account waits for an identity of a connection (decision: Unclaimed accounts). */
    isClaimed: z.boolean().optional(),
    organizationId: z.uuid().toLowerCase(),
    /** Ids or names. */
    roles: z.array(z.string()).default([]),
    /** Set to mail an invitation in this language. */
    invite: LocaleName.optional(),
    /** Whether the caller tries to mail it first, so that the job only mails it if that fails. */
    isInvitationTried: z.boolean().default(false),
  }),
  output: Id,
  constraints: emailTaken,
  beforeRevert,
  async run(ctx) {
    const { input, from, actor, scope, inject, emit, invalidate } = ctx
    const { roles: named, invite: locale, isInvitationTried: isTried, ...fields } = input
    const { organizationId } = fields
    await assertOwnOrganization(ctx, organizationId)
    if (named.length > 0) await lockGrants(ctx, 'shared')
    const roles = await resolveRoles(ctx, named)
    const tree = await inject(organizationTrees).of(scope.tenantId)
    assertMayAssign(actor, { before: [], after: roles, tree })
    const { email } = fields
    await assertAddressAllowed(ctx, { userId: null, tenantId: scope.tenantId, email, formerEmail: null })
    const { id } = await from.insert(User, fields).returning('id').executeTakeFirstOrThrow()
    await Promise.all(roles.map((role) => from.insert(UserRole, { userId: id, roleId: role.id }).execute()))
    if (locale) sendInvitation(ctx, { id, locale, isTried })
    invalidate(...staleTags(scope.tenantId, id))
    emit(events['user.created'], { id, organizationId, tenantId: scope.tenantId })
    return { id }
  },
})
