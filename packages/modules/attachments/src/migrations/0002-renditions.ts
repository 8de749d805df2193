import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Pictures in other sizes, kept for the next one who asks. They can always be made again. */
export const renditions = defineMigration(
  'attachments.renditions',
  sqlFile(new URL('./0002-renditions.sql', import.meta.url)),
)
