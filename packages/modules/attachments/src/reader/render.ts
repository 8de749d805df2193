import { Costly, hasTooManyPixels, loadSharp, rasterize, type RenderedImage } from './rasterize.ts'
import type { RenderEnd, RenderTask } from './task.ts'

/** Milliseconds between checks of the time an image takes. The library runs outside this thread. */
const LOOK_EVERY = 20

/** Starts loading before the first image arrives. */
const loaded = loadSharp()

/** Renders one image; the next is sent after the response. */
export async function serveRender(task: RenderTask): Promise<void> {
  await loaded
  const before = process.cpuUsage()
  const secondsTaken = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000_000
  }
  const watch = setInterval(() => {
    if (secondsTaken() > task.cpuSeconds) process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY)
  const source = await readInput(task.length)
  const [end, bytes] = await render(source, task)
  clearInterval(watch)
  const usage = { cpuSeconds: secondsTaken(), memory: process.memoryUsage.rss() }
  process.send!({ ...end, usage } satisfies RenderEnd)
  if (bytes) process.stdout.write(bytes)
}

type End = RenderEnd extends infer Kind ? (Kind extends RenderEnd ? Omit<Kind, 'usage'> : never) : never

async function render(source: Buffer, task: RenderTask): Promise<[End, RenderedImage['bytes']?]> {
  try {
    const { bytes, mimeType } = await rasterize(source, task.rendition, task.maxCost)
    return [{ kind: 'rendered', mimeType, length: bytes.length }, bytes]
  } catch (error) {
    if (error instanceof Costly) return [{ kind: 'costly', cost: error.seconds }]
    return [{ kind: 'failed', message: String(error), isTooLarge: hasTooManyPixels(error) }]
  }
}

/** Reads the next image from standard input. Nothing follows it until its response. */
async function readInput(length: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let missing = length
  if (missing > 0)
    await new Promise<void>((resolve) => {
      const take = (piece: Buffer) => {
        pieces.push(piece)
        missing -= piece.length
        if (missing > 0) return
        process.stdin.off('data', take).pause()
        resolve()
      }
      process.stdin.on('data', take).resume()
    })
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
}
