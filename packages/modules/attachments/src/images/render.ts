import { PlatformError } from '@plinth/core'
import { drawConfined } from './draw-confined.ts'
import { hasTooManyPixels, MAX_PIXELS, rasterize, type RenderedImage } from './rasterize.ts'
import type { Rendition } from './rendition.ts'

/** Bytes of a picture that is decoded. */
export const MAX_SOURCE = 25 * 1024 * 1024

/**
 * Renders a picture as `rasterize` does. Errors: 413 beyond 40 million pixels, 400 for bytes that are no picture, and for
 * drawings that take too long.
 */
export async function render(source: Buffer, rendition: Rendition): Promise<RenderedImage> {
  try {
    return await (mayBeDrawing(source) ? drawConfined(source, rendition) : rasterize(source, rendition))
  } catch (error) {
    if (hasTooManyPixels(error)) throw new PlatformError('too_large', `A picture may have ${MAX_PIXELS} pixels at most`)
    throw new PlatformError('bad_input', 'Failed to render image', { cause: error })
  }
}

/** Bytes in which a decoder looks for the beginning of a drawing, and some more. */
const LOOKED_AT = 4_096

/** Drawings are small programs, and no decoder ends them: a few of their bytes may ask for hours. */
const mayBeDrawing = (source: Buffer) => /svg/i.test(source.toString('latin1', 0, LOOKED_AT).replaceAll('\0', ''))
