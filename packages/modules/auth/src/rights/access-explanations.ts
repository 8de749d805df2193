import { defineService } from '@plinth/core'
import { explain, type Explanation } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { loadAccount } from '../users/account.ts'

/** The user and feature to explain. */
export interface AccessQuestion {
  readonly userId: string
  readonly feature: string
  readonly organizationId: string | null
}

/**
 * Explains why a user may or may not use a feature in their tenant; null for a user who does not exist in the caller's tenant.
 * Resolve with `inject(accessExplanations)`.
 */
export const accessExplanations = defineService('auth.access-explanations', (ctx) => ({
  async of({ userId, feature, organizationId }: AccessQuestion): Promise<Explanation | null> {
    const { actor, scope, inject } = ctx
    const account = await loadAccount(ctx, userId)
    if (!account || (account.tenantId !== scope.tenantId && !actor.isSuperAdmin)) return null
    const tree = await inject(organizationTrees).of(account.tenantId)
    const { userAcl, roleAcls, isSuperAdmin: superAdmin } = account
    return explain({ subject: { userAcl, roleAcls, superAdmin, tree }, feature, organizationId })
  },
}))
