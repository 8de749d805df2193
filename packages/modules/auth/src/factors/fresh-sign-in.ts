import { type Context, signedIn } from '@plinth/core'
import { assertAccess } from '@plinth/core/acl'

/** Changing how an account signs in needs somebody who has just proved who they are: a stolen session is not enough. */
export const FRESH = { feature: signedIn, fresh: '10m' } as const

/**
 * Throws 403 if the address or password of the caller's own account is about to change and they have not just proved who they are:
 * whoever changes one of them can sign in anew, and a stolen session must not become a fresh one. An API key never proves it.
 */
export function assertProvenOwner({ actor, now }: Pick<Context, 'actor' | 'now'>, userId: string): void {
  if (actor.userId === userId) assertAccess(actor, FRESH, now())
}
