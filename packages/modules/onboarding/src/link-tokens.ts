import type { Context } from '@plinth/core'
import { keyRing, randomToken } from '@plinth/core/security'

/** The token of a mailed link, and the hash that is stored. */
export function createLinkToken(ctx: Pick<Context, 'inject'>): { readonly token: string; readonly hash: string } {
  const token = randomToken()
  return { token, hash: ctx.inject(keyRing).keyedHash(LINK_HASH, token) }
}

/** The cookie that identifies the browser that sent a request. */
export const BROWSER_COOKIE = 'om_onboarding'

/** The purpose of the hashes of link tokens, which are stored instead of the tokens. */
export const LINK_HASH = 'onboarding.link'
