import { type Caller, isUuid } from '@plinth/core'
import { type Acl, effectiveAcl, selectTenant } from '@plinth/core/acl'
import { type Selection } from '@plinth/core/http'
import type { LookUpContext } from '@plinth/core/security'
import { organizationTrees, tenants } from '@plinth/directory'
import { callerValues } from '../rights/caller-values.ts'
import { mayLogIn } from '../rights/super-admins.ts'
import { type Account, loadAccount } from '../users/account.ts'
import { toCaller } from './to-caller.ts'

/** A caller, and the rights it was created from. */
export interface LoadedCaller {
  readonly caller: Caller
  readonly account: Account
  readonly acl: Acl
}

/**
 * Creates the caller of an account: its rights in the selected tenant, and the organizations whose data it sees. Null if the
 * account cannot be used because it is deleted, deactivated or unconfirmed, or because its tenant or organization is inactive.
 */
export async function loadCaller(
  ctx: LookUpContext,
  userId: string,
  selection: Selection = {},
): Promise<LoadedCaller | null> {
  const home = await loadAccount(ctx, userId)
  if (!home?.isConfirmed || !home.isActive || !(await mayLogIn(ctx, home))) return null
  const identity = { tenantId: home.tenantId, organizationId: home.organizationId }
  const requestedTenantId = isUuid(selection.tenantId) ? selection.tenantId : undefined
  const chosen = selectTenant({
    identity,
    acl: { isSuperAdmin: home.isSuperAdmin },
    selectedTenantId: requestedTenantId,
  })
  const tenantId = chosen !== null && (await ctx.inject(tenants).find(chosen)) ? chosen : home.tenantId
  const account = tenantId === home.tenantId ? home : ((await loadAccount(ctx, userId, tenantId)) ?? home)
  const tree = await ctx.inject(organizationTrees).of(tenantId)
  const acl = effectiveAcl({
    userAcl: account.userAcl,
    roleAcls: account.roleAcls,
    superAdmin: account.isSuperAdmin,
    tree,
  })
  const caller = toCaller({
    actor: {
      id: userId,
      kind: 'user',
      userId,
      email: account.email,
      roles: account.roles.map(({ name }) => name),
      roleIds: account.roles.map(({ id }) => id),
      teams: home.teams,
      ...(await callerValues(ctx, home, acl.layers)),
    },
    identity,
    acl,
    tenantId,
    tree,
    selectedOrganizationId: selection.organizationId,
  })
  return { account, acl, caller }
}
