import { defineCommand, forbidden, PlatformError } from '@plinth/core'
import { checkGrantBoundary, toBoundaryError } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { AclInput, assertOrganizationsExist } from '../rights/acl-input.ts'
import { lockAcl, writeAcl } from '../rights/acl-rows.ts'
import { features } from '../contract.ts'
import { beforeRevert } from '../before-revert.ts'
import { lockGrants, rightsOf } from '../rights/grant-boundary.ts'
import { assertHoldersWithin } from '../rights/role-holders.ts'
import { nameUnknown, UnknownFeatures } from '../known-features.ts'
import { assertAllFit, assertRowFits } from '../rights-limit.ts'
import { assertMayChange, findRole, staleRoleTags } from '../roles/role-rows.ts'
import { watchRemaining } from '../rights/watch-rights.ts'

/** Changes the rights of a role in the tenant. Absent properties keep their values. */
export const updateRoleAcl = defineCommand({
  id: 'auth.role_acls.update',
  label: 'Update role rights',
  access: features['acl.manage'],
  resource: 'auth.role_acl',
  input: AclInput.extend({ roleId: z.uuid().toLowerCase() }),
  output: UnknownFeatures.extend({ ok: z.literal(true), sanitized: z.boolean() }),
  target: ({ input }) => ({ id: input.roleId, parent: { kind: 'auth.role', id: input.roleId } }),
  constraints: { role_acls_role_id_fkey: () => new PlatformError('not_found', 'Not found') },
  currentVersion: async (ctx) => (await lockAcl(ctx, { of: 'role', id: ctx.input.roleId }))?.updatedAt ?? null,
  beforeRevert,
  async run(ctx) {
    const { input, actor, scope, inject, invalidate } = ctx
    const { roleId, ...requested } = input
    await lockGrants(ctx)
    const role = await findRole(ctx, roleId)
    if (!role) throw new PlatformError('not_found', 'Not found')
    if (requested.isSuperAdmin && !role.isSuperAdmin && !rightsOf(actor).isSuperAdmin)
      throw forbidden('Only super administrators may mark a role as super admin.')
    assertMayChange(ctx, role)
    const tree = await inject(organizationTrees).of(scope.tenantId)
    const stored = await lockAcl(ctx, { of: 'role', id: roleId })
    assertOrganizationsExist(requested.organizations, { stored: stored?.organizations ?? null, tree })
    const boundary = checkGrantBoundary({ actor: rightsOf(actor), requested, previous: stored, tree })
    const error = toBoundaryError(boundary)
    if (error) throw error
    const { isSuperAdmin, features: granted, organizations } = boundary
    const after = { isSuperAdmin, features: granted, organizations, policies: stored?.policies ?? null }
    const isMore = assertRowFits(stored, after)
    await assertHoldersWithin(ctx, role, { before: stored, after })
    const isFlagTouched = stored?.isSuperAdmin === true
    const assertUnharmed = await watchRemaining(ctx, { before: stored, after, isFlagTouched })
    await writeAcl(ctx, { of: 'role', id: roleId }, after)
    if (isMore) await assertAllFit(ctx, roleId)
    invalidate(...staleRoleTags(scope, role.tenantId))
    await assertUnharmed()
    return {
      ok: true as const,
      sanitized: boundary.sanitized,
      ...nameUnknown(ctx, requested.features ? boundary.features : []),
    }
  },
})
