import { type Context, sql } from '@plinth/core'
import { User } from './entities.ts'

/** Accounts of one e-mail that are answered; in more tenants than this nobody has one. */
const MAX_ACCOUNTS = 50

/** The ids of the accounts with an e-mail, in any tenant and any spelling of upper and lower case, the oldest first. */
export function findAccountsByEmail({ asSystem }: Pick<Context, 'asSystem'>, email: string): Promise<string[]> {
  return asSystem('find accounts by e-mail', async ({ from }) => {
    const rows = await from(User, 'u')
      .select('u.id')
      .where((eb) => eb(eb.fn<string>('lower', ['u.email']), '=', email.trim().toLowerCase()))
      .orderBy('u.createdAt')
      .orderBy('u.id')
      .limit(sql.lit(MAX_ACCOUNTS))
      .execute()
    return rows.map(({ id }) => id)
  })
}
