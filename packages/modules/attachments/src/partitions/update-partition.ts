import { badInput, defineCommand, notFound } from '@plinth/core'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { Partition } from '../entities.ts'
import { settings } from '../options.ts'
import { assertUnlocked } from './assert-unlocked.ts'
import { insertDefaultPartitions, isDefaultId } from './find-partition.ts'
import { emptyToNull, PartitionFields } from './partition-fields.ts'
import { partitionColumns, PartitionView } from './partition-view.ts'

/** Updates the given fields of a partition (decision: Partial updates of partitions). Its code cannot be changed. */
export const updatePartition = defineCommand({
  id: 'attachments.partitions.update',
  label: 'Update partition',
  access: features.manage,
  resource: 'attachments.partition',
  entity: Partition,
  input: PartitionFields.partial().extend({ id: z.uuid() }),
  output: z.object({ item: PartitionView }),
  target: ({ input }) => ({ id: input.id }),
  async run(ctx) {
    assertUnlocked(ctx)
    const { input, db, from, scope, now, inject, invalidate } = ctx
    const find = () => from(Partition, 'p').select('p.code').where('p.id', '=', input.id).forUpdate().executeTakeFirst()
    let before = await find()
    if (!before && isDefaultId(scope.tenantId, input.id)) {
      const { readsTexts } = inject(settings)
      await insertDefaultPartitions(db, { tenantId: scope.tenantId, at: now().toISOString(), readsTexts })
      before = await find()
    }
    if (!before) throw notFound('Partition')
    if (input.code !== undefined && input.code !== before.code) throw badInput('Partition code cannot be changed.')
    const { title, description, isPublic, requiresOcr, ocrModel } = input
    const item = await from
      .update(Partition, 'p')
      .set({
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description: emptyToNull(description) }),
        ...(isPublic !== undefined && { isPublic }),
        ...(requiresOcr !== undefined && { requiresOcr }),
        ...(ocrModel !== undefined && { ocrModel: emptyToNull(ocrModel) }),
      })
      .where('p.id', '=', input.id)
      .returning(partitionColumns)
      .executeTakeFirstOrThrow()
    invalidate(tags.partitions(scope.tenantId))
    return { item }
  },
})
