import { finished } from 'node:stream/promises'
import { MIB } from '@plinth/core'
import { LRUCache } from 'lru-cache'
import type { Storage } from '../storage/storage.ts'
import type { ServedFile } from './find-file.ts'
import { LentBytes } from './lent-bytes.ts'

/** Maximum bytes of cached files in total, and of one cached file. */
const [HOT_BYTES, HOT_SIZE] = [32 * MIB, MIB]
/** Limit for cached bytes still being sent, beyond which no further file is cached: slow clients hold theirs for long. */
const LENT_BYTES = 64 * MIB
/** Maximum files loaded in parallel. */
const READ_AT_ONCE = 8
/** Maximum number of files whose recent requests are remembered. */
const REMEMBERED = 10_000

/**
 * Caches small files that are requested repeatedly, which saves reads and requests to an object store. Stored bytes never change;
 * access is checked before.
 */
export class HotFiles {
  readonly #asked = new LRUCache<string, true>({ max: REMEMBERED })
  readonly #kept = new LRUCache<string, Buffer>({ maxSize: HOT_BYTES, sizeCalculation: ({ length }) => length + 500 })
  readonly #reading = new Map<string, Promise<Buffer | null>>()
  readonly lent = new LentBytes()

  /** The bytes of a small file that was requested before; null for others, which should be streamed. */
  get(files: Storage, file: ServedFile): Promise<Buffer | null> | Buffer | null {
    if (file.fileSize > HOT_SIZE) return null
    const key = `${file.partition} ${file.key}`
    const bytes = this.#kept.get(key)
    if (bytes) return bytes
    const isKnown = this.#asked.has(key)
    this.#asked.set(key, true)
    const found = this.#reading.get(key)
    if (found || !isKnown || this.#reading.size >= READ_AT_ONCE || this.lent.total > LENT_BYTES) return found ?? null
    const reading = readWhole(files, file)
      .then((bytes) => {
        if (bytes?.length !== file.fileSize) return null
        this.#kept.set(key, bytes)
        return bytes
      })
      .finally(() => this.#reading.delete(key))
    this.#reading.set(key, reading)
    return reading
  }
}

/** Reads a whole object; null if it does not exist. */
export async function readWhole(files: Storage, file: ServedFile): Promise<Buffer | null> {
  const found = await files.read(file)
  if (!found) return null
  const chunks: Buffer[] = []
  await finished(found.stream.on('data', (chunk: Buffer) => chunks.push(chunk)))
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
