import { badInput, type Context, forbidden } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { tags } from '../contract.ts'
import { User } from '../entities.ts'

/**
 * The user if the scope shows them. Unlike other rows, accounts without an organization are not everybody's: to somebody
 * who is confined to some organizations they do not exist.
 */
export async function findUser({ em, scope }: Pick<Context, 'em' | 'scope'>, id: string): Promise<User | null> {
  const { organizationIds } = scope
  return em.findOne(User, {
    id,
    ...(organizationIds !== null && { organizationId: { $in: [...organizationIds] } }),
  })
}

/** Throws 400 for an organization that is not of the tenant, 403 for one that the actor may not choose. */
export async function assertOwnOrganization(
  { inject, scope }: Pick<Context, 'inject' | 'scope'>,
  organizationId: string,
): Promise<void> {
  const { tenantId, organizationIds } = scope
  const tree = await inject(organizationTrees).of(tenantId)
  if (!tree.has(organizationId)) throw badInput('Organization not found')
  if (organizationIds?.includes(organizationId) === false) throw forbidden('Organization out of scope')
}

/** What to forget when a user was written. */
export function staleTags(tenantId: string, userId: string): string[] {
  return [tags.user(userId), tags.users(tenantId), tags.allUsers]
}
