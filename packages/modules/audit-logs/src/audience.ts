import type { Actor, Context } from '@plinth/core'

/** Whose entries a caller is shown. */
export interface Audience {
  readonly tenantId: string
  /** The organizations that entries must belong to; null for all of the tenant, and for entries of none. */
  readonly organizationIds: readonly string[] | null
  /** The user or API key whose entries are shown; null for everybody's. */
  readonly actorId: string | null
}

/**
 * The organizations whose entries are shown: the one asked for when the caller may choose it, else the selected one,
 * else all that the caller sees (section 12). One that the caller may not choose is ignored.
 */
export function organizationsShown(
  { actor, scope }: Pick<Context, 'actor' | 'scope'>,
  asked: string | undefined,
): readonly string[] | null {
  const { allowedOrganizationIds } = actor
  const mayChoose = allowedOrganizationIds === null || (asked !== undefined && allowedOrganizationIds.includes(asked))
  if (asked !== undefined && mayChoose) return [asked]
  const { organizationId, organizationIds } = scope
  // Who sees all organizations has selected none, whichever they work in.
  const isSelected = organizationId !== null && organizationIds?.includes(organizationId)
  return isSelected ? [organizationId] : organizationIds
}

/** The id by which the logs name somebody: a user's, or an API key's without its prefix; null for the platform. */
export function actorIdOf({ id, userId }: Pick<Actor, 'id' | 'userId'>): string | null {
  if (userId !== null) return userId
  return id.startsWith(API_KEY) ? id.slice(API_KEY.length) : null
}

/** What precedes an API key's id where actors are told apart. */
export const API_KEY = 'api_key:'

/** Whose entries there are none of. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'
