import { User } from '@plinth/auth'
import type { CommandContext } from '@plinth/core'
import { SsoIdentity } from './entities.ts'

interface NewIdentity {
  readonly userId: string
  readonly connectionId: string
  readonly issuer: string
}

/**
 * Ends the links of an account to issuers that its connection had before, so that the present one can name the person, and returns
 * whether there was one (decision: Identities of providers). Whoever replaced the issuer held what the account may do (decision:
 * Grants through settings). Accounts with a password are left alone: their owners can sign in to them and confirm the link, and
 * somebody else may know the password.
 */
export async function leaveFormerIssuer(
  { from }: CommandContext,
  { userId, connectionId, issuer }: NewIdentity,
): Promise<boolean> {
  const account = await from(User, 'u')
    .select(['u.passwordHash', 'u.isActive'])
    .where('u.id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account?.isActive || account.passwordHash !== null) return false
  const links = await from(SsoIdentity, 'i')
    .select('i.issuer')
    .where('i.userId', '=', userId)
    .where('i.connectionId', '=', connectionId)
    .execute()
  // Two people of one issuer are never one account.
  if (links.length === 0 || links.some((link) => link.issuer === issuer)) return false
  await from
    .delete(SsoIdentity, 'i')
    .where('i.userId', '=', userId)
    .where('i.connectionId', '=', connectionId)
    .execute()
  return true
}
