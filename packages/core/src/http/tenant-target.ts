import type { Actor } from '../define/actor.ts'
import { forbidden } from '../errors.ts'

/**
 * Refuses a request that names another tenant than the caller's in its query or body; only super admins may
 * (section 1.4). The last query value counts; null means the caller's own tenant (decision 47).
 */
export function assertTenantTarget({
  actor,
  query,
  body,
}: {
  actor: Actor
  query: URLSearchParams
  body: unknown
}): void {
  if (actor.isSuperAdmin) return
  for (const named of [query.getAll('tenantId').at(-1), memberOf(body)]) {
    const target = normalize(named)
    if (target !== undefined && target !== null && target !== actor.homeTenantId)
      throw forbidden('Not authorized to target this tenant.')
  }
}

/**
 * Leaves out a `tenantId` of null: it means the caller's own tenant (decision 47), as if none were named. Super admins
 * may mean all tenants by it, which is for the route to say.
 */
export function dropOwnTenant({ actor, query, body }: Parameters<typeof assertTenantTarget>[0]): void {
  if (actor.isSuperAdmin) return
  if (normalize(query.getAll('tenantId').at(-1)) === null) query.delete('tenantId')
  if (normalize(memberOf(body)) === null) delete (body as { tenantId?: unknown }).tenantId
}

function memberOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !Object.hasOwn(body, 'tenantId'))
    return undefined
  return (body as { tenantId: unknown }).tenantId
}

function normalize(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value === 'undefined') return undefined
  return value.toLowerCase() === 'null' ? null : value.toLowerCase()
}
