import { defineJob, sql, systemSession } from '@plinth/core'
import { z } from 'zod'
import { isSilent, sweepJobs } from '../commands/sweep-jobs.ts'

/** Every minute: ends jobs whose worker is gone. Readers never write (B4). */
export const sweep = defineJob({
  id: 'progress.sweep',
  payload: z.object({}),
  schedule: '* * * * *',
  async run({ asSystem, now, signal }) {
    const at = now().toISOString()
    await asSystem('look for jobs whose worker is gone', async ({ db, within }) => {
      const { rows } = await sql<{ tenantId: string }>`
        select distinct j.tenant_id as "tenantId" from progress_jobs j where ${isSilent(at)}`.execute(db)
      for (const { tenantId } of rows) {
        if (signal.aborted) return
        const scope = { tenantId, organizationId: null, organizationIds: null }
        await within(systemSession('sweep of jobs', scope), (ctx) => ctx.run(sweepJobs, {}))
      }
    })
  },
})
