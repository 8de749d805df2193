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

// Texts
export { documentReader, type DocumentReaderOptions } from './texts/document-reader.ts'
export type { OcrProvider } from './texts/provider-reader.ts'
export { type Reading, SlowFile, type TextFile, type TextReader, UnreadableFile } from './texts/text-reader.ts'
