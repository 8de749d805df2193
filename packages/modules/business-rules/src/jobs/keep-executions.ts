import { defineJob } from '@plinth/core'
import { eachStep, isLockTimeout } from '@plinth/core/data'
import { z } from 'zod'
import { keepExecutions } from '../commands/keep-executions.ts'

/** Once a day, creates upcoming monthly partitions and drops expired execution logs. */
export const keepExecutionLogs = defineJob({
  id: 'business_rules.keep-execution-logs',
  payload: z.object({}),
  schedule: '17 3 * * *',
  async run(ctx) {
    const { run, log, signal } = ctx
    /** Postpones a step that a running backup blocks to the next night, since the backup may read these tables for hours. */
    const orTomorrow = (work: () => Promise<unknown>) => async () => {
      try {
        await work()
      } catch (err) {
        if (!isLockTimeout(err)) throw err
        log.warn({ err }, 'execution logs are in use; retrying the next night')
      }
    }
    const make = (ahead: number) => orTomorrow(() => run(keepExecutions, { step: 'make', ahead }))
    await eachStep(ctx, {
      'make the month': make(0),
      'make the next month': make(1),
      'make the month after it': make(2),
      'delete what has no month': orTomorrow(() => run(keepExecutions, { step: 'purge' })),
      'drop old months': orTomorrow(async () => {
        while (!signal.aborted && (await run(keepExecutions, { step: 'drop' })).dropped > 0);
      }),
    })
  },
})
