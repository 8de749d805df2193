import { type Actor, type Context, forbidden } from '@plinth/core'
import { API_KEY, isKey } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { scimError } from './errors.ts'

/** The service account that provisions. Throws 403 for people and for keys that act for them. */
export function serviceAccountOf({ id, kind, userId }: Actor): string {
  if (kind !== 'api_key' || !isKey(id) || userId !== null)
    throw forbidden('Only service accounts can provision: use a key of a service account.')
  return id.slice(API_KEY.length)
}

/** The organization of new accounts: that of the service account, or the first one of the tenant. */
export async function homeOf({ actor, inject, scope }: Pick<Context, 'actor' | 'inject' | 'scope'>): Promise<string> {
  const { homeOrganizationId } = actor
  if (homeOrganizationId !== null) return homeOrganizationId
  const [first] = (await inject(organizationTrees).of(scope.tenantId)).roots
  if (first === undefined) throw scimError('conflict', 'The tenant has no organization.')
  return first
}
