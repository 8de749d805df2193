import { defineMigration } from '@plinth/core'

/** The encoding of text files other than UTF-8, for browsers that display them. */
export const encodings = defineMigration('attachments.encodings', 'alter table attachments add column encoding text;')
