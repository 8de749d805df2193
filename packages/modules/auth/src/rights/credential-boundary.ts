import { type Context, forbidden } from '@plinth/core'
import { checkGrantBoundary, effectiveAcl, type PolicyLayer } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { isDeepStrictEqual } from 'node:util'
import { callerKeysOf, callerValues } from './caller-values.ts'
import { rightsOf } from './grant-boundary.ts'
import { type Account, loadAccount } from '../users/account.ts'

/** The action, as worded in the error message. */
type Act = 'change the credentials of' | 'end the sessions of' | 'move' | 'view as'

/**
 * Throws 403 if the account may do something that the actor may not. Whoever sets an account's email or password can log in as
 * it, which amounts to being granted its rights (decision: Grant boundary); moving it ends its logins and makes it work elsewhere
 * (decision: Revocation boundary).
 */
export async function assertMayActFor(ctx: BoundaryContext, userId: string, act: Act): Promise<void> {
  if (!(await mayActFor(ctx, userId))) throw forbidden(`You cannot ${act} a user who has more permissions than you.`)
}

type BoundaryContext = Pick<Context, 'actor' | 'scope' | 'inject' | 'cached' | 'widenScope'>

/** Whether an account may do nothing that the actor may not. */
export async function mayActFor(ctx: BoundaryContext, userId: string): Promise<boolean> {
  const { actor, scope, inject } = ctx
  // An API key acts for its creator, but may have fewer rights.
  const isThemselves = actor.kind === 'user' && actor.userId === userId
  if (isThemselves || rightsOf(actor).isSuperAdmin) return true
  const account = await loadAccount(ctx, userId)
  if (!account) return true
  const tree = await inject(organizationTrees).of(scope.tenantId)
  const { userAcl, roleAcls, isSuperAdmin: superAdmin } = account
  // Individual rights may hide roles that allow more, and may be removed later.
  const both = [userAcl, null].map((own) => effectiveAcl({ userAcl: own, roleAcls, superAdmin, tree }))
  const isWithin = both.every(
    (requested) =>
      checkGrantBoundary({ actor: rightsOf(actor), requested, previous: null, tree, platformFeatures: 'require' })
        .isWithin,
  )
  return (
    isWithin &&
    hasSameValues(
      ctx,
      account,
      both.flatMap(({ layers }) => layers ?? []),
    )
  )
}

/** Whether the same condition means the same rows for a restricted actor, where it compares custom fields of the account. */
async function hasSameValues(ctx: BoundaryContext, account: Account, layers: readonly PolicyLayer[]): Promise<boolean> {
  const { actor } = ctx
  if (!actor.layers) return true
  const own = new Set(callerKeysOf(actor.layers))
  const { custom = {} } = await callerValues(ctx, account, layers)
  return Object.entries(custom).every(([key, value]) => !own.has(key) || isDeepStrictEqual(value, actor.custom?.[key]))
}
