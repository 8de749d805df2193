import { type Context } from '@plinth/core'

/** The tenant and organization of an account. */
export interface AccountHome {
  /** Why work goes on there; logged. */
  readonly reason: string
  readonly userId: string
  readonly tenantId: string
  readonly organizationId: string | null
}

/**
 * Runs in an account's own tenant, whatever tenant the caller has selected and even without a caller. A caller who is signed in
 * as that account acts as themselves; otherwise the platform acts.
 */
export function atHome<T>(
  { actAs, actor }: Pick<Context, 'actAs' | 'actor'>,
  { reason, userId, tenantId, organizationId }: AccountHome,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const isOwner = actor.kind === 'user' && actor.userId === userId
  if (!isOwner) return actAs({ actor: 'platform', reason, scope: { tenantId, organizationId }, userId }, work)
  const { allowedOrganizationIds: allowed } = actor
  const organizationIds = allowed && organizationId !== null ? [...allowed, organizationId] : allowed
  return actAs({ actor, reason, scope: { tenantId, organizationId, organizationIds } }, work)
}
