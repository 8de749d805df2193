import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Resumable uploads, and the objects that store their parts. An object is a part of at most one upload, and the sweep spares
 * parts while their upload is unfinished. A tenant's unfinished uploads are counted in addition to its files.
 */
export const uploads = defineMigration('attachments.uploads', sqlFile(new URL('./0006-uploads.sql', import.meta.url)))
