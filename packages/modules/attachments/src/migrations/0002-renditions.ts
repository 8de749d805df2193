import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Stored renditions of images, which can always be rendered again. */
export const renditions = defineMigration(
  'attachments.renditions',
  sqlFile(new URL('./0002-renditions.sql', import.meta.url)),
)
