import { badInput, type CommandContext, type Context, forbidden } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { tags } from '../contract.ts'
import { User } from '../entities.ts'

/**
 * The user, if visible in the scope. Unlike other rows, accounts without an organization are hidden from callers who are confined
 * to some organizations.
 */
export async function findUser({ from, scope: { organizationIds } }: Pick<Context, 'from' | 'scope'>, id: string) {
  return from(User, 'u')
    .select(['u.id', 'u.email', 'u.name', 'u.organizationId'])
    .where('u.id', '=', id)
    .$if(organizationIds !== null, (all) => all.where('u.organizationId', '=', anyOf(organizationIds!)))
    .executeTakeFirst()
}

/** The same account, locked until the command ends. Throws 404, or the given error. */
export async function lockVisibleUser(
  { from, scope: { organizationIds } }: CommandContext,
  id: string,
  missing?: () => Error,
) {
  const isVisible = organizationIds !== null && { organizationId: organizationIds }
  return from.lock(User, { id, ...isVisible }, missing)
}

/**
 * Locks an account until the command ends. What completes or ends sign-ins locks the account before challenges, factors and
 * sessions: two such commands take turns, and the later one sees what the earlier one has done.
 */
export async function lockUser({ db, scope }: Pick<Context, 'db' | 'scope'>, userId: string): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}

/**
 * The same, in commands that create logins. Returns the account's current address, or null if the account no longer exists or may
 * not sign in any more: deactivation ends the logins that it finds, so none may be created beside it.
 */
export async function lockForSignIn(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  userId: string,
): Promise<{ readonly email: string } | null> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('is_confirmed', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user ? { email: String(user['email']) } : null
}

/** Throws 400 for an organization outside the tenant, 403 for one that the actor may not choose. */
export async function assertOwnOrganization(
  { inject, scope }: Pick<Context, 'inject' | 'scope'>,
  organizationId: string,
): Promise<void> {
  const { tenantId, organizationIds } = scope
  const tree = await inject(organizationTrees).of(tenantId)
  if (!tree.has(organizationId)) throw badInput('Organization not found')
  if (organizationIds?.includes(organizationId) === false) throw forbidden('Organization out of scope')
}

/** The tags to invalidate when a user was written. */
export function staleTags(tenantId: string, userId: string): string[] {
  return [tags.user(userId), tags.users(tenantId), tags.allUsers]
}
