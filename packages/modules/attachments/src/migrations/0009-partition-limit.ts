import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * A tenant has 500 partitions at most, whoever adds them: commands on several hosts at once, or an undone deletion. Those
 * who add to one tenant wait for each other.
 */
export const partitionLimit = defineMigration(
  'attachments.partition_limit',
  sqlFile(new URL('./0009-partition-limit.sql', import.meta.url)),
)
