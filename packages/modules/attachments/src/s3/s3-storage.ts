import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { assertAddress, type ObjectAddress, type Storage } from '../storage/storage.ts'

export interface S3StorageOptions {
  readonly bucket: string
  readonly region: string
  /** For stores other than Amazon's: `https://minio.example.com`. */
  readonly endpoint?: string
  /** Whether the bucket is the first path segment, as most other stores require. Default: true with an `endpoint`. */
  readonly pathStyle?: boolean
  /** Default: the SDK's credential chain of environment, shared files and the machine's role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** A prefix for all keys, without a trailing slash. */
  readonly prefix?: string
}

/** An S3-compatible object store. Large objects are uploaded in parts, at most four of which are in memory. */
export function s3Storage(options: S3StorageOptions): Storage & { close(): void } {
  const { bucket: Bucket, region, endpoint, pathStyle = endpoint !== undefined, credentials, prefix } = options
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    // Many compatible stores reject the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const target = (address: ObjectAddress) => {
    assertAddress(address)
    return { Bucket, Key: [prefix, address.partition, address.key].filter(Boolean).join('/') }
  }
  return {
    driver: 's3',
    async write(address, source, { signal } = {}) {
      const upload = new Upload({
        client,
        params: { ...target(address), Body: source },
        partSize: MIN_PART,
        queueSize: 4,
        leavePartsOnError: false,
      })
      const abort = () => void upload.abort()
      signal?.addEventListener('abort', abort, { once: true })
      try {
        signal?.throwIfAborted()
        await upload.done()
      } catch (error) {
        source.destroy()
        throw error
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },
    async read(address, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await unless(404, client.send(new GetObjectCommand({ ...target(address), Range })))
      if (!found?.Body) return null
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0)
      return { size, stream: found.Body as Readable }
    },
    async stat(address) {
      const found = await unless(404, client.send(new HeadObjectCommand(target(address))))
      return found && { size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    },
    async delete(address) {
      const object = target(address)
      await abortUploads(client, object)
      await client.send(new DeleteObjectCommand(object))
    },
    close: () => client.destroy(),
  }
}

/** The minimum part size of the protocol. */
const MIN_PART = 5 * 1024 * 1024

/**
 * Parts written by a crashed host remain stored, and billed, until the upload is aborted. For a store that cannot list them,
 * configure a lifecycle rule for incomplete uploads.
 */
async function abortUploads(client: S3Client, { Bucket, Key }: { Bucket: string; Key: string }): Promise<void> {
  const listed = await unless(501, client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key })))
  for (const { Key: found, UploadId } of listed?.Uploads ?? [])
    if (found === Key && UploadId) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
}

async function unless<T>(status: number, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === status) return null
    throw error
  }
}
