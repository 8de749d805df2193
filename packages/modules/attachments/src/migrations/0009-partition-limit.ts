import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Limits a tenant to 500 partitions, whatever adds them: concurrent commands on several hosts, or an undone deletion. Additions
 * to one tenant are serialized.
 */
export const partitionLimit = defineMigration(
  'attachments.partition_limit',
  sqlFile(new URL('./0009-partition-limit.sql', import.meta.url)),
)
