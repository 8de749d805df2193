import { buffer } from 'node:stream/consumers'
import { hasTooManyPixels, rasterize } from '../images/rasterize.ts'
import type { Rendition } from '../images/rendition.ts'
import type { DrawingEnd } from './task.ts'

/** Renders the picture on the standard input, writes it to the standard output, and says what it is. */
export async function draw(rendition: Rendition): Promise<DrawingEnd> {
  try {
    const { bytes, mimeType } = await rasterize(await buffer(process.stdin), rendition)
    await new Promise<void>((done) => process.stdout.write(bytes, () => done()))
    return { kind: 'drawn', mimeType }
  } catch (error) {
    return { kind: 'failed', message: String(error), isTooLarge: hasTooManyPixels(error) }
  }
}
