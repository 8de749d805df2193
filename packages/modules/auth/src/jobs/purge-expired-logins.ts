import { defineJob, sql } from '@plinth/core'
import { z } from 'zod'
import { purgeExpired } from '../commands/purge-expired.ts'

/** Purges what has expired, every hour; without anything to purge it writes nothing. */
export const purgeExpiredLogins = defineJob({
  id: 'auth.purge-expired-logins',
  payload: z.object({}),
  schedule: '23 * * * *',
  async run({ asSystem, log, now, run, signal }) {
    const time = now().toISOString()
    const isAnythingExpired = await asSystem('look for expired logins and links', async ({ db }) => {
      const { rows } = await sql<{ found: boolean }>`select exists (select from sessions where expires_at <= ${time})
        or exists (select from password_tokens where expires_at <= ${time}) as found`.execute(db)
      return rows[0]?.found ?? false
    })
    for (let more = isAnythingExpired; more && !signal.aborted;) {
      const purged = await run(purgeExpired, {})
      log.info({ deleted: purged.deleted }, 'expired logins and links purged')
      more = purged.more
    }
  },
})
