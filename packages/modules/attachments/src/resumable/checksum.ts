import { createHash, type Hash } from 'node:crypto'
import { badInput, PlatformError } from '@plinth/core'

/** As `Upload-Checksum` names them. SHA-1 is the one that every server has to know; it finds accidents, not attacks. */
export const CHECKSUM_ALGORITHMS: readonly string[] = ['sha1', 'sha256', 'sha512']

/** What the bytes of one request are expected to hash to. */
export class Checksum {
  readonly #hash: Hash
  readonly #expected: Buffer

  constructor(algorithm: string, expected: Buffer) {
    this.#hash = createHash(algorithm)
    this.#expected = expected
  }

  /** The same bytes, hashed as they pass. */
  async *of(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#hash.update(chunk)
      yield chunk
    }
  }

  /** Throws 460 where other bytes have passed. */
  assertMatches(): void {
    if (!this.#hash.copy().digest().equals(this.#expected))
      throw new PlatformError('checksum_mismatch', 'The bytes do not match Upload-Checksum')
  }
}

/** What `Upload-Checksum` says of the bytes of a request; null without it. Error: 400, also for an algorithm that is not known. */
export function readChecksum(headers: Headers): Checksum | null {
  const header = headers.get('upload-checksum')
  if (header === null) return null
  const [, algorithm = '', digest = ''] = /^([\w-]{1,20}) ([A-Za-z0-9+/]{1,200}={0,2})$/.exec(header.trim()) ?? []
  if (digest === '') throw badInput('Upload-Checksum must be an algorithm and a checksum in Base64')
  if (!CHECKSUM_ALGORITHMS.includes(algorithm.toLowerCase()))
    throw badInput(`Upload-Checksum may use ${CHECKSUM_ALGORITHMS.join(', ')}`)
  return new Checksum(algorithm.toLowerCase(), Buffer.from(digest, 'base64'))
}
