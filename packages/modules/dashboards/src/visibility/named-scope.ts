import { administer } from '@plinth/auth'
import { type Context, notFound } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { z } from 'zod'

const ScopeId = z.uuid().toLowerCase().nullish()

/** The tenant and organization for which widgets are assigned. */
export const ScopeFields = { tenantId: ScopeId, organizationId: ScopeId }

/** The tenant and organization in responses. */
export const ScopeView = z.object({ tenantId: z.uuid().nullable(), organizationId: z.uuid().nullable() })

/** Runs over all organizations that the caller may choose, like the administration of accounts and roles. */
export const inNamedScope = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  administer(ctx, ctx.scope, work)

/** Throws 404 for an organization that is not in the tenant or that the caller may not choose. */
export async function assertOrganization(
  { inject, scope, actor }: Pick<Context, 'inject' | 'scope' | 'actor'>,
  organizationId: string | null,
): Promise<void> {
  if (organizationId === null) return
  const tree = await inject(organizationTrees).of(scope.tenantId)
  const { allowedOrganizationIds } = actor
  const isAllowed = allowedOrganizationIds === null || allowedOrganizationIds.includes(organizationId)
  if (!tree.has(organizationId) || !isAllowed) throw notFound('Organization')
}
