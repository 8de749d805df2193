import type { Sharp } from 'sharp'
import type { Rendition } from './rendition.ts'

/** Pixels of a picture that is decoded, and of one that is made. More are refused before any memory is taken for them. */
export const MAX_PIXELS = 40_000_000
/** How many times the pixels of its source an enlarged picture may have, and how many it may have in any case. */
const [MAX_ENLARGEMENT, SMALL_PICTURE] = [4, 4_000_000]
/** Seconds that one picture may take. */
const TIMEOUT = 20

/** A picture as it is sent. */
export interface RenderedImage {
  readonly bytes: Buffer
  readonly mimeType: string
}

/**
 * Renders a picture, upright, its first frame only, without metadata, in its own format. Drawings become PNG. Enlarged
 * beyond a limit it has fewer pixels than were asked for, in the same shape (decision 81). Throws for bytes that are no
 * picture, and for more than 40 million pixels.
 */
export async function rasterize(source: Uint8Array, { width, height, fit }: Rendition): Promise<RenderedImage> {
  const sharp = await loadSharp()
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, autoOrient: true })
  const { format, autoOrient: upright } = await image.metadata()
  if (width !== null || height !== null) {
    const [across, down] = toLimit({ width, height }, upright)
    image.resize(across, down, { fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
  }
  const { data, info } = await encode(image, format).timeout({ seconds: TIMEOUT }).toBuffer({ resolveWithObject: true })
  return { bytes: data, mimeType: TYPES[info.format] ?? 'application/octet-stream' }
}

/** Both sides as they are asked for, or both shorter, so that the picture has no more pixels than it may have. */
function toLimit(
  { width, height }: Pick<Rendition, 'width' | 'height'>,
  source: { readonly width: number; readonly height: number },
): readonly [width: number | null, height: number | null] {
  const shape = source.width / source.height
  const pixels = (width ?? height! * shape) * (height ?? width! / shape)
  const most = Math.min(MAX_PIXELS, Math.max(SMALL_PICTURE, MAX_ENLARGEMENT * source.width * source.height))
  const scale = Math.min(1, Math.sqrt(most / pixels))
  const scaled = (side: number | null) => side && Math.max(1, Math.floor(side * scale))
  return [scaled(width), scaled(height)]
}

export const hasTooManyPixels = (error: unknown) => error instanceof Error && /exceeds pixel limit/i.test(error.message)

/** It takes 15 MB of memory, and many hosts show no pictures: the first one loads it. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // libvips keeps what it has decoded; here nothing is decoded twice, and memory is what others need.
  sharp.cache(false)
  // Pictures are rendered side by side, so one of them needs one thread.
  sharp.concurrency(1)
  return sharp
}

/** What browsers show keeps its format. */
function encode(image: Sharp, format: string | undefined): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ mozjpeg: false })
    case 'webp':
      return image.webp()
    case 'gif':
      return image.gif()
    case 'heif':
      return image.avif()
    case 'tiff':
      return image.tiff()
    default:
      return image.png()
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
