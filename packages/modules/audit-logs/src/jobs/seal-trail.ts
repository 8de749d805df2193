import { defineJob } from '@plinth/core'
import { eachStep } from '@plinth/core/data'
import { z } from 'zod'
import { anchoring } from '../trail/anchoring.ts'
import { sealEntries } from '../trail/seal-entries.ts'

/** Chains new entries every minute and sends the ends of the chains to the host's checkpoint sink. */
export const sealTrail = defineJob({
  id: 'audit_logs.seal-trail',
  payload: z.object({}),
  schedule: '* * * * *',
  async run(ctx) {
    const { inject, run, signal } = ctx
    await eachStep(ctx, {
      'chain the action log': async () => {
        let { next } = await run(sealEntries, { walk: null })
        while (next && !signal.aborted) ({ next } = await run(sealEntries, { walk: next }))
      },
      'anchor the ends of the chains': () => inject(anchoring).run(ctx, signal),
    })
  },
})
