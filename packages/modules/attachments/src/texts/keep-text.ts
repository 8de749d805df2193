import { defineCommand, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { inTenant } from '@plinth/core/data'
import { removedObject } from '../objects/removed-object.ts'
import { settings } from '../options.ts'

/**
 * Stores the text of an object before its file is created; if no file follows, it is removed with the object. Returns the stored
 * text, or null if the tenant exceeds its text quota.
 */
export const keepText = defineCommand({
  id: 'attachments.texts.keep',
  access: signedIn,
  logged: false,
  constraints: { attachment_texts_tenant_id_id_fkey: removedObject },
  input: z.object({ objectId: z.uuid(), content: z.string() }),
  output: z.object({ content: z.string().nullable() }),
  async run({ input, db, scope, now, inject }) {
    const { tenantId, organizationId } = scope
    const { content } = input
    const { rows } = await sql`
      insert into attachment_texts (tenant_id, id, organization_id, state, content, created_at, updated_at)
      select ${tenantId}, ${input.objectId}, ${organizationId}, 'read', ${content}, ${now().toISOString()}, ${now().toISOString()}
      where ${Buffer.byteLength(content)} + coalesce((select text_bytes from attachment_usage u where ${inTenant(scope, 'u')}), 0)
        <= ${inject(settings).textQuota}
      returning id`.execute(db)
    return { content: rows.length > 0 ? content : null }
  },
})
