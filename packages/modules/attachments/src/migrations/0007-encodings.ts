import { defineMigration } from '@plinth/core'

/** How texts are encoded that are not UTF-8, for browsers that show them. */
export const encodings = defineMigration('attachments.encodings', 'alter table attachments add column encoding text;')
