import { type CommandContext, type Context, sql } from '@plinth/core'
import { ConfirmedAddress, User } from '../entities.ts'
import { toEmailKey } from './email-key.ts'

/**
 * Records, inside a command, that the owner of an account's address uses the account (decision: Ownership of an email address).
 * Call it where that is proven. A login only proves knowledge of the password, which another person may have chosen.
 */
export async function confirmAddress(
  { db, from, now }: Pick<CommandContext, 'db' | 'from' | 'now'>,
  userId: string,
): Promise<void> {
  const time = now().toISOString()
  await sql`insert into confirmed_addresses (id, tenant_id, user_id, email, created_at, updated_at)
    select gen_random_uuid(), u."tenantId", u.id, u."emailKey", ${time}, ${time} from ${from.table(User, 'u')}
    where u.id = ${userId} on conflict do nothing`.execute(db)
}

/** Whether an account in any tenant has the address, ignoring case, and its owner has confirmed it. */
export function isAddressTaken({ widenScope }: Pick<Context, 'widenScope'>, email: string): Promise<boolean> {
  return widenScope('allTenants', 'look whether an address is taken', async ({ db }) => {
    const { rows } = await sql`select from confirmed_addresses c
      join users u on u.tenant_id = c.tenant_id and u.id = c.user_id and u.email_key = c.email
      where c.email = ${toEmailKey(email)} limit 1`.execute(db)
    return rows.length > 0
  })
}

/**
 * Removes the confirmation, inside a command: whoever chose the password of another person's account can log in to it as well.
 */
export async function unconfirmAddress({ from }: Pick<CommandContext, 'from'>, userId: string): Promise<void> {
  await from.delete(ConfirmedAddress, 'c').where('c.userId', '=', userId).execute()
}
