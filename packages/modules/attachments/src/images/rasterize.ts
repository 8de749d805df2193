import type { Sharp } from 'sharp'
import type { Rendition } from './rendition.ts'

/** Pixels of a picture that is decoded. More are refused before any memory is taken for them. */
export const MAX_PIXELS = 40_000_000
/** Seconds that one picture may take. */
const TIMEOUT = 20

/** A picture as it is sent. */
export interface RenderedImage {
  readonly bytes: Buffer
  readonly mimeType: string
}

/**
 * Renders a picture, upright, its first frame only, without metadata, in its own format. Drawings become PNG. Throws for
 * bytes that are no picture, and for more than 40 million pixels.
 */
export async function rasterize(source: Uint8Array, { width, height, fit }: Rendition): Promise<RenderedImage> {
  const sharp = await loadSharp()
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, autoOrient: true })
  const { format } = await image.metadata()
  if (width !== null || height !== null)
    image.resize(width, height, { fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
  const { data, info } = await encode(image, format).timeout({ seconds: TIMEOUT }).toBuffer({ resolveWithObject: true })
  return { bytes: data, mimeType: TYPES[info.format] ?? 'application/octet-stream' }
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
