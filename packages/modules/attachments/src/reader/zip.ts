import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { xmlEncodingOf } from '../formats/encoding.ts'
import { ReadingError } from './task.ts'

/** How compound files begin: older office files, and newer ones with a password. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** The name under which those with a password contain the file proper. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Maximum number of entries in an archive. */
const MAX_PARTS = 10_000

/** The entries of an office file, which is a ZIP archive. Sizes in headers are not trusted: decompressed bytes are counted. */
export class Parts {
  readonly #archive: ZipFile
  /** By name in lower case, since names of parts are the same in any case. */
  readonly #parts: ReadonlyMap<string, Entry>
  #remaining: number

  private constructor(archive: ZipFile, parts: ReadonlyMap<string, Entry>, inflatedSize: number) {
    this.#archive = archive
    this.#parts = parts
    this.#remaining = inflatedSize
  }

  static async open(bytes: Buffer, inflatedSize: number): Promise<Parts> {
    if (bytes.subarray(0, COMPOUND.length).equals(COMPOUND))
      throw new ReadingError(bytes.includes(ENCRYPTED) ? 'encrypted' : 'unsupported')
    const archive = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: false })
    if (archive.entryCount > MAX_PARTS) throw new ReadingError('too_large')
    const parts = new Map<string, Entry>()
    for await (const entry of archive.eachEntry()) {
      if (entry.isEncrypted()) throw new ReadingError('encrypted')
      parts.set(keyOf(entry.fileName), entry)
    }
    return new Parts(archive, parts, inflatedSize)
  }

  has(name: string): boolean {
    return this.#parts.has(keyOf(name))
  }

  /** The name if there is such an entry. */
  find(name: string): string | undefined {
    return this.has(name) ? name : undefined
  }

  /** Matching names in lower case, sorted by the numbers in them. */
  names(pattern: RegExp): string[] {
    const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0)
    return [...this.#parts.keys()].filter((name) => pattern.test(name)).sort((a, b) => numberOf(a) - numberOf(b))
  }

  /** Streams the decompressed text of an entry; empty if it does not exist. */
  async *read(name: string): AsyncGenerator<string> {
    const entry = this.#parts.get(keyOf(name))
    if (!entry) return
    const stream: Readable = await this.#archive.openReadStreamPromise(entry)
    let decoder: TextDecoder | undefined
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#remaining -= chunk.length
      if (this.#remaining < 0) throw new ReadingError('too_large')
      decoder ??= new TextDecoder(xmlEncodingOf(chunk) ?? 'utf-8')
      yield decoder.decode(chunk, { stream: true })
    }
    if (decoder) yield decoder.decode()
  }
}

const keyOf = (name: string) => name.replace(/^\/+/, '').toLowerCase()
