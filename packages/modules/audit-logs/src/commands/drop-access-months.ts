import { type Sql, sql } from '@plinth/core'
import { z } from 'zod'
import { definePlatformCommand } from '../platform-command.ts'
import { ACCESS_DAYS, daysBefore, firstDayKept } from '../retention.ts'

/**
 * Opens the months to come, drops those that nobody keeps any more, and forgets the counts of days past keeping. Only
 * the platform may run it.
 */
export const dropAccessMonths = definePlatformCommand({
  id: 'audit_logs.accesses.drop_months',
  reason: 'enforce the retention of the access log',
  input: z.object({}),
  output: z.object({ months: z.number().int() }),
  async run({ now }, db) {
    const at = now()
    await sql`select plinth.open_access_month(${at.toISOString()}::timestamptz + m * interval '1 month')
      from generate_series(0, 2) m`.execute(db)
    const months = await dropMonths(db, await firstDayKept(db, at))
    await deleteDays(db, at)
    return { months }
  },
})

async function dropMonths(db: Sql, before: Date): Promise<number> {
  const { rows } = await sql<{ months: number }>`
    select plinth.drop_access_months(${before.toISOString()}::timestamptz) as months`.execute(db)
  await sql`delete from plinth.access_days where day < ${before.toISOString().slice(0, 10)}::date`.execute(db)
  return rows[0]?.months ?? 0
}

/** The counts and the packs of days past keeping. */
async function deleteDays(db: Sql, at: Date): Promise<void> {
  const today = sql`${daysBefore(at, 0).toISOString()}::timestamptz`
  const usual = sql`${daysBefore(at, ACCESS_DAYS).toISOString()}::timestamptz`
  for (const table of [sql`plinth.access_days`, sql`plinth.access_packs`]) {
    await sql`delete from ${table} a where a.day < ${usual}
      and not exists (select from log_retention r where r.tenant_id = a.tenant_id and r.log = 'access')`.execute(db)
    await sql`delete from ${table} a using log_retention r
      where a.tenant_id = r.tenant_id and r.log = 'access' and a.day < ${today} - r.days * interval '1 day'`.execute(db)
  }
}
