import { type Context } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import type { z } from 'zod'
import { openSession } from './commands/open-session.ts'
import type { Account } from './users/account.ts'
import { issueTokens } from './sessions/issue-tokens.ts'
import { createChallenge, toFactorPage } from './sessions/sign-in-challenge.ts'
import { toSignInDevice } from './sessions/sign-in-device.ts'

/** Creates the login, along with anything that the module writes in the same transaction. */
export type OpenSession = (
  own: Context,
  login: z.output<typeof openSession.input>,
) => Promise<z.output<typeof openSession.output>>

/** A sign-in of somebody whom another system vouches for. */
export interface VouchedSignIn {
  readonly account: Account
  /** Whether the login can be refreshed. */
  readonly remember: boolean
  /**
   * Whether the sign-in policy applies as it does after a password: an account with a second factor has to prove it, and one that
   * needs one has to set it up. By default the other system answers for all factors.
   */
  readonly asksSecondFactor?: boolean
  /**
   * When the person proved to the other system who they are; null if it does not say. Routes that need a fresh sign-in compare
   * it. Default: now.
   */
  readonly provenAt?: Date | null
  /** Where the browser goes once somebody is signed in: an address on this site. */
  readonly redirect: string
  /**
   * Default: runs `openSession`. A module that stores something with the login runs its own command, which runs `openSession`.
   */
  readonly open?: OpenSession
}

/**
 * Signs somebody in whom another system has identified, and sets the login cookies. For modules of single sign-on: the caller has
 * checked who it is, and `signInChecks` decide whether the account may sign in this way. Returns where the browser goes: to
 * `redirect` or, if a second factor has to follow, to the sign-in page.
 *
 * @example
 * const opened = await loadCaller(ctx, userId)
 * if (opened) return redirectTo(await signInAs(ctx, request, { account: opened.account, remember: false, redirect: '/' }))
 */
export async function signInAs(
  ctx: Context,
  request: RequestFacts,
  {
    account,
    remember,
    redirect,
    asksSecondFactor = false,
    provenAt = ctx.now(),
    open = (own, login) => own.run(openSession, login),
  }: VouchedSignIn,
): Promise<string> {
  const { id: userId, email, tenantId, organizationId } = account
  const device = toSignInDevice(ctx, request, email)
  const scope = { tenantId, organizationId, organizationIds: null }
  const { secrets, hashes } = createChallenge(ctx, request)
  const challenge = asksSecondFactor ? hashes : null
  const by = { method: 'sso' as const, challenge, provenAt: provenAt?.toISOString() ?? null }
  const { session, pending } = await ctx.actAs({ actor: 'platform', reason: 'login', scope, userId }, (own) =>
    open(own, { userId, email, organizationId, remember, device, by }),
  )
  if (pending) return toFactorPage(ctx, request, { secrets, challenge: pending.challenge, redirect })
  // Only a passkey can be wrong.
  const { id: sessionId, refreshToken } = session!
  await issueTokens(ctx, request, { account, sessionId, refreshToken })
  return redirect
}
