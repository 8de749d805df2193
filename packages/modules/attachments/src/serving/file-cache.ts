import { finished } from 'node:stream/promises'
import { MIB } from '@plinth/core'
import { LRUCache } from 'lru-cache'
import type { Storage } from '../storage/storage.ts'
import type { ServedFile } from './find-file.ts'
import { BytesInFlight } from './bytes-in-flight.ts'

/** Maximum bytes of cached files in total, and of one cached file. */
const [MAX_CACHED, MAX_SIZE] = [32 * MIB, MIB]
/** Limit for cached bytes still being sent, beyond which no further file is cached: slow clients hold theirs for long. */
const MAX_IN_FLIGHT = 64 * MIB
/** Maximum files loaded in parallel. */
const READ_AT_ONCE = 8
/** Maximum number of files whose recent requests are remembered. */
const REMEMBERED = 10_000

/**
 * Caches small files that are requested repeatedly, which saves reads and requests to an object store. Stored bytes never change;
 * access is checked before. A file of 20 KB takes 0.14 ms of CPU time from here and 0.4 ms from a folder (eight alternating
 * pairs of 15,000 requests, the whole request counted).
 */
export class FileCache {
  readonly #asked = new LRUCache<string, true>({ max: REMEMBERED })
  readonly #kept = new LRUCache<string, Buffer>({ maxSize: MAX_CACHED, sizeCalculation: ({ length }) => length + 500 })
  readonly #reading = new Map<string, Promise<Buffer | null>>()
  readonly inFlight = new BytesInFlight()

  /** The bytes of a small file that was requested before; null for others, which should be streamed. */
  get(files: Storage, file: ServedFile): Promise<Buffer | null> | Buffer | null {
    if (file.fileSize > MAX_SIZE) return null
    const key = `${file.partition} ${file.key}`
    const bytes = this.#kept.get(key)
    if (bytes) return bytes
    const isKnown = this.#asked.has(key)
    this.#asked.set(key, true)
    const found = this.#reading.get(key)
    if (found || !isKnown || this.#reading.size >= READ_AT_ONCE || this.inFlight.total > MAX_IN_FLIGHT)
      return found ?? null
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
