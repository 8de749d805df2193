import type { Scope } from '../data/query/scope.ts'
import type { Actor, Caller } from '../define/access.ts'
import { brokenSetup } from '../errors.ts'
import type { RequestState } from './unit-of-work.ts'

/** Logs work that goes beyond the caller's scope. */
export function noteReach({ runtime, caller, origin, command }: RequestState, reason: string, how: string): void {
  const facts = { reason, actor: caller.actor.id, requestId: origin.requestId }
  runtime.log[command ? 'info' : 'debug'](facts, how)
}

/** Throws if the target has another actor, or a scope that this actor may not select. */
export function assertMayBe({ actor, scope }: Caller, target: Caller): void {
  if (target.actor.kind === 'system') return
  if (!isSameActor(actor, target.actor)) throw brokenSetup('`within` can only act as the same actor or as the platform')
  const { tenantId } = target.scope
  const isHome = tenantId === scope.tenantId || tenantId === actor.homeTenantId
  if (!isHome && !target.actor.isSuperAdmin) throw brokenSetup('`within` cannot enter another tenant')
  // If the caller was authenticated again, the newer result may allow less.
  if (!isAllowed(actor, target.scope) || !isAllowed(target.actor, target.scope))
    throw brokenSetup('`within` cannot enter organizations that the actor cannot access')
}

/**
 * Whether both are the same account or key. Each authentication of a caller creates a new object, with the rights of the
 * selected tenant and organization; super admins have the flag everywhere.
 */
function isSameActor(known: Actor, other: Actor): boolean {
  if (known === other) return true
  const isSameAccount = known.kind === other.kind && known.id === other.id && known.userId === other.userId
  return isSameAccount && (known.isSuperAdmin || !other.isSuperAdmin)
}

/** The home organization is always allowed. */
function isAllowed({ allowedOrganizationIds, homeOrganizationId }: Actor, { organizationIds }: Scope): boolean {
  if (allowedOrganizationIds === null || organizationIds === allowedOrganizationIds) return true
  // Both lists can have thousands of entries.
  const allowed = new Set(allowedOrganizationIds).add(homeOrganizationId ?? '')
  return organizationIds?.every((id) => allowed.has(id)) ?? false
}
