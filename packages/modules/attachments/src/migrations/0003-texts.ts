import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Extracted texts. A text belongs to the bytes of its file: it is purged with them, and restored with them when a deletion is
 * undone. Bytes of text per tenant are counted in addition to those of files.
 */
export const texts = defineMigration('attachments.texts', sqlFile(new URL('./0003-texts.sql', import.meta.url)))
