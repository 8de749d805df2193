import { type CommandContext, sql } from '@plinth/core'
import type { RevertedRow } from '@plinth/core/data'
import { randomId } from '@plinth/core/security'
import type { z } from 'zod'
import { credentials } from './credentials.ts'
import { mailFormerAddress } from './jobs/mail-former-address.ts'
import type { LocaleName } from './messages.ts'

const LIFETIME = 7 * 86_400_000

/** Links of one account at a time: changing an address to and fro must not flood strangers with mails. */
const MAX_LINKS = 10

type Writing = Pick<CommandContext<unknown>, 'db' | 'scope' | 'now' | 'get' | 'enqueue'>

interface Told {
  readonly userId: string
  readonly locale: z.output<typeof LocaleName>
}

/**
 * Tells the address that an account had, inside the command that has changed it, with a link that gives it back for
 * seven days (decision 44). An account that nobody could use yet had no owner who would have to know.
 */
export async function tellFormerAddress(
  ctx: Writing,
  { userId, locale, email }: Told & { readonly email: string },
): Promise<void> {
  const { db, scope, now, get, enqueue } = ctx
  const { hash, restoringToken } = get(credentials)
  const linkId = randomId()
  const time = now()
  const expiry = new Date(time.getTime() + LIFETIME).toISOString()
  const { rows } = await sql`
    insert into password_tokens (id, tenant_id, user_id, token_hash, restores_email, expires_at, created_at, updated_at)
    select ${linkId}::uuid, tenant_id, id, ${hash(restoringToken(linkId))}, ${email}, ${expiry}::timestamptz,
      ${time.toISOString()}::timestamptz, ${time.toISOString()}::timestamptz
    from users u where u.tenant_id = ${scope.tenantId} and u.id = ${userId} and lower(u.email) <> lower(${email})
      and (u.password_hash is not null or exists (select from confirmed_addresses c
        where c.tenant_id = u.tenant_id and c.user_id = u.id and c.email = lower(${email})))
      and (select count(*) from password_tokens t where t.tenant_id = u.tenant_id and t.user_id = u.id
        and ${isLive(time)}) < ${MAX_LINKS}
    returning id`.execute(db)
  if (rows.length > 0) enqueue(mailFormerAddress, { linkId, kind: 'addressChanged', locale })
}

/** Tells the addresses that an account had lately that somebody asked to reset its password, inside a command. */
export async function tellOfReset({ db, scope, now, enqueue }: Writing, { userId, locale }: Told): Promise<void> {
  const { rows } = await sql<{ linkId: string }>`
    select distinct on (lower(t.restores_email)) t.id as "linkId" from password_tokens t
    join users u on u.tenant_id = t.tenant_id and u.id = t.user_id and lower(u.email) <> lower(t.restores_email)
    where t.tenant_id = ${scope.tenantId} and t.user_id = ${userId} and ${isLive(now())}
    order by lower(t.restores_email), t.created_at desc`.execute(db)
  for (const { linkId } of rows)
    enqueue(mailFormerAddress, { linkId, kind: 'resetElsewhere', locale }, { key: `reset elsewhere:${linkId}` })
}

/** Tells the addresses that undo and redo take from accounts, once they are taken. Nobody's language is known there. */
export async function tellOfRevert(ctx: Writing, rows: readonly RevertedRow[]): Promise<void> {
  for (const { table, id: userId, before, after } of rows) {
    if (table !== 'users' || !before || !after || before['email'] === after['email']) continue
    await tellFormerAddress(ctx, { userId, email: String(before['email']), locale: 'en' })
  }
}

/** Ends the links that came with a change and after it: an earlier address still comes before a later one. */
export async function endRestoringLinks(
  { db, scope, now }: Pick<Writing, 'db' | 'scope' | 'now'>,
  { userId, tokenHash }: { readonly userId: string; readonly tokenHash: string },
): Promise<void> {
  await sql`update password_tokens t set used_at = ${now().toISOString()} where t.tenant_id = ${scope.tenantId}
    and t.user_id = ${userId} and ${isLive(now())}
    and t.created_at >= (select created_at from password_tokens where token_hash = ${tokenHash})`.execute(db)
}

const isLive = (time: Date) =>
  sql`t.restores_email is not null and t.used_at is null and t.expires_at > ${time.toISOString()}`
