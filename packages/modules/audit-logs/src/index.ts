export { type AuditLogsOptions, auditLogs, defineAuditLogs } from './module.ts'
export { features } from './contract.ts'
export type { ArchiveAddress, ArchiveStore } from './archive/archive-store.ts'
export { folderArchive, type FolderArchiveOptions } from './archive/folder-archive.ts'
export {
  type ArchiveFile,
  type ArchiveSearch,
  type ArchiveVerification,
  type ReadableEntry,
  searchArchive,
  verifyArchive,
} from './archive/offline-archive.ts'
export { restoreMonth } from './archive/restore-month.ts'
export type { CheckpointSink } from './trail/checkpoint-sink.ts'
export type { Fault } from './trail/fault.ts'
export { fileSink, type FileSinkOptions } from './trail/file-sink.ts'
export { sealEntries } from './trail/seal-entries.ts'
export type { Anchors } from './verification/verify-anchors.ts'
export { type Verification, type VerifyOptions, verifyTrail } from './verification/verify-trail.ts'
