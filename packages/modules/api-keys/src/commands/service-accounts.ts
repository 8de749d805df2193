import { assertMayGrant, findRoles, type HeldRole, loadRoles, lockGrants } from '@plinth/auth'
import { badInput, type CommandContext, defineCommand, forbidden, Id, nameText, notFound, Ok } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { features, serviceAccountTag } from '../contract.ts'
import { ServiceAccount } from '../entities.ts'
import { beforeRevert, NO_KEY } from '../key-rights.ts'
import { lockServiceAccount, rightsOfServiceAccount } from '../service-accounts.ts'

const Name = nameText().min(1).max(120)
const Description = z.string().max(1000).nullable()
const Roles = z.array(z.string().trim().min(1).max(200)).max(100)

const nameTaken = {
  service_accounts_name_unique: () => badInput('Already in use', { fieldErrors: { name: 'Already in use' } }),
}

/** Creates a service account. Its roles may grant no more than the caller holds (decision: Grant boundary). */
export const createServiceAccount = defineCommand({
  id: 'api_keys.service_accounts.create',
  label: 'Create service account',
  access: features['service_accounts.manage'],
  resource: 'api_keys.service_account',
  entity: ServiceAccount,
  input: z.object({
    name: Name,
    description: Description.default(null),
    organizationId: z.uuid().toLowerCase().nullable(),
    /** Whether it is confined to its organization and those below it. */
    isConfined: z.boolean(),
    /** Ids or names. */
    roles: Roles.default([]),
  }),
  output: Id,
  constraints: nameTaken,
  beforeRevert,
  async run(ctx) {
    const { input, from, scope } = ctx
    const { organizationId, isConfined, name, description } = input
    const { organizationIds } = scope
    const tree = await ctx.inject(organizationTrees).of(scope.tenantId)
    const isOutside =
      organizationId === null
        ? organizationIds !== null
        : !tree.has(organizationId) || organizationIds?.includes(organizationId) === false
    if (isOutside) throw forbidden('Organization out of scope')
    await lockGrants(ctx, 'shared')
    const roles = await resolve(ctx, input.roles)
    assertMayGrant({
      actor: ctx.actor,
      before: NO_KEY,
      after: rightsOfServiceAccount({ roles, organizationId, isConfined }, tree),
      tree,
    })
    const id = crypto.randomUUID()
    const roleIds = roles.map((role) => role.id)
    await from.insert(ServiceAccount, { id, name, description, organizationId, isConfined, roleIds }).execute()
    return { id }
  },
})

/**
 * Changes a service account. Absent properties keep their values. From the next request on, an inactive account authenticates
 * nobody.
 */
export const updateServiceAccount = defineCommand({
  id: 'api_keys.service_accounts.update',
  label: 'Change service account',
  access: features['service_accounts.manage'],
  resource: 'api_keys.service_account',
  entity: ServiceAccount,
  input: z.object({
    id: z.uuid().toLowerCase(),
    name: Name.optional(),
    description: Description.optional(),
    roles: Roles.optional(),
    isActive: z.boolean().optional(),
  }),
  output: Ok,
  constraints: nameTaken,
  beforeRevert,
  async run(ctx) {
    const { input, from, actor, scope, inject, invalidate } = ctx
    const { id, name, description, isActive } = input
    await lockGrants(ctx, 'shared')
    const account = await lockServiceAccount(ctx, id)
    if (!account) throw notFound('Service account')
    const tree = await inject(organizationTrees).of(scope.tenantId)
    const before = await loadRoles(ctx, account.roleIds)
    const after = input.roles === undefined ? before : await resolve(ctx, input.roles, account.roleIds)
    const rightsOf = (roles: readonly HeldRole[], isLive: boolean) =>
      isLive ? rightsOfServiceAccount({ ...account, roles }, tree) : NO_KEY
    assertMayGrant({
      actor,
      before: rightsOf(before, account.isActive),
      after: rightsOf(after, isActive ?? account.isActive),
      tree,
    })
    // Whoever activates it later does not see who gave it its roles, and its keys may be in anybody's hands.
    if (input.roles !== undefined)
      assertMayGrant({ actor, before: rightsOf(before, true), after: rightsOf(after, true), tree })
    await from
      .update(ServiceAccount, 'a')
      .set({
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(isActive !== undefined && { isActive }),
        ...(input.roles !== undefined && { roleIds: after.map((role) => role.id) }),
      })
      .where('a.id', '=', id)
      .execute()
    invalidate(serviceAccountTag(id))
    return { ok: true as const }
  },
})

/** Deletes a service account. Its keys and tokens stop working on the next request. */
export const deleteServiceAccount = defineCommand({
  id: 'api_keys.service_accounts.delete',
  label: 'Delete service account',
  access: features['service_accounts.manage'],
  resource: 'api_keys.service_account',
  entity: ServiceAccount,
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: Ok,
  beforeRevert,
  async run(ctx) {
    const { input, from, actor, scope, inject, now, invalidate } = ctx
    const { id } = input
    await lockGrants(ctx, 'shared')
    const account = await lockServiceAccount(ctx, id)
    if (!account) throw notFound('Service account')
    const tree = await inject(organizationTrees).of(scope.tenantId)
    const before = account.isActive
      ? rightsOfServiceAccount({ ...account, roles: await loadRoles(ctx, account.roleIds) }, tree)
      : NO_KEY
    assertMayGrant({ actor, before, after: NO_KEY, tree })
    await from.update(ServiceAccount, 'a').set({ deletedAt: now().toISOString() }).where('a.id', '=', id).execute()
    invalidate(serviceAccountTag(id))
    return { ok: true as const }
  },
})

async function resolve(ctx: CommandContext, tokens: readonly string[], held: readonly string[] = []) {
  const { roles, unknown } = await findRoles(ctx, tokens, held)
  if (unknown.length > 0) throw badInput(`Role ${unknown[0]} not found`)
  return roles
}
