import { defineCommand, forbidden, Ok, signedIn, sql } from '@plinth/core'
import { z } from 'zod'

export const RenditionKey = z.object({
  tenantId: z.uuid(),
  attachmentId: z.uuid(),
  name: z.string(),
  usedAt: z.string(),
})

/** Forgets renditions whose bytes are gone, unless they were stored again since. Only the platform may run it. */
export const forgetRenditions = defineCommand({
  id: 'attachments.renditions.forget',
  access: signedIn,
  logged: false,
  input: z.object({ renditions: z.array(RenditionKey) }),
  output: Ok,
  async run({ actor, asSystem, input }) {
    if (actor.kind !== 'system') throw forbidden()
    await asSystem('forget renditions whose bytes are gone', ({ db }) =>
      sql`delete from attachment_renditions r using jsonb_to_recordset(${JSON.stringify(input.renditions)}::jsonb)
          as g("tenantId" uuid, "attachmentId" uuid, name text, "usedAt" timestamptz)
        where r.tenant_id = g."tenantId" and r.attachment_id = g."attachmentId" and r.name = g.name
          and date_trunc('milliseconds', r.used_at) = g."usedAt"`.execute(db),
    )
    return { ok: true as const }
  },
})
