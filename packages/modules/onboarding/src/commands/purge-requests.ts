import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'

const BATCH = 5_000

/** Deletes requests that have expired or were finished long ago, one batch at a time (S-9). Only the platform may run it. */
export const purgeRequests = defineCommand({
  id: 'onboarding.requests.purge',
  label: 'Purge onboarding requests',
  access: signedIn,
  undoable: false,
  resource: 'onboarding.request',
  input: z.object({}),
  output: z.object({ deleted: z.number().int(), more: z.boolean() }),
  async run({ actor, asSystem, now }) {
    if (actor.kind !== 'system') throw forbidden()
    return asSystem('purge onboarding requests', async ({ db }) => {
      const { numAffectedRows } = await sql`delete from onboarding_requests where (tenant_id, id) in (
        select tenant_id, id from onboarding_requests where expires_at <= ${now().toISOString()}
        order by expires_at limit ${BATCH} for update skip locked)`.execute(db)
      const deleted = Number(numAffectedRows ?? 0)
      return { deleted, more: deleted === BATCH }
    })
  },
})
