import { type Context, sql } from '@plinth/core'
import { z } from 'zod'
import { definePlatformCommand } from '../platform-command.ts'
import { daysBefore, firstDayKept } from '../retention.ts'

/** Logs of what was done. */
const ACTION_LOGS = ['action_log', 'changes', 'turns', 'seals'] as const
const LOGS = ['access_packs', ...ACTION_LOGS] as const

/** Days after its end in which a month may still get entries of commands that began in it. */
const GRACE_DAYS = 2

/** Makes the months to come of one log of what was done. Only the platform may run it. */
export const makeMonths = definePlatformCommand({
  id: 'audit_logs.months.make',
  reason: 'make the months of a log',
  input: z.object({ log: z.enum(ACTION_LOGS) }),
  output: z.object({}),
  async run({ input: { log }, now }, db) {
    await sql`select plinth.open_log_month(${log}, ${now().toISOString()}::timestamptz + m * interval '1 month')
      from generate_series(0, 2) m`.execute(db)
    return {}
  },
})

/**
 * Drops the months of one log that are past keeping: of what was read all of it, of what was done those of which nothing
 * is left. Only the platform may run it.
 */
export const dropMonths = definePlatformCommand({
  id: 'audit_logs.months.drop',
  reason: 'drop the months of a log',
  input: z.object({ log: z.enum(LOGS) }),
  output: z.object({}),
  async run({ input: { log }, now }, db) {
    const before = log === 'access_packs' ? await firstDayKept(db, now()) : daysBefore(now(), GRACE_DAYS)
    await sql`select plinth.drop_months(${log}, ${before.toISOString()}::timestamptz)`.execute(db)
    return {}
  },
})

/** Arranges the months of all logs, for `eachStep`: one log at a time, and one lock, so that it waits for nobody who waits for it. */
export const monthSteps = ({ run }: Pick<Context, 'run'>): Readonly<Record<string, () => Promise<unknown>>> =>
  Object.fromEntries([
    ...ACTION_LOGS.map((log) => [`make months of ${log}`, () => run(makeMonths, { log })]),
    ...LOGS.map((log) => [`drop months of ${log}`, () => run(dropMonths, { log })]),
  ])
