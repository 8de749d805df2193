import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { eachTenant, type From } from '@plinth/core/data'
import { isSilent, sweepJobs } from '../commands/sweep-jobs.ts'
import { ProgressJob } from '../entities.ts'

/** Every minute: fails jobs whose worker is gone. Reading never writes. */
export const sweep = defineJob({
  id: 'progress.sweep',
  payload: z.object({}),
  schedule: '* * * * *',
  async run(ctx) {
    const at = ctx.now().toISOString()
    const findSilent = (from: From) =>
      from(ProgressJob, 'j').select('j.tenantId').distinct().where(isSilent(at)).execute()
    await eachTenant(ctx, { reason: 'sweep of jobs', find: findSilent }, ({ run }) => run(sweepJobs, {}))
  },
})
