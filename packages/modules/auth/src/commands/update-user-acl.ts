import { badInput, type CommandContext, defineCommand, forbidden } from '@plinth/core'
import { checkGrantBoundary, toBoundaryError } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { AclInput, assertOrganizationsExist } from '../rights/acl-input.ts'
import { lockAcl, writeAcl } from '../rights/acl-rows.ts'
import { beforeRevert } from '../before-revert.ts'
import { features, tags } from '../contract.ts'
import { UserAcl } from '../entities.ts'
import { assertMayGrant, lockGrants, rightsOf, unionOf } from '../rights/grant-boundary.ts'
import { loadHeldRoles } from '../roles/held-roles.ts'
import { assertMayChangeRights, isSuperAdmin } from '../rights/super-admins.ts'
import { nameUnknown, UnknownFeatures } from '../known-features.ts'
import { assertAllFit, assertRowFits } from '../rights-limit.ts'
import { lockVisibleUser } from '../users/user-rows.ts'
import { watchRemaining } from '../rights/watch-rights.ts'

/**
 * Gives a user individual rights, which replace those of their roles. Absent properties keep their values. Only sending all
 * three properties empty removes the individual rights, so that the roles never apply again by mistake.
 */
export const updateUserAcl = defineCommand({
  id: 'auth.user_acls.update',
  label: 'Update user rights',
  access: features['acl.manage'],
  resource: 'auth.user_acl',
  input: AclInput.extend({ userId: z.uuid().toLowerCase() }),
  output: UnknownFeatures.extend({ ok: z.literal(true), sanitized: z.boolean() }),
  target: ({ input }) => ({ id: input.userId, parent: { kind: 'auth.user', id: input.userId } }),
  currentVersion: async (ctx) => (await lockAcl(ctx, { of: 'user', id: ctx.input.userId }))?.updatedAt ?? null,
  beforeRevert,
  async run(ctx) {
    const { input, actor, scope, inject, invalidate } = ctx
    const { userId, ...requested } = input
    // Locks the account as well, so that changes of its rights are serialized.
    await lockVisibleUser(ctx, userId, () => badInput('User not found'))
    await lockGrants(ctx, 'shared')
    const isFlagged = await isSuperAdmin(ctx, userId)
    if (!rightsOf(actor).isSuperAdmin && isFlagged !== (requested.isSuperAdmin ?? isFlagged))
      throw forbidden('Only super administrators can grant or revoke super admin access.')
    await assertMayChangeRights(ctx, userId)
    const tree = await inject(organizationTrees).of(scope.tenantId)
    const stored = await lockAcl(ctx, { of: 'user', id: userId })
    assertOrganizationsExist(requested.organizations, { stored: stored?.organizations ?? null, tree })
    const roleRights = unionOf(await loadHeldRoles(ctx, userId), tree)
    invalidate(tags.user(userId))
    const isFlagTouched = stored?.isSuperAdmin === true
    if (isEmptyAcl(requested)) {
      if (stored) assertMayGrant({ actor, before: stored, after: roleRights, tree })
      const assertUnharmed = await watchRemaining(ctx, { before: stored, after: roleRights, isFlagTouched })
      await remove(ctx, userId)
      await assertUnharmed()
      return { ok: true as const, sanitized: false }
    }
    if (!stored && !hasRights(requested)) return { ok: true as const, sanitized: false }
    const {
      isSuperAdmin: flag = stored?.isSuperAdmin ?? false,
      features: granted = stored?.features ?? [],
      organizations = stored?.organizations ?? null,
    } = requested
    const boundary = checkGrantBoundary({
      actor: rightsOf(actor),
      requested: { isSuperAdmin: flag, features: granted, organizations, ...(!stored && { layers: [] }) },
      previous: stored ?? roleRights,
      tree,
    })
    const error = toBoundaryError(boundary)
    if (error) throw error
    const isMore = assertRowFits(stored, boundary)
    const assertUnharmed = await watchRemaining(ctx, { before: stored ?? roleRights, after: boundary, isFlagTouched })
    await writeAcl(ctx, { of: 'user', id: userId }, boundary)
    if (isMore) await assertAllFit(ctx)
    await assertUnharmed()
    return {
      ok: true as const,
      sanitized: boundary.sanitized,
      ...nameUnknown(ctx, requested.features ? boundary.features : []),
    }
  },
})

type RequestedAcl = Omit<z.output<typeof updateUserAcl.input>, 'userId'>
/** How clients request that a user has no individual rights. */
function isEmptyAcl({ isSuperAdmin: flag, features: requested, organizations }: RequestedAcl): boolean {
  return flag === false && requested?.length === 0 && organizations === null
}

/** Whether the input contains anything that differs from having no individual rights. */
function hasRights({ isSuperAdmin: flag, features: requested, organizations }: RequestedAcl): boolean {
  return flag === true || requested !== undefined || Array.isArray(organizations)
}

async function remove({ from }: CommandContext, userId: string): Promise<void> {
  await from.delete(UserAcl, 'a').where('a.userId', '=', userId).execute()
}
