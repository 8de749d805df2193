import { type Context, defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { inTenant } from '@plinth/core/data'
import { features } from '../contract.ts'
import { addressColumns } from '../objects/addresses.ts'
import { type ObjectAddress, storage } from '../storage/storage.ts'

const Address = z.object({ partition: z.string(), key: z.string() })

/** Releases the objects of an upload's parts. Their bytes may then be removed, by the sweep at the latest. */
export async function releaseParts(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  { id, at }: { id: string; at: Date },
): Promise<ObjectAddress[]> {
  const { rows } = await sql<ObjectAddress>`
    update attachment_objects o set state = 'purging', changed_at = ${at.toISOString()} from attachment_upload_parts p
    where ${inTenant(scope, 'p')} and p.upload_id = ${id} and o.tenant_id = p.tenant_id and o.id = p.id
    returning ${addressColumns}`.execute(db)
  await sql`delete from attachment_upload_parts p where ${inTenant(scope, 'p')} and upload_id = ${id}`.execute(db)
  return rows
}

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

/** Removes the bytes of parts that are no longer needed. */
export async function removeParts(
  { inject, log }: Pick<Context, 'inject' | 'log'>,
  parts: readonly ObjectAddress[],
): Promise<void> {
  for (const address of parts) {
    try {
      await inject(storage).delete(address)
    } catch (error) {
      log.warn({ err: error }, 'a part of an upload is left to the sweep')
    }
  }
}
