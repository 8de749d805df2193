import { type CommandContext, defineCommand, notFound, Ok, sql } from '@plinth/core'
import { anyOf, columns } from '@plinth/core/data'
import { z } from 'zod'
import { emitFileEvent } from '../file-events.ts'
import { features } from '../contract.ts'
import { Attachment } from '../entities.ts'
import { attachmentRules } from '../rule-points.ts'
import { Tags } from '../tags.ts'

/** Moves a file to another record of the same kind, and updates assignments that point to the former record. */
export const moveAttachment = defineCommand({
  id: 'attachments.attachments.move',
  label: 'Move file',
  access: features.manage,
  resource: 'attachments.attachment',
  entity: Attachment,
  rules: attachmentRules.update,
  input: z.object({ id: z.uuid(), recordId: z.string(), organizationId: z.uuid().optional(), tags: Tags.optional() }),
  output: Ok,
  async run(ctx) {
    const { id, ...to } = ctx.input
    if ((await moveFiles(ctx, [id], to)) === 0) throw notFound('Attachment')
    return { ok: true as const }
  },
})

interface FileMove {
  readonly recordId: string
  /** The record's organization, if known. */
  readonly organizationId?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/** Moves any number of files in one statement and returns how many were moved. */
export async function moveFiles(
  ctx: Pick<CommandContext<unknown>, 'db' | 'from' | 'scope' | 'now' | 'emit' | 'invalidate'>,
  ids: readonly string[],
  { recordId, organizationId, tags }: FileMove,
): Promise<number> {
  const { db, from, now } = ctx
  // If assignments become equal, the last one wins, in the position of the first.
  const { rows } = await sql<{ id: string; organizationId: string | null }>`
    update attachments a set record_id = ${recordId},
      organization_id = coalesce(${organizationId ?? null}::uuid, a.organization_id), tags = coalesce(${tags ?? null}::text[], a.tags),
      updated_at = ${now().toISOString()}, assignments = (
      select coalesce(jsonb_agg(entry order by ordinal), '[]') from (
        select distinct on (m.entry ->> 'type', m.entry ->> 'id') m.entry,
          min(m.ordinal) over (partition by m.entry ->> 'type', m.entry ->> 'id') as ordinal
        from (
          select e.ordinal, case when e.entry ->> 'type' = a.entity_id and e.entry ->> 'id' = a.record_id
            then jsonb_set(e.entry, '{id}', to_jsonb(${recordId}::text)) else e.entry end as entry
          from jsonb_array_elements(a.assignments) with ordinality e(entry, ordinal)
        ) m order by m.entry ->> 'type', m.entry ->> 'id', m.ordinal desc
      ) moved)
    where ${from.isVisible(Attachment, 'a')} and a.id = ${anyOf(ids)}
    returning ${columns(Attachment, 'a', ['id', 'organizationId'])}`.execute(db)
  for (const moved of rows) emitFileEvent(ctx, 'attachment.updated', moved)
  return rows.length
}
