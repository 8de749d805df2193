import { badInput, type CommandContext, defineCommand, forbidden, Ok, PlatformError } from '@plinth/core'
import { checkGrantBoundary, type StoredPolicies, toBoundaryError, toLayers } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { assertCallerFields } from '../rights/caller-values.ts'
import { lockAcl, type StoredAcl, writePolicies } from '../rights/acl-rows.ts'
import { beforeRevert } from '../before-revert.ts'
import { features, tags } from '../contract.ts'
import { lockGrants, rightsOf } from '../rights/grant-boundary.ts'
import { FieldPoliciesInput, fieldsIn, joinPolicies, toStoredFields } from '../rights/field-policy-input.ts'
import { assertComparable, assertEntities, PoliciesInput, rowsIn, toStoredPolicies } from '../rights/policy-input.ts'
import { PolicyWarnings, warningsOf } from '../rights/policy-warnings.ts'
import { assertMayChangeRights } from '../rights/super-admins.ts'
import { assertMayChange, findRole, staleRoleTags } from '../roles/role-rows.ts'
import { assertAllFit, assertRowFits } from '../rights-limit.ts'
import { lockVisibleUser } from '../users/user-rows.ts'

const RestrictedRows = Ok.extend({ warnings: PolicyWarnings })

/** Replaces the row policies of a role in the tenant. */
export const updateRolePolicies = defineCommand({
  id: 'auth.role_acls.restrict',
  label: 'Update row policies of role',
  access: features['acl.manage'],
  resource: 'auth.role_acl',
  input: z.object({ roleId: z.uuid().toLowerCase(), policies: PoliciesInput }),
  output: RestrictedRows,
  target: ({ input }) => ({ id: input.roleId, parent: { kind: 'auth.role', id: input.roleId } }),
  constraints: { role_acls_role_id_fkey: () => new PlatformError('not_found', 'Not found') },
  currentVersion: async (ctx) => (await lockAcl(ctx, { of: 'role', id: ctx.input.roleId }))?.updatedAt ?? null,
  beforeRevert,
  async run(ctx) {
    const rows = toStoredPolicies(ctx, ctx.input.policies)
    const done = await restrictRole(ctx, ctx.input.roleId, { rows })
    return { ...done, warnings: await warningsOf(ctx, rows) }
  },
})

/** Replaces the field policies of a role in the tenant. */
export const updateRoleFields = defineCommand({
  id: 'auth.role_acls.restrict_fields',
  label: 'Update field policies of role',
  access: features['acl.manage'],
  resource: 'auth.role_acl',
  input: z.object({ roleId: z.uuid().toLowerCase(), policies: FieldPoliciesInput }),
  output: Ok,
  target: ({ input }) => ({ id: input.roleId, parent: { kind: 'auth.role', id: input.roleId } }),
  constraints: { role_acls_role_id_fkey: () => new PlatformError('not_found', 'Not found') },
  currentVersion: async (ctx) => (await lockAcl(ctx, { of: 'role', id: ctx.input.roleId }))?.updatedAt ?? null,
  beforeRevert,
  run: (ctx) => restrictRole(ctx, ctx.input.roleId, { fields: toStoredFields(ctx, ctx.input.policies) }),
})

/** Replaces the row policies of a user's individual rights. Without such rights, the user has the policies of their roles. */
export const updateUserPolicies = defineCommand({
  id: 'auth.user_acls.restrict',
  label: 'Update row policies of user',
  access: features['acl.manage'],
  resource: 'auth.user_acl',
  input: z.object({ userId: z.uuid().toLowerCase(), policies: PoliciesInput }),
  output: RestrictedRows,
  target: ({ input }) => ({ id: input.userId, parent: { kind: 'auth.user', id: input.userId } }),
  currentVersion: async (ctx) => (await lockAcl(ctx, { of: 'user', id: ctx.input.userId }))?.updatedAt ?? null,
  beforeRevert,
  async run(ctx) {
    const rows = toStoredPolicies(ctx, ctx.input.policies)
    const done = await restrictUser(ctx, ctx.input.userId, { rows })
    return { ...done, warnings: await warningsOf(ctx, rows) }
  },
})

/** Replaces the field policies of a user's individual rights. */
export const updateUserFields = defineCommand({
  id: 'auth.user_acls.restrict_fields',
  label: 'Update field policies of user',
  access: features['acl.manage'],
  resource: 'auth.user_acl',
  input: z.object({ userId: z.uuid().toLowerCase(), policies: FieldPoliciesInput }),
  output: Ok,
  target: ({ input }) => ({ id: input.userId, parent: { kind: 'auth.user', id: input.userId } }),
  currentVersion: async (ctx) => (await lockAcl(ctx, { of: 'user', id: ctx.input.userId }))?.updatedAt ?? null,
  beforeRevert,
  run: (ctx) => restrictUser(ctx, ctx.input.userId, { fields: toStoredFields(ctx, ctx.input.policies) }),
})

/** The policies that replace the stored ones; those of the other sort stay. */
type NewPolicies = { readonly rows: StoredPolicies } | { readonly fields: StoredPolicies }

async function replaced(
  ctx: CommandContext,
  stored: StoredAcl | null,
  given: NewPolicies,
): Promise<StoredPolicies | null> {
  const kept = stored?.policies ?? {}
  await assertEntities(ctx, 'rows' in given ? given.rows : given.fields, kept)
  if ('rows' in given) {
    assertComparable(ctx, given.rows, kept)
    await assertCallerFields(ctx, given.rows, kept)
  }
  return 'rows' in given ? joinPolicies(given.rows, fieldsIn(kept)) : joinPolicies(rowsIn(kept), given.fields)
}

async function restrictRole(ctx: CommandContext, roleId: string, given: NewPolicies) {
  await lockGrants(ctx)
  const role = await findRole(ctx, roleId)
  if (!role) throw new PlatformError('not_found', 'Not found')
  assertMayChange(ctx, role)
  const key = { of: 'role', id: roleId } as const
  const stored = await lockAcl(ctx, key)
  const policies = await replaced(ctx, stored, given)
  await assertMayRestrict(ctx, stored, policies)
  const isMore = assertRowFits(stored, { ...(stored ?? NO_ROW), policies })
  await writePolicies(ctx, key, policies)
  if (isMore) await assertAllFit(ctx, roleId)
  ctx.invalidate(...staleRoleTags(ctx.scope, role.tenantId))
  return { ok: true as const }
}

async function restrictUser(ctx: CommandContext, userId: string, given: NewPolicies) {
  await lockVisibleUser(ctx, userId, () => badInput('User not found'))
  await lockGrants(ctx, 'shared')
  await assertMayChangeRights(ctx, userId)
  const key = { of: 'user', id: userId } as const
  const stored = await lockAcl(ctx, key)
  if (!stored) throw badInput('The user has no individual permissions to restrict; change the policies of a role')
  const policies = await replaced(ctx, stored, given)
  await assertMayRestrict(ctx, stored, policies)
  const isMore = assertRowFits(stored, { ...stored, policies })
  await writePolicies(ctx, key, policies)
  if (isMore) await assertAllFit(ctx)
  ctx.invalidate(tags.user(userId))
  return { ok: true as const }
}

const NO_ROW = { isSuperAdmin: false, features: [], organizations: null }

/**
 * Throws 403 if others would see more rows or fields than the actor. Only super admins restrict super admins, whom nothing restricts until the
 * flag is removed.
 */
async function assertMayRestrict(
  { actor, inject, scope }: CommandContext,
  stored: StoredAcl | null,
  policies: StoredPolicies | null,
): Promise<void> {
  const { features: granted = [] } = stored ?? {}
  if (stored?.isSuperAdmin && !rightsOf(actor).isSuperAdmin)
    throw forbidden('Only super administrators may change the rights of super administrators.')
  const boundary = checkGrantBoundary({
    actor: rightsOf(actor),
    requested: { layers: toLayers([{ source: { kind: 'user' }, features: granted, policies }]) },
    previous: stored,
    tree: await inject(organizationTrees).of(scope.tenantId),
  })
  const error = toBoundaryError(boundary)
  if (error) throw error
}
