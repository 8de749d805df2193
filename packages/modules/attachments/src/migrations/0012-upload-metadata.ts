import { defineMigration } from '@plinth/core'

/** What a client said of an upload is answered as it was sent: the protocol asks for that, and Base64 has several spellings. */
export const uploadMetadata = defineMigration(
  'attachments.upload_metadata',
  'alter table attachment_uploads add column metadata text;',
)
