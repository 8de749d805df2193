import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import S3rver from 's3rver'

const BUCKET = 'files'

interface Account {
  createKeyPair(accessKeyId: string, secret: string): void
}

const { DUMMY_ACCOUNT } = createRequire(import.meta.url)('s3rver/lib/models/account.js') as { DUMMY_ACCOUNT: Account }

/** A request to the server, before it is looked at. */
export interface S3Request {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
  /** As it was sent. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  status: number
  type: string
  body: unknown
  set(name: string, value: string): void
}

/** Answers a request itself, or returns false. */
type Intercept = (request: S3Request) => boolean | Promise<boolean>

/** A server that speaks the S3 protocol, on a port and in a folder of its own. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'plinth-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const secrets = new Map<string, string>()
  const intercepting: { by: Intercept } = { by: () => false }
  const uploads = join(directory, BUCKET, '._S3rver_uploads')
  ;(server as S3rver & { readonly middleware: unknown[] }).middleware.unshift(
    async (request: S3Request, next: () => Promise<void>) => {
      if (!isSigned(request, secrets)) return refuse(request, 403, 'SignatureDoesNotMatch')
      if (await intercepting.by(request)) return
      if (!(await abortUpload(uploads, request))) await next()
    },
  )
  const { port } = await server.run()
  storeWhole(server)
  return {
    /** Accepts another access key, and looks at its signatures. */
    addKey(accessKeyId: string, secret: string) {
      DUMMY_ACCOUNT.createKeyPair(accessKeyId, secret)
      secrets.set(accessKeyId, secret)
    },
    /** Looks at all requests from now on. */
    intercept(by: Intercept) {
      intercepting.by = by
    },
    /** What an object holds. */
    read: (key: string): Promise<Buffer> => readFile(join(directory, BUCKET, `${key}._S3rver_object`)),
    /** The ids of uploads that have neither been completed nor aborted. */
    uploads: async (): Promise<string[]> => readdir(uploads).catch(() => []),
    options: {
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    /** The names of what it holds. */
    async objects(): Promise<string[]> {
      const entries = await readdir(join(directory, BUCKET), { recursive: true })
      return entries.filter((name) => name.endsWith('._S3rver_object'))
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/

/** s3rver does not look at signatures of version 4. Those of unknown keys are left to it. */
function isSigned({ method, url, headers }: S3Request, secrets: ReadonlyMap<string, string>): boolean {
  const {
    key = '',
    day = '',
    region = '',
    names = '',
    signature,
  } = SIGNED.exec(headers['authorization'] ?? '')?.groups ?? {}
  const secret = secrets.get(key)
  if (secret === undefined) return true
  const [path = '', search = ''] = url.split('?')
  const query = search
    .split('&')
    .filter(Boolean)
    .map((one) => (one.includes('=') ? one : `${one}=`))
  const lines = names.split(';').map((name) => `${name}:${headers[name]?.trim().replaceAll(/ +/g, ' ')}\n`)
  const request = [method, path, query.toSorted().join('&'), lines.join(''), names, headers['x-amz-content-sha256']]
  const place = `${day}/${region}/s3/aws4_request`
  const hashed = createHash('sha256').update(request.join('\n')).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], place, hashed].join('\n')
  const hmac = (own: string | Buffer, what: string) => createHmac('sha256', own).update(what).digest()
  const signing = place.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(signing, text).toString('hex') === signature
}

/** s3rver does not know how to abort an upload, and does not always answer to a part of one that is gone. */
async function abortUpload(uploads: string, request: S3Request): Promise<boolean> {
  const { uploadId } = request.query
  if (uploadId === undefined) return false
  const isKnown = (await readdir(uploads).catch(() => [] as string[])).includes(uploadId)
  if (!isKnown) refuse(request, 404, 'NoSuchUpload')
  else if (request.method === 'DELETE') {
    await rm(join(uploads, uploadId), { recursive: true })
    request.status = 204
  } else return false
  return true
}

/** Answers as S3 does. */
export function refuse(request: S3Request, status: number, code: string): void {
  request.status = status
  request.type = 'application/xml'
  request.body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
}

const FILES = ['object.md5', 'metadata.json', 'object'] as const

interface StoredObject {
  readonly bucket: string
  readonly key: string
}

interface Store {
  putObject(object: StoredObject): Promise<{ readonly size: number }>
  getResourcePath(bucket: string, key: string, file: (typeof FILES)[number]): string
}

/** s3rver answers a write before all of it is in its file, and reads see it grow. S3 has all of an object, or the one before. */
function storeWhole(server: S3rver): void {
  const { store } = server as S3rver & { readonly store: Store }
  const put = store.putObject.bind(store)
  store.putObject = async (object) => {
    const { bucket, key } = object
    const aside: StoredObject = Object.assign(Object.create(Object.getPrototypeOf(object)), object, {
      key: `${key}.${randomUUID()}`,
    })
    const stored = await put(aside)
    const pathOf = (name: string, file: (typeof FILES)[number]) => store.getResourcePath(bucket, name, file)
    while ((await stat(pathOf(aside.key, 'object'))).size < stored.size) await setTimeout(1)
    for (const file of FILES) await rename(pathOf(aside.key, file), pathOf(key, file))
    return stored
  }
}
