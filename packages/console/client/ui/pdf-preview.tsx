import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, send } from '../lib/api.ts'
import type { Answered, Asked } from '../pdf/pdf-worker.ts'
import { tp } from '../texts/late/previews.ts'
import type { PaneProps } from './file-preview.tsx'
import { Failure, Loading } from './states.tsx'

/** Pages that are drawn at once; further ones when asked for. */
const STEP = 5
/** Milliseconds for one step, after which the document is given up, since a hostile one can take forever. */
const PATIENCE = 30_000

interface Drawn {
  readonly pages: number
  readonly pictures: readonly ImageBitmap[]
}

/** The first pages of a PDF, drawn as pictures, with more on demand. */
export function PdfPreview({ path, none }: PaneProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null)
  const ask = useRef<(page: number) => void>(() => {})
  const [drawn, setDrawn] = useState<Drawn>({ pages: 0, pictures: [] })
  const [wanted, setWanted] = useState(STEP)
  const [failure, setFailure] = useState<ApiError | 'unreadable'>()
  useEffect(() => {
    const abort = new AbortController()
    let worker: Worker | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const giveUp = () => {
      setFailure('unreadable')
      worker?.terminate()
    }
    const tell = (asked: Asked, moved: Transferable[] = []) => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, PATIENCE)
      worker!.postMessage(asked, moved)
    }
    const width = Math.round((frame.current?.clientWidth || 600) * Math.min(devicePixelRatio, 2))
    const begin = async () => {
      const answer = await send('GET', path, { signal: abort.signal })
      const bytes = await answer.arrayBuffer()
      const { address } = await import('../pdf/pdf-worker.ts')
      if (abort.signal.aborted) return
      worker = new Worker(address, { type: 'module' })
      worker.addEventListener('error', giveUp)
      worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
        // The library says that it is ready, too.
        if (!('failure' in data || 'picture' in data || 'pages' in data)) return
        clearTimeout(timer)
        if ('failure' in data) return giveUp()
        if ('picture' in data) return setDrawn((last) => ({ ...last, pictures: [...last.pictures, data.picture] }))
        setDrawn({ pages: data.pages, pictures: [] })
        ask.current = (page) => tell({ page, width })
      })
      tell({ bytes }, [bytes])
    }
    begin().catch((error: unknown) => {
      if (!abort.signal.aborted) setFailure(error instanceof ApiError ? error : new ApiError(0, {}))
    })
    return () => {
      abort.abort()
      clearTimeout(timer)
      worker?.terminate()
    }
  }, [path])
  const { pages, pictures } = drawn
  const goal = Math.min(wanted, pages)
  // One page after the other.
  useEffect(() => {
    if (pictures.length < goal) ask.current(pictures.length + 1)
  }, [pictures.length, goal])
  if (failure === 'unreadable') return none
  if (failure) return <Failure error={failure} />
  return (
    <div ref={frame} class="pdf" aria-busy={pages === 0 || pictures.length < goal}>
      {pictures.map((picture, index) => (
        <PageCanvas key={index} picture={picture} label={tp('page', { page: index + 1, pages })} />
      ))}
      {(pages === 0 || pictures.length < goal) && <Loading />}
      {pictures.length > 0 && pictures.length === goal && goal < pages && (
        <button type="button" class="button" onClick={() => setWanted(wanted + STEP)}>
          {tp('pages', { shown: goal, pages })} {tp('more')}
        </button>
      )}
    </div>
  )
}

interface PageCanvasProps {
  readonly picture: ImageBitmap
  readonly label: string
}

function PageCanvas({ picture, label }: PageCanvasProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current!.getContext('2d')!.drawImage(picture, 0, 0)
  }, [picture])
  return <canvas ref={canvas} role="img" aria-label={label} width={picture.width} height={picture.height} />
}
