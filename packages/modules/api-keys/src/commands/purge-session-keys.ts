import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'

const BATCH = 5_000

/** Deletes expired session keys of all tenants, one batch at a time (K6). Only the platform may run it. */
export const purgeSessionKeys = defineCommand({
  id: 'api_keys.session_keys.purge',
  label: 'Purge session keys',
  access: signedIn,
  undoable: false,
  resource: 'api_keys.session_key',
  input: z.object({}),
  output: z.object({ deleted: z.number().int(), more: z.boolean() }),
  async run({ actor, asSystem, now }) {
    if (actor.kind !== 'system') throw forbidden()
    return asSystem('purge expired session keys', async ({ db }) => {
      const { numAffectedRows } = await sql`delete from session_keys where (tenant_id, id) in (
        select tenant_id, id from session_keys where expires_at <= ${now().toISOString()}
        order by expires_at limit ${BATCH} for update skip locked)`.execute(db)
      const deleted = Number(numAffectedRows ?? 0)
      return { deleted, more: deleted === BATCH }
    })
  },
})
