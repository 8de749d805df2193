import { defineJob, sql } from '@plinth/core'
import { z } from 'zod'
import { purgeRequests } from '../commands/purge-requests.ts'

/** Purges requests that have expired, every hour; without any it writes nothing. */
export const purgeExpiredRequests = defineJob({
  id: 'onboarding.purge-expired-requests',
  payload: z.object({}),
  schedule: '51 * * * *',
  async run({ asSystem, now, run, signal }) {
    const time = now().toISOString()
    let more = await asSystem('look for expired onboarding requests', async ({ db }) => {
      const { rows } = await sql`select from onboarding_requests where expires_at <= ${time} limit 1`.execute(db)
      return rows.length > 0
    })
    while (more && !signal.aborted) ({ more } = await run(purgeRequests, {}))
  },
})
