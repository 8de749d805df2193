import { NO_SCOPE } from '../data/scope.ts'
import type { Session } from '../define/actor.ts'
import { forbidden, invalidInput, invalidMember, memberError, type PlatformError } from '../errors.ts'
import type { Facts } from './facts.ts'
import { isUuid } from './selection.ts'

/** What a request may name, and who asks. */
export interface Naming {
  readonly session: Session
  readonly facts: Pick<Facts, 'method' | 'query' | 'selection'>
  readonly body: unknown
  /** False where the body's `organizationId` is data. */
  readonly choosesOrganization: boolean
  /** Opens the caller's session in what `facts` select. */
  readonly identify: () => Promise<Session | 'invalid' | null> | Session | 'invalid' | null
}

/** The caller where they want to work, and why they cannot, for those who may do it at all. */
export interface Arrival {
  readonly session: Session
  readonly refusal: PlatformError | null
}

/**
 * Refuses a request that names another tenant than the caller's in its query or body; only super admins may.
 * The last query value counts; `undefined` names none and null the caller's own tenant (decision 47), so
 * that both are left out. Super admins may mean all tenants by null, which is for the route to say.
 */
export function assertTenantTarget({ session: { actor }, facts: { query }, body }: Naming): void {
  const inQuery = normalize(query.getAll('tenantId').at(-1))
  const inBody = normalize(memberOf(body, 'tenantId'))
  const isNamed = (target: unknown) => target !== undefined && (target !== null || actor.isSuperAdmin)
  if (!isNamed(inQuery)) query.delete('tenantId')
  if (!isNamed(inBody) && memberOf(body, 'tenantId') !== undefined) delete (body as { tenantId?: unknown }).tenantId
  if (actor.isSuperAdmin) return
  for (const target of [inQuery, inBody])
    if (isNamed(target) && target !== actor.homeTenantId) throw forbidden('Not authorized to target this tenant.')
}

/**
 * Moves the caller to the tenant that a super admin names (decision 31) and the organization that the body names
 * (decision 48), as if they had been selected by cookie. Throws 403 for an organization that the caller may not choose.
 * A tenant that does not exist has nothing to read, and cannot be written in.
 */
export async function enterNamedPlace(naming: Naming): Promise<Arrival> {
  const { session, facts, body, choosesOrganization } = naming
  const tenantId = tenantNamed(naming)
  const organizationId = choosesOrganization ? memberOf(body, 'organizationId') || undefined : undefined
  if (organizationId !== undefined && !isUuid(organizationId))
    return { session, refusal: invalidInput(memberError('organizationId', 'Invalid UUID')) }
  const isElsewhere = tenantId !== undefined && tenantId !== session.scope.tenantId
  const wanted = organizationId?.toLowerCase()
  if (!isElsewhere && (wanted === undefined || wanted === session.scope.organizationId))
    return { session, refusal: null }
  const { selection } = facts
  facts.selection = {
    tenantId: isElsewhere && isUuid(tenantId) ? tenantId : selection.tenantId,
    organizationId: wanted ?? selection.organizationId,
  }
  const there = await naming.identify()
  if (there === null || there === 'invalid') throw forbidden()
  if (isElsewhere && there.scope.tenantId !== tenantId) return toNowhere(naming)
  if (wanted !== undefined && there.scope.organizationId !== wanted) throw forbidden('Organization out of scope')
  return { session: there, refusal: null }
}

function toNowhere({ session, facts }: Naming): Arrival {
  if (facts.method === 'GET' || facts.method === 'HEAD')
    return { session: { ...session, scope: NO_SCOPE }, refusal: null }
  return { session, refusal: invalidMember('tenantId', 'Tenant not found') }
}

/** The tenant that a body names, else the query; undefined for none. */
function tenantNamed({ facts, body }: Naming): unknown {
  const named = normalize(memberOf(body, 'tenantId')) ?? normalize(facts.query.getAll('tenantId').at(-1))
  return named === null || named === '' ? undefined : named
}

function memberOf(body: unknown, name: 'tenantId' | 'organizationId'): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !Object.hasOwn(body, name)) return undefined
  return (body as Record<typeof name, unknown>)[name]
}

function normalize(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value === 'undefined') return undefined
  return value.toLowerCase() === 'null' ? null : value.toLowerCase()
}
