import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import S3rver from 's3rver'

const BUCKET = 'files'

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
  const { port } = await server.run()
  storeWhole(server)
  return {
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
