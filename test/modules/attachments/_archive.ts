import { crc32, deflateRawSync } from 'node:zlib'

/** One part of an archive. */
export interface ArchivePart {
  readonly name: string
  readonly bytes: string | Uint8Array
  /** What its headers say of its size, where they lie. */
  readonly saysSize?: number
}

/** A ZIP archive, as honest as its parts. */
export function archive(parts: readonly ArchivePart[]): Buffer {
  const files: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, bytes, saysSize } of parts) {
    const plain = Buffer.from(bytes as string)
    const packed = deflateRawSync(plain)
    const title = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(plain), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(saysSize ?? plain.length, 18)
    facts.writeUInt16LE(title.length, 22)
    files.push(Buffer.from('PK\x03\x04'), facts, title, packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    entries.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, title)
    offset += 30 + title.length + packed.length
  }
  const listed = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, listed, end])
}
