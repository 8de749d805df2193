import { type CommandContext, sql } from '@plinth/core'
import { defineBatchedLog } from '@plinth/core/data'
import { randomId } from '@plinth/core/security'
import { SignIn, type SignInMethod } from '../entities.ts'
import { sendNotice } from '../mail/mail-notice.ts'
import type { SignInDevice } from './sign-in-device.ts'

/** A sign-in, or an attempt. */
interface Attempt {
  readonly userId: string
  readonly method: SignInMethod
  readonly outcome: 'success' | 'wrong_factor' | 'refused'
  readonly device: SignInDevice
}

/** Adds a sign-in to the history of its account, inside the command that decides it, and tells the owner of a new device. */
export async function noteSignIn(ctx: CommandContext, { userId, method, outcome, device }: Attempt): Promise<void> {
  const { from, now } = ctx
  const { isKnown, ...facts } = device
  const isNew = outcome === 'success' && !isKnown && (await isNewDevice(ctx, userId, device))
  await from
    .insert(SignIn, { id: randomId(), userId, method, outcome, ...facts, createdAt: now().toISOString() })
    .execute()
  if (!isNew) return
  const detail = [facts.userAgent ?? 'unknown', facts.ipAddress ?? ''].join(', ')
  sendNotice(ctx, { userId, kind: 'newDevice', detail: detail.slice(0, 300) })
}

/**
 * Clients without cookies are recognized by their IP address and user agent. The first sign-in of an account is not reported.
 */
async function isNewDevice(
  { from }: CommandContext,
  userId: string,
  { deviceHash, userAgent, ipAddress }: SignInDevice,
): Promise<boolean> {
  const earlier = await from(SignIn, 's')
    .select(
      sql<boolean>`coalesce(bool_or(${sql.ref('s.deviceHash')} = ${deviceHash}
        or (${sql.ref('s.userAgent')} is not distinct from ${userAgent}
          and ${sql.ref('s.ipAddress')} is not distinct from ${ipAddress})), false)`.as('isKnown'),
    )
    .select(sql<number>`count(*)::int`.as('signIns'))
    .where('s.userId', '=', userId)
    .where('s.outcome', '=', 'success')
    .executeTakeFirstOrThrow()
  return earlier.signIns > 0 && !earlier.isKnown
}

/** A wrong password for an account that exists. */
interface WrongPassword {
  readonly id: string
  readonly tenantId: string
  readonly userId: string
  readonly at: string
  readonly userAgent: string | null
  readonly ipAddress: string | null
}

/** Wrong passwords, at most one in five minutes per account and IP address, so that outsiders cannot fill the table. */
export const wrongPasswords = defineBatchedLog<WrongPassword>({
  id: 'auth.wrong_passwords',
  statements: (attempts) => [
    sql`
    insert into sign_ins (id, tenant_id, user_id, method, outcome, user_agent, ip_address, created_at)
    select distinct on (a."tenantId", a."userId", a."ipAddress") a.id, a."tenantId", a."userId", 'password', 'wrong_password',
      a."userAgent", a."ipAddress", a.at
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as a (id uuid, "tenantId" uuid, "userId" uuid,
      "userAgent" text, "ipAddress" text, at timestamptz)
    join users u on u.tenant_id = a."tenantId" and u.id = a."userId"
    where not exists (select from sign_ins s where s.tenant_id = a."tenantId" and s.user_id = a."userId"
      and s.outcome = 'wrong_password' and s.ip_address is not distinct from a."ipAddress"
      and s.created_at > a.at - interval '5 minutes')
    on conflict do nothing`,
  ],
})
