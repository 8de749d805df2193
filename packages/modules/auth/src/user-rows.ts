import { badInput, type CommandContext, type Context } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { tags } from './contract.ts'
import { User } from './entities.ts'

/**
 * The user if the scope shows them. Unlike other rows, accounts without an organization are not everybody's: to somebody
 * who is confined to some organizations they do not exist (D-7).
 */
export async function findUser(
  { em, scope }: Pick<CommandContext<unknown>, 'em' | 'scope'>,
  id: string,
): Promise<User | null> {
  const { organizationIds } = scope
  return em.findOne(User, {
    id,
    ...(organizationIds !== null && { organizationId: { $in: [...organizationIds] } }),
  })
}

/** Throws 400 for an organization that is not of the tenant, or beyond what the actor may choose (section 7.15, D-1). */
export async function assertOrganization(
  { get, scope }: Pick<Context, 'get' | 'scope'>,
  organizationId: string,
): Promise<void> {
  const { tenantId, organizationIds } = scope
  const tree = await get(organizationTrees).of(tenantId)
  const isAllowed = organizationIds === null || organizationIds.includes(organizationId)
  if (!isAllowed || !tree.has(organizationId)) throw badInput('Organization not found')
}

/** What to forget when a user was written. */
export function staleTags(tenantId: string, userId: string): string[] {
  return [tags.user(userId), tags.users(tenantId), tags.allUsers]
}
