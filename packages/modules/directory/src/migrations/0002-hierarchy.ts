import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Makes the database reject cycles, deleted parents and more than 32 levels, whatever writes: commands, their undo and redo,
 * scripts. Checked at commit, when undo has restored all rows, and for one transaction of a tenant at a time.
 */
export const hierarchy = defineMigration(
  'directory.hierarchy',
  sqlFile(new URL('./0002-hierarchy.sql', import.meta.url)),
)
