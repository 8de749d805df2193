import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { keepExecutions } from '../commands/keep-executions.ts'

/** Once a day, makes the partitions of the months to come and drops the execution logs that are too old. */
export const keepExecutionLogs = defineJob({
  id: 'business_rules.keep-execution-logs',
  payload: z.object({}),
  schedule: '17 3 * * *',
  async run({ run }) {
    for (const step of ['make', 'drop'] as const) await run(keepExecutions, { step })
  },
})
