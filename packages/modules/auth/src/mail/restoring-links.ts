import { type CommandContext, sql } from '@plinth/core'
import type { RevertedRow } from '@plinth/core/data'
import { randomId } from '@plinth/core/security'
import type { z } from 'zod'
import { credentials } from '../credentials.ts'
import { ConfirmedAddress, PasswordToken, User } from '../entities.ts'
import { mailFormerAddress } from './mail-former-address.ts'
import type { LocaleName } from '../messages.ts'

const LIFETIME = 7 * 86_400_000

/** Maximum number of active links per account: changing an address back and forth must not flood strangers with email. */
const MAX_LINKS = 10

interface FormerOwner {
  readonly userId: string
  readonly locale: z.output<typeof LocaleName>
}

/**
 * Emails a link to the former address of an account, inside the command that changed it. The link restores the address and is
 * valid for seven days (decision: Changed addresses and failed sign-ins). No email is sent if the account could not be used yet.
 */
export async function notifyFormerAddress(
  ctx: CommandContext,
  { userId, locale, email }: FormerOwner & { readonly email: string },
): Promise<void> {
  const { db, from, now, inject, enqueue } = ctx
  const { hash, restoringToken } = inject(credentials)
  const linkId = randomId()
  const time = now()
  const expiry = new Date(time.getTime() + LIFETIME).toISOString()
  const { rows } = await sql`
    insert into password_tokens (id, tenant_id, user_id, token_hash, restores_email, expires_at, created_at, updated_at)
    select ${linkId}::uuid, u."tenantId", u.id, ${hash(restoringToken(linkId))}, ${email}, ${expiry}::timestamptz,
      ${time.toISOString()}::timestamptz, ${time.toISOString()}::timestamptz
    from ${from.table(User, 'u')} where u.id = ${userId} and lower(u.email) <> lower(${email})
      and (u."passwordHash" is not null or exists (select from ${from.table(ConfirmedAddress, 'c')}
        where c."userId" = u.id and c.email = lower(${email})))
      and (select count(*) from ${from.table(PasswordToken, 't')} where t."userId" = u.id and ${isLive(time)}) < ${MAX_LINKS}
    returning id`.execute(db)
  if (rows.length > 0) enqueue(mailFormerAddress, { linkId, kind: 'addressChanged', locale })
}

/** Notifies an account's recent former addresses, inside a command, that a password reset was requested. */
export async function tellOfReset(
  { from, now, enqueue }: CommandContext,
  { userId, locale }: FormerOwner,
): Promise<void> {
  const rows = await from(PasswordToken, 't')
    .innerJoin(from.table(User, 'u'), 'u.id', 't.userId')
    .select('t.id')
    .distinctOn(({ fn }) => fn<string>('lower', ['t.restoresEmail']))
    .where('t.userId', '=', userId)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['u.email']), '<>', fn<string>('lower', ['t.restoresEmail'])))
    .where(isLive(now()))
    .orderBy(({ fn }) => fn<string>('lower', ['t.restoresEmail']))
    .orderBy('t.createdAt', 'desc')
    .execute()
  for (const { id: linkId } of rows)
    enqueue(mailFormerAddress, { linkId, kind: 'resetElsewhere', locale }, { key: `reset elsewhere:${linkId}` })
}

/** After undo or redo, notifies the addresses that it replaced. The language of the recipients is not known there. */
export async function tellOfRevert(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  for (const { table, id: userId, before, after } of rows) {
    if (table !== 'users' || !before || !after || before['email'] === after['email']) continue
    await notifyFormerAddress(ctx, { userId, email: String(before['email']), locale: 'en' })
  }
}

/** Revokes the link that was used and all later ones. Links of earlier addresses remain valid. */
export async function endRestoringLinks(
  { from, now }: Pick<CommandContext, 'from' | 'now'>,
  { userId, tokenHashes }: { readonly userId: string; readonly tokenHashes: readonly string[] },
): Promise<void> {
  await from
    .update(PasswordToken, 't')
    .set({ usedAt: now().toISOString() })
    .where('t.userId', '=', userId)
    .where(isLive(now()))
    .where('t.createdAt', '>=', ({ selectFrom }) =>
      selectFrom(from.table(PasswordToken, 'used')).select('used.createdAt').where('used.tokenHash', 'in', tokenHashes),
    )
    .execute()
}

const isLive = (time: Date) =>
  sql<boolean>`${sql.ref('t.restoresEmail')} is not null and ${sql.ref('t.usedAt')} is null
    and ${sql.ref('t.expiresAt')} > ${time.toISOString()}`
