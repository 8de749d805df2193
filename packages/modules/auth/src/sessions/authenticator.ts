import { type Caller, defineCache, forbidden, MIB } from '@plinth/core'
import { type Selection, wire } from '@plinth/core/http'
import { type AuthenticationResult, type AuthenticatorContext, defineAuthenticator } from '@plinth/core/security'
import { tags } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { findLiveSession, type LiveSession } from './live-session.ts'
import { loadCaller } from './load-caller.ts'
import { callerTags } from './caller-tags.ts'
import { sessionLimits } from './session-limits.ts'
import { sessionUses } from './session-uses.ts'
import { forgetView, openView, sentView, type View } from './views.ts'

/** A caller, and the login it belongs to. */
interface KnownLogin {
  readonly caller: Caller
  readonly login: { readonly sessionId: string; readonly userId: string; readonly tenantId: string }
  /** Milliseconds without a request after which the login ends; null for no such limit. */
  readonly idle: number | null
  /** When it ends in any case; milliseconds since 1970. */
  readonly endsAt: number
  /** When the caller is themselves again if they view as another person; milliseconds since 1970, null for no view. */
  readonly viewEndsAt: number | null
  /** The last request on this host, and the last one that was recorded; milliseconds since 1970. */
  seenAt: number
  notedAt: number
}

/** Callers by token and selection cookies. Ended logins are cached too. */
export const callerCache = defineCache<KnownLogin | 'ended'>('auth.sessions', { bytes: 64 * MIB, ttl: 600_000 })

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
  // Keys of other modules come in the same header, with every request.
  if (token.length > MAX_TOKEN || !SHAPE.test(token)) return 'unknown'
  const { selection } = ctx.request
  const view = sentView(ctx.request)
  const key = `${token} ${selection.tenantId ?? ''} ${selection.organizationId ?? ''} ${view?.id ?? ''}`
  const known = ctx.peek(callerCache, key)
  return known ? use(ctx, known) : recall(ctx, { token, key, selection, view })
}

const MINUTE = 60_000

/** The caller of a known login, unless it has not been used for too long. Uses are recorded once a minute. */
function use(
  ctx: AuthenticatorContext,
  known: KnownLogin | 'ended',
): Promise<AuthenticationResult> | AuthenticationResult {
  if (known === 'ended') return 'ended'
  const now = ctx.now().getTime()
  if (now >= known.endsAt) return 'ended'
  if (known.viewEndsAt !== null && now >= known.viewEndsAt) throw endView(ctx)
  if (known.idle !== null && now - known.seenAt > known.idle) return useElsewhere(ctx, known, now)
  known.seenAt = now
  if (now - known.notedAt >= MINUTE) {
    known.notedAt = now
    ctx.record(sessionUses, {
      id: known.login.sessionId,
      tenantId: known.login.tenantId,
      at: new Date(now).toISOString(),
    })
  }
  return known.caller
}

/**
 * 403 once, and from the next request on the caller is themselves. What a page shows as another person would otherwise be mixed with
 * what the viewer sees.
 */
function endView({ request }: AuthenticatorContext) {
  forgetView(request)
  return forbidden('You do not view as another person any more.', { code: 'view_ended' })
}

/** Like `use`, for a login that has not been used on this host for too long: it may have been used on another host. */
async function useElsewhere(ctx: AuthenticatorContext, known: KnownLogin, now: number): Promise<AuthenticationResult> {
  const login = await findLiveSession(ctx, known.login)
  if (!login || now - login.lastUsedAt > (known.idle ?? Infinity)) return 'ended'
  known.seenAt = now
  return known.caller
}

interface PresentedToken {
  readonly token: string
  readonly key: string
  readonly selection: Selection
  readonly view: View | undefined
}

async function recall(
  ctx: AuthenticatorContext,
  { token, key, selection, view }: PresentedToken,
): Promise<AuthenticationResult> {
  try {
    const known = await ctx.cached(callerCache, key, async () => {
      const check = ctx.inject(credentials).accessTokens.verify({ token, now: ctx.now() })
      // Not cached: made-up tokens must not evict real ones.
      if (check.status !== 'valid') throw new NotOurs()
      return resolve(ctx, check.claims, { selection, view })
    })
    return await use(ctx, known)
  } catch (error) {
    // A token that we did not sign, or that has expired.
    if (error instanceof NotOurs) return 'unknown'
    throw error
  }
}

class NotOurs extends Error {}

const MAX_TOKEN = 8_192
/** Three parts in Base64url (RFC 7519). */
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/

interface Claims {
  readonly sub: string
  readonly sid: string
  readonly tenantId: string | null
  readonly orgId: string | null
  readonly exp: number
  readonly type?: string | undefined
}

/** A signed token is valid while its login exists and its user is in the same tenant and organization. */
async function resolve(
  ctx: AuthenticatorContext,
  claims: Claims,
  { selection, view }: Pick<PresentedToken, 'selection' | 'view'>,
) {
  const login = { sessionId: claims.sid, userId: claims.sub, tenantId: claims.tenantId }
  const now = ctx.now().getTime()
  const live = claims.type === 'customer' ? null : await findLiveSession(ctx, login)
  const opened = live && (await loadCaller(ctx, claims.sub, selection))
  const isMoved = opened?.account.tenantId !== claims.tenantId || opened.account.organizationId !== claims.orgId
  const limits = opened && (await sessionLimits(ctx, opened.account))
  const end = Math.min(live?.expiresAt ?? now, live && limits?.lifetime ? live.createdAt + limits.lifetime : Infinity)
  const isIdle = live !== null && limits?.idle != null && now - live.lastUsedAt > limits.idle
  const { caller } = opened ?? {}
  const isOver = !caller || isMoved || isIdle || end <= now
  const own = isOver
    ? ('ended' as const)
    : toKnown({
        caller,
        login: { ...login, tenantId: opened!.account.tenantId },
        live: live!,
        idle: limits!.idle,
        endsAt: end,
      })
  const viewed =
    own !== 'ended' && view?.sessionId === claims.sid ? await openView(ctx, own.caller, { view, selection }) : null
  const value =
    own !== 'ended' && viewed
      ? { ...own, caller: viewed.caller ?? own.caller, viewEndsAt: viewed.caller ? view!.endsAt : 0 }
      : own
  const tenantIds = [claims.tenantId, caller?.scope.tenantId].filter((id) => typeof id === 'string')
  return {
    value,
    tags: [tags.session(claims.sid), ...callerTags(claims.sub, tenantIds), ...(viewed?.tags ?? [])],
    ttl: (isOver ? claims.exp * 1000 : Math.min(claims.exp * 1000, end)) - now,
    holder: claims.sub,
  }
}

interface OpenedLogin extends Pick<KnownLogin, 'caller' | 'login' | 'idle' | 'endsAt'> {
  readonly live: LiveSession
}

function toKnown({ caller, login, idle, endsAt, live }: OpenedLogin): KnownLogin {
  const actor = { ...caller.actor, sessionId: login.sessionId, verifiedAt: live.verifiedAt }
  return {
    caller: { ...caller, actor },
    login,
    idle,
    endsAt,
    viewEndsAt: null,
    seenAt: live.lastUsedAt,
    notedAt: live.lastUsedAt,
  }
}

/** The bearer token of an `Authorization` header, which may be invalid; undefined for an empty one and for other schemes. */
export function presentedToken(header: string | null): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(header ?? '')?.[1]
}
