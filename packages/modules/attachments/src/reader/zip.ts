import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { ReadingError } from './task.ts'

/** Parts that a file may list. */
const MAX_PARTS = 10_000

/** The parts of an office file, which is a ZIP archive. Headers are not trusted: the inflated bytes are counted. */
export class Parts {
  readonly #archive: ZipFile
  readonly #parts: ReadonlyMap<string, Entry>
  #remaining: number

  private constructor(archive: ZipFile, parts: ReadonlyMap<string, Entry>, inflatedSize: number) {
    this.#archive = archive
    this.#parts = parts
    this.#remaining = inflatedSize
  }

  static async open(bytes: Buffer, inflatedSize: number): Promise<Parts> {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: false })
    if (archive.entryCount > MAX_PARTS) throw new ReadingError('too_large')
    const parts = new Map<string, Entry>()
    for await (const entry of archive.eachEntry()) {
      if (entry.isEncrypted()) throw new ReadingError('encrypted')
      parts.set(entry.fileName, entry)
    }
    return new Parts(archive, parts, inflatedSize)
  }

  /** Names that match, in the order of the numbers in them. */
  names(pattern: RegExp): string[] {
    const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0)
    return [...this.#parts.keys()].filter((name) => pattern.test(name)).sort((a, b) => numberOf(a) - numberOf(b))
  }

  /** The text of a part while it is inflated; nothing when there is no such part. */
  async *read(name: string): AsyncGenerator<string> {
    const entry = this.#parts.get(name)
    if (!entry) return
    const stream: Readable = await this.#archive.openReadStreamPromise(entry)
    const decoder = new TextDecoder()
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#remaining -= chunk.length
      if (this.#remaining < 0) throw new ReadingError('too_large')
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  }
}
