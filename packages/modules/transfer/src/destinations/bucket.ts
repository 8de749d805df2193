import { Readable } from 'node:stream'
import type { Context } from '@plinth/core'
import { outgoing, type OutgoingAnswer } from '@plinth/core/http'
import { keyRing } from '@plinth/core/security'
import { DESTINATION_SECRET } from '../contract.ts'
import { describeFailure, NoAnswer, Unconfirmed } from './describe-failure.ts'
import { ExportDestination } from './entities.ts'
import { destinationHosts } from './hosts.ts'

/** A bucket that is written to. What it refuses, and that it does not answer, is told in words. */
export interface Bucket {
  /** Writes an object, in parts if it is large. Returns its size in bytes. If it rejects, there may be parts left of the upload. */
  write(key: string, source: Readable, options?: WriteOptions): Promise<number>
  /** Removes an object. It is not an error if there is none. */
  remove(key: string): Promise<void>
  /** Removes the parts of an upload. It is not an error if there are none. */
  abort(key: string, uploadId: string): Promise<void>
}

export interface WriteOptions {
  /** Awaited before the first of several parts is sent. */
  readonly onUpload?: (uploadId: string) => Promise<void>
}

type BucketContext = Pick<Context, 'from' | 'inject'>

/** Opens a destination; undefined if there is none. `signal` ends all its calls. */
export async function openBucket(
  { from, inject }: BucketContext,
  id: string,
  signal?: AbortSignal,
): Promise<Bucket | undefined> {
  const found = await from(ExportDestination, 'd')
    .select(['d.endpoint', 'd.region', 'd.bucket', 'd.accessKeyId', 'd.secret', 'd.pathStyle'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const { endpoint, region, bucket: Bucket, accessKeyId, secret, pathStyle } = found
  const { localHosts } = inject(destinationHosts)
  const calls = inject(outgoing)
  // Loaded when it is needed first: it takes megabytes of memory.
  const { AbortMultipartUploadCommand, DeleteObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const connect = (onUpload?: WriteOptions['onUpload']) => {
    const client = new S3Client({
      ...FIXED,
      endpoint,
      region,
      forcePathStyle: pathStyle,
      credentials: { accessKeyId, secretAccessKey: inject(keyRing).decrypt(DESTINATION_SECRET, secret) },
      requestHandler: {
        async handle(request: SentRequest) {
          const { method, headers, body = null, ...place } = request
          const url = toUrl(place)
          const isLong = place.query?.['uploadId'] !== undefined || (body !== null && body.length > LONG_BODY)
          try {
            const answer = await calls.send(
              { url, isLocal: localHosts.includes(url.host) },
              {
                method,
                headers: { ...headers, 'user-agent': 'plinth-exports' },
                body,
                maxAnswer: MAX_ANSWER,
                ...(isLong && { timeout: LONG_TIME }),
                ...(signal && { signal }),
              },
            )
            return { response: toResponse(answer) }
          } catch (error) {
            signal?.throwIfAborted()
            throw NoAnswer.from(error, url.host)
          }
        },
      },
    })
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const result = await next(args)
          const name = CONFIRMED.get(commandName)
          const value =
            name === undefined ? undefined : (result.output as object as Readonly<Record<string, unknown>>)[name]
          if (name !== undefined && typeof value !== 'string') throw new Unconfirmed()
          if (name === 'UploadId') await onUpload?.(value as string)
          return result
        },
      { step: 'initialize' },
    )
    return client
  }
  const tell = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw describeFailure(error, { bucket: Bucket, host: new URL(endpoint).host })
    }
  }
  return {
    async write(Key, source, { onUpload } = {}) {
      let size = 0
      const counted = async function* () {
        for await (const chunk of source as AsyncIterable<Buffer>) {
          size += chunk.length
          yield chunk
        }
      }
      const Body = Readable.from(counted(), { objectMode: false })
      try {
        const upload = new Upload({
          client: connect(onUpload),
          params: { Bucket, Key, Body },
          partSize: PART,
          queueSize: 2,
          leavePartsOnError: true,
        })
        await tell(upload.done())
      } finally {
        Body.destroy()
      }
      return size
    },
    async remove(Key) {
      await tell(connect().send(new DeleteObjectCommand({ Bucket, Key })))
    },
    async abort(Key, UploadId) {
      await tell(
        connect()
          .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
          .catch((error: unknown) => {
            if ((error as Error).name !== 'NoSuchUpload') throw error
          }),
      )
    },
  }
}

/** What the answer to a command has if it was carried out: a web server, or a page of a proxy, answers 200 as well. */
const CONFIRMED: ReadonlyMap<string, string> = new Map([
  ['PutObjectCommand', 'ETag'],
  ['CreateMultipartUploadCommand', 'UploadId'],
  ['UploadPartCommand', 'ETag'],
  ['CompleteMultipartUploadCommand', 'ETag'],
])

/** Bytes of a part: the minimum of the protocol. There are at most 10,000, and two in memory. */
const PART = 5 * 1024 * 1024

/** Milliseconds that a call may take with so many bytes, or that joins thousands of parts. */
const [LONG_TIME, LONG_BODY] = [120_000, 1_000_000]

/** Bytes of an answer, none of which is an object. */
const MAX_ANSWER = 65_536

/** What the environment of the process would decide otherwise, and what other stores than Amazon's may not have. */
const FIXED = {
  maxAttempts: 3,
  retryMode: 'standard',
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  useArnRegion: false,
  disableS3ExpressSessionAuth: true,
  disableMultiregionAccessPoints: true,
  followRegionRedirects: false,
  expectContinueHeader: false,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const

/** A request as the SDK has signed it. */
interface SentRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

type Place = Omit<SentRequest, 'method' | 'headers' | 'body'>

function toUrl({ protocol, hostname, port, path, query = {} }: Place): URL {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encode(name)}=${encode(one ?? '')}`),
  )
  const search = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  return new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${search}`)
}

/** As the signature has it. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

const toResponse = ({ status, headers, body }: OutgoingAnswer) => ({
  statusCode: status,
  headers: Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  ),
  body: Readable.from(body.length > 0 ? [body] : [], { objectMode: false }),
})
