import { type Context, systemCaller } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import type { z } from 'zod'
import { openSession } from '../commands/open-session.ts'
import type { Account } from './account.ts'
import { issueTokens } from './issue-tokens.ts'
import { toSignInDevice } from './sign-in-device.ts'

/** Creates the login; what a module writes in the same transaction, it writes here. */
export type OpenLogin = (
  own: Context,
  login: z.output<typeof openSession.input>,
) => Promise<z.output<typeof openSession.output>>

/** Whom another system vouches for. */
export interface VouchedSignIn {
  readonly account: Account
  /** Whether the login can be refreshed. */
  readonly remember: boolean
  /** Default: runs `openSession`. A module that keeps something with the login runs a command of its own, which runs that. */
  readonly open?: OpenLogin
}

/**
 * Signs somebody in whom another system has identified, and sets the login cookies. For modules of single sign-on: the caller has
 * checked who it is, and `signInChecks` decide whether the account may sign in this way.
 *
 * @example
 * const opened = await loadCaller(ctx, userId)
 * if (opened) await signInAs(ctx, request, { account: opened.account, remember: false })
 */
export async function signInAs(
  ctx: Context,
  request: RequestFacts,
  { account, remember, open = (own, login) => own.run(openSession, login) }: VouchedSignIn,
): Promise<{ readonly sessionId: string; readonly accessToken: string }> {
  const { id: userId, email, tenantId, organizationId } = account
  const device = toSignInDevice(ctx, request, email)
  const scope = { tenantId, organizationId, organizationIds: null }
  const by = { method: 'sso' as const }
  const { session } = await ctx.within(systemCaller('login', scope, userId), (own) =>
    open(own, { userId, email, organizationId, remember, device, by }),
  )
  // Only a passkey can be wrong.
  const { id: sessionId, refreshToken } = session!
  const { accessToken } = await issueTokens(ctx, request, { account, sessionId, refreshToken })
  return { sessionId, accessToken }
}
