import { finished } from 'node:stream/promises'
import { MIB } from '@plinth/core'
import { LRUCache } from 'lru-cache'
import type { Storage } from '../storage/storage.ts'
import type { ServedFile } from './find-file.ts'
import { LentBytes } from './lent-bytes.ts'

/** Bytes of small files that are kept in memory, and bytes of one that is small. */
const [HOT_BYTES, HOT_SIZE] = [32 * MIB, MIB]
/** Bytes on their way to clients beyond which no other file is taken into memory: slow clients hold theirs for long. */
const LENT_BYTES = 64 * MIB
/** Files that are taken into memory at once. */
const READ_AT_ONCE = 8
/** Files of which recent requests are remembered. */
const REMEMBERED = 10_000

/**
 * Small files that are asked for again and again: they cost no reading, and no request to an object store. What is stored
 * never changes; whether a caller may see it is decided before.
 */
export class HotFiles {
  readonly #asked = new LRUCache<string, true>({ max: REMEMBERED })
  readonly #kept = new LRUCache<string, Buffer>({ maxSize: HOT_BYTES, sizeCalculation: ({ length }) => length + 500 })
  readonly #reading = new Map<string, Promise<Buffer | null>>()
  readonly lent = new LentBytes()

  /** All bytes of a small file that was asked for before; null for others, which are to be streamed. */
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

/** All bytes of an object; null when there is none. */
export async function readWhole(files: Storage, file: ServedFile): Promise<Buffer | null> {
  const found = await files.read(file)
  if (!found) return null
  const chunks: Buffer[] = []
  await finished(found.stream.on('data', (chunk: Buffer) => chunks.push(chunk)))
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
