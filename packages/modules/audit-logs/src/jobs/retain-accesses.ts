import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { dropAccessMonths } from '../commands/drop-access-months.ts'

/** Enforces the retention of the access log, every night. */
export const retainAccesses = defineJob({
  id: 'audit_logs.retain-accesses',
  payload: z.object({}),
  schedule: '41 2 * * *',
  async run({ log, run }) {
    const { months } = await run(dropAccessMonths, {})
    if (months > 0) log.info({ months }, 'months of accesses past keeping dropped')
  },
})
