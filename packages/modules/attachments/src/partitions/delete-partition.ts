import { badInput, conflict, defineCommand, notFound, Ok } from '@plinth/core'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { Attachment, Partition } from '../entities.ts'
import { assertUnlocked } from './assert-unlocked.ts'
import { isDefaultId, isDefaultPartition } from './find-partition.ts'

const inUse = () => conflict('Partition is in use and cannot be removed.')

/** Deletes an empty partition. */
export const deletePartition = defineCommand({
  id: 'attachments.partitions.delete',
  label: 'Delete partition',
  access: features.manage,
  resource: 'attachments.partition',
  entity: Partition,
  input: z.object({ id: z.uuid() }),
  output: Ok,
  // An upload may arrive between the check and the deletion.
  constraints: { attachments_partition_fkey: inUse },
  async run(ctx) {
    assertUnlocked(ctx)
    const { input, from, scope, invalidate } = ctx
    const found = await from(Partition, 'p')
      .select('p.code')
      .select((eb) => {
        const files = eb.selectFrom(from.table(Attachment, 'a')).select('a.id')
        return eb.exists(files.whereRef('a.partitionCode', '=', 'p.code')).as('isUsed')
      })
      .where('p.id', '=', input.id)
      .forUpdate('p')
      .executeTakeFirst()
    const isDefault = found ? isDefaultPartition(found.code) : isDefaultId(scope.tenantId, input.id)
    if (isDefault) throw badInput('Default partitions cannot be removed.')
    if (!found) throw notFound('Partition')
    if (found.isUsed) throw inUse()
    await from.delete(Partition, 'p').where('p.id', '=', input.id).execute()
    invalidate(tags.partitions(scope.tenantId))
    return { ok: true as const }
  },
})
