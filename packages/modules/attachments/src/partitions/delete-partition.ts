import { badInput, conflict, defineCommand, notFound, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { assertUnlocked } from './assert-unlocked.ts'
import { isDefaultPartition } from './find-partition.ts'

const inUse = () => conflict('Partition is in use and cannot be removed.')

/** Removes a partition that holds no file. */
export const deletePartition = defineCommand({
  id: 'attachments.partitions.delete',
  label: 'Delete partition',
  access: features.manage,
  resource: 'attachments.partition',
  input: z.object({ id: z.uuid() }),
  output: Ok,
  // An upload may arrive between the look and the deletion.
  constraints: { attachments_partition_fkey: inUse },
  async run(ctx) {
    assertUnlocked(ctx)
    const { input, db, scope, invalidate } = ctx
    const { rows } = await sql<{ code: string; isUsed: boolean }>`
      select p.code, exists (select from attachments a where a.tenant_id = p.tenant_id and a.partition_code = p.code)
        as "isUsed" from attachment_partitions p
      where p.tenant_id = ${scope.tenantId} and p.id = ${input.id} for update`.execute(db)
    const found = rows[0]
    if (!found) throw notFound('Partition')
    if (isDefaultPartition(found.code)) throw badInput('Default partitions cannot be removed.')
    if (found.isUsed) throw inUse()
    await sql`delete from attachment_partitions where tenant_id = ${scope.tenantId} and id = ${input.id}`.execute(db)
    invalidate(tags.partitions(scope.tenantId))
    return { ok: true as const }
  },
})
