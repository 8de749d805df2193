import { defineOnlineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Lists are sorted by name in the caller's language. The former indexes are those of hosts of the previous version. */
export const names = defineOnlineMigration(
  'attachments.names',
  sqlFile(new URL('./0015-names-online.sql', import.meta.url)),
)
