import type { Actor, Context } from '@plinth/core'
import { API_KEY, isKey } from '@plinth/core/data'
import { wire } from '@plinth/core/http'

/** Whose entries a caller is shown. */
export interface Audience {
  readonly tenantId: string
  /** The organizations that entries must belong to; null for all of the tenant, and for entries of none. */
  readonly organizationIds: readonly string[] | null
  /** The user, with what their keys did, or the API key whose entries are shown; null for everybody's. */
  readonly actorId: string | null
}

/** All organizations whose entries a caller may see, whatever is selected; null for all of the tenant. */
export function organizationsAllowed({ actor, scope }: Pick<Context, 'actor' | 'scope'>): readonly string[] | null {
  return actor.kind === 'system' ? scope.organizationIds : actor.allowedOrganizationIds
}

/**
 * The organizations whose entries are shown: the one asked for when the caller may choose it, with `__all__` all that they
 * may choose; else the selected one, else all that the caller sees. One that the caller may not choose is ignored.
 */
export function organizationsShown(
  { actor, scope }: Pick<Context, 'actor' | 'scope'>,
  asked: string | undefined,
): readonly string[] | null {
  if (asked === wire.allOrganizations) return organizationsAllowed({ actor, scope })
  const { allowedOrganizationIds } = actor
  const mayChoose = allowedOrganizationIds === null || (asked !== undefined && allowedOrganizationIds.includes(asked))
  if (asked !== undefined && mayChoose) return [asked]
  const { organizationId, organizationIds } = scope
  // A super admin who has selected nothing works at home and sees everything.
  const isByDefault = actor.isSuperAdmin && organizationIds === null
  const isSeen = organizationId !== null && (organizationIds === null || organizationIds.includes(organizationId))
  return isSeen && !isByDefault ? [organizationId] : organizationIds
}

/** Whom the logs name: a user's id, or `api_key:<id>` with the user whose key it is (decision 49). */
export interface LoggedActor {
  /** Null for the platform. */
  readonly actorUserId: string | null
  readonly ownerUserId: string | null
}

/** Under whom the logs file what somebody does. */
export function loggedActorOf({ id, userId }: Pick<Actor, 'id' | 'userId'>): LoggedActor {
  return isKey(id) ? { actorUserId: id, ownerUserId: userId } : { actorUserId: userId, ownerUserId: null }
}

/** The id of a key without what precedes it. */
export const keyIdOf = (actorId: string): string | null => (isKey(actorId) ? actorId.slice(API_KEY.length) : null)

/** Whose entries there are none of. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'
