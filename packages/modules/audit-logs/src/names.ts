import { userNames } from '@plinth/auth'
import type { Context } from '@plinth/core'
import { organizationTrees, tenants } from '@plinth/directory'

/** Whom and what an entry refers to. */
export interface Named {
  readonly actorUserId: string | null
  readonly tenantId: string
  readonly organizationId: string | null
}

export interface Names {
  readonly actorUserName: string | null
  readonly tenantName: string | null
  readonly organizationName: string | null
}

/** Names for all entries of a page at once; null for what is gone, or not the tenant's. */
export async function resolveNames(
  { get, scope }: Pick<Context, 'get' | 'scope'>,
  entries: readonly Named[],
): Promise<(entry: Named) => Names> {
  const userIds = new Set(entries.flatMap(({ actorUserId }) => (actorUserId === null ? [] : [actorUserId])))
  const users = await get(userNames).of([...userIds])
  const tree = await get(organizationTrees).of(scope.tenantId)
  const tenant = await get(tenants).find(scope.tenantId)
  return ({ actorUserId, tenantId, organizationId }) => ({
    actorUserName: (actorUserId !== null && users.get(actorUserId)) || null,
    tenantName: tenant?.id === tenantId ? tenant.name : null,
    organizationName: (organizationId !== null && tree.get(organizationId)?.name) || null,
  })
}
