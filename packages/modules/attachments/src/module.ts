import { defineModule, type Module, provide, provideShared } from '@plinth/core'
import { recordFiles } from '@plinth/core/data'
import { analytics, pages, readmePage, recordDeletions } from '@plinth/points'
import { fileAnalytics, ownWidgets } from './analytics.ts'
import { createAttachment } from './commands/create-attachment.ts'
import { addRecordFile } from './commands/add-record-file.ts'
import { deleteRecordFile } from './commands/delete-record-file.ts'
import { deleteWithRecord } from './commands/delete-with-record.ts'
import { deleteAttachment } from './commands/delete-attachment.ts'
import { deleteFilesOfRecords } from './commands/delete-files-of-records.ts'
import { moveAttachment } from './commands/move-attachment.ts'
import { transferAttachments } from './commands/transfer-attachments.ts'
import { updateAttachment } from './commands/update-attachment.ts'
import { events, features } from './contract.ts'
import { ofRestrictedRecords } from './records.ts'
import {
  Attachment,
  AttachmentText,
  Partition,
  ResumableUpload,
  AttachmentObject,
  HeldFile,
  StoredRendition,
} from './entities.ts'
import { addRendition } from './images/add-rendition.ts'
import { forgetRenditions } from './images/forget-renditions.ts'
import { imageRoutes } from './images/image-route.ts'
import { Renderer, renderer } from './images/renderer.ts'
import { sweepRenditions } from './jobs/sweep-renditions.ts'
import { sweepObjects } from './jobs/sweep-objects.ts'
import { libraryFileRoutes } from './library/library-file.ts'
import { listLibrary } from './library/library-list.ts'
import { recordFileRoutes } from './library/record-files.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { customValues } from './migrations/0013-custom-values.ts'
import { customIndexes } from './migrations/0014-custom-indexes.ts'
import { names } from './migrations/0015-names.ts'
import { wholeNames } from './migrations/0016-whole-names.ts'
import { limitedPartitions } from './migrations/0017-limited-partitions.ts'
import { heldFiles } from './migrations/0018-held-files.ts'
import { announceObjects } from './objects/announce-objects.ts'
import { claimObjects } from './objects/claim-objects.ts'
import { discardObject } from './objects/discard-object.ts'
import { Flushes, flushes } from './objects/flushes.ts'
import { forgetObjects } from './objects/forget-objects.ts'
import { AnnouncedObjects, announcedObjects } from './objects/announced-objects.ts'
import { type AttachmentsOptions, settings, toAttachmentsSettings } from './options.ts'
import { filesOfRecords } from './record-files.ts'
import { addDefaultPartitions } from './partitions/add-default-partitions.ts'
import { createPartition } from './partitions/create-partition.ts'
import { deletePartition } from './partitions/delete-partition.ts'
import { insertDefaultPartitions, partitionFacts } from './partitions/find-partition.ts'
import { partitionRoutes } from './partitions/routes.ts'
import { updatePartition } from './partitions/update-partition.ts'
import { addPart } from './resumable/add-part.ts'
import { beginUpload } from './resumable/begin-upload.ts'
import { endUpload } from './resumable/end-upload.ts'
import { resumableRoutes } from './resumable/routes.ts'
import { nameSearch, textSearch } from './file-searches.ts'
import { fileRoute } from './serving/file-route.ts'
import { servedFiles } from './serving/find-file.ts'
import { claimText } from './texts/claim-text.ts'
import { keepText } from './texts/keep-text.ts'
import { queueReading, readLongTexts, readTexts } from './texts/read-texts.ts'
import { saveText } from './texts/save-text.ts'
import { sweepTexts } from './texts/sweep-texts.ts'
import { uploadRoute } from './uploads/upload-route.ts'
import { translations } from './translations.ts'

/** Files of any size, attached to records. Provide a `storage` with it. */
export function attachments(options: AttachmentsOptions = {}): Module {
  const values = toAttachmentsSettings(options)
  return defineModule({
    id: 'attachments',
    title: 'Attachments',
    translations,
    entities: [Partition, Attachment, AttachmentText, AttachmentObject, HeldFile, StoredRendition, ResumableUpload],
    dependents: [{ entity: Attachment, visible: ofRestrictedRecords }],
    migrations: [baseline, customValues, customIndexes, names, wholeNames, limitedPartitions, heldFiles],
    searches: [nameSearch, textSearch],
    features,
    contributes: [
      pages.of(readmePage({ title: 'Files', access: features.view }, import.meta.url)),
      ownWidgets,
      analytics.of(fileAnalytics),
      recordDeletions.of({ id: 'attachments.files', run: deleteFilesOfRecords }),
    ],
    roles: { admin: ['attachments.*'], employee: [features.view] },
    services: [
      provide(settings, () => values),
      provide(recordFiles, () => filesOfRecords),
      provideShared(announcedObjects, () => new AnnouncedObjects()),
      provideShared(flushes, () => new Flushes()),
      provideShared(renderer, () => new Renderer(values)),
    ],
    caches: [servedFiles, partitionFacts],
    commands: [
      createAttachment,
      updateAttachment,
      deleteAttachment,
      deleteWithRecord,
      addRecordFile,
      deleteRecordFile,
      transferAttachments,
      moveAttachment,
      addDefaultPartitions,
      createPartition,
      updatePartition,
      deletePartition,
      announceObjects,
      discardObject,
      claimObjects,
      forgetObjects,
      beginUpload,
      addPart,
      endUpload,
      addRendition,
      forgetRenditions,
      keepText,
      claimText,
      saveText,
      queueReading,
    ],
    events,
    jobs: [sweepObjects, sweepRenditions, readTexts, readLongTexts, sweepTexts],
    routes: [
      uploadRoute(),
      ...resumableRoutes(values),
      ...recordFileRoutes,
      listLibrary,
      ...libraryFileRoutes,
      ...partitionRoutes,
      fileRoute(),
      ...imageRoutes,
    ],
    setup: ({ db, scope, now }) =>
      insertDefaultPartitions(db, {
        tenantId: scope.tenantId,
        at: now().toISOString(),
        readsTexts: values.readsTexts,
      }),
  })
}
