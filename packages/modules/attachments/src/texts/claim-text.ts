import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { inTenant, columns } from '@plinth/core/data'
import { addressColumns } from '../objects/addresses.ts'
import { settings } from '../options.ts'
import { Attachment, AttachmentText, Partition } from '../entities.ts'

/** Attempts after which a file is given up, since it may be what crashes the hosts. */
const MAX_ATTEMPTS = 3

const TextClaim = z.object({
  objectId: z.uuid(),
  partition: z.string(),
  key: z.string(),
  mimeType: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  ocrModel: z.string().nullable(),
  pagesRead: z.number().int(),
})
export type ClaimedText = z.output<typeof TextClaim>

/**
 * Claims the tenant's file that has waited longest for text extraction, in the queue of slow files or in the other queue. No
 * other process reads it until the claim expires; after too many attempts, the file is marked unreadable. For the platform
 * only.
 */
export const claimText = defineCommand({
  id: 'attachments.texts.claim',
  access: signedIn,
  logged: false,
  input: z.object({ isLong: z.boolean() }),
  output: z.object({ file: TextClaim.nullable() }),
  async run({ actor, input, db, scope, now, inject }) {
    if (actor.kind !== 'system') throw forbidden()
    const at = now()
    await sql`update attachment_texts set state = 'unreadable', reason = 'too_much_work', updated_at = ${at.toISOString()}
      where ${inTenant(scope, 'attachment_texts')} and state = 'waiting' and attempts >= ${MAX_ATTEMPTS}
        and claimed_until < ${at.toISOString()}`.execute(db)
    const until = new Date(at.getTime() + (inject(settings).readingSeconds + SPARE_SECONDS) * 1000)
    const { rows } = await sql<Omit<ClaimedText, 'fileName'> & { originalName: string }>`
      update attachment_texts t set attempts = t.attempts + 1, claimed_until = ${until.toISOString()} from (
        select w.id, ${columns(Attachment, 'a', ['objectId', 'mimeType', 'originalName', 'fileSize'])},
          ${columns(Partition, 'p', ['ocrModel'])}, ${columns(AttachmentText, 'w', ['pagesRead'])}, o.partition_code, o.object_key
        from attachment_texts w
        join attachment_objects o on o.tenant_id = w.tenant_id and o.id = w.id
        join attachments a on a.tenant_id = w.tenant_id and a.object_id = w.id
        join attachment_partitions p on p.tenant_id = a.tenant_id and p.code = a.partition_code
        where ${inTenant(scope, 'w')} and w.state = 'waiting' and w.is_long = ${input.isLong} and w.attempts < ${MAX_ATTEMPTS}
          and (w.claimed_until is null or w.claimed_until < ${at.toISOString()})
        order by w.created_at, w.id limit 1 for update of w skip locked
      ) o where ${inTenant(scope, 't')} and t.id = o.id
      returning o."objectId", ${addressColumns}, o."mimeType", o."originalName", o."fileSize", o."ocrModel", o."pagesRead"`.execute(
      db,
    )
    const [found] = rows
    return { file: found ? { ...found, fileName: found.originalName } : null }
  },
})

/** Seconds added to the reading time for startup, fetching and writing. */
const SPARE_SECONDS = 30
