import { defineMigration } from '@plinth/core'

/** The limit of partitions is checked like all limits of rows. */
export const limitedPartitions = defineMigration(
  'attachments.limited_partitions',
  `drop trigger attachment_partitions_limited on attachment_partitions;
   drop function attachment_partitions_limit();
   select plinth.limit_rows('attachment_partitions', 500, 'A tenant may have at most %s partitions')`,
)
