import type { Context } from '@plinth/core'
import { hashToken, platformKeys, randomToken } from '@plinth/core/security'

/** The token of a mailed link, and what is stored in its place. */
export function createLinkToken(ctx: Pick<Context, 'inject'>): { readonly token: string; readonly hash: string } {
  const token = randomToken()
  return { token, hash: hashLinkToken(ctx, token) }
}

/** The cookie of the browser that sent a request. */
export const BROWSER_COOKIE = 'om_onboarding'

/** What is stored in the place of a link's token. */
export const hashLinkToken = ({ inject }: Pick<Context, 'inject'>, token: string) =>
  hashToken(token, inject(platformKeys).of('onboarding.link'))
