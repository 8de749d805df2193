import { openSession, type Selection, sessionTags, loadRoles, toSession } from '@plinth/auth'
import { type Acl, type Context, effectiveAcl, type OrganizationTree, type Session } from '@plinth/core'
import { organizationTrees, tenants } from '@plinth/directory'
import { keyTag } from './contract.ts'
import { findKeyById, MAX_KEY_DEPTH, type StoredKey } from './stored-keys.ts'

/** What a key stands for, and what makes it stale. */
export interface OpenedKey {
  readonly session: Session
  readonly tags: readonly string[]
}

type Loader = Pick<Context, 'cached' | 'asSystem' | 'get' | 'now'>

/**
 * Opens the session of a key: what its roles allow, within its organization and within what its creator may do at
 * present (decision 13). Null when it may not be used: its creator is gone, locked out, or has lost the tenant or
 * organization of the key; or these are inactive.
 */
export async function openKey(ctx: Loader, key: StoredKey, selection: Selection = {}): Promise<OpenedKey | null> {
  const opened = await openLimits(ctx, key)
  return opened && toOpenedKey(opened, key, selection)
}

/** What a key may do at present, and what that was found from. */
interface KeyRights {
  readonly acl: Acl
  readonly tree: OrganizationTree
  readonly roleNames: readonly string[]
  readonly tags: readonly string[]
}

/** A key that a key made counts as long as that one, and never for more (decision 40). */
async function openLimits(ctx: Loader, key: StoredKey, depth = 1): Promise<KeyRights | null> {
  const { id, tenantId, organizationId, createdBy, createdByKey } = key
  if (depth > MAX_KEY_DEPTH) return null
  const tree = await ctx.get(organizationTrees).of(tenantId)
  const parent = createdByKey === null ? null : await findKeyById(ctx, { tenantId, id: createdByKey })
  const limits = parent && (await openLimits(ctx, parent, depth + 1))
  if (createdByKey !== null && !limits) return null
  const creator = createdBy === null ? null : await openCreator(ctx, createdBy, key)
  if (createdBy !== null && !creator) return null
  if (!(await ctx.get(tenants).find(tenantId))?.isActive) return null
  if (organizationId !== null && !tree.get(organizationId)?.isActive) return null
  const scope = { tenantId, organizationId: null, organizationIds: null }
  const roles = await loadRoles({ asSystem: ctx.asSystem, scope }, key.roleIds)
  const acl = effectiveAcl({
    userAcl: null,
    roleAcls: roles.flatMap(({ id, name, acl }) => (acl ? [{ ...acl, source: { kind: 'role', id, name } }] : [])),
    superAdmin: false,
    key: { organizationId, creator: limits?.acl ?? creator?.acl ?? null },
    tree,
  })
  const own = [keyTag(id), ...sessionTags(createdBy, [tenantId, creator?.homeTenantId ?? tenantId])]
  return { acl, tree, roleNames: roles.map(({ name }) => name), tags: [...own, ...(limits?.tags ?? [])] }
}

function toOpenedKey({ acl, tree, roleNames, tags }: KeyRights, key: StoredKey, selection: Selection): OpenedKey {
  const { id, tenantId, organizationId, createdBy } = key
  const session = toSession({
    actor: {
      id: `api_key:${id}`,
      kind: 'api_key',
      userId: createdBy,
      email: null,
      roles: roleNames,
    },
    identity: { tenantId, organizationId },
    acl,
    tenantId,
    tree,
    selectedOrganizationId: selection.organizationId,
  })
  return { session, tags }
}

interface Creator {
  readonly acl: Acl
  readonly homeTenantId: string
}

/** The creator's present rights in the key's tenant; null when they may no longer work where the key does. */
async function openCreator(
  ctx: Loader,
  userId: string,
  { tenantId, organizationId }: StoredKey,
): Promise<Creator | null> {
  const opened = await openSession(ctx, userId, { tenantId })
  if (opened?.session.scope.tenantId !== tenantId) return null
  const { allowedOrganizationIds: allowed } = opened.session.actor
  if (organizationId !== null && allowed !== null && !allowed.includes(organizationId)) return null
  return { acl: opened.acl, homeTenantId: opened.account.tenantId }
}
