import { defineJob, sql } from '@plinth/core'
import { z } from 'zod'
import { purgeSessionKeys } from '../commands/purge-session-keys.ts'

/** Purges expired session keys, every hour; without any it writes nothing. */
export const purgeExpiredKeys = defineJob({
  id: 'api_keys.purge-session-keys',
  payload: z.object({}),
  schedule: '37 * * * *',
  async run({ asSystem, now, run, signal }) {
    let more = await asSystem('look for expired session keys', async ({ db }) => {
      const { rows } = await sql`select from session_keys where expires_at <= ${now().toISOString()} limit 1`.execute(
        db,
      )
      return rows.length > 0
    })
    while (more && !signal.aborted) ({ more } = await run(purgeSessionKeys, {}))
  },
})
