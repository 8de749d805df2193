import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Bytes at the beginning by which types are recognized. */
const HEAD = 64 * 1024

/** What is computed of a file while it passes. */
export interface FileDigest {
  /** Bytes that have passed. */
  size: number
  /** The first bytes, at most 64 KiB. */
  head: Buffer
  /** Of all bytes, in hexadecimal; empty until the end. */
  sha256: string
  /** Resolves when all has passed; never, when something breaks on the way. */
  readonly whole: Promise<void>
}

/**
 * Computes while another reader consumes `source`, in whatever way: no chunk is copied or passed on. Nothing but the first
 * bytes is kept.
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
  // Listening alone would let the bytes flow before anybody takes them.
  source.pause()
  return digest
}
