import { type Context, sql } from '@plinth/core'
import { inTenant, type RawBuilder } from '@plinth/core/data'
import { tags } from '../contract.ts'

/**
 * Ends the logins of many accounts within a command, whose undo neither restores them nor needs them. `accounts` is a query of
 * ids of accounts of the current tenant, `except` one of ids of logins that go on. Returns how many ended. Sign-ins with a
 * password that are about to complete wait for the command, and then see what it has written.
 *
 * @example
 * await endSessionsOfMany(ctx, { accounts: sql`select …`, except: sql`select …` })
 */
export async function endSessionsOfMany(
  { db, scope, invalidate }: Pick<Context, 'db' | 'scope' | 'invalidate'>,
  { accounts, except }: { readonly accounts: RawBuilder<unknown>; readonly except: RawBuilder<unknown> },
): Promise<number> {
  await sql`select u.id from users u where ${inTenant(scope, 'u')} and u.id in (${accounts})
    order by u.id for no key update`.execute(db)
  const ended = await sql<{ id: string }>`delete from sessions s where ${inTenant(scope, 's')}
    and s.user_id in (${accounts}) and s.id not in (${except}) returning s.id`.execute(db)
  invalidate(...ended.rows.map(({ id }) => tags.session(id)))
  return ended.rows.length
}
