import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'

/** Rows of one transaction, so that a purge never holds up logins. */
const BATCH = 5_000

/** Deletes expired logins and mailed links of all tenants, one batch at a time (S-9). Only the platform may run it. */
export const purgeExpired = defineCommand({
  id: 'auth.sessions.purge',
  label: 'Purge expired logins and links',
  access: signedIn,
  undoable: false,
  resource: 'auth.session',
  input: z.object({}),
  output: z.object({ deleted: z.number().int(), more: z.boolean() }),
  async run({ actor, asSystem, now }) {
    if (actor.kind !== 'system') throw forbidden()
    const time = now().toISOString()
    return asSystem('purge expired logins and links', async ({ db }) => {
      const logins = await sql`delete from sessions where (tenant_id, id) in (
        select tenant_id, id from sessions where expires_at <= ${time} order by expires_at limit ${BATCH}
        for update skip locked)`.execute(db)
      const links = await sql`delete from password_tokens where (tenant_id, id) in (
        select tenant_id, id from password_tokens where expires_at <= ${time} order by expires_at limit ${BATCH}
        for update skip locked)`.execute(db)
      const counts = [logins, links].map(({ numAffectedRows }) => Number(numAffectedRows ?? 0))
      return { deleted: counts.reduce((sum, count) => sum + count, 0), more: counts.includes(BATCH) }
    })
  },
})
