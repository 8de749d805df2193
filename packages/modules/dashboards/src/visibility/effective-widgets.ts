import { loadAccount } from '@plinth/auth'
import type { Context } from '@plinth/core'
import { compileGrants, effectiveAcl } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { widgetCatalog, type WidgetView } from '../widgets.ts'
import { allowedWidgets } from './allowed-widgets.ts'
import { readAssignments } from './assignments.ts'

/** A user's individual list and visible widgets, for administration. */
export interface EffectiveWidgets {
  readonly override: readonly string[] | null
  readonly effective: readonly WidgetView[]
}

/** What another user sees in an organization. The caller must have checked that the user exists and is visible. */
export async function effectiveWidgets(
  ctx: Context,
  { userId, organizationId }: { readonly userId: string; readonly organizationId: string | null },
): Promise<EffectiveWidgets> {
  const account = await loadAccount(ctx, userId)
  const roleIds = account?.roles.map(({ id }) => id) ?? []
  const assignments = await readAssignments(ctx, { userId, roleIds, organizationId })
  const { isSuperAdmin, features } = effectiveAcl({
    userAcl: account?.userAcl ?? null,
    roleAcls: account?.roleAcls ?? [],
    superAdmin: account?.isSuperAdmin ?? false,
    tree: await ctx.inject(organizationTrees).of(ctx.scope.tenantId),
  })
  const rights = { isSuperAdmin, grants: compileGrants(features) }
  return { override: assignments.override, effective: allowedWidgets(widgetCatalog(ctx), rights, assignments) }
}
