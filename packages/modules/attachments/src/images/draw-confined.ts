import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { DRAW, type DrawingEnd } from '../reader/task.ts'
import { ignoreClosed, startReader } from '../texts/reader-process.ts'
import { MAX_PIXELS, type RenderedImage } from './rasterize.ts'
import type { Rendition } from './rendition.ts'

/** Seconds that a drawing may take, and bytes of memory. */
const [SECONDS, MEMORY] = [10, 768 * 1024 * 1024]

/** Thrown for a drawing that takes more than it may have. */
export class EndlessDrawing extends Error {}

/** Renders a picture in a process that is killed when it takes too long. */
export async function drawConfined(source: Buffer, rendition: Rendition): Promise<RenderedImage> {
  const child = startReader(DRAW, { memory: MEMORY, stdout: 'pipe' })
  const time = setTimeout(() => child.kill('SIGKILL'), SECONDS * 1000)
  try {
    let end: DrawingEnd | undefined
    child.on('message', (message: DrawingEnd) => (end = message))
    const ended = once(child, 'close')
    child.send(rendition, () => {})
    const sent = pipeline(Readable.from([source]), child.stdin!).catch(ignoreClosed)
    const [bytes] = await Promise.all([buffer(child.stdout!), ended, sent])
    if (!end) throw new EndlessDrawing('The drawing takes too much time or memory')
    if (end.kind === 'failed') throw new Error(end.isTooLarge ? `exceeds pixel limit of ${MAX_PIXELS}` : end.message)
    return { bytes, mimeType: end.mimeType }
  } finally {
    clearTimeout(time)
    child.kill('SIGKILL')
  }
}
