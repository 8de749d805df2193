import { hash } from 'node:crypto'
import { openServiceKey } from '@plinth/api-keys'
import { type Caller, defineCache } from '@plinth/core'
import { type AuthenticatorContext, defineAuthenticator } from '@plinth/core/security'

interface KnownKey {
  readonly caller: Caller
  /** ISO 8601; null for never. */
  readonly expiresAt: string | null
}

export const providerCache = defineCache<KnownKey | 'unknown'>('scim.providers', { ttl: 600_000 })

/** Identity providers send a key of their service account as a bearer token, on the paths of SCIM only. */
export const providerAuthenticator = defineAuthenticator({
  id: 'scim.provider',
  carrier: 'header',
  authenticate(ctx) {
    if (!ctx.request.path.startsWith('/scim/v2/')) return null
    const secret = /^Bearer +(omk_[\w.]{20,100})$/i.exec(ctx.request.headers.get('authorization') ?? '')?.[1]
    return secret === undefined ? null : recall(ctx, secret)
  },
})

async function recall(ctx: AuthenticatorContext, secret: string): Promise<Caller | 'unknown'> {
  const known = await ctx.cached(providerCache, hash('sha256', secret), async () => {
    const opened = await openServiceKey(ctx, secret)
    if (!opened) return { value: 'unknown' as const, tags: [], ttl: 1 }
    const { caller, expiresAt, tags } = opened
    return { value: { caller, expiresAt }, tags }
  })
  if (known === 'unknown') return known
  return known.expiresAt === null || Date.parse(known.expiresAt) > ctx.now().getTime() ? known.caller : 'unknown'
}
