import { badInput } from '@plinth/core'
import {
  defaultPartitionOf,
  findPartition,
  type PartitionFacts,
  type PartitionReader,
} from '../partitions/find-partition.ts'

/**
 * Chooses the partition of an upload: the first existing one of these codes, else the default for its record. A public
 * partition must be named explicitly, except for images of products, whose default is public (decision: Uploads).
 */
export async function choosePartition(
  ctx: PartitionReader,
  { entityId, codes }: { entityId: string; codes: readonly (string | undefined)[] },
): Promise<PartitionFacts> {
  for (const code of codes) {
    const partition = code === undefined ? undefined : await findPartition(ctx, code.trim())
    if (partition) return partition
  }
  const usual = await findPartition(ctx, defaultPartitionOf(entityId))
  if (!usual) throw badInput('Storage partition is not configured.')
  if (usual.isPublic && !isMeantToBePublic(usual.code))
    throw badInput('A public partition must be named by partitionCode.')
  return usual
}

const isMeantToBePublic = (code: string) => code === 'productsMedia'
