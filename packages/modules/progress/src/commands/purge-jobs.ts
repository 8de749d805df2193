import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'

const DAYS = 30
const BATCH = 5_000

/** Forgets jobs of all tenants that ended a month ago, one batch at a time. Only the platform may run it. */
export const purgeJobs = defineCommand({
  id: 'progress.jobs.purge',
  access: signedIn,
  logged: false,
  input: z.object({}),
  output: z.object({ more: z.boolean() }),
  async run({ actor, asSystem, now }) {
    if (actor.kind !== 'system') throw forbidden()
    const until = new Date(now().getTime() - DAYS * 86_400_000).toISOString()
    const { numAffectedRows = 0n } = await asSystem('purge jobs that ended long ago', ({ db }) =>
      sql`delete from progress_jobs where (tenant_id, id) in (
        select tenant_id, id from progress_jobs where finished_at <= ${until} order by finished_at limit ${BATCH}
        for update skip locked)`.execute(db),
    )
    return { more: Number(numAffectedRows) === BATCH }
  },
})
