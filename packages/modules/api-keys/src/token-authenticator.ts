import { type Caller, defineCache, MIB } from '@plinth/core'
import { type AuthenticatorContext, defineAuthenticator } from '@plinth/core/security'
import { clientTokens } from './access-tokens.ts'
import { keyTag } from './contract.ts'
import { findServiceAccount, openServiceAccount } from './service-accounts.ts'
import { findKeyById } from './stored-keys.ts'

/** A token's caller and its expiry, in milliseconds since 1970. */
interface KnownToken {
  readonly caller: Caller
  readonly endsAt: number
}

/** Callers by token and selected organization. Tokens that are no longer valid are cached too, as `ended`. */
export const tokenCache = defineCache<KnownToken | 'ended'>('api_keys.tokens', { bytes: 16 * MIB, ttl: 600_000 })

/** Authenticates tokens of service accounts in `Authorization: Bearer`. Ignores people's tokens. */
export const tokenAuthenticator = defineAuthenticator({
  id: 'api_keys.token',
  carrier: 'header',
  authenticate(ctx) {
    const token = /^Bearer +(\S.*)$/i.exec(ctx.request.headers.get('authorization') ?? '')?.[1]
    if (token === undefined || token.length > MAX_TOKEN) return null
    const { organizationId = '' } = ctx.request.selection
    const cacheKey = `${token} ${organizationId}`
    const known = ctx.peek(tokenCache, cacheKey)
    return known ? use(ctx, known) : recall(ctx, token, cacheKey)
  },
})

const MAX_TOKEN = 8_192

const use = (ctx: AuthenticatorContext, known: KnownToken | 'ended'): Caller | 'ended' =>
  known === 'ended' || known.endsAt <= ctx.now().getTime() ? 'ended' : known.caller

async function recall(ctx: AuthenticatorContext, token: string, cacheKey: string): Promise<Caller | 'ended' | null> {
  const check = clientTokens(ctx).verify({ token, now: ctx.now() })
  if (check.status !== 'valid') return null
  const { sub, key: keyId, scope, exp } = check.claims
  const known = await ctx.cached(tokenCache, cacheKey, async () => {
    const key = await findKeyById(ctx, keyId)
    const account = key?.serviceAccountId === sub ? await findServiceAccount(ctx, sub) : null
    const opened =
      account && (await openServiceAccount(ctx, account, { selection: ctx.request.selection, scopes: scope }))
    const now = ctx.now().getTime()
    const end = Math.min(exp * 1000, key?.expiresAt == null ? Infinity : Date.parse(key.expiresAt))
    return {
      value: opened ? { caller: opened.caller, endsAt: end } : ('ended' as const),
      tags: [keyTag(keyId), ...(opened?.tags ?? [])],
      ttl: opened ? end - now : 1,
      holder: sub,
    }
  })
  return use(ctx, known)
}
