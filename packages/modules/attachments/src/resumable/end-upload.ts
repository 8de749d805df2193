import { type Context, defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { inTenant } from '@plinth/core/data'
import { features } from '../contract.ts'
import { releaseParts, removeParts } from '../objects/upload-parts.ts'

const Address = z.object({ partition: z.string(), key: z.string() })

/** Deletes an upload of the caller, and returns the addresses of its parts. */
export const endUpload = defineCommand({
  id: 'attachments.uploads.end',
  access: features.manage,
  logged: false,
  input: z.object({ id: z.uuid() }),
  output: z.object({ parts: z.array(Address) }),
  async run({ input, actor, scope, db, now }) {
    const { rows } = await sql`select from attachment_uploads u
      where ${inTenant(scope, 'u')} and id = ${input.id} and created_by = ${actor.id} for update`.execute(db)
    if (rows.length === 0) return { parts: [] }
    const parts = await releaseParts({ db, scope }, { id: input.id, at: now() })
    await sql`delete from attachment_uploads u where ${inTenant(scope, 'u')} and id = ${input.id}`.execute(db)
    return { parts }
  },
})

/** Ends an upload and removes its stored bytes. What cannot be removed now is left to the sweep. */
export async function discardUpload(ctx: Pick<Context, 'run' | 'inject' | 'log'>, id: string): Promise<void> {
  const { parts } = await ctx.run(endUpload, { id })
  await removeParts(ctx, parts)
}
