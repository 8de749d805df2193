import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * An object that was announced has the size of the row that keeps it, so that an upload need not write it down twice; one
 * that was released has been counted with its own. Objects have a number beside their bytes, for empty files cost room too.
 */
export const countedObjects = defineMigration(
  'attachments.counted_objects',
  sqlFile(new URL('./0008-counted-objects.sql', import.meta.url)),
)
