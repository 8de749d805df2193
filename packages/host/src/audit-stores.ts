import { type ArchiveStore, type CheckpointSink, fileSink, folderArchive } from '@plinth/audit-logs'
import type { HostSettings } from './host-settings.ts'
import { openBucket } from './storage.ts'

/** Where the host stores checkpoints of the audit trail. */
export const openCheckpoints = ({ env, dataFolder }: HostSettings): CheckpointSink =>
  fileSink({ folder: env.AUDIT_CHECKPOINTS_DIR ?? `${dataFolder}/checkpoints` })

/** The folder of the archived action log, if it is stored in one. */
export const archiveFolder = ({ env, dataFolder }: HostSettings): string =>
  env.AUDIT_ARCHIVE_DIR ?? `${dataFolder}/archive`

/** Opens the archive of the action log: the bucket of the files, unless a folder is configured. */
export function openArchive(settings: HostSettings): ArchiveStore {
  const { S3_BUCKET: bucket, AUDIT_ARCHIVE_DIR: folder } = settings.env
  if (bucket === undefined || folder !== undefined) return folderArchive({ root: archiveFolder(settings) })
  let opened: ReturnType<typeof openBucket> | undefined
  const store = () => (opened ??= openBucket(settings.env, bucket))
  return {
    write: async (address, source) => (await store()).write(address, source),
    read: async (address) => (await store()).read(address),
  }
}
