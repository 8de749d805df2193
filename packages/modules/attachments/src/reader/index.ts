import { buffer } from 'node:stream/consumers'
import {
  READ,
  type ReadingMessage,
  ReadingError,
  type ReadingTask,
  RENDER,
  type RenderTask,
  ROWS,
  type RowsTask,
  TextEnd,
  type TextSink,
} from './task.ts'

/**
 * The process that parses untrusted files. It gets no environment, and may neither write files nor start programs; its parent may
 * kill it at any time. A process that extracts text ends after one file; one that renders handles one image after another.
 */

/** Do nothing when imported for another purpose. */
if (process.argv[2] === READ) process.once('message', begin)
if (process.argv[2] === RENDER) {
  const program = import('./render.ts')
  process.on('message', (task: RenderTask) => void program.then(({ serveRender }) => serveRender(task)))
}

if (process.argv[2] === ROWS) {
  process.on('uncaughtException', () => end({ kind: 'failed', reason: 'broken' }))
  process.once('message', (task: RowsTask) => {
    void import('./rows.ts').then(({ writeRows }) => writeRows(task)).then(end)
  })
}

function begin(task: ReadingTask): void {
  // An error in a parser's worker has no listener; it means that the file is broken.
  process.on('uncaughtException', () => end({ kind: 'failed', reason: 'broken' }))
  process.on('unhandledRejection', () => end({ kind: 'failed', reason: 'broken' }))
  void read(task).then(end)
}

function end(message: ReadingMessage): void {
  process.send!(message, () => process.exit(0))
}

async function read(task: ReadingTask): Promise<ReadingMessage> {
  try {
    const bytes = await buffer(process.stdin)
    if (bytes.length > task.limits.fileSize) return { kind: 'failed', reason: 'too_large' }
    const parse = await parserOf(task.mimeType)
    const sink = sinkOf(task)
    await parse(bytes, task, sink)
    sink.flush()
    return { kind: 'end' }
  } catch (error) {
    if (error instanceof TextEnd) return { kind: 'end' }
    return { kind: 'failed', reason: error instanceof ReadingError ? error.reason : 'broken' }
  }
}

type Parser = (bytes: Buffer, task: ReadingTask, sink: TextSink) => Promise<void> | void

/** Loads only the library that the file needs. */
async function parserOf(mimeType: string): Promise<Parser> {
  if (mimeType === 'application/pdf') return (await import('./pdf.ts')).readPdf
  if (mimeType === 'application/rtf') return (await import('./rtf.ts')).readRtf
  if (mimeType === 'message/rfc822') return (await import('./mail.ts')).readMail
  if (mimeType.startsWith('image/')) return (await import('./picture.ts')).readPicture
  if (/openxmlformats|opendocument|macroenabled/.test(mimeType)) return (await import('./office.ts')).readOffice
  throw new ReadingError('unsupported')
}

/** Bytes of text sent at once. */
const TEXT_CHUNK = 64 * 1024

function sinkOf({ limits }: ReadingTask): TextSink & { flush(): void } {
  let remaining = limits.textLength
  let waiting = ''
  const send = (message: ReadingMessage) => process.send!(message)
  const flush = () => {
    if (waiting !== '') send({ kind: 'text', text: waiting })
    waiting = ''
  }
  return {
    flush,
    text(text) {
      waiting += text.slice(0, remaining)
      remaining -= text.length
      if (waiting.length >= TEXT_CHUNK || remaining <= 0) flush()
      if (remaining <= 0) throw new TextEnd()
    },
    page(page, pages) {
      flush()
      send({ kind: 'page', page, pages })
      if (page >= limits.pages) throw new TextEnd()
    },
  }
}
