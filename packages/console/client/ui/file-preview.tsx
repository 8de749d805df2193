import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError, send, urlOf } from '../lib/api.ts'
import { bytes, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { type PreviewFile, previewKindOf } from '../lib/previewable.ts'
import { tp } from '../texts/late/previews.ts'
import { deferred } from './deferred.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { Empty, Failure, Loading } from './states.tsx'

/** Maximum bytes of a text that are shown, and of a document that is loaded for it. */
const [MAX_TEXT, MAX_DOCUMENT] = [256 * 1024, 25 * 1024 * 1024]

interface PreviewProps {
  /** The files that the arrows lead through. */
  readonly files: readonly PreviewFile[]
  /** The id of the file that is shown first. */
  readonly first: string
  readonly onClose: () => void
}

/** What a way to show a file is told. */
export interface PaneProps {
  readonly file: PreviewFile
  /** The path of its content. */
  readonly path: string
  /** Shown where there is no preview. */
  readonly none: JSX.Element
}

const PdfPreview = deferred(async () => (await import('./pdf-preview.tsx')).PdfPreview)

/** Shows files without downloading them: pictures, PDFs and texts. Arrow keys lead to the others. */
export function FilePreview({ files, first, onClose }: PreviewProps): JSX.Element | null {
  const [id, setId] = useState(first)
  const place = files.findIndex((one) => one.id === id)
  const to = (step: number) => {
    const next = files[place + step]
    if (next) setId(next.id)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (step === undefined) return
      event.preventDefault()
      to(step)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [id, files])
  const file = files[place]
  // Somebody has deleted it meanwhile.
  if (!file) return null
  const path = `/attachments/file/${file.id}`
  const download = (
    <a class="button primary" href={urlOf(path, { download: 1 })} download>
      <Icon name="download" size={18} />
      {t('download')}
    </a>
  )
  return (
    <Dialog
      title={visible(file.fileName, 120)}
      look="wide"
      onClose={onClose}
      footer={
        <>
          {files.length > 1 && (
            <span class="preview-place">
              <button
                type="button"
                class="icon-button"
                aria-label={tp('previous')}
                disabled={place === 0}
                onClick={() => to(-1)}
              >
                <Icon name="left" />
              </button>
              <span class="muted" role="status">
                {tp('place', { place: place + 1, count: files.length })}
              </span>
              <button
                type="button"
                class="icon-button"
                aria-label={tp('next')}
                disabled={place === files.length - 1}
                onClick={() => to(1)}
              >
                <Icon name="right" />
              </button>
            </span>
          )}
          {download}
        </>
      }
    >
      <div class="preview-pane" role="group" aria-label={tp('preview')} tabIndex={0}>
        <Pane
          key={file.id}
          file={file}
          path={path}
          none={<Empty icon="file" title={tp('none')} text={tp('noneText')} />}
        />
      </div>
    </Dialog>
  )
}

function Pane(props: PaneProps): JSX.Element {
  const kind = previewKindOf(props.file)
  if (kind === 'image') return <Picture {...props} />
  if (kind === 'text') return <Text {...props} />
  if (kind === 'none') return props.none
  if (props.file.fileSize > MAX_DOCUMENT) return <Empty icon="file" title={tp('tooLarge')} text={tp('noneText')} />
  return <PdfPreview {...props} />
}

/** A picture that the server has drawn anew, so that nothing of the file itself is run. */
function Picture({ file: { id, fileName }, none }: PaneProps): JSX.Element {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return none
  return (
    <img
      class="preview"
      src={urlOf(`/attachments/image/${id}`, { width: 1600 })}
      alt={fileName}
      onError={() => setBroken(true)}
    />
  )
}

/** The beginning of a text, as it is written. */
function Text({ path, file: { fileSize } }: PaneProps): JSX.Element {
  const [text, setText] = useState<string>()
  const [failure, setFailure] = useState<ApiError>()
  const [again, setAgain] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    const read = async () => {
      if (fileSize === 0) return setText('')
      const headers = { range: `bytes=0-${MAX_TEXT - 1}`, accept: '*/*' }
      const answer = await send('GET', path, { headers, signal: abort.signal })
      const encoding = /charset=([\w-]+)/.exec(answer.headers.get('content-type') ?? '')?.[1]
      setText(decode(await answer.arrayBuffer(), encoding))
    }
    setFailure(undefined)
    read().catch((error: unknown) => {
      if (!abort.signal.aborted) setFailure(error instanceof ApiError ? error : new ApiError(0, {}))
    })
    return () => abort.abort()
  }, [path, again])
  if (failure) return <Failure error={failure} onRetry={() => setAgain(again + 1)} />
  if (text === undefined) return <Loading />
  if (text === '') return <p class="muted">{tp('empty')}</p>
  return (
    <>
      <pre class="preview-text">{text}</pre>
      {fileSize > MAX_TEXT && (
        <p class="muted">
          {tp('cut', { size: bytes(MAX_TEXT) })}{' '}
          <a href={urlOf(path, { download: 1 })} download>
            {tp('all')}
          </a>
        </p>
      )}
    </>
  )
}

/** A cut text may end within a letter. */
function decode(content: ArrayBuffer, encoding = 'utf-8'): string {
  try {
    return new TextDecoder(encoding).decode(content, { stream: true })
  } catch {
    return new TextDecoder().decode(content, { stream: true })
  }
}
