import type { Context, Session } from '@plinth/core'
import { type Acl, effectiveAcl, selectTenant } from '@plinth/core/acl'
import { isUuid, type Selection } from '@plinth/core/http'
import { organizationTrees, tenants } from '@plinth/directory'
import { mayLogIn } from '../super-admins.ts'
import { type Account, loadAccount } from './account.ts'
import { toSession } from './to-session.ts'

/** A caller's session, and the rights it was made from. */
export interface OpenedSession {
  readonly session: Session
  readonly account: Account
  readonly acl: Acl
}

type Loader = Pick<Context, 'cached' | 'asSystem' | 'get'>

/**
 * Opens the session of an account: its rights in the chosen tenant, and the organizations its data comes from.
 * Null for an account that may not be used: deleted, unconfirmed, or of an inactive tenant or
 * organization.
 */
export async function openSession(
  ctx: Loader,
  userId: string,
  selection: Selection = {},
): Promise<OpenedSession | null> {
  const home = await loadAccount(ctx, userId)
  if (!home?.isConfirmed || !(await mayLogIn(ctx, home))) return null
  const identity = { tenantId: home.tenantId, organizationId: home.organizationId }
  const requestedTenantId = isUuid(selection.tenantId) ? selection.tenantId : undefined
  const chosen = selectTenant({
    identity,
    acl: { isSuperAdmin: home.isSuperAdmin },
    selectedTenantId: requestedTenantId,
  })
  const tenantId = chosen !== null && (await ctx.get(tenants).find(chosen)) ? chosen : home.tenantId
  const account = tenantId === home.tenantId ? home : ((await loadAccount(ctx, userId, tenantId)) ?? home)
  const tree = await ctx.get(organizationTrees).of(tenantId)
  const acl = effectiveAcl({
    userAcl: account.userAcl,
    roleAcls: account.roleAcls,
    superAdmin: account.isSuperAdmin,
    tree,
  })
  const session = toSession({
    actor: {
      id: userId,
      kind: 'user',
      userId,
      email: account.email,
      roles: account.roles.map(({ name }) => name),
    },
    identity,
    acl,
    tenantId,
    tree,
    selectedOrganizationId: selection.organizationId,
  })
  return { account, acl, session }
}
