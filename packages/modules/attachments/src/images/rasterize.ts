import type { Sharp } from 'sharp'
import type { Rendition } from './rendition.ts'

/** Pixels of a picture that is decoded, and of one that is made. More are refused before any memory is taken for them. */
export const MAX_PIXELS = 40_000_000
/** How many times the pixels of its source an enlarged picture may have, and how many it may have in any case. */
const [MAX_ENLARGEMENT, SMALL_PICTURE] = [4, 4_000_000]
/** Pixels beyond which a picture is encoded fast rather than small. */
const LARGE_PICTURE = 1_000_000

/** A picture as it is sent. */
export interface RenderedImage {
  readonly bytes: Buffer
  readonly mimeType: string
}

/** Thrown for a picture that would take more than it may; nothing has been decoded yet. */
export class Costly extends Error {
  /** The seconds of processor time that it is expected to take. */
  readonly seconds: number

  constructor(seconds: number) {
    super(`The picture is expected to take ${seconds} seconds`)
    this.seconds = seconds
  }
}

/**
 * Renders a picture, upright, its first frame only, without metadata, in its own format. Drawings become PNG. Enlarged
 * beyond a limit it has fewer pixels than were asked for, in the same shape (decision 81). Throws for bytes that are no
 * picture, for more than 40 million pixels, and `Costly` where it is expected to take more than `maxCost` seconds.
 */
export async function rasterize(
  source: Uint8Array,
  { width, height, fit }: Rendition,
  maxCost = Infinity,
): Promise<RenderedImage> {
  const sharp = await loadSharp()
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, autoOrient: true })
  const { format, autoOrient: upright } = await image.metadata()
  const [across, down] = width === null && height === null ? [null, null] : toLimit({ width, height }, upright)
  const pixels = pixelsOf({ width: across, height: down }, upright)
  const cost = costOf(format, upright.width * upright.height, pixels)
  if (cost > maxCost) throw new Costly(cost)
  if (across !== null || down !== null) image.resize(across, down, { fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
  const { data, info } = await encode(image, format, pixels).toBuffer({ resolveWithObject: true })
  return { bytes: data, mimeType: TYPES[info.format] ?? 'application/octet-stream' }
}

type Sides = Pick<Rendition, 'width' | 'height'>

interface Source {
  readonly width: number
  readonly height: number
}

/** Both sides as they are asked for, or both shorter, so that the picture has no more pixels than it may have. */
function toLimit({ width, height }: Sides, source: Source): readonly [width: number | null, height: number | null] {
  const pixels = pixelsOf({ width, height }, source)
  const most = Math.min(MAX_PIXELS, Math.max(SMALL_PICTURE, MAX_ENLARGEMENT * source.width * source.height))
  const scale = Math.min(1, Math.sqrt(most / pixels))
  const scaled = (side: number | null) => side && Math.max(1, Math.floor(side * scale))
  return [scaled(width), scaled(height)]
}

/** The pixels of a picture with these sides: one that is not said follows the source's shape. */
function pixelsOf({ width, height }: Sides, source: Source): number {
  const shape = source.width / source.height
  if (width === null && height === null) return source.width * source.height
  return (width ?? height! * shape) * (height ?? width! / shape)
}

export const hasTooManyPixels = (error: unknown) => error instanceof Error && /exceeds pixel limit/i.test(error.message)

/** The library that decodes and encodes, as it is used here. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // libvips keeps what it has decoded; here nothing is decoded twice, and memory is what others need.
  sharp.cache(false)
  // Pictures are rendered side by side, so one of them needs one thread.
  sharp.concurrency(1)
  return sharp
}

/**
 * Seconds of processor time for a million pixels, decoded and encoded, as measured on noise, which takes longest. Drawings
 * cannot be known before.
 */
const COSTS: Readonly<
  Record<string, { readonly decode: number; readonly encode: number; readonly encodeLarge: number }>
> = {
  jpeg: { decode: 0.006, encode: 0.04, encodeLarge: 0.04 },
  png: { decode: 0.02, encode: 0.09, encodeLarge: 0.05 },
  webp: { decode: 0.02, encode: 0.19, encodeLarge: 0.06 },
  gif: { decode: 0.02, encode: 0.55, encodeLarge: 0.3 },
  tiff: { decode: 0.01, encode: 0.04, encodeLarge: 0.04 },
  heif: { decode: 0.035, encode: 1.2, encodeLarge: 0.15 },
}

function costOf(format: string | undefined, sourcePixels: number, pixels: number): number {
  const { decode, encode, encodeLarge } = COSTS[format ?? ''] ?? COSTS['png']!
  return (sourcePixels * decode + pixels * (pixels > LARGE_PICTURE ? encodeLarge : encode)) / 1_000_000
}

/** What browsers show keeps its format. Of a large picture, an encoder that looks for every byte takes seconds. */
function encode(image: Sharp, format: string | undefined, pixels: number): Sharp {
  const isLarge = pixels > LARGE_PICTURE
  switch (format) {
    case 'jpeg':
      return image.jpeg({ mozjpeg: false })
    case 'webp':
      return image.webp(isLarge ? { effort: 0 } : {})
    case 'gif':
      return image.gif(isLarge ? { effort: 1 } : {})
    case 'heif':
      return image.avif(isLarge ? { effort: 0, chromaSubsampling: '4:2:0' } : {})
    case 'tiff':
      return image.tiff()
    default:
      return image.png(isLarge ? { compressionLevel: 2 } : {})
  }
}

const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  heif: 'image/avif',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
  webp: 'image/webp',
}
