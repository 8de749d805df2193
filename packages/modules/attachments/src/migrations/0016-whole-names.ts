import { defineOnlineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Files are found by the names that people gave them. The published form lacked all letters beyond ASCII. */
export const wholeNames = defineOnlineMigration(
  'attachments.whole_names',
  sqlFile(new URL('./0016-whole-names-online.sql', import.meta.url)),
)
