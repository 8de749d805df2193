import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * The database itself refuses a circle, a deleted parent and more than 32 levels, whoever writes: commands, their undo
 * and redo, scripts. Checked at commit, when undo has put all its rows back, and one transaction of a tenant at a time.
 */
export const hierarchy = defineMigration(
  'directory.hierarchy',
  sqlFile(new URL('./0002-hierarchy.sql', import.meta.url)),
)
