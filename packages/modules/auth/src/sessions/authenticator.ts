import { type Caller, defineCache, MIB } from '@plinth/core'
import { type Selection, wire } from '@plinth/core/http'
import { type AuthenticationResult, type AuthenticatorContext, defineAuthenticator } from '@plinth/core/security'
import { tags } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { isLoginLive } from './live-login.ts'
import { loadCaller } from './load-caller.ts'
import { callerTags } from './caller-tags.ts'

/** Callers by token and selection cookies. Ended logins are cached too. */
export const callerCache = defineCache<Caller | 'ended'>('auth.sessions', { bytes: 64 * MIB, ttl: 600_000 })

/** Authenticates access tokens in the `Authorization` header. */
export const bearerAuthenticator = defineAuthenticator({
  id: 'auth.bearer',
  carrier: 'header',
  authenticate: (ctx) => identify(ctx, presentedToken(ctx.request.headers.get('authorization'))),
})

/** Authenticates access tokens in the login cookie. */
export const cookieAuthenticator = defineAuthenticator({
  id: 'auth.cookie',
  carrier: 'cookie',
  authenticate: (ctx) => identify(ctx, ctx.request.cookie(wire.accessCookie)),
})

/**
 * Identifies the owner of a token. A known token costs one cache look-up and no query, until the login, its user or their rights
 * are invalidated.
 */
function identify(
  ctx: AuthenticatorContext,
  token: string | undefined,
): Promise<AuthenticationResult> | AuthenticationResult {
  if (token === undefined) return null
  if (token.length > MAX_TOKEN) return 'unknown'
  const { selection } = ctx.request
  const key = `${token} ${selection.tenantId ?? ''} ${selection.organizationId ?? ''}`
  return ctx.peek(callerCache, key) ?? recall(ctx, { token, key, selection })
}

async function recall(
  ctx: AuthenticatorContext,
  { token, key, selection }: { token: string; key: string; selection: Selection },
): Promise<Caller | 'ended' | 'unknown'> {
  try {
    return await ctx.cached(callerCache, key, async () => {
      const check = ctx.inject(credentials).accessTokens.verify({ token, now: ctx.now() })
      // Not cached: made-up tokens must not evict real ones.
      if (check.status !== 'valid') throw new NotOurs()
      return resolve(ctx, check.claims, selection)
    })
  } catch (error) {
    // A token that we did not sign, or that has expired.
    if (error instanceof NotOurs) return 'unknown'
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

/** A signed token is valid while its login exists and its user is in the same tenant and organization. */
async function resolve(ctx: AuthenticatorContext, claims: Claims, selection: Selection) {
  const login = { sessionId: claims.sid, userId: claims.sub, tenantId: claims.tenantId }
  const isStaff = claims.type !== 'customer' && (await isLoginLive(ctx, login))
  const opened = isStaff ? await loadCaller(ctx, claims.sub, selection) : null
  const isMoved = opened?.account.tenantId !== claims.tenantId || opened.account.organizationId !== claims.orgId
  const { caller } = opened ?? {}
  const value =
    caller && !isMoved ? { ...caller, actor: { ...caller.actor, sessionId: claims.sid } } : ('ended' as const)
  const tenantIds = [claims.tenantId, caller?.scope.tenantId].filter((id) => typeof id === 'string')
  return {
    value,
    tags: [tags.session(claims.sid), ...callerTags(claims.sub, tenantIds)],
    ttl: claims.exp * 1000 - ctx.now().getTime(),
    holder: claims.sub,
  }
}

/** The bearer token of an `Authorization` header, which may be invalid; undefined for an empty one and for other schemes. */
export function presentedToken(header: string | null): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(header ?? '')?.[1]
}
