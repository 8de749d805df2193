import { localStorage, type Storage, toEnvKey } from '@plinth/attachments'
import type { Env } from './env/env.ts'

interface StorageOptions {
  readonly env: Env
  readonly dataFolder: string
  /**
   * Variables in which `ATTACHMENTS_PARTITION_<CODE>_ROOT` is looked up. Partitions are created at run time, so their names are
   * not known in advance.
   */
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** Opens the storage of files: a bucket if one is configured, otherwise a folder. */
export async function openStorage({ env, dataFolder, variables }: StorageOptions): Promise<Storage> {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (bucket === undefined)
    return localStorage({
      root: `${dataFolder}/files`,
      rootOf: (partition) => variables[toEnvKey(partition)]?.trim() || undefined,
    })
  // Loaded on demand, because the SDK is large and most hosts do not need it.
  const { s3Storage } = await import('@plinth/attachments/s3')
  return s3Storage({
    bucket,
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  })
}

/** The folder of the archived action log, if it is stored in one. */
export const archiveFolder = (env: Env, dataFolder: string): string => env.AUDIT_ARCHIVE_DIR ?? `${dataFolder}/archive`

/** Opens the archive of the action log: the bucket of the files, unless a folder is configured. */
export async function openArchive(options: StorageOptions): Promise<Storage> {
  const { env, dataFolder } = options
  if (env.S3_BUCKET !== undefined && env.AUDIT_ARCHIVE_DIR === undefined) return openStorage(options)
  return localStorage({ root: archiveFolder(env, dataFolder) })
}
