import { openSession, type Selection, sessionTags, loadRoles, toSession } from '@plinth/auth'
import { type Acl, type Context, effectiveAcl, type Session } from '@plinth/core'
import { organizationTrees, tenants } from '@plinth/directory'
import { keyTag } from './contract.ts'
import type { StoredKey } from './stored-keys.ts'

/** What a key stands for, and what makes it stale. */
export interface OpenedKey {
  readonly session: Session
  readonly tags: readonly string[]
}

type Loader = Pick<Context, 'cached' | 'asSystem' | 'get'>

/**
 * Opens the session of a key: what its roles allow, within its organization and within what its creator may do at
 * present (decision 13). Null when it may not be used: its creator is gone, locked out, or has lost the tenant or
 * organization of the key; or these are inactive.
 */
export async function openKey(ctx: Loader, key: StoredKey, selection: Selection = {}): Promise<OpenedKey | null> {
  const { id, tenantId, organizationId, createdBy } = key
  const tree = await ctx.get(organizationTrees).of(tenantId)
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
    key: { organizationId, creator: creator?.acl ?? null },
    tree,
  })
  const session = toSession({
    actor: {
      id: `api_key:${id}`,
      kind: 'api_key',
      userId: createdBy,
      email: null,
      roles: roles.map(({ name }) => name),
    },
    identity: { tenantId, organizationId },
    acl,
    tenantId,
    tree,
    selectedOrganizationId: selection.organizationId,
  })
  return { session, tags: [keyTag(id), ...sessionTags(createdBy, [tenantId, creator?.homeTenantId ?? tenantId])] }
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
