import { type Account, callerTags, callerValues, loadCaller, loadCountingRoles, toCaller } from '@plinth/auth'
import type { Actor, Caller } from '@plinth/core'
import { type Acl, effectiveAcl, type OrganizationTree } from '@plinth/core/acl'
import type { Selection } from '@plinth/core/http'
import type { LookUpContext } from '@plinth/core/security'
import { organizationTrees, tenants } from '@plinth/directory'
import { keyTag } from './contract.ts'
import { findServiceAccount, openServiceAccount } from './service-accounts.ts'
import { boundOf, findKeyById, MAX_KEY_DEPTH, type StoredKey } from './stored-keys.ts'

/** The caller of a key, and the tags that invalidate it. */
export interface OpenedKey {
  readonly caller: Caller
  readonly tags: readonly string[]
}

/**
 * The caller of a key: the rights of its roles, limited to what its creator may currently do. Its organization is its home and,
 * if its creator named it, its limit (decisions: Grant boundary; API keys). Null if the key cannot be used: its creator is deleted,
 * locked out, or has lost access to the tenant or the organization that the key is confined to, or one of these is inactive.
 */
export async function openKey(
  ctx: LookUpContext,
  key: StoredKey,
  selection: Selection = {},
): Promise<OpenedKey | null> {
  if (key.serviceAccountId !== null) {
    const account = await findServiceAccount(ctx, key.serviceAccountId)
    const opened = account && (await openServiceAccount(ctx, account, { selection }))
    return opened && { caller: opened.caller, tags: [keyTag(key.id), ...opened.tags] }
  }
  const opened = await openLimits(ctx, key)
  if (!opened) return null
  // The super-admin flag gives access to every tenant, as it does for people (decision: Super admins and tenants).
  const { tenantId: asked = key.tenantId } = opened.acl.isSuperAdmin ? selection : {}
  const tenantId = (await ctx.inject(tenants).find(asked)) ? asked : key.tenantId
  const tree = tenantId === key.tenantId ? opened.tree : await ctx.inject(organizationTrees).of(tenantId)
  const tags = [...opened.tags, ...callerTags(null, [tenantId])]
  return { caller: toKeySession({ ...opened, tree }, key, { ...selection, tenantId }), tags }
}

/** The current rights of a key, and what they were computed from. */
interface KeyRights {
  readonly acl: Acl
  readonly tree: OrganizationTree
  readonly roleNames: readonly string[]
  /** Those that the key and its creator have. */
  readonly roleIds: readonly string[]
  /** The key's creator, or that of the key with which it was created. */
  readonly account: Account | null
  /** Values of the creator's account that policies compare. */
  readonly custom: Pick<Actor, 'custom'>
  readonly tags: readonly string[]
}

/** A key created with another key is valid as long as that key, and never has more rights (decision: Revocation boundary). */
async function openLimits(ctx: LookUpContext, key: StoredKey, depth = 1): Promise<KeyRights | null> {
  const { id, tenantId, organizationId, createdBy, createdByKey } = key
  if (depth > MAX_KEY_DEPTH) return null
  const tree = await ctx.inject(organizationTrees).of(tenantId)
  const parent = createdByKey === null ? null : await findKeyById(ctx, createdByKey)
  const limits = parent && (await openLimits(ctx, parent, depth + 1))
  if (createdByKey !== null && !limits) return null
  const creator = createdBy === null ? null : await openCreator(ctx, createdBy, key)
  if (createdBy !== null && !creator) return null
  if (!(await ctx.inject(tenants).find(tenantId))?.isActive) return null
  if (organizationId !== null && !tree.get(organizationId)?.isActive) return null
  const scope = { tenantId, organizationId: null, organizationIds: null }
  const roles = await loadCountingRoles({ widenScope: ctx.widenScope, inject: ctx.inject, scope }, key.roleIds)
  const acl = effectiveAcl({
    userAcl: null,
    roleAcls: roles.flatMap(({ id, name, acl }) => (acl ? [{ ...acl, source: { kind: 'role', id, name } }] : [])),
    superAdmin: false,
    key: { organizationId: boundOf(key), creator: limits?.acl ?? creator?.acl ?? null },
    tree,
  })
  const limit = limits ?? creator
  const account = limit?.account ?? null
  const ownTags = [keyTag(id), ...callerTags(createdBy, [tenantId, creator?.homeTenantId ?? tenantId])]
  return {
    acl,
    tree,
    roleNames: roles.map(({ name }) => name),
    roleIds: roles.flatMap((role) => (limit?.roleIds.includes(role.id) === false ? [] : role.id)),
    account,
    custom: account ? await callerValues(ctx, account, acl.layers) : {},
    tags: [...ownTags, ...(limits?.tags ?? [])],
  }
}

function toKeySession(
  { acl, tree, roleNames, roleIds, account, custom }: KeyRights,
  key: StoredKey,
  selection: Selection,
): Caller {
  const { id, tenantId, organizationId, createdBy } = key
  return toCaller({
    actor: {
      id: `api_key:${id}`,
      kind: 'api_key',
      userId: createdBy,
      email: null,
      roles: roleNames,
      roleIds,
      teams: account?.teams ?? [],
      ...custom,
    },
    identity: { tenantId, organizationId },
    acl,
    tenantId: selection.tenantId ?? tenantId,
    tree,
    selectedOrganizationId: selection.organizationId,
  })
}

interface Creator {
  readonly acl: Acl
  readonly roleIds: readonly string[]
  readonly account: Account
  readonly homeTenantId: string
}

/** The creator's current rights in the key's tenant; null if they may no longer work where the key does. */
async function openCreator(ctx: LookUpContext, userId: string, key: StoredKey): Promise<Creator | null> {
  const { tenantId } = key
  const bound = boundOf(key)
  const opened = await loadCaller(ctx, userId, { tenantId })
  if (opened?.caller.scope.tenantId !== tenantId) return null
  const { allowedOrganizationIds: allowed } = opened.caller.actor
  if (bound !== null && allowed !== null && !allowed.includes(bound)) return null
  const { account } = opened
  return { acl: opened.acl, roleIds: account.roles.map((role) => role.id), account, homeTenantId: account.tenantId }
}
