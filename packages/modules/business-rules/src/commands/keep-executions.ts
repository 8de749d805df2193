import { defineCommand, forbidden, signedIn, type Sql, sql } from '@plinth/core'
import { z } from 'zod'
import { settings } from '../settings.ts'

const Step = z.discriminatedUnion('step', [
  /** Creates the partition for the month `ahead` months from now, if it does not exist. */
  z.object({ step: z.literal('make'), ahead: z.int().min(0) }),
  /** Drops the oldest expired month. */
  z.object({ step: z.literal('drop') }),
  /** Deletes expired rows that belong to no monthly partition. */
  z.object({ step: z.literal('purge') }),
])

/**
 * One maintenance step for the execution logs of all tenants. Each step has its own transaction, because one that waits for a
 * reader of one month must not block another month in the meantime. Only the platform may run it.
 */
export const keepExecutions = defineCommand({
  id: 'business_rules.executions.keep',
  label: 'Keep execution logs',
  access: signedIn,
  undoable: false,
  logged: false,
  resource: 'business_rules.execution',
  input: Step,
  output: z.object({ dropped: z.number().int() }),
  async run({ input, actor, inject, now, log, widenScope }) {
    if (actor.kind !== 'system') throw forbidden()
    const today = now()
    const oldest = monthOf(today, -inject(settings).logMonths)
    const dropped = await widenScope('allTenants', 'keep execution logs', async ({ db }) => {
      if (input.step === 'make') return arrange(db, { month: monthOf(today, input.ahead), months: 0 })
      if (input.step === 'drop') return arrange(db, { month: oldest, months: -1, oldest })
      await sql`select plinth.purge_rule_executions(${oldest}::date)`.execute(db)
      return 0
    })
    if (dropped > 0) log.info({ dropped, oldest }, 'old execution logs dropped')
    return { dropped }
  },
})

interface Months {
  readonly month: string
  /** Additional months to create after `month`; -1 creates none. */
  readonly months: number
  readonly oldest?: string
}

/** Returns the number of months dropped: 0 or 1. */
async function arrange(db: Sql, { month, months, oldest = '-infinity' }: Months): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`
    select plinth.keep_rule_executions(${month}::date, ${months}::integer, ${oldest}::date) as dropped`.execute(db)
  return rows[0]?.dropped ?? 0
}

/** The first day of the month `ahead` months from now (UTC). */
const monthOf = (at: Date, ahead: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1)).toISOString()
