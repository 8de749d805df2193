import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { settings } from '../settings.ts'

/**
 * Makes the months of the execution logs of all tenants, or drops those past keeping. Not both in one transaction: a reader
 * could wait for the one and be in the way of the other. Only the platform may run it.
 */
export const keepExecutions = defineCommand({
  id: 'business_rules.executions.keep',
  label: 'Keep execution logs',
  access: signedIn,
  undoable: false,
  logged: false,
  resource: 'business_rules.execution',
  input: z.object({ step: z.enum(['make', 'drop']) }),
  output: z.object({ dropped: z.number().int() }),
  async run({ input: { step }, actor, inject, now, log, asSystem }) {
    if (actor.kind !== 'system') throw forbidden()
    const today = now()
    const oldest = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - inject(settings).logMonths, 1))
    const [months, before] = step === 'make' ? [2, '-infinity'] : [-1, oldest.toISOString()]
    const { rows } = await asSystem('keep execution logs', ({ db }) =>
      sql<{ dropped: number }>`select plinth.keep_rule_executions(${today.toISOString()}::date, ${months}::integer,
        ${before}::date) as dropped`.execute(db),
    )
    const dropped = rows[0]?.dropped ?? 0
    if (dropped > 0) log.info({ dropped, oldest }, 'old execution logs dropped')
    return { dropped }
  },
})
