import { badInput } from '@plinth/core'
import {
  defaultPartitionOf,
  findPartition,
  type PartitionFacts,
  type PartitionReader,
} from '../partitions/find-partition.ts'

/**
 * Chooses the partition of an upload: the one it names, if it exists, else the default for its record. A public partition must be
 * named explicitly, except for images of products, whose default is public (decision 26).
 */
export async function choosePartition(
  ctx: PartitionReader,
  { entityId, requestedCode = '' }: { entityId: string; requestedCode: string | undefined },
): Promise<PartitionFacts> {
  const code = requestedCode.trim()
  const partition = await findPartition(ctx, code)
  if (partition) return partition
  const usual = await findPartition(ctx, defaultPartitionOf(entityId))
  if (!usual) throw badInput('Storage partition is not configured.')
  if (usual.isPublic && !isMeantToBePublic(usual.code))
    throw badInput('A public partition must be named by partitionCode.')
  return usual
}

const isMeantToBePublic = (code: string) => code === 'productsMedia'
