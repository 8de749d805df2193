import sharp from 'sharp'
import { archive } from '../../modules/attachments/_archive.ts'
import { endlessPdf } from '../../modules/attachments/_documents.ts'

/** A file that costs a host far more than its sender. */
export interface Weapon {
  readonly name: string
  readonly bytes: Buffer
}

const flat = (size: number) => sharp({ create: { width: size, height: size, channels: 3, background: '#c33' } })
const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000">${content}</svg>`)

const blurs = '<feTurbulence baseFrequency=".01" numOctaves="9"/><feGaussianBlur stdDeviation="90"/>'.repeat(8)
const circles = '<circle cx="1500" cy="1500" r="1400" fill="none" stroke="#000" stroke-dasharray="1 1"/>'.repeat(100)

/** Pictures that take seconds to render: few bytes each. */
export const hostilePictures = async (): Promise<readonly Weapon[]> => [
  { name: 'flat.avif', bytes: await flat(6_320).avif({ effort: 0 }).toBuffer() },
  { name: 'flat.webp', bytes: await flat(4_000).webp({ effort: 0 }).toBuffer() },
  { name: 'flat.gif', bytes: await flat(4_000).gif({ effort: 1 }).toBuffer() },
]

/** Drawings of the same kind. */
export const hostileDrawings: readonly Weapon[] = [
  {
    name: 'filters.svg',
    bytes: svg(`<filter id="f">${blurs}</filter><rect width="3000" height="3000" filter="url(#f)"/>`),
  },
  { name: 'endless.svg', bytes: svg(`<g id="a">${circles}</g>${'<use href="#a"/>'.repeat(2_000)}`) },
]

/** Documents that take for ever to read, or unpack to far more than they are. */
export const hostileDocuments: readonly Weapon[] = [
  { name: 'endless.pdf', bytes: endlessPdf() },
  {
    name: 'bomb.docx',
    bytes: archive([{ name: 'word/document.xml', bytes: Buffer.alloc(30_000_000, '<w:t>0') }]),
  },
  // Their text is extracted while they are uploaded.
  { name: 'nested.html', bytes: Buffer.from(`<html>${'<svg>'.repeat(2 ** 18)}`) },
  { name: 'nested.xml', bytes: Buffer.from(`<?xml version="1.0"?>${'<a>'.repeat(2 ** 18)}`) },
]
