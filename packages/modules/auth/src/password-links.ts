import type { CommandContext, Context } from '@plinth/core'
import { PasswordToken } from './entities.ts'

/** The purpose of a mailed link. */
export interface MailedLink {
  readonly tenantId: string
  readonly userId: string
  /** Set if the link restores a former address. */
  readonly restoresEmail: string | null
}

/** Finds a link by the forms of its token's hash; null for unknown, used and expired ones. */
export async function findMailedLink(
  { widenScope, now }: Pick<Context, 'widenScope' | 'now'>,
  tokenHash: readonly string[],
): Promise<MailedLink | null> {
  const columns = ['tenantId', 'userId', 'restoresEmail', 'usedAt', 'expiresAt'] as const
  const link = await widenScope('allTenants', 'open a password link', ({ findUnique }) =>
    findUnique(PasswordToken, { tokenHash }, columns),
  )
  return link && link.usedAt === null && Date.parse(link.expiresAt) > now().getTime() ? link : null
}

/**
 * Revokes the unused links of an account, inside a command. Links that restore an address are kept: whoever changed the address
 * must not be able to revoke them.
 */
export async function revokePasswordLinks(
  { from, now }: Pick<CommandContext, 'from' | 'now'>,
  userId: string,
): Promise<void> {
  await from
    .update(PasswordToken, 't')
    .set({ usedAt: now().toISOString() })
    .where('t.userId', '=', userId)
    .where('t.usedAt', 'is', null)
    .where('t.restoresEmail', 'is', null)
    .execute()
}
