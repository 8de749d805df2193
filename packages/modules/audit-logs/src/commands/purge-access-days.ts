import { type Sql, sql } from '@plinth/core'
import { z } from 'zod'
import { definePlatformCommand } from '../platform-command.ts'
import { ACCESS_DAYS, daysBefore } from '../retention.ts'

/** Rows per statement. */
const BATCH = 5_000

/**
 * Deletes expired daily counts and packs, one batch at a time; `more` is true if others may be left. Only the platform may run
 * it.
 */
export const purgeAccessDays = definePlatformCommand({
  id: 'audit_logs.accesses.purge_days',
  reason: 'enforce the retention of the access log',
  input: z.object({}),
  output: z.object({ more: z.boolean() }),
  async run({ now }, db) {
    for (const table of TABLES)
      for (const expired of expiredDays(table, now())) if (await deleteBatch(db, table, expired)) return { more: true }
    return { more: false }
  },
})

const TABLES = ['plinth.access_days', 'plinth.access_packs'] as const
type AccessTable = (typeof TABLES)[number]

/**
 * Returns whether more may be left. Deletes the rows of one person and day together, because their key starts with these
 * columns.
 */
async function deleteBatch(db: Sql, table: AccessTable, expired: ExpiredDays): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} d
    where (d.tenant_id, d.actor_id, d.day) in (${expired} limit ${BATCH})`.execute(db)
  return numAffectedRows >= BATCH
}

type ExpiredDays = ReturnType<typeof expiredDays>[number]

/** Conditions for tenants without their own setting and for tenants with one. */
function expiredDays(table: AccessTable, now: Date) {
  const day = (days: number) => sql`${daysBefore(now, days).toISOString().slice(0, 10)}::date`
  const days = sql`select a.tenant_id, a.actor_id, a.day from ${sql.table(table)} a`
  return [
    sql`${days} where a.day < ${day(ACCESS_DAYS)}
      and not exists (select from log_retention r where r.tenant_id = a.tenant_id and r.log = 'access')`,
    sql`${days} join log_retention r on r.tenant_id = a.tenant_id and r.log = 'access' and a.day < ${day(0)} - r.days`,
  ]
}
