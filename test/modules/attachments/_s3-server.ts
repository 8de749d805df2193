import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
