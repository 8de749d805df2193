import type { Context } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import { rememberDevice } from '../known-device.ts'
import { forgottenAtLogin } from '../rate-limits.ts'
import { type FoundAccount, isOwnersLogin } from '../users/accounts-by-email.ts'

/**
 * Resets the failed logins of the address and marks the browser as known, if the login proves who owns the address (decision:
 * Changed addresses and failed sign-ins). The login has succeeded at this point: if the rate limit store fails, the only effect is
 * that the counts remain.
 */
export async function trustOwner(
  ctx: Pick<Context, 'widenScope' | 'log'>,
  request: RequestFacts,
  { email, ...account }: Pick<FoundAccount, 'ownsAddress'> & { readonly email: string },
): Promise<void> {
  if (!(await isOwnersLogin(ctx, account, email))) return
  rememberDevice(request, email)
  try {
    for (const name of forgottenAtLogin) await request.resetRateLimit(name)
  } catch (error) {
    ctx.log.error({ err: error, requestId: request.requestId }, 'failed logins could not be forgotten')
  }
}
