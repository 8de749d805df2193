import { defineCommand, forbidden, Ok, signedIn, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { z } from 'zod'

const RenditionKey = z.object({
  attachmentId: z.uuid(),
  name: z.string(),
  usedAt: z.string(),
})

/** Deletes the rows of renditions whose bytes were removed, unless they have been stored again since. For the platform only. */
export const forgetRenditions = defineCommand({
  id: 'attachments.renditions.forget',
  access: signedIn,
  logged: false,
  input: z.object({ renditions: z.array(RenditionKey) }),
  output: Ok,
  async run({ actor, db, scope, input }) {
    if (actor.kind !== 'system') throw forbidden()
    await sql`delete from attachment_renditions r using jsonb_to_recordset(${JSON.stringify(input.renditions)}::jsonb)
        as g("attachmentId" uuid, name text, "usedAt" timestamptz)
      where ${inTenant(scope, 'r')} and r.attachment_id = g."attachmentId" and r.name = g.name
        and date_trunc('milliseconds', r.used_at) = g."usedAt"`.execute(db)
    return { ok: true as const }
  },
})
