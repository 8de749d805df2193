import type { Sharp } from 'sharp'
import type { Rendition } from './rendition.ts'

/** Maximum pixels of a decoded image and of a rendition. Larger ones are rejected before memory is allocated. */
export const MAX_PIXELS = 40_000_000
/** Maximum factor by which an image may be enlarged, and the number of pixels that is always allowed. */
const [MAX_ENLARGEMENT, SMALL_PICTURE] = [4, 4_000_000]
/** Above this number of pixels, encoding speed is preferred to file size. */
const LARGE_PICTURE = 1_000_000

/** An image ready to be sent. */
export interface RenderedImage {
  readonly bytes: Buffer
  readonly mimeType: string
}

/** Thrown before decoding if an image is expected to exceed its cost limit. */
export class Costly extends Error {
  /** Expected CPU seconds. */
  readonly seconds: number

  constructor(seconds: number) {
    super(`The picture is expected to take ${seconds} seconds`)
    this.seconds = seconds
  }
}

/**
 * Renders the first frame of an image, upright and without metadata, in its original format if browsers display it, otherwise as PNG. If enlarged
 * beyond the limit, the result has fewer pixels than requested, in the same aspect ratio (decision: Enlarged images). Throws for
 * bytes that are not an image, for more than 40 million pixels, and `Costly` if it is expected to take more than `maxCost` CPU
 * seconds.
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

/** Scales both sides down, if necessary, to stay within the pixel limit. */
function toLimit({ width, height }: Sides, source: Source): readonly [width: number | null, height: number | null] {
  const pixels = pixelsOf({ width, height }, source)
  const most = Math.min(MAX_PIXELS, Math.max(SMALL_PICTURE, MAX_ENLARGEMENT * source.width * source.height))
  const scale = Math.min(1, Math.sqrt(most / pixels))
  const scaled = (side: number | null) => side && Math.max(1, Math.floor(side * scale))
  return [scaled(width), scaled(height)]
}

/** The number of pixels of a rendition; a missing side follows from the aspect ratio of the source. */
function pixelsOf({ width, height }: Sides, source: Source): number {
  const shape = source.width / source.height
  if (width === null && height === null) return source.width * source.height
  return (width ?? height! * shape) * (height ?? width! / shape)
}

export const hasTooManyPixels = (error: unknown) => error instanceof Error && /exceeds pixel limit/i.test(error.message)

/** Loads sharp, configured for this process. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // No image is decoded twice, so libvips' cache would only take memory.
  sharp.cache(false)
  // Images are rendered in parallel processes, so one thread per image is enough.
  sharp.concurrency(1)
  return sharp
}

/**
 * CPU seconds per million pixels to decode and encode, measured with noise, the worst case. Unknown in advance for SVG drawings.
 */
const COSTS: Readonly<
  Record<string, { readonly decode: number; readonly encode: number; readonly encodeLarge: number }>
> = {
  jpeg: { decode: 0.006, encode: 0.04, encodeLarge: 0.04 },
  png: { decode: 0.02, encode: 0.09, encodeLarge: 0.05 },
  webp: { decode: 0.02, encode: 0.19, encodeLarge: 0.06 },
  gif: { decode: 0.02, encode: 0.55, encodeLarge: 0.3 },
  tiff: { decode: 0.01, encode: 0.09, encodeLarge: 0.05 },
  heif: { decode: 0.035, encode: 1.2, encodeLarge: 0.15 },
}

function costOf(format: string | undefined, sourcePixels: number, pixels: number): number {
  const { decode, encode, encodeLarge } = COSTS[format ?? ''] ?? COSTS['png']!
  return (sourcePixels * decode + pixels * (pixels > LARGE_PICTURE ? encodeLarge : encode)) / 1_000_000
}

/**
 * Formats that browsers display are preserved. Large images use fast encoder settings, as the smallest output would take seconds.
 */
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
  webp: 'image/webp',
}
