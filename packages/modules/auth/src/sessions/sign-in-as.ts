import { type Context, systemCaller } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import { openSession } from '../commands/open-session.ts'
import type { Account } from './account.ts'
import { issueTokens } from './issue-tokens.ts'
import { toSignInDevice } from './sign-in-device.ts'

/** Whom another system vouches for. */
export interface VouchedSignIn {
  readonly account: Account
  /** Whether the login can be refreshed. */
  readonly remember: boolean
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
  { account, remember }: VouchedSignIn,
): Promise<{ readonly sessionId: string; readonly accessToken: string }> {
  const { id: userId, email, tenantId, organizationId } = account
  const device = toSignInDevice(ctx, request, email)
  const scope = { tenantId, organizationId, organizationIds: null }
  const by = { method: 'sso' as const }
  const { session } = await ctx.within(systemCaller('login', scope, userId), ({ run }) =>
    run(openSession, { userId, email, organizationId, remember, device, by }),
  )
  // Only a passkey can be wrong.
  const { id: sessionId, refreshToken } = session!
  const { accessToken } = await issueTokens(ctx, request, { account, sessionId, refreshToken })
  return { sessionId, accessToken }
}
