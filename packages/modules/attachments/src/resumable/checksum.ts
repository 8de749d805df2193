import { createHash, type Hash } from 'node:crypto'
import { badInput, PlatformError } from '@plinth/core'

/** The algorithms of `Upload-Checksum`. SHA-1 is the one the protocol requires; it detects corruption, not attacks. */
export const CHECKSUM_ALGORITHMS: readonly string[] = ['sha1', 'sha256', 'sha512']

/** The expected hash of a request's bytes. */
export class Checksum {
  readonly #hash: Hash
  readonly #expected: Buffer

  constructor(algorithm: string, expected: Buffer) {
    this.#hash = createHash(algorithm)
    this.#expected = expected
  }

  /** Passes the bytes through while hashing them. */
  async *of(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#hash.update(chunk)
      yield chunk
    }
  }

  /** Throws 460 if the hash differs. */
  assertMatches(): void {
    if (!this.#hash.copy().digest().equals(this.#expected))
      throw new PlatformError('checksum_mismatch', 'The data does not match Upload-Checksum')
  }
}

/** Parses `Upload-Checksum`; null if absent. Errors: 400, also for an unsupported algorithm. */
export function readChecksum(headers: Headers): Checksum | null {
  const header = headers.get('upload-checksum')
  if (header === null) return null
  const [, algorithm = '', digest = ''] = /^([\w-]{1,20}) ([A-Za-z0-9+/]{1,200}={0,2})$/.exec(header.trim()) ?? []
  if (digest === '') throw badInput('Upload-Checksum must be an algorithm and a checksum in Base64')
  if (!CHECKSUM_ALGORITHMS.includes(algorithm.toLowerCase()))
    throw badInput(`Upload-Checksum may use ${CHECKSUM_ALGORITHMS.join(', ')}`)
  return new Checksum(algorithm.toLowerCase(), Buffer.from(digest, 'base64'))
}
