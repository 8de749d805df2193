import { type Context, sql } from '@plinth/core'

/** Accounts of one e-mail that are answered; in more tenants than this nobody has one. */
const MAX_ACCOUNTS = 50

/** The ids of the accounts with an e-mail, in any tenant and any spelling of upper and lower case, the oldest first. */
export function findAccountsByEmail({ asSystem }: Pick<Context, 'asSystem'>, email: string): Promise<string[]> {
  return asSystem('find accounts by e-mail', async ({ db }) => {
    const { rows } = await sql<{ id: string }>`select id from users where lower(email) = ${email.trim().toLowerCase()}
      order by created_at, id limit ${MAX_ACCOUNTS}`.execute(db)
    return rows.map(({ id }) => id)
  })
}
