import { badInput, type CommandContext, defineCommand, forbidden, Ok, sql } from '@plinth/core'
import type { RevertedRow } from '@plinth/core/data'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { SignInPolicy } from '../entities.ts'
import { assertMayGiveRoles } from '../rights/grant-boundary.ts'
import { loadRoles } from '../roles/held-roles.ts'

/** What a policy requires. Absent properties keep their values; at least one must be given. */
const PolicyInput = z
  .object({
    /** Null or absent for everybody in the tenant. */
    roleId: z.uuid().toLowerCase().nullish(),
    secondFactor: z.enum(['off', 'optional', 'required']).optional(),
    /** Days before a new requirement applies, for accounts that have no factor yet. */
    graceDays: z.int().min(0).max(365).optional(),
    /** Minutes without a request after which a session ends; null for no limit. */
    idleMinutes: z.int().min(5).max(43_200).nullish(),
    /** Hours after which a session ends; null for the host's own limits. */
    lifetimeHours: z.int().min(1).max(8_760).nullish(),
  })
  .refine(({ roleId: _role, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Name what should change.',
  })

/** Changes what the tenant requires of sign-ins, either for everybody or for the holders of a role. */
export const saveSignInPolicy = defineCommand({
  id: 'auth.sign_in_policies.save',
  label: 'Change sign-in policy',
  access: { feature: features['policies.manage'], fresh: '10m' },
  resource: 'auth.sign_in_policy',
  entity: SignInPolicy,
  input: PolicyInput,
  output: Ok.extend({ id: z.uuid() }),
  beforeRevert: assertMayRevert,
  async run(ctx) {
    const { input, from, actor, scope, now, invalidate, db } = ctx
    const { roleId = null, ...changes } = input
    if (actor.allowedOrganizationIds !== null) throw forbidden('Sign-in policies apply to the whole tenant.')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`auth.policies:${scope.tenantId}`}, 0))`.execute(db)
    if (roleId !== null && (await loadRoles(ctx, [roleId])).length === 0) throw badInput('Role not found')
    // Whoever may not give the role does not decide how those who hold it prove who they are (decision: Grants through settings).
    if (roleId !== null) await assertMayGiveRoles(ctx, [roleId])
    const [stored] = await from.lockAll(SignInPolicy, { roleId })
    const secondFactor = changes.secondFactor ?? stored?.secondFactor ?? 'optional'
    // The grace period begins when the requirement does, not with every change of the policy.
    const since = stored?.secondFactor === 'required' ? stored.requiredSince : now()
    const requiredSince = secondFactor === 'required' ? since : null
    const { graceDays = 0, idleMinutes = null, lifetimeHours = null } = changes
    const { id } = stored
      ? await from.change(SignInPolicy, stored, { ...changes, requiredSince })
      : await from.create(SignInPolicy, { roleId, secondFactor, graceDays, idleMinutes, lifetimeHours, requiredSince })
    invalidate(tags.acl(scope.tenantId))
    return { ok: true as const, id }
  },
})

/** The same for undo and redo. A role that is gone decides nothing any more. */
async function assertMayRevert(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  if (ctx.actor.allowedOrganizationIds !== null) throw forbidden('Sign-in policies apply to the whole tenant.')
  const ids = rows.flatMap(({ before, after }) => [before?.['role_id'], after?.['role_id']])
  const roles = await loadRoles(ctx, [...new Set(ids.filter((id) => typeof id === 'string'))])
  await assertMayGiveRoles(
    ctx,
    roles.map(({ id }) => id),
  )
}
