import { userNames } from '@plinth/auth'
import type { Context } from '@plinth/core'
import { isKey } from '@plinth/core/data'
import { organizationTrees, tenants } from '@plinth/directory'
import type { LoggedActor } from './audience.ts'

/** The actor and the resources that an entry refers to. */
export interface EntryReferences extends LoggedActor {
  readonly tenantId: string
  readonly organizationId: string | null
}

export interface Names {
  readonly actorUserName: string | null
  readonly tenantName: string | null
  readonly organizationName: string | null
}

/** Resolves the names for all entries of a page at once; null for what no longer exists or belongs to another tenant. */
export async function resolveNames(
  { inject, scope }: Pick<Context, 'inject' | 'scope'>,
  entries: readonly EntryReferences[],
): Promise<(entry: EntryReferences) => Names> {
  const userIds = new Set(entries.map(personOf).filter((id) => id !== null))
  const users = await inject(userNames).of([...userIds])
  const tree = await inject(organizationTrees).of(scope.tenantId)
  const tenant = await inject(tenants).find(scope.tenantId)
  return ({ tenantId, organizationId, ...filed }) => ({
    actorUserName: users.get(personOf(filed) ?? '') ?? null,
    tenantName: tenant?.id === tenantId ? tenant.name : null,
    organizationName: (organizationId !== null && tree.get(organizationId)?.name) || null,
  })
}

/** The user who acted or owns the key; null for the platform and for keys without an owner. */
const personOf = ({ actorUserId, ownerUserId }: LoggedActor) =>
  ownerUserId ?? (actorUserId !== null && !isKey(actorUserId) ? actorUserId : null)
