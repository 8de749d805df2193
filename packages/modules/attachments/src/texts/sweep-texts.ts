import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { eachTenant, type From } from '@plinth/core/data'
import { AttachmentText } from '../entities.ts'
import { queueReading } from './read-texts.ts'

/** Maximum tenants handled per run. */
const MAX_TENANTS = 1000

/**
 * Runs every five minutes and queues pending texts that no process is reading, because a host crashed or a storage was
 * unavailable.
 */
export const sweepTexts = defineJob({
  id: 'attachments.sweep-texts',
  payload: z.object({}),
  schedule: '*/5 * * * *',
  async run(ctx) {
    const at = ctx.now().toISOString()
    const unread = (from: From) =>
      from(AttachmentText, 't')
        .select('t.tenantId')
        .distinct()
        .where('t.state', '=', 'waiting')
        .where(({ eb, or }) => or([eb('t.claimedUntil', 'is', null), eb('t.claimedUntil', '<', at)]))
        .limit(MAX_TENANTS)
        .execute()
    await eachTenant(ctx, { reason: 'texts of files', find: unread }, ({ run }) => run(queueReading, {}))
  },
})
