import { defineCommand, forbidden, signedIn, type Sql, sql } from '@plinth/core'
import { z } from 'zod'
import { ACCESS_DAYS, daysBefore, firstDayKept } from '../retention.ts'

/**
 * Opens the months to come, drops those that nobody keeps any more, and forgets the counts of days past keeping. Only
 * the platform may run it.
 */
export const dropAccessMonths = defineCommand({
  id: 'audit_logs.accesses.drop_months',
  access: signedIn,
  logged: false,
  input: z.object({}),
  output: z.object({ months: z.number().int() }),
  async run({ actor, asSystem, now }) {
    if (actor.kind !== 'system') throw forbidden()
    return asSystem('enforce the retention of the access log', async ({ db }) => {
      const at = now()
      await sql`select plinth.open_access_month(${at.toISOString()}::timestamptz + m * interval '1 month')
        from generate_series(0, 2) m`.execute(db)
      const months = await dropMonths(db, await firstDayKept(db, at))
      await deleteDays(db, at)
      return { months }
    })
  },
})

async function dropMonths(db: Sql, before: Date): Promise<number> {
  const { rows } = await sql<{ months: number }>`
    select plinth.drop_access_months(${before.toISOString()}::timestamptz) as months`.execute(db)
  await sql`delete from plinth.access_days where day < ${before.toISOString().slice(0, 10)}::date`.execute(db)
  return rows[0]?.months ?? 0
}

/** The counts of days past keeping. */
async function deleteDays(db: Sql, at: Date): Promise<void> {
  const today = sql`${daysBefore(at, 0).toISOString()}::timestamptz`
  const usual = sql`${daysBefore(at, ACCESS_DAYS).toISOString()}::timestamptz`
  await sql`delete from plinth.access_days a where a.day < ${usual}
    and not exists (select from log_retention r where r.tenant_id = a.tenant_id and r.log = 'access')`.execute(db)
  await sql`delete from plinth.access_days a using log_retention r
    where a.tenant_id = r.tenant_id and r.log = 'access' and a.day < ${today} - r.days * interval '1 day'`.execute(db)
}
