import { assertAccess } from '../acl/grants.ts'
import { NO_SCOPE } from '../data/query/scope.ts'
import { isUuid } from '../data/query/uuid.ts'
import type { Actor, Caller } from '../define/access.ts'
import type { RouteSpec } from '../define/route.ts'
import { forbidden, invalidInput, invalidMember, memberError, type PlatformError } from '../errors.ts'
import { andThen, type MaybePromise } from './and-then.ts'
import type { Identification } from './authenticate.ts'
import type { RequestInfo } from './request-info.ts'

/** A caller, and the request that may select another tenant or organization. */
interface ScopeRequest {
  readonly caller: Caller
  readonly request: RequestInfo
  readonly body: unknown
  readonly now: Date
  /** Authenticates the caller of a request again, in the scope that it selects. */
  readonly identify: (request: RequestInfo) => MaybePromise<Identification>
}

/** The caller in the selected scope, and the request as it is understood there; `refusal` if the scope is not accessible. */
interface EnteredScope extends Pick<ScopeRequest, 'request' | 'body'> {
  readonly caller: Caller
  readonly refusal: PlatformError | null
}

/**
 * The tenants that a request names: `undefined` selects none, and null is the caller's current tenant (decision: tenantId null).
 */
interface NamedTenants {
  /** The last value in the query. */
  readonly inQuery: unknown
  readonly inBody: unknown
}

/**
 * The caller in the tenant and organization that the request selects, and the request without what selects nothing. Throws 403 if
 * the caller may not name the tenant, or lacks the access there that the route requires.
 */
export function enterScope(spec: RouteSpec, sent: ScopeRequest): MaybePromise<EnteredScope> {
  const named = { inQuery: tenantIn(sent.request.query), inBody: normalize(memberOf(sent.body, 'tenantId')) }
  assertMayName(sent.caller.actor, named)
  const request = withTenantIn(sent, named)
  const body = isData(spec, sent, named) ? sent.body : withoutNull(sent.body, named)
  const naming = request === sent.request && body === sent.body ? sent : { ...sent, request, body }
  const organizationId =
    spec.writesScope === 'organizationId' ? undefined : memberOf(body, 'organizationId') || undefined
  const selected = { tenantId: tenantOf(named), organizationId }
  return andThen(enterNamedScope(naming, selected), (entered) => {
    assertAccess(entered.caller.actor, spec.access, naming.now)
    return entered
  })
}

/** Only super admins may name a tenant other than their own. */
function assertMayName(actor: Actor, { inQuery, inBody }: NamedTenants): void {
  if (actor.isSuperAdmin) return
  for (const target of [inQuery, inBody])
    if (target !== undefined && target !== null && target !== actor.homeTenantId)
      throw forbidden('Not authorized to target this tenant.')
}

/** Without a tenant in the query, super admins may mean all tenants, so their null is replaced by the id of their current one. */
function withTenantIn({ caller: { actor, scope }, request }: ScopeRequest, { inQuery }: NamedTenants): RequestInfo {
  if ((inQuery !== undefined && inQuery !== null) || !request.query.has('tenantId')) return request
  const query = new URLSearchParams(request.query)
  if (inQuery === null && actor.isSuperAdmin) query.set('tenantId', scope.tenantId)
  else query.delete('tenantId')
  return request.with({ query })
}

/** Whether null in the body means all tenants. */
const isData = (spec: RouteSpec, { caller: { actor } }: ScopeRequest, { inBody }: NamedTenants): boolean =>
  inBody === null && actor.isSuperAdmin && spec.writesScope === 'tenantId'

function withoutNull(body: unknown, { inBody }: NamedTenants): unknown {
  if ((inBody !== undefined && inBody !== null) || memberOf(body, 'tenantId') === undefined) return body
  const { tenantId: _, ...others } = body as { readonly tenantId: unknown }
  return others
}

/** Undefined properties leave the selection unchanged. */
interface Selected {
  readonly tenantId: unknown
  readonly organizationId: unknown
}

/**
 * Moves the caller to the tenant that a super admin selects (decision: Super admins and tenants) and to the organization that the
 * body selects (decision: Organization of a request), as if selected by cookie. Throws 403 for an organization that the caller may
 * not select. A tenant that does not exist contains nothing to read, and cannot be written to.
 */
function enterNamedScope(naming: ScopeRequest, { tenantId, organizationId }: Selected): MaybePromise<EnteredScope> {
  const { caller, request, body } = naming
  if (organizationId !== undefined && !isUuid(organizationId))
    return { caller, request, body, refusal: invalidInput(memberError('organizationId', 'Invalid UUID')) }
  const isElsewhere = tenantId !== undefined && tenantId !== caller.scope.tenantId
  const namedId = organizationId?.toLowerCase()
  if (!isElsewhere && (namedId === undefined || namedId === caller.scope.organizationId))
    return { caller, request, body, refusal: null }
  return enterElsewhere(naming, { tenantId: isElsewhere ? tenantId : undefined, organizationId: namedId })
}

async function enterElsewhere(
  naming: ScopeRequest,
  { tenantId, organizationId }: Selected & { readonly organizationId: string | undefined },
): Promise<EnteredScope> {
  const { body } = naming
  const { selection } = naming.request
  const request = naming.request.with({
    selection: {
      tenantId: isUuid(tenantId) ? tenantId : selection.tenantId,
      organizationId: organizationId ?? selection.organizationId,
    },
  })
  const { caller } = await naming.identify(request)
  if (caller === null) throw forbidden()
  if (tenantId !== undefined && caller.scope.tenantId !== tenantId) return toEmptyScope({ ...naming, request })
  if (organizationId !== undefined && caller.scope.organizationId !== organizationId)
    throw forbidden('Organization out of scope')
  return { caller, request, body, refusal: null }
}

function toEmptyScope({ caller, request, body }: ScopeRequest): EnteredScope {
  if (request.method === 'GET' || request.method === 'HEAD')
    return { caller: { ...caller, scope: NO_SCOPE }, request, body, refusal: null }
  return { caller, request, body, refusal: invalidMember('tenantId', 'Tenant not found') }
}

/** The tenant named by the body, otherwise by the query; undefined for none. */
function tenantOf({ inQuery, inBody }: NamedTenants): unknown {
  const named = inBody ?? inQuery
  return named === null || named === '' ? undefined : named
}

/** The last value counts. Searched for as text first, because most queries have none and parsing costs more. */
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
