import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Bytes at the start that are used for type detection. */
const HEAD = 64 * 1024

/** Computed from a file while it is streamed. */
export interface FileDigest {
  /** Number of bytes so far. */
  size: number
  /** The first bytes, at most 64 KiB. */
  head: Buffer
  /** Hash of all bytes in hexadecimal; empty until the end. */
  sha256: string
  /** Resolves at the end of the stream; never, if it fails. */
  readonly whole: Promise<void>
}

/**
 * Observes `source` while another reader consumes it in any way: no chunk is copied or passed on. Only the first bytes are
 * retained.
 */
export function digestWhileRead(source: Readable): FileDigest {
  const { promise: whole, resolve } = Promise.withResolvers<void>()
  const digest: FileDigest = { size: 0, head: Buffer.alloc(0), sha256: '', whole }
  const hash = createHash('sha256')
  source.on('data', (chunk: Buffer) => {
    digest.size += chunk.length
    hash.update(chunk)
    if (digest.head.length < HEAD)
      digest.head = Buffer.concat([digest.head, chunk.subarray(0, HEAD - digest.head.length)])
  })
  source.once('end', () => {
    digest.sha256 = hash.digest('hex')
    resolve()
  })
  // Adding a listener would start the flow before there is a consumer.
  source.pause()
  return digest
}
