import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { purgeAccesses } from '../commands/purge-accesses.ts'

/** Enforces the retention of the access log, every night. */
export const retainAccesses = defineJob({
  id: 'audit_logs.retain-accesses',
  payload: z.object({}),
  schedule: '41 2 * * *',
  async run({ log, run, signal }) {
    for (let more = true; more && !signal.aborted;) {
      const purged = await run(purgeAccesses, {})
      if (purged.months + purged.deleted > 0) log.info(purged, 'accesses past keeping purged')
      more = purged.more
    }
  },
})
