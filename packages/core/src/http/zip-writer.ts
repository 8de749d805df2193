import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Bytes from which sizes no longer fit into the headers of an archive. */
const MAX_SIZE = 0xff_ff_ff_ff

/** An entry that has been written. */
interface WrittenEntry {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly size: number
  readonly packed: number
  readonly isStored: boolean
}

/**
 * Writes a ZIP archive piece by piece, with flat memory: each call returns the bytes that follow those of the calls before. The sizes
 * of an entry follow its bytes, as they are not known before.
 */
export class ZipWriter {
  readonly #entries: WrittenEntry[] = []
  #offset = 0
  #open: { readonly name: Buffer; readonly offset: number; crc: number; size: number; packed: number } | undefined

  /** A whole entry; `isStored` leaves it uncompressed, as some formats want it for their first one. */
  add(name: string, content: string, isStored = false): Buffer {
    const bytes = Buffer.from(content)
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const entry = {
      name: Buffer.from(name),
      offset: this.#offset,
      crc: crc32(bytes),
      size: bytes.length,
      packed: packed.length,
      isStored,
    }
    this.#entries.push(entry)
    return this.#written([localHeader(entry), packed])
  }

  /** Begins an entry whose content follows in pieces. */
  begin(name: string): Buffer {
    this.#open = { name: Buffer.from(name), offset: this.#offset, crc: 0, size: 0, packed: 0 }
    return this.#written([localHeader({ ...this.#open, isStored: false, isStreamed: true })])
  }

  /** The next piece of the open entry. */
  write(content: string): Buffer {
    return this.#written([this.#deflate(content, constants.Z_SYNC_FLUSH)])
  }

  /** Ends the open entry, and the archive. */
  end(content: string): Buffer {
    const last = this.#deflate(content, constants.Z_FINISH)
    const entry = { ...this.#open!, isStored: false }
    const sizes = Buffer.alloc(16)
    sizes.write('PK\x07\x08', 'latin1')
    writeSizes(sizes, 4, entry)
    this.#entries.push(entry)
    const written = this.#written([last, sizes])
    const start = this.#offset
    const listed = this.#entries.map(centralHeader)
    const size = listed.reduce((sum, { length }) => sum + length, 0)
    const end = Buffer.alloc(22)
    end.write('PK\x05\x06', 'latin1')
    end.writeUInt16LE(listed.length, 8)
    end.writeUInt16LE(listed.length, 10)
    end.writeUInt32LE(size, 12)
    end.writeUInt32LE(start, 16)
    return Buffer.concat([written, ...listed, end])
  }

  /** Pieces are compressed by themselves; flushed ones can be strung together. */
  #deflate(content: string, finishFlush: number): Buffer {
    const open = this.#open!
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes, { finishFlush })
    open.crc = crc32(bytes, open.crc)
    open.size += bytes.length
    open.packed += packed.length
    if (open.size > MAX_SIZE) throw new RangeError('The sheet is larger than a ZIP archive can hold')
    return packed
  }

  #written(parts: readonly Buffer[]): Buffer {
    const bytes = Buffer.concat(parts)
    this.#offset += bytes.length
    return bytes
  }
}

interface Header extends WrittenEntry {
  readonly isStreamed?: boolean
}

/** Version 2.0; names are UTF-8; sizes may follow. The time is that at which DOS began. */
function header(entry: Header, signature: string, length: number): Buffer {
  const isCentral = signature === 'PK\x01\x02'
  const bytes = Buffer.alloc(length)
  bytes.write(signature, 'latin1')
  const at = isCentral ? 6 : 4
  if (isCentral) bytes.writeUInt16LE(20, 4)
  bytes.writeUInt16LE(20, at)
  bytes.writeUInt16LE(entry.isStreamed ? 0x08_08 : 0x08_00, at + 2)
  bytes.writeUInt16LE(entry.isStored ? 0 : 8, at + 4)
  bytes.writeUInt16LE(0x00_21, at + 8)
  if (!entry.isStreamed || isCentral) writeSizes(bytes, at + 10, entry)
  bytes.writeUInt16LE(entry.name.length, at + 22)
  return bytes
}

function writeSizes(bytes: Buffer, at: number, { crc, packed, size }: Pick<WrittenEntry, 'crc' | 'packed' | 'size'>) {
  bytes.writeUInt32LE(crc, at)
  bytes.writeUInt32LE(packed, at + 4)
  bytes.writeUInt32LE(size, at + 8)
}

const localHeader = (entry: Header): Buffer => Buffer.concat([header(entry, 'PK\x03\x04', 30), entry.name])

function centralHeader(entry: WrittenEntry): Buffer {
  const bytes = header(entry, 'PK\x01\x02', 46)
  bytes.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([bytes, entry.name])
}
