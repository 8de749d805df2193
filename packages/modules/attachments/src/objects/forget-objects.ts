import { defineCommand, forbidden, Ok, signedIn, sql } from '@plinth/core'
import { z } from 'zod'

/** Deletes the rows of claimed objects whose bytes are gone. For the platform only. */
export const forgetObjects = defineCommand({
  id: 'attachments.objects.forget',
  access: signedIn,
  logged: false,
  input: z.object({ ids: z.array(z.uuid()) }),
  output: Ok,
  async run({ actor, widenScope, input }) {
    if (actor.kind !== 'system') throw forbidden()
    await widenScope('allTenants', 'forget objects whose bytes are gone', ({ db }) =>
      sql`delete from attachment_objects where id = any (${input.ids}::uuid[]) and state = 'purging'`.execute(db),
    )
    return { ok: true as const }
  },
})
