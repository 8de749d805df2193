import { defineCommand, forbidden, signedIn, type Sql, sql } from '@plinth/core'
import { z } from 'zod'
import { ACCESS_DAYS, daysBefore, firstDayKept } from '../retention.ts'

/** Rows of one transaction. */
const BATCH = 10_000

/**
 * Opens the months to come, drops those that nobody keeps any more, and deletes one batch of what single tenants do
 * not keep. Only the platform may run it.
 */
export const purgeAccesses = defineCommand({
  id: 'audit_logs.accesses.purge',
  access: signedIn,
  logged: false,
  input: z.object({}),
  output: z.object({ months: z.number().int(), deleted: z.number().int(), more: z.boolean() }),
  async run({ actor, asSystem, now }) {
    if (actor.kind !== 'system') throw forbidden()
    return asSystem('enforce the retention of the access log', async ({ db }) => {
      const at = now()
      await sql`select plinth.open_access_month(${at.toISOString()}::timestamptz + m * interval '1 month')
        from generate_series(0, 2) m`.execute(db)
      const months = await dropMonths(db, await firstDayKept(db, at))
      const deleted = await deleteRows(db, at)
      return { months, deleted, more: deleted >= BATCH / 2 }
    })
  },
})

async function dropMonths(db: Sql, before: Date): Promise<number> {
  const { rows } = await sql<{ months: number }>`
    select plinth.drop_access_months(${before.toISOString()}::timestamptz) as months`.execute(db)
  await sql`delete from plinth.access_days where day < ${before.toISOString().slice(0, 10)}::date`.execute(db)
  return rows[0]?.months ?? 0
}

/** Tenants that keep accesses for long leave months standing, whose other rows are deleted here like those of the last one. */
async function deleteRows(db: Sql, at: Date): Promise<number> {
  const today = sql`${daysBefore(at, 0).toISOString()}::timestamptz`
  const usual = sql`${daysBefore(at, ACCESS_DAYS).toISOString()}::timestamptz`
  const others = sql`not exists (select from log_retention r where r.tenant_id = a.tenant_id and r.log = 'access')`
  const own = sql`a.tenant_id = r.tenant_id and r.log = 'access' and`
  await sql`delete from plinth.access_days a where a.day < ${usual} and ${others}`.execute(db)
  await sql`delete from plinth.access_days a using log_retention r
    where ${own} a.day < ${today} - r.days * interval '1 day'`.execute(db)
  const { numAffectedRows } = await sql`
    delete from plinth.access_log where (tenant_id, created_at, id) in (
      (select a.tenant_id, a.created_at, a.id from plinth.access_log a where a.created_at < ${usual} and ${others}
        limit ${BATCH / 2})
      union all
      (select a.tenant_id, a.created_at, a.id from log_retention r join plinth.access_log a
        on ${own} a.created_at < ${today} - r.days * interval '1 day' limit ${BATCH / 2}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
