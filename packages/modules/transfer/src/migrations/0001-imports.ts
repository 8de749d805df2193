import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/**
 * Imports and what became of their rows. These tables have row-level security but are not recorded: what an import writes is
 * recorded in the tables that it writes to, and undone there.
 */
export const imports = defineMigration('transfer.imports', sqlFile(new URL('./0001-imports.sql', import.meta.url)))
