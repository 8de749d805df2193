import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

/** Bytes at the beginning by which types are recognized. */
const HEAD = 64 * 1024

/** What is learnt of a file while it passes. */
export interface Digest {
  /** Bytes that have passed. */
  size: number
  /** The first bytes, at most 64 KiB. */
  head: Buffer
  /** Of all bytes, in hexadecimal; empty until the end. */
  sha256: string
}

/** Lets `source` pass and learns of it. Nothing but the first bytes is kept. */
export function digestWhileReading(source: Readable): { readonly stream: Readable; readonly digest: Digest } {
  const digest: Digest = { size: 0, head: Buffer.alloc(0), sha256: '' }
  const hash = createHash('sha256')
  async function* pass() {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      digest.size += chunk.length
      hash.update(chunk)
      if (digest.head.length < HEAD) digest.head = Buffer.concat([digest.head, chunk]).subarray(0, HEAD)
      yield chunk
    }
    digest.sha256 = hash.digest('hex')
  }
  return { stream: Readable.from(pass(), { objectMode: false, highWaterMark: HEAD }), digest }
}
