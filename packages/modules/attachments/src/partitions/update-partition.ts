import { badInput, defineCommand, notFound, sql } from '@plinth/core'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { assertUnlocked } from './assert-unlocked.ts'
import { emptyToNull, PartitionFields } from './partition-fields.ts'
import { partitionColumns, PartitionView } from './partition-view.ts'

/** Replaces what is said of a partition. Its code stays; an omitted `isPublic` makes it private, as published. */
export const updatePartition = defineCommand({
  id: 'attachments.partitions.update',
  label: 'Update partition',
  access: features.manage,
  resource: 'attachments.partition',
  input: PartitionFields.extend({ id: z.uuid() }),
  output: z.object({ item: PartitionView }),
  target: ({ input }) => ({ id: input.id }),
  async run(ctx) {
    assertUnlocked(ctx)
    const { input, db, scope, now, invalidate } = ctx
    const { rows: found } = await sql<{ code: string; ocrModel: string | null; requiresOcr: boolean }>`
      select p.code, p.ocr_model as "ocrModel", p.requires_ocr as "requiresOcr" from attachment_partitions p
      where p.tenant_id = ${scope.tenantId} and p.id = ${input.id} for update`.execute(db)
    const before = found[0]
    if (!before) throw notFound('Partition')
    if (before.code !== input.code) throw badInput('Partition code cannot be changed.')
    const { title, description = null, isPublic = false, requiresOcr = before.requiresOcr } = input
    const ocrModel = input.ocrModel === undefined ? before.ocrModel : emptyToNull(input.ocrModel)
    const { rows } = await sql<z.output<typeof PartitionView>>`
      update attachment_partitions p set title = ${title}, description = ${emptyToNull(description)},
        is_public = ${isPublic}, requires_ocr = ${requiresOcr}, ocr_model = ${ocrModel},
        updated_at = ${now().toISOString()}
      where p.tenant_id = ${scope.tenantId} and p.id = ${input.id} returning ${partitionColumns}`.execute(db)
    invalidate(tags.partitions(scope.tenantId))
    return { item: rows[0]! }
  },
})
