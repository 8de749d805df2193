import type { Actor } from '../define/actor.ts'
import { type Access, featuresOf, open } from '../define/feature.ts'
import { forbidden, unauthenticated } from '../errors.ts'

/** Lets the actor pass or throws: 401 without a login, 403 with the features that are asked for. */
export function assertAccess(actor: Actor, access: Access): void {
  if (access === open) return
  if (actor.kind === 'anonymous') throw unauthenticated()
  if (!hasAccess(actor, access)) {
    throw forbidden('Forbidden', { requiredFeatures: featuresOf(access).map((feature) => feature.id) })
  }
}

/** Whether `assertAccess` would let the actor pass. */
export function hasAccess(actor: Actor, access: Access): boolean {
  if (access === open) return true
  if (actor.kind === 'anonymous') return false
  if (actor.isSuperAdmin) return true
  for (const feature of featuresOf(access)) if (!actor.grants.has(feature.id)) return false
  return true
}
