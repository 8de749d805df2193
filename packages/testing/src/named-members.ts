import { type Caller, open, type Route } from '@plinth/core'
import { PROTOTYPE_MEMBERS } from './prototypes.ts'
import type { RouteRequest } from './route-request.ts'
import { tenantA, tenantB } from './tenants.ts'

const EXTRA = { plinthUnknown: 'x', customFields: '{"unknown":1}' }
const FLAT_NAMES = Object.fromEntries(Object.keys(PROTOTYPE_MEMBERS).map((name) => [name, 'x']))

/**
 * The request with unknown properties, which every route must ignore (decision: Unknown fields), those of prototypes among them.
 */
export function withExtras(request: RouteRequest): RouteRequest {
  const { query = {}, body } = request
  const isWritten = isJsonObject(body)
  return {
    ...request,
    query: { ...FLAT_NAMES, ...EXTRA, ...query },
    ...(isWritten && { body: { ...PROTOTYPE_MEMBERS, ...EXTRA, ...body } }),
  }
}

/**
 * The request with scopes that the caller may not choose, each of which must be answered with 403: another tenant in the query
 * and in the body (decision: Super admins and tenants), and an organization of that tenant in the body (decision: Organization of a
 * request).
 */
export function inForeignScopes({ spec, method }: Route, request: RouteRequest, caller: Caller): RouteRequest[] {
  const { actor, scope } = caller
  if (spec.access === open || actor.isSuperAdmin || actor.kind === 'system') return []
  const { query, body = {} } = request
  const foreign = scope.tenantId === tenantB.id ? tenantA : tenantB
  const takesBody = isJsonObject(body) && (Boolean(spec.body) || method === 'DELETE')
  return [
    { ...request, query: { ...query, tenantId: foreign.id } },
    ...(takesBody ? [{ ...request, body: { ...body, tenantId: foreign.id } }] : []),
    ...(takesBody && spec.writesScope !== 'organizationId'
      ? [{ ...request, body: { ...body, organizationId: foreign.organization } }]
      : []),
  ]
}

type JsonObject = Readonly<Record<string, unknown>>

function isJsonObject(body: unknown): body is JsonObject {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof Uint8Array)
}
