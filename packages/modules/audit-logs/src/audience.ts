import type { Actor, Context } from '@plinth/core'
import { API_KEY, isKey } from '@plinth/core/data'
import { wire } from '@plinth/core/http'

/** The entries a caller can see. */
export interface Audience {
  readonly tenantId: string
  /** Organizations whose entries are included; null for all of the tenant, including entries without an organization. */
  readonly organizationIds: readonly string[] | null
  /** The user (with the actions of their keys) or the API key whose entries are shown; null for everyone's. */
  readonly actorId: string | null
}

/** All organizations whose entries a caller may see, regardless of the selected one; null for all of the tenant. */
export function organizationsAllowed({ actor, scope }: Pick<Context, 'actor' | 'scope'>): readonly string[] | null {
  return actor.kind === 'system' ? scope.organizationIds : actor.allowedOrganizationIds
}

/**
 * The organizations whose entries are shown: the requested one if the caller may choose it (`__all__` for all that they may
 * choose); otherwise the selected one, otherwise all that the caller can see. A request for an organization that they may not
 * choose is ignored.
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
  // A super admin without a selection works in their home tenant and sees everything.
  const isByDefault = actor.isSuperAdmin && organizationIds === null
  const isSeen = organizationId !== null && (organizationIds === null || organizationIds.includes(organizationId))
  return isSeen && !isByDefault ? [organizationId] : organizationIds
}

/**
 * The actor as the logs store it: a user id, or `api_key:<id>` with the user who owns the key (decision: Log entries of API keys).
 */
export interface LoggedActor {
  /** Null for the platform. */
  readonly actorUserId: string | null
  readonly ownerUserId: string | null
}

/** The actor that the logs attribute an action to. */
export function loggedActorOf({ id, userId }: Pick<Actor, 'id' | 'userId'>): LoggedActor {
  return isKey(id) ? { actorUserId: id, ownerUserId: userId } : { actorUserId: userId, ownerUserId: null }
}

/** The id of a key without its prefix. */
export const keyIdOf = (actorId: string): string | null => (isKey(actorId) ? actorId.slice(API_KEY.length) : null)

/** An actor id that matches no entries. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'
