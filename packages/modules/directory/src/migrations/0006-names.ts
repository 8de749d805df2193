import { defineOnlineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Lists are sorted by name in the caller's language. The former indexes are those of hosts of the previous version. */
export const names = defineOnlineMigration(
  'directory.names',
  sqlFile(new URL('./0006-names-online.sql', import.meta.url)),
)
