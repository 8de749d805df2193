import type { Scope } from '../data/query/scope.ts'
import type { Actor, Caller } from '../define/access.ts'
import type { WideContexts } from '../define/context.ts'
import { brokenSetup } from '../errors.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Logs that work sees more than its caller. */
export function noteWideScope(state: UnitOfWork, reach: keyof WideContexts, reason: string): void {
  note(state, { reason, reach }, 'scope widened')
}

/** Logs that work goes on as another caller, or in another scope. */
export function noteActing(state: UnitOfWork, { actor, scope }: Caller, reason: string): void {
  note(state, { reason, as: actor.id, tenantId: scope.tenantId }, 'acting as')
}

function note({ runtime, caller, origin, command }: UnitOfWork, facts: object, message: string): void {
  const { log } = runtime
  log[command ? 'info' : 'debug']({ ...facts, actor: caller.actor.id, requestId: origin.requestId }, message)
}

/** Throws if the target has another actor, or a scope that this actor may not select. */
export function assertMayActAs({ actor, scope }: Caller, target: Caller): void {
  if (target.actor.kind === 'system') return
  if (!isSameActor(actor, target.actor)) throw brokenSetup('`actAs` can only act as the same actor or as the platform')
  const { tenantId } = target.scope
  const isHome = tenantId === scope.tenantId || tenantId === actor.homeTenantId
  if (!isHome && !target.actor.isSuperAdmin) throw brokenSetup('`actAs` cannot enter another tenant')
  // If the caller was authenticated again, the newer result may allow less.
  if (!isAllowed(actor, target.scope) || !isAllowed(target.actor, target.scope))
    throw brokenSetup('`actAs` cannot enter organizations that the actor cannot access')
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
