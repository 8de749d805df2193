import type { CommandContext, Context } from '@plinth/core'
import { PasswordToken } from './entities.ts'

/** What a mailed link is for. */
export interface MailedLink {
  readonly tenantId: string
  readonly userId: string
  /** Set where it gives an address back. */
  readonly restoresEmail: string | null
}

/** The link of a token by its hash; null for unknown, used and expired ones. */
export async function findMailedLink(
  { lookUp, now }: Pick<Context, 'lookUp' | 'now'>,
  tokenHash: string,
): Promise<MailedLink | null> {
  const columns = ['tenantId', 'userId', 'restoresEmail', 'usedAt', 'expiresAt'] as const
  const link = await lookUp(PasswordToken, { tokenHash }, columns)
  return link && link.usedAt === null && Date.parse(link.expiresAt) > now().getTime() ? link : null
}

/**
 * Makes the unused links of an account worthless, inside a command. Those that give an address back stay: whoever
 * changed the address must not be able to end them.
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
