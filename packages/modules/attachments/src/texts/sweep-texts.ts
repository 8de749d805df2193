import { defineJob, sql, systemSession } from '@plinth/core'
import { z } from 'zod'
import { queueReading } from './read-texts.ts'

/** Tenants that are helped at once. */
const MOST = 1000

/** Every five minutes: asks for the texts that nobody is reading, because a host died or a storage was away. */
export const sweepTexts = defineJob({
  id: 'attachments.sweep-texts',
  payload: z.object({}),
  schedule: '*/5 * * * *',
  run: ({ asSystem, now }) =>
    asSystem('find texts that nobody reads', async ({ db, within }) => {
      const { rows } = await sql<{ tenantId: string }>`
        select distinct tenant_id as "tenantId" from attachment_texts
        where state = 'waiting' and (claimed_until is null or claimed_until < ${now().toISOString()})
        limit ${MOST}`.execute(db)
      for (const { tenantId } of rows) {
        const session = systemSession('texts of files', { tenantId, organizationId: null, organizationIds: null })
        await within(session, ({ run }) => run(queueReading, {}))
      }
    }),
})
