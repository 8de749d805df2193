import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { sealEntries } from '../trail/seal-entries.ts'

/** Chains every minute what was written since. */
export const sealTrail = defineJob({
  id: 'audit_logs.seal-trail',
  payload: z.object({}),
  schedule: '* * * * *',
  async run({ run, signal }) {
    let { next } = await run(sealEntries, { walk: null })
    while (next && !signal.aborted) ({ next } = await run(sealEntries, { walk: next }))
  },
})
