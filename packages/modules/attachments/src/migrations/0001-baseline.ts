import { defineBaseline, sqlFile } from '@plinth/core/data'

/** Files, their texts, and uploads. */
export const baseline = defineBaseline(
  'attachments.baseline',
  [
    sqlFile(new URL('./0001-files.sql', import.meta.url)),
    sqlFile(new URL('./0001-texts.sql', import.meta.url)),
    sqlFile(new URL('./0001-uploads.sql', import.meta.url)),
  ].join(''),
  [
    'attachments.tables',
    'attachments.renditions',
    'attachments.texts',
    'attachments.counts_and_search',
    'attachments.counts_of_many',
    'attachments.uploads',
    'attachments.encodings',
    'attachments.counted_objects',
    'attachments.partition_limit',
    'attachments.look_ups',
    'attachments.long_texts',
    'attachments.upload_metadata',
  ],
)
