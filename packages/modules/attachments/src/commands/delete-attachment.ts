import { defineCommand, notFound, Ok, sql } from '@plinth/core'
import { inScope } from '@plinth/core/data'
import { z } from 'zod'
import { announce } from '../announce.ts'
import { features } from '../contract.ts'
import { attachmentRules } from '../rule-points.ts'

/** Deletes a file. Its bytes are kept until the undo window closes. */
export const deleteAttachment = defineCommand({
  id: 'attachments.attachments.delete',
  label: 'Delete file',
  access: features.manage,
  resource: 'attachments.attachment',
  rules: attachmentRules.delete,
  input: z.object({ id: z.uuid() }),
  output: Ok,
  async run(ctx) {
    const { input, db, scope } = ctx
    const { rows } = await sql<{ id: string; organizationId: string | null }>`
      delete from attachments a where ${inScope(scope, 'a')} and a.id = ${input.id}
      returning a.id, a.organization_id as "organizationId"`.execute(db)
    if (!rows[0]) throw notFound('Attachment')
    announce(ctx, 'attachment.deleted', rows[0])
    return { ok: true as const }
  },
})
