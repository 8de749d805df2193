import { anonymous, assertAccess } from '../acl/grants.ts'
import { NO_SCOPE } from '../data/scope.ts'
import { isUuid } from '../data/statements.ts'
import type { Caller } from '../define/access.ts'
import type {
  Attempts,
  AuthenticationResult,
  Authenticator,
  AuthenticatorContext,
  CredentialCarrier,
} from '../define/authenticator.ts'
import type { Cache } from '../define/cache.ts'
import type { RequestFacts } from '../define/context.ts'
import type { RouteSpec } from '../define/route.ts'
import { brokenSetup, forbidden, invalidInput, invalidMember, memberError, type PlatformError } from '../errors.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import type { Cors } from '../http/wire.ts'

import { RequestContext } from './context.ts'
import type { RequestInfo } from './request-info.ts'
import { RequestState, type Runtime } from './runtime.ts'

interface CallersOptions {
  readonly runtime: Runtime
  /** In the order in which they are asked. */
  readonly authenticators: readonly Authenticator[]
  readonly limiter: RateLimiter
}

/** Who a request is from. */
export interface Identification {
  readonly caller: Caller | null
  /** How the credential that identified the caller arrived; null without a caller. */
  readonly carrier: CredentialCarrier | null
  /** Whether a header has a credential, and none of those that headers have counts: no cookie stands in for it. */
  readonly isRefused: boolean
  /** Whether the login cookies are to be cleared with a 401: a login that was ours has ended. */
  readonly hasEnded: boolean
}

const NOBODY: Identification = Object.freeze({ caller: null, carrier: null, isRefused: false, hasEnded: false })

/** An identification without a caller, or with one who has shown their credential in a header. */
export const byHeader = (caller: Caller | null): Identification =>
  caller === null ? NOBODY : { ...NOBODY, caller, carrier: 'header' }

/** How far the authenticators have been asked for one request. */
interface AuthenticationProgress {
  readonly ctx: AuthenticatorContext
  readonly state: RequestState
  /** The first one that has not been asked. */
  next: number
  /** What they have answered. */
  found: Identification
}

/** Identifies the callers of requests. */
export class Callers {
  readonly #options: CallersOptions

  constructor(options: CallersOptions) {
    this.#options = options
  }

  /**
   * Asks the modules' authenticators in order; the first caller found counts. A credential in a header that does not count
   * leaves room for others in headers, not for a cookie: also a caller who was found by cookie before is nobody then
   * (decision 90). A cookie that does not count leaves room for all. A cached caller is returned without a promise.
   */
  identify(request: RequestFacts): Promise<Identification> | Identification {
    const { runtime } = this.#options
    const state = new RequestState({
      runtime,
      caller: anonymous,
      origin: { requestId: request.requestId, line: 'logins' },
    })
    const ctx = new AuthenticatorRequestContext(state, request, this.#options)
    return this.#ask({ ctx, state, next: 0, found: NOBODY })
  }

  #ask(progress: AuthenticationProgress): Promise<Identification> | Identification {
    const { authenticators } = this.#options
    const { ctx, state } = progress
    while (progress.next < authenticators.length && progress.found.carrier !== 'header') {
      const asked = authenticators[progress.next++]!
      if (asked.carrier === 'cookie' && !mayUseCookie(progress)) continue
      let answer: ReturnType<Authenticator['authenticate']>
      try {
        answer = asked.authenticate(ctx)
      } catch (error) {
        return fail(state, error)
      }
      if (answer instanceof Promise) return this.#waitFor(answer, asked, progress)
      progress.found = withAnswer(progress.found, asked.carrier, answer)
    }
    return end(state, progress.found)
  }

  /** Goes on after an authenticator that answers later. They share one unit of work, which is closed at the end. */
  async #waitFor(
    asked: Promise<AuthenticationResult>,
    { carrier }: Authenticator,
    progress: AuthenticationProgress,
  ): Promise<Identification> {
    try {
      progress.found = withAnswer(progress.found, carrier, await asked)
    } catch (error) {
      return fail(progress.state, error)
    }
    return this.#ask(progress)
  }
}

/** One cookie is enough; where a header has a wrong credential, none is. */
const mayUseCookie = ({ ctx, found }: AuthenticationProgress) =>
  ctx.request.takesCookies && found.caller === null && !found.isRefused

function withAnswer(found: Identification, carrier: CredentialCarrier, answer: AuthenticationResult): Identification {
  if (answer === null) return found
  if (answer !== 'ended' && answer !== 'unknown')
    return found.caller ? found : { ...found, caller: answer, carrier, isRefused: false }
  const hasEnded = found.hasEnded || answer === 'ended'
  return carrier === 'header' ? { ...NOBODY, isRefused: true, hasEnded } : { ...found, hasEnded }
}

function end(state: RequestState, found: Identification): Promise<Identification> | Identification {
  const closed = state.close(true)
  return closed ? closed.then(() => found) : found
}

/** What was announced before the failure is not sent, and what goes wrong at the end does not hide it. */
async function fail(state: RequestState, error: unknown): Promise<never> {
  await Promise.allSettled([state.close(false)])
  throw error
}

/** What an authenticator receives. */
class AuthenticatorRequestContext extends RequestContext implements AuthenticatorContext {
  readonly request: RequestFacts
  readonly #options: CallersOptions

  constructor(state: RequestState, request: RequestFacts, options: CallersOptions) {
    super(state)
    this.request = request
    this.#options = options
  }

  get attempts(): Attempts {
    return this.#options.limiter.attemptsOf(this.request)
  }

  peek<T>(cache: Cache<T>, key: string): T | undefined {
    return this.#options.runtime.caches.peek(cache, key)
  }
}

/** The origins whose pages may make a browser write here. */
interface Origins {
  /** The platform's own, `https://app.example.com`. */
  readonly origin: string
  readonly cors?: Cors | undefined
}

/** Whether a write with these headers comes from no other site's page. */
export type OriginCheck = (headers: Headers) => boolean

/**
 * Makes the check that writes have to pass, login and other public ones included (decision 42): cookies and addresses
 * travel with what any page makes a browser send. Browsers tell the sender in `Origin` and `Sec-Fetch-Site`, which no
 * page can change; whoever sends neither is no browser.
 */
export function createOriginCheck({ origin, cors }: Origins): OriginCheck {
  const own = new Set(namesOf(origin))
  const odd = cors?.origins.find((one) => !isOrigin(one))
  if (odd !== undefined)
    throw brokenSetup(
      `'${odd}' of \`cors.origins\` is no origin that a browser sends: 'https://app.example.com' is one`,
    )
  const invited = new Set(cors?.origins)
  const isInvited = (sender: string, headers: Headers) =>
    invited.has(sender) && (cors?.credentials === true || !headers.has('cookie'))
  return (headers) => {
    const sender = headers.get('origin')
    if (sender !== null && !own.has(sender)) return isInvited(sender, headers)
    return isOwnSite(headers)
  }
}

/** Browsers send origins without path and in small letters, also those of apps: `capacitor://localhost`. */
function isOrigin(text: string): boolean {
  if (/^https?:/i.test(text)) return URL.canParse(text) && new URL(text).origin === text
  return /^[a-z][a-z\d+.-]*:\/\/[^\s/]+$/.test(text)
}

/**
 * Throws 403 for a write that the check does not let pass. A caller who was identified by a header passes: a token or key
 * was put there on purpose, and a page of another site would have to ask first, and is refused by what the preflight
 * answers. That there is such a header says nothing: who the request is from may follow from a cookie beside it.
 */
export function assertOwnOrigin(
  { method, headers }: Pick<RequestFacts, 'method' | 'headers'>,
  { carrier }: Identification,
  isOwn: OriginCheck,
): void {
  if (method !== 'GET' && method !== 'HEAD' && carrier !== 'header' && !isOwn(headers))
    throw forbidden('Requests that other sites send are refused.')
}

/** Whether the browser says that no other site had a part in the request; true for what is no browser. */
export function isOwnSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** Names of this machine, which cannot be made to mean another one's. */
export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The host names of an origin: a loopback address has three, of which a developer may type any. */
function namesOf(origin: string): readonly string[] {
  const { protocol, hostname, port } = new URL(origin)
  const names = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname]
  return names.map((name) => `${protocol}//${name}${port && `:${port}`}`)
}

/** A caller, and the request that may name another tenant or organization. */
interface ScopeRequest {
  readonly caller: Caller
  readonly request: Pick<RequestInfo, 'method' | 'query' | 'selection'>
  readonly body: unknown
  /** Identifies the caller again, in what the request selects. */
  readonly identify: () => Promise<Identification> | Identification
}

/** The caller in the scope that the request names; `refusal` where it cannot be entered. */
interface EnteredScope {
  readonly caller: Caller
  readonly refusal: PlatformError | null
}

/**
 * The caller in the tenant and organization that the request names. Throws 403 without the rights there that the route
 * asks for.
 */
export async function enterScope(spec: RouteSpec, naming: ScopeRequest): Promise<EnteredScope> {
  assertTenantTarget(spec, naming)
  const entered = enterNamedScope(naming, !spec.writesOrganization)
  const arrival = entered instanceof Promise ? await entered : entered
  assertAccess(arrival.caller.actor, spec.access)
  return arrival
}

/**
 * Refuses a request that names another tenant than the caller's in its query or body; only super admins may. The last query
 * value counts; `undefined` names none and null the tenant in which the caller is (decision 47). Without a tenant in their
 * query, super admins may mean all: so null in a query becomes the id.
 */
function assertTenantTarget(spec: RouteSpec, { caller, request: { query }, body }: ScopeRequest): void {
  const { actor, scope } = caller
  const inQuery = tenantIn(query)
  const inBody = normalize(memberOf(body, 'tenantId'))
  if (inQuery === null && actor.isSuperAdmin) query.set('tenantId', scope.tenantId)
  else if ((inQuery === undefined || inQuery === null) && query.has('tenantId')) query.delete('tenantId')
  const isWritten = inBody === null && actor.isSuperAdmin && spec.writesTenant
  if ((inBody === undefined || inBody === null) && !isWritten && memberOf(body, 'tenantId') !== undefined)
    delete (body as { tenantId?: unknown }).tenantId
  if (actor.isSuperAdmin) return
  for (const target of [inQuery, inBody])
    if (target !== undefined && target !== null && target !== actor.homeTenantId)
      throw forbidden('Not authorized to target this tenant.')
}

/**
 * Moves the caller to the tenant that a super admin names (decision 31) and the organization that the body names
 * (decision 48), as if they had been selected by cookie. Throws 403 for an organization that the caller may not choose.
 * A tenant that does not exist has nothing to read, and cannot be written in.
 */
function enterNamedScope(naming: ScopeRequest, choosesOrganization: boolean): Promise<EnteredScope> | EnteredScope {
  const { caller, body } = naming
  const tenantId = tenantNamed(naming)
  const organizationId = choosesOrganization ? memberOf(body, 'organizationId') || undefined : undefined
  if (organizationId !== undefined && !isUuid(organizationId))
    return { caller, refusal: invalidInput(memberError('organizationId', 'Invalid UUID')) }
  const isElsewhere = tenantId !== undefined && tenantId !== caller.scope.tenantId
  const namedId = organizationId?.toLowerCase()
  if (!isElsewhere && (namedId === undefined || namedId === caller.scope.organizationId))
    return { caller, refusal: null }
  return enterElsewhere(naming, { tenantId: isElsewhere ? tenantId : undefined, organizationId: namedId })
}

/** What is undefined is not named, and stays as it is selected. */
interface Elsewhere {
  readonly tenantId: unknown
  readonly organizationId: string | undefined
}

async function enterElsewhere(naming: ScopeRequest, { tenantId, organizationId }: Elsewhere): Promise<EnteredScope> {
  const { request } = naming
  const { selection } = request
  request.selection = {
    tenantId: isUuid(tenantId) ? tenantId : selection.tenantId,
    organizationId: organizationId ?? selection.organizationId,
  }
  const { caller: there } = await naming.identify()
  if (there === null) throw forbidden()
  if (tenantId !== undefined && there.scope.tenantId !== tenantId) return toEmptyScope(naming)
  if (organizationId !== undefined && there.scope.organizationId !== organizationId)
    throw forbidden('Organization out of scope')
  return { caller: there, refusal: null }
}

function toEmptyScope({ caller, request }: ScopeRequest): EnteredScope {
  if (request.method === 'GET' || request.method === 'HEAD')
    return { caller: { ...caller, scope: NO_SCOPE }, refusal: null }
  return { caller, refusal: invalidMember('tenantId', 'Tenant not found') }
}

/** The tenant that a body names, else the query; undefined for none. */
function tenantNamed({ request, body }: ScopeRequest): unknown {
  const named = normalize(memberOf(body, 'tenantId')) ?? tenantIn(request.query)
  return named === null || named === '' ? undefined : named
}

/** The last one counts. Looked for first, because most queries have none and the rest costs more. */
function tenantIn(query: URLSearchParams): unknown {
  return query.has('tenantId') ? normalize(query.getAll('tenantId').at(-1)) : undefined
}

function memberOf(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !Object.hasOwn(body, name)) return undefined
  return (body as Readonly<Record<string, unknown>>)[name]
}

function normalize(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value === 'undefined') return undefined
  return value.toLowerCase() === 'null' ? null : value.toLowerCase()
}
