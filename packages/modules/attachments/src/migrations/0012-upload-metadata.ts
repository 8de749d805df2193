import { defineMigration } from '@plinth/core'

/** The upload metadata as the client sent it. The protocol requires returning it unchanged, and Base64 has several spellings. */
export const uploadMetadata = defineMigration(
  'attachments.upload_metadata',
  'alter table attachment_uploads add column metadata text;',
)
