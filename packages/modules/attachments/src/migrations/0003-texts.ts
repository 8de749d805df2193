import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * What is written in files. A text belongs to the bytes: it is purged with them, and is back with them when a deletion is
 * undone. How many bytes of text a tenant has is counted beside those of its files.
 */
export const texts = defineMigration('attachments.texts', sqlFile(new URL('./0003-texts.sql', import.meta.url)))
