import { badInput, del, get, post, put } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Partition } from '../entities.ts'
import { settings } from '../options.ts'
import { createPartition } from './create-partition.ts'
import { deletePartition } from './delete-partition.ts'
import { defaultRows } from './find-partition.ts'
import { partitionColumns, PartitionView } from './partition-view.ts'
import { updatePartition } from './update-partition.ts'

const invalidPayload = () => badInput('Invalid payload')

const listPartitions = get(
  '/attachments/partitions',
  {
    access: features.manage,
    summary: 'List the partitions of the tenant, oldest first.',
    response: z.object({ items: z.array(PartitionView) }),
    reads: 'attachments.partition',
  },
  async ({ from, scope, now, inject }) => {
    const stored = await from(Partition, 'p')
      .select(partitionColumns)
      .orderBy('p.createdAt')
      .orderBy('p.code', 'desc')
      .execute()
    // Missing default partitions of older tenants are stored by the first upload or change.
    const { readsTexts } = inject(settings)
    const missing = defaultRows({ tenantId: scope.tenantId, at: now().toISOString(), readsTexts }).filter(
      (one) => !stored.some(({ code }) => code === one.code),
    )
    return { items: [...stored, ...missing] }
  },
)

/** Routes for the tenant's partitions. */
export const partitionRoutes = [
  listPartitions,
  post('/attachments/partitions', createPartition, {
    summary: 'Create a partition.',
    status: 201,
    errors: [400, 409],
    onInvalid: invalidPayload,
  }),
  put('/attachments/partitions', updatePartition, {
    summary: 'Update a partition. Its code cannot be changed.',
    errors: [400, 404],
    onInvalid: invalidPayload,
  }),
  del('/attachments/partitions', deletePartition, {
    summary: 'Delete a partition that contains no files.',
    errors: [400, 404, 409],
    onInvalid: () => badInput('Partition id is required'),
  }),
]
