// The module
export { attachments } from './module.ts'
export type { AttachmentsOptions } from './options.ts'

// Public declarations
export { events, features } from './contract.ts'
export { Attachment, Partition } from './entities.ts'

// Storage
export { toEnvKey } from './names.ts'
export { localStorage, type LocalStorageOptions } from './storage/local-storage.ts'
export {
  assertAddress,
  type ByteRange,
  type ObjectAddress,
  type ReadObject,
  storage,
  type Storage,
  type StoredObject,
  type WriteOptions,
} from './storage/storage.ts'

// Files of other modules
export { openAttachment, type OpenedAttachment } from './serving/open-attachment.ts'
export type { CellError, SheetCell } from './reader/sheet-row.ts'
export type { RowsFormat } from './reader/task.ts'
export { type FileRow, type OpenedRows, readRows, type RowsRequest } from './serving/read-rows.ts'

export {
  type NewHeldFile,
  type OpenedFile,
  openHeldFile,
  releaseHeldFiles,
  storeFile,
  type StoredFile,
} from './held/held-files.ts'

// Texts
export { documentReader, type DocumentReaderOptions } from './text-readers/document-reader.ts'
export type { OcrProvider } from './text-readers/provider-reader.ts'
export { type Reading, SlowFile, type TextFile, type TextReader, UnreadableFile } from './text-readers/text-reader.ts'
