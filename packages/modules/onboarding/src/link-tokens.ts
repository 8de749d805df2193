import type { Context } from '@plinth/core'
import { hashToken, platformKeys, randomToken } from '@plinth/core/security'

/** The token of a mailed link, and the hash that is stored. */
export function createLinkToken(ctx: Pick<Context, 'inject'>): { readonly token: string; readonly hash: string } {
  const token = randomToken()
  return { token, hash: hashLinkToken(ctx, token) }
}

/** The cookie that identifies the browser that sent a request. */
export const BROWSER_COOKIE = 'om_onboarding'

/** The hash of a link token, which is stored instead of the token. */
export const hashLinkToken = ({ inject }: Pick<Context, 'inject'>, token: string) =>
  hashToken(token, inject(platformKeys).of('onboarding.link'))
