/**
 * Draws pages of a PDF in a worker, where nothing of the document can reach the page, the login or the network: the worker has a policy
 * of its own, and is ended with the preview. The page imports this module only for its address.
 */
export const address = import.meta.url

/** What the worker is told: the document first, then which pages to draw, how many px wide. */
export type Asked = { readonly bytes: ArrayBuffer } | { readonly page: number; readonly width: number }

/** What it answers. */
export type Answered =
  | { readonly pages: number }
  | { readonly page: number; readonly picture: ImageBitmap }
  | { readonly failure: string }

/** Maximum height of a drawn page in px; longer ones are drawn smaller. */
const MAX_HEIGHT = 8_000

interface Surface {
  canvas: OffscreenCanvas | null
  context: OffscreenCanvasRenderingContext2D | null
}

/** Canvases of a worker, which has no document. */
class Canvases {
  create(width: number, height: number): Surface {
    const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height))
    return { canvas, context: canvas.getContext('2d') }
  }

  reset({ canvas }: Surface, width: number, height: number): void {
    canvas!.width = Math.max(1, width)
    canvas!.height = Math.max(1, height)
  }

  destroy(surface: Surface): void {
    surface.canvas = null
    surface.context = null
  }
}

/** Filters are elements of a document: pages are drawn without. */
class NoFilters {
  addFilter = () => 'none'
  addHCMFilter = () => 'none'
  addAlphaFilter = () => 'none'
  addLuminosityFilter = () => 'none'
  addHighlightHCMFilter = () => 'none'
  destroy = () => {}
}

interface Drawn {
  getViewport(of: { scale: number }): { width: number; height: number }
  render(of: object): { promise: Promise<void> }
}

interface Opened {
  readonly numPages: number
  getPage(page: number): Promise<Drawn>
}

async function open(bytes: ArrayBuffer): Promise<Opened> {
  const { getDocument } = (await import('unpdf/pdfjs')) as unknown as {
    getDocument(of: object): { promise: Promise<Opened> }
  }
  return getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    // Fonts are drawn as shapes, since there is no document that they could be added to.
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    verbosity: 0,
    CanvasFactory: Canvases,
    FilterFactory: NoFilters,
  }).promise
}

async function draw(document: Opened, number: number, width: number): Promise<ImageBitmap> {
  const page = await document.getPage(number)
  const usual = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: Math.min(width / usual.width, MAX_HEIGHT / usual.height) })
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  const canvasContext = canvas.getContext('2d')!
  // For a screen, it would wait for the frames of a window.
  await page.render({ canvas: null, canvasContext, viewport, intent: 'print' }).promise
  return canvas.transferToImageBitmap()
}

function start(): void {
  let document: Promise<Opened> | undefined
  const answer = (said: Answered, moved: Transferable[] = []) => postMessage(said, { transfer: moved })
  addEventListener('message', ({ data }: MessageEvent<Asked>) => {
    const work = async () => {
      if ('bytes' in data) {
        document = open(data.bytes)
        return answer({ pages: (await document).numPages })
      }
      const picture = await draw(await document!, data.page, data.width)
      answer({ page: data.page, picture }, [picture])
    }
    work().catch((error: unknown) => answer({ failure: String(error) }))
  })
}

if (typeof document === 'undefined') start()
