import { type Context, sql } from '@plinth/core'
import { z } from 'zod'
import { definePlatformCommand } from '../platform-command.ts'
import { daysBefore, firstDayKept } from '../retention.ts'

/** Tables that record actions. */
const ACTION_LOGS = ['action_log', 'changes', 'turns', 'seals'] as const
const LOGS = ['access_packs', ...ACTION_LOGS] as const

/** Days after the end of a month during which commands that began in it may still add entries. */
const GRACE_DAYS = 2

/** Creates upcoming monthly partitions of one action log table. Only the platform may run it. */
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
 * Drops the expired monthly partitions of one table: those of the packed accesses including all their rows, and those of the
 * action log only if they are empty. Only the platform may run it.
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

/** Maintains the partitions of all logs, for `eachStep`: one log and one lock at a time, so that it cannot deadlock. */
export const monthSteps = ({ run }: Pick<Context, 'run'>): Readonly<Record<string, () => Promise<unknown>>> =>
  Object.fromEntries([
    ...ACTION_LOGS.map((log) => [`make months of ${log}`, () => run(makeMonths, { log })]),
    ...LOGS.map((log) => [`drop months of ${log}`, () => run(dropMonths, { log })]),
  ])
