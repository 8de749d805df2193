import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Uploads that their clients may go on with: what is to come, and the objects that hold what has. An object is a part of
 * one upload at most, and parts are not swept as long as their upload waits. How much a tenant has begun is counted
 * beside what it has.
 */
export const uploads = defineMigration('attachments.uploads', sqlFile(new URL('./0006-uploads.sql', import.meta.url)))
