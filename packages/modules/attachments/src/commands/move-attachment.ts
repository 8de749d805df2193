import { type CommandContext, defineCommand, notFound, Ok, sql } from '@plinth/core'
import { anyOf, columns, inScope } from '@plinth/core/data'
import { z } from 'zod'
import { emitFileEvent } from '../file-events.ts'
import { features } from '../contract.ts'
import { Attachment } from '../entities.ts'
import { attachmentRules } from '../rule-points.ts'
import { Tags } from '../tags.ts'

/** Moves a file to another record of the same kind, and what its assignments say of the former one. */
export const moveAttachment = defineCommand({
  id: 'attachments.attachments.move',
  label: 'Move file',
  access: features.manage,
  resource: 'attachments.attachment',
  entity: Attachment,
  rules: attachmentRules.update,
  input: z.object({ id: z.uuid(), recordId: z.string(), tags: Tags.optional() }),
  output: Ok,
  async run(ctx) {
    const { id, ...to } = ctx.input
    if ((await moveFiles(ctx, [id], to)) === 0) throw notFound('Attachment')
    return { ok: true as const }
  },
})

interface FileMove {
  readonly recordId: string
  readonly tags?: readonly string[] | undefined
}

/** Moves files in one statement, however many they are, and returns how many. */
export async function moveFiles(
  ctx: Pick<CommandContext<unknown>, 'db' | 'scope' | 'now' | 'emit' | 'invalidate'>,
  ids: readonly string[],
  { recordId, tags }: FileMove,
): Promise<number> {
  const { db, scope, now } = ctx
  // Of assignments that become equal the last counts, at the place of the first.
  const { rows } = await sql<{ id: string; organizationId: string | null }>`
    update attachments a set record_id = ${recordId}, tags = coalesce(${tags ?? null}::text[], a.tags),
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
    where ${inScope(scope, 'a')} and a.id = ${anyOf(ids)}
    returning ${columns(Attachment, 'a', ['id', 'organizationId'])}`.execute(db)
  for (const moved of rows) emitFileEvent(ctx, 'attachment.updated', moved)
  return rows.length
}
