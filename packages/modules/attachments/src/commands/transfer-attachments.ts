import { defineCommand, PlatformError, sql } from '@plinth/core'
import { inScope } from '@plinth/core/data'
import { z } from 'zod'
import { features, tags } from '../contract.ts'

/** Files that one call may move. */
const MAX_MOVED = 1000
const Name = z.string().trim().min(1).max(200)

/** Moves files to another record of the same kind, and what their assignments say of it. Others are passed over. */
export const transferAttachments = defineCommand({
  id: 'attachments.attachments.transfer',
  label: 'Transfer files',
  access: features.manage,
  resource: 'attachments.attachment',
  input: z.object({
    entityId: Name,
    attachmentIds: z.array(z.uuid()).min(1).max(MAX_MOVED),
    toRecordId: Name,
    fromRecordId: Name.optional(),
  }),
  output: z.object({ ok: z.literal(true), updated: z.number().int() }),
  target: ({ input }) => ({ id: null, parent: { kind: input.entityId, id: input.toRecordId } }),
  async run({ input, db, scope, now, invalidate }) {
    const { entityId, attachmentIds, toRecordId, fromRecordId = null } = input
    // Of assignments that become equal the last counts, at the place of the first.
    const { rows } = await sql<{ id: string }>`
      update attachments a set record_id = ${toRecordId}, updated_at = ${now().toISOString()}, assignments = (
        select coalesce(jsonb_agg(entry order by place), '[]') from (
          select distinct on (m.entry ->> 'type', m.entry ->> 'id') m.entry,
            min(m.place) over (partition by m.entry ->> 'type', m.entry ->> 'id') as place
          from (
            select e.place, case when e.entry ->> 'type' = a.entity_id
                and e.entry ->> 'id' = coalesce(${fromRecordId}, a.record_id)
              then jsonb_set(e.entry, '{id}', to_jsonb(${toRecordId}::text)) else e.entry end as entry
            from jsonb_array_elements(a.assignments) with ordinality e(entry, place)
          ) m order by m.entry ->> 'type', m.entry ->> 'id', m.place desc
        ) moved)
      where ${inScope(scope, 'a')} and a.id = any (${attachmentIds}::uuid[]) and a.entity_id = ${entityId}
        and (${fromRecordId}::text is null or a.record_id = ${fromRecordId}) returning a.id`.execute(db)
    if (rows.length === 0) throw new PlatformError('not_found', 'Attachments not found')
    invalidate(...rows.map(({ id }) => tags.attachment(id)))
    return { ok: true as const, updated: rows.length }
  },
})
