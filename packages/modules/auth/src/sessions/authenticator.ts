import { type Caller, defineCache, MIB } from '@plinth/core'
import { type Selection, wire } from '@plinth/core/http'
import { type AuthenticatorContext, defineAuthenticator } from '@plinth/core/security'
import { tags } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { isLoginLive } from './live-login.ts'
import { loadCaller } from './load-caller.ts'
import { callerTags } from './caller-tags.ts'

/** What a token and its selection cookies stand for; `invalid` is remembered too. */
export const callerCache = defineCache<Caller | 'invalid'>('auth.sessions', { bytes: 64 * MIB, ttl: 600_000 })

/**
 * Recognises access tokens, in the Authorization header or the cookie. A token that was answered before
 * costs one look-up and no query; what invalidates the login, its user or their rights makes it ask again.
 */
export const tokenAuthenticator = defineAuthenticator({
  id: 'auth.token',
  authenticate(ctx) {
    const { request } = ctx
    const token = bearerToken(request.headers.get('authorization')) ?? request.cookie(wire.accessCookie)
    if (!token || token.length > MAX_TOKEN) return null
    const { selection } = request
    const key = `${token} ${selection.tenantId ?? ''} ${selection.organizationId ?? ''}`
    return ctx.peek(callerCache, key) ?? recall(ctx, { token, key, selection })
  },
})

async function recall(
  ctx: AuthenticatorContext,
  { token, key, selection }: { token: string; key: string; selection: Selection },
): Promise<Caller | 'invalid' | null> {
  try {
    return await ctx.cached(callerCache, key, async () => {
      const check = ctx.inject(credentials).accessTokens.verify({ token, now: ctx.now() })
      // Not cached: invented tokens must not push real ones out of the cache.
      if (check.status !== 'valid') throw new NotOurs()
      return resolve(ctx, check.claims, selection)
    })
  } catch (error) {
    // A token that we did not sign, or that is over, counts as none: another credential may still be there.
    if (error instanceof NotOurs) return null
    throw error
  }
}

class NotOurs extends Error {}

const MAX_TOKEN = 8_192

interface Claims {
  readonly sub: string
  readonly sid: string
  readonly tenantId: string | null
  readonly orgId: string | null
  readonly exp: number
  readonly type?: string | undefined
}

/** A signed token counts while its login exists and its user is in the same tenant and organization. */
async function resolve(ctx: AuthenticatorContext, claims: Claims, selection: Selection) {
  const login = { sessionId: claims.sid, userId: claims.sub, tenantId: claims.tenantId }
  const isStaff = claims.type !== 'customer' && (await isLoginLive(ctx, login))
  const opened = isStaff ? await loadCaller(ctx, claims.sub, selection) : null
  const isMoved = opened?.account.tenantId !== claims.tenantId || opened.account.organizationId !== claims.orgId
  const { caller } = opened ?? {}
  const value =
    caller && !isMoved ? { ...caller, actor: { ...caller.actor, sessionId: claims.sid } } : ('invalid' as const)
  const tenantIds = [claims.tenantId, caller?.scope.tenantId].filter((id) => typeof id === 'string')
  return {
    value,
    tags: [tags.session(claims.sid), ...callerTags(claims.sub, tenantIds)],
    ttl: claims.exp * 1000 - ctx.now().getTime(),
    holder: claims.sub,
  }
}

/** The token of an `Authorization` header; undefined for none, and for other schemes. */
export function bearerToken(header: string | null): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
}
