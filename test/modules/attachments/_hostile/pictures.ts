import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { type HostileFile, type Random, times } from './random.ts'

function chunk(kind: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), bytes])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(bytes.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

interface BlackPng {
  readonly width: number
  readonly height: number
  /** How many of them it has. Default: all. */
  readonly rows?: number
}

/** A PNG that says to be of some size. Its pixels are one bit each, so that they pack well. */
export function blackPng({ width, height, rows = height }: BlackPng): Buffer {
  const facts = Buffer.alloc(13)
  facts.writeUInt32BE(width, 0)
  facts.writeUInt32BE(height, 4)
  facts.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', facts), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Pictures whose pixels would not fit anywhere, whole and with a fraction of them. */
export const hugePictures = (random: Random): HostileFile[] =>
  times(16, (index) => {
    const size = random.one([50_000, 100_000, 65_535, 2 ** 31 - 1])
    const picture =
      index < 2
        ? { width: 50_000, height: 50_000, rows: index === 0 ? 2000 : 1 }
        : { width: size, height: size, rows: 0 }
    return { what: 'a picture of too many pixels', name: 'a.png', type: 'image/png', bytes: blackPng(picture) }
  })

/** A GIF of very many frames, all of them the same. */
function gif(frames: number): Buffer {
  const start = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1')
  const frame = Buffer.from(
    '\x21\xf9\x04\x00\x01\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00',
    'latin1',
  )
  return Buffer.concat([start, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** A TIFF of very many pages, or of one that follows itself. */
function tiff(pages: number, isLoop: boolean): Buffer {
  const size = 2 + 6 * 12 + 4
  const file = Buffer.alloc(8 + pages * size + 8)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(8, 4)
  const tags = [
    [256, 1],
    [257, 1],
    [258, 8],
    [262, 1],
    [273, 8 + pages * size],
    [279, 1],
  ]
  for (let page = 0; page < pages; page++) {
    const place = 8 + page * size
    file.writeUInt16LE(tags.length, place)
    for (const [index, [tag, value]] of tags.entries()) {
      const at = place + 2 + index * 12
      file.writeUInt16LE(tag!, at)
      file.writeUInt16LE(4, at + 2)
      file.writeUInt32LE(1, at + 4)
      file.writeUInt32LE(value!, at + 8)
    }
    const next = page + 1 < pages ? place + size : isLoop ? 8 : 0
    file.writeUInt32LE(next, place + size - 4)
  }
  return file
}

export const endlessPictures = (): HostileFile[] => [
  ...times(4, (index) => ({
    what: 'a GIF of thousands of frames',
    name: 'a.gif',
    type: 'image/gif',
    bytes: gif(1000 + index * 4000),
  })),
  ...times(6, (index) => ({
    what: 'a TIFF of thousands of pages',
    name: 'a.tiff',
    type: 'image/tiff',
    bytes: tiff(1 + index * 2000, index % 2 === 0),
  })),
]

const FORMATS = ['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif'] as const

/** Pictures that are cut or damaged anywhere, and such as say to be of another kind. */
export async function brokenPictures(random: Random): Promise<HostileFile[]> {
  const plain = () => sharp({ create: { width: 24, height: 16, channels: 3, background: '#c33' } })
  const whole = await Promise.all(FORMATS.map((format) => plain().toFormat(format).toBuffer()))
  return times(120, (index) => {
    const bytes = whole[index % FORMATS.length]!
    const format = random.one(FORMATS)
    return {
      what: 'a broken picture',
      name: `a.${format}`,
      type: `image/${format}`,
      bytes: index % 3 === 0 ? random.cut(bytes) : random.damage(bytes),
    }
  })
}
