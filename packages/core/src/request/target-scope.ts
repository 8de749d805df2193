import { assertAccess } from '../acl/grants.ts'
import { NO_SCOPE } from '../data/query/scope.ts'
import { isUuid } from '../data/query/uuid.ts'
import type { Caller } from '../define/access.ts'
import type { RouteSpec } from '../define/route.ts'
import { forbidden, invalidInput, invalidMember, memberError, type PlatformError } from '../errors.ts'
import { andThen, type MaybePromise } from './and-then.ts'
import type { Identification } from './authenticate.ts'
import type { RequestInfo } from './request-info.ts'

/** A caller, and the request that may select another tenant or organization. */
interface ScopeRequest {
  readonly caller: Caller
  readonly request: Pick<RequestInfo, 'method' | 'query' | 'selection'>
  readonly body: unknown
  readonly now: Date
  /** Authenticates the caller again, in the selected scope. */
  readonly identify: () => MaybePromise<Identification>
}

/** The caller in the selected scope; `refusal` if it is not accessible. */
interface EnteredScope {
  readonly caller: Caller
  readonly refusal: PlatformError | null
}

/**
 * The caller in the tenant and organization that the request selects. Throws 403 if the caller lacks the access there that the
 * route requires.
 */
export function enterScope(spec: RouteSpec, naming: ScopeRequest): MaybePromise<EnteredScope> {
  assertTenantTarget(spec, naming)
  return andThen(enterNamedScope(naming, !spec.writesOrganization), (entered) => {
    assertAccess(entered.caller.actor, spec.access, naming.now)
    return entered
  })
}

/**
 * Rejects a request whose query or body names a tenant other than the caller's; only super admins may name one. The last value
 * in the query counts; `undefined` selects no tenant, and null selects the caller's current tenant (decision 47). Without a
 * tenant in the query, super admins may mean all tenants, so null in a query is replaced by the id.
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
 * Moves the caller to the tenant that a super admin selects (decision 31) and to the organization that the body selects
 * (decision 48), as if selected by cookie. Throws 403 for an organization that the caller may not select. A tenant that does not
 * exist contains nothing to read, and cannot be written to.
 */
function enterNamedScope(naming: ScopeRequest, choosesOrganization: boolean): MaybePromise<EnteredScope> {
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

/** Undefined properties leave the selection unchanged. */
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

/** The tenant named by the body, otherwise by the query; undefined for none. */
function tenantNamed({ request, body }: ScopeRequest): unknown {
  const named = normalize(memberOf(body, 'tenantId')) ?? tenantIn(request.query)
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
