import { sql } from '@plinth/core'
import { z } from 'zod'
import { definePlatformCommand } from '../platform-command.ts'
import { firstDayKept } from '../retention.ts'

/** Creates upcoming monthly partitions of the access log. Only the platform may run it. */
export const makeAccessMonths = definePlatformCommand({
  id: 'audit_logs.accesses.make_months',
  reason: 'make the months of the access log',
  input: z.object({}),
  output: z.object({}),
  async run({ now }, db) {
    await sql`select plinth.open_access_month(${now().toISOString()}::timestamptz + m * interval '1 month')
      from generate_series(0, 2) m`.execute(db)
    return {}
  },
})

/** Drops monthly partitions of the access log that no tenant retains any longer. Only the platform may run it. */
export const dropAccessMonths = definePlatformCommand({
  id: 'audit_logs.accesses.drop_months',
  reason: 'enforce the retention of the access log',
  input: z.object({}),
  output: z.object({ months: z.number().int() }),
  async run({ now }, db) {
    const before = await firstDayKept(db, now())
    const { rows } = await sql<{ months: number }>`
      select plinth.drop_access_months(${before.toISOString()}::timestamptz) as months`.execute(db)
    return { months: rows[0]?.months ?? 0 }
  },
})
