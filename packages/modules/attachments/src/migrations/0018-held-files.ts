import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/**
 * Files that other modules keep, such as exports: only those modules serve them. They keep and release their objects, and count towards
 * the tenant's quota, as attachments do.
 */
export const heldFiles = defineMigration(
  'attachments.held_files',
  sqlFile(new URL('./0018-held-files.sql', import.meta.url)),
)
