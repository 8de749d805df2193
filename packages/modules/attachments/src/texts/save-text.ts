import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { columns, inTenant, withoutNul } from '@plinth/core/data'
import { emitFileEvent } from '../file-events.ts'
import { settings } from '../options.ts'
import { Attachment } from '../entities.ts'

/**
 * Appends extracted text of a file: completed pages, or the end. Text beyond the tenant's quota or the maximum length is dropped.
 * For the platform only.
 */
export const saveText = defineCommand({
  id: 'attachments.texts.save',
  access: signedIn,
  logged: false,
  input: z.object({
    objectId: z.uuid(),
    /** The state the text is appended to, so that a page added meanwhile is not added twice. */
    after: z.number().int(),
    content: z.string(),
    pagesRead: z.number().int(),
    pages: z.number().int().nullable(),
    state: z.enum(['waiting', 'read', 'unreadable']),
    reason: z.string().max(100).nullable(),
    /** True if another process may continue at once and the attempt does not count as failed. */
    isReleased: z.boolean().default(false),
    /** True if the file is slow, so that it continues to wait in the queue of slow files. */
    isLong: z.boolean().default(false),
  }),
  output: z.object({ isSaved: z.boolean() }),
  async run(ctx) {
    const { actor, input, db, scope, now, inject } = ctx
    if (actor.kind !== 'system') throw forbidden()
    const { objectId, after, content, pagesRead, pages, state, reason, isReleased, isLong } = input
    const { maxTextLength, textQuota } = inject(settings)
    const { rows } = await sql<{ id: string; organizationId: string | null }>`
      update attachment_texts t set content = left(t.content || case when u.is_free then ${withoutNul(content)} else '' end, ${maxTextLength}::int),
        pages_read = ${pagesRead}, pages = coalesce(${pages}, t.pages), updated_at = ${now().toISOString()},
        state = case when u.is_free then ${state} else 'unreadable' end,
        reason = case when u.is_free then ${reason} else 'quota' end,
        claimed_until = case when ${state === 'waiting' && !isReleased} then t.claimed_until end,
        attempts = t.attempts - ${isReleased ? 1 : 0}, is_long = t.is_long or ${isLong}
      from (select coalesce(sum(text_bytes), 0) + ${Buffer.byteLength(content)} <= ${textQuota} as is_free
        from attachment_usage used where ${inTenant(scope, 'used')}) u, attachments a
      where ${inTenant(scope, 't')} and t.id = ${objectId} and t.state = 'waiting' and t.pages_read = ${after}
        and a.tenant_id = t.tenant_id and a.object_id = t.id
      returning ${columns(Attachment, 'a', ['id', 'organizationId'])}`.execute(db)
    const [saved] = rows
    if (saved && state !== 'waiting') emitFileEvent(ctx, 'attachment.updated', saved)
    return { isSaved: saved !== undefined }
  },
})
