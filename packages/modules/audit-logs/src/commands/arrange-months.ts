import { sql } from '@plinth/core'
import { z } from 'zod'
import { definePlatformCommand } from '../platform-command.ts'
import { daysBefore, firstDayKept } from '../retention.ts'

/** Logs whose months this makes and drops. */
export const MONTHLY = ['access_packs', 'action_log', 'changes', 'turns', 'seals'] as const

/** Days after its end in which a month may still get entries of commands that began in it. */
const GRACE_DAYS = 2

/**
 * Makes the months to come of one log, and drops those that are past keeping: of what was read all of it, of what was done
 * those of which nothing is left. One log at a time, so that it waits for nobody who waits for it. Only the platform may run it.
 */
export const arrangeMonths = definePlatformCommand({
  id: 'audit_logs.months.arrange',
  reason: 'arrange the months of a log',
  input: z.object({ log: z.enum(MONTHLY) }),
  output: z.object({ dropped: z.number().int() }),
  async run({ input: { log }, now }, db) {
    const at = now()
    if (log !== 'access_packs')
      await sql`select plinth.open_log_month(${log}, ${at.toISOString()}::timestamptz + m * interval '1 month')
        from generate_series(0, 2) m`.execute(db)
    const before = log === 'access_packs' ? await firstDayKept(db, at) : daysBefore(at, GRACE_DAYS)
    const { rows } = await sql<{ dropped: number }>`
      select plinth.drop_months(${log}, ${before.toISOString()}::timestamptz) as dropped`.execute(db)
    return { dropped: rows[0]?.dropped ?? 0 }
  },
})
