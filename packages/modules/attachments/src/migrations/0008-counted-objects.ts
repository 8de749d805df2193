import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * The size of an announced object is taken from the row that keeps it, so that an upload need not write it twice; a released
 * object has already been counted with its own. Objects are limited in number as well as in bytes, since empty files take space
 * too.
 */
export const countedObjects = defineMigration(
  'attachments.counted_objects',
  sqlFile(new URL('./0008-counted-objects.sql', import.meta.url)),
)
