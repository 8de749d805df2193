import { defineCommand, notFound, sql } from '@plinth/core'
import { columns } from '@plinth/core/data'
import { z } from 'zod'
import { emitFileEvent } from '../file-events.ts'
import { type Assignment, AssignmentInput, distinctAssignments, MAX_ASSIGNMENTS } from '../assignments.ts'
import { features } from '../contract.ts'
import { isFileReachable } from '../records.ts'
import { attachmentRules } from '../rule-points.ts'
import { Tags } from '../tags.ts'
import { Attachment } from '../entities.ts'

/** Replaces the tags or assignments of a file, if given. */
export const updateAttachment = defineCommand({
  id: 'attachments.attachments.update',
  label: 'Update file',
  access: features.manage,
  resource: 'attachments.attachment',
  entity: Attachment,
  rules: attachmentRules.update,
  input: z.object({
    id: z.uuid(),
    tags: Tags.optional(),
    assignments: z.array(AssignmentInput).max(MAX_ASSIGNMENTS).transform(distinctAssignments).optional(),
  }),
  output: z.object({ id: z.uuid(), tags: z.array(z.string()), assignments: z.array(z.custom<Assignment>()) }),
  async run(ctx) {
    const { input, db, from, now } = ctx
    const { id, tags = null, assignments } = input
    const { rows } = await sql<{
      id: string
      organizationId: string | null
      tags: string[]
      assignments: Assignment[]
      entityId: string
      recordId: string
    }>`
      update attachments a set tags = coalesce(${tags}::text[], a.tags),
        assignments = coalesce(${assignments ? JSON.stringify(assignments) : null}::jsonb, a.assignments),
        updated_at = ${now().toISOString()}
      where ${from.isVisible(Attachment, 'a')} and a.id = ${id}
      returning ${columns(Attachment, 'a', ['id', 'organizationId', 'tags', 'assignments', 'entityId', 'recordId'])}`.execute(
      db,
    )
    const updated = rows[0]
    if (!updated || !(await isFileReachable(ctx, updated, 'write'))) throw notFound('Attachment')
    emitFileEvent(ctx, 'attachment.updated', updated)
    return updated
  },
})
