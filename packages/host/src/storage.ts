import type { Storage } from '@plinth/attachments'
import type { Env } from './env/env.ts'
import type { HostSettings } from './host-settings.ts'

/** Opens the storage of files: a bucket if one is configured, otherwise a folder. */
export async function openStorage({ env, environment, dataFolder }: HostSettings): Promise<Storage> {
  if (env.S3_BUCKET !== undefined) return openBucket(env, env.S3_BUCKET)
  const { localStorage, toEnvKey } = await import('@plinth/attachments')
  return localStorage({
    root: `${dataFolder}/files`,
    // Partitions are created at run time, so the names of these variables are not known in advance.
    rootOf: (partition) => environment[toEnvKey(partition)]?.trim() || undefined,
  })
}

/** Opens an S3-compatible bucket. Loaded on demand, because the SDK is large and most hosts do not need it. */
export async function openBucket(env: Env, bucket: string): Promise<Storage> {
  const { S3_REGION: region, S3_ENDPOINT: endpoint } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const { s3Storage } = await loadBuckets()
  return s3Storage({
    bucket,
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  })
}

async function loadBuckets() {
  try {
    return await import('@plinth/attachments/s3')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    const message = 'S3_BUCKET needs the package @plinth/attachments: npm install @plinth/attachments'
    throw Object.assign(new Error(message, { cause }), { code: 'wrong_environment' })
  }
}
