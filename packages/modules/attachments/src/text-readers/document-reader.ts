import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { READ, type ReadingLimits, type ReadingMessage, type ReadingTask } from '../reader/task.ts'
import { ignoreClosed, startReader } from '../reader/reader-process.ts'
import { type Reading, SlowFile, type TextReader, UnreadableFile } from './text-reader.ts'

/** See the module options of the same names. */
export interface DocumentReaderOptions {
  readonly maxFileSize: number
  readonly maxTextLength: number
  readonly maxPages: number
  readonly readingMemory: number
  readonly ocrLanguages: readonly string[]
}

/** Maximum total size of an office file's decompressed parts, as a multiple of the maximum file size. */
const INFLATION = 10

const KINDS =
  /^(application\/(pdf|rtf)|message\/rfc822|application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-(word|excel|powerpoint)\..+macroenabled)\..+|image\/(png|jpeg|gif|bmp|webp|tiff|avif))$/

/**
 * Reads PDF, RTF, office files, mails and images locally, each in its own process: a file that makes a parser crash, loop or exhaust its
 * memory affects that process only.
 */
export function documentReader({ ocrLanguages, ...sizes }: DocumentReaderOptions): TextReader {
  const limits: ReadingLimits = {
    fileSize: sizes.maxFileSize,
    textLength: sizes.maxTextLength,
    pages: sizes.maxPages,
    inflatedSize: INFLATION * sizes.maxFileSize,
    memory: sizes.readingMemory,
  }
  const languagePackages = ocrLanguages.map((code) => `@tesseract.js-data/${code}`)
  return {
    reads: ({ mimeType }) => KINDS.test(mimeType),
    async read({ mimeType, fileSize }, reading) {
      if (fileSize > limits.fileSize) throw new UnreadableFile('too_large')
      const child = startReader(READ, {
        memory: limits.memory,
        cpuSeconds: reading.cpuSeconds,
        stdout: 'ignore',
        languagePackages,
      })
      const stop = () => child.kill('SIGKILL')
      reading.signal.addEventListener('abort', stop)
      if (reading.signal.aborted) stop()
      try {
        await converse(child, { mimeType, limits, languages: ocrLanguages, fromPage: reading.fromPage }, reading)
      } finally {
        reading.signal.removeEventListener('abort', stop)
        child.kill('SIGKILL')
      }
    },
  }
}

async function converse(child: ChildProcess, task: ReadingTask, { open, signal, onText, onPage }: Reading) {
  let end: ReadingMessage | undefined
  child.on('message', (message: ReadingMessage) => {
    if (message.kind === 'text') onText(message.text)
    else if (message.kind === 'page') onPage(message.page, message.pages)
    else end = message
  })
  const ended = once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>
  child.send(task, () => {})
  const sent = open().then((source) => pipeline(source, child.stdin!).catch(ignoreClosed))
  const [[, killedBy]] = await Promise.all([ended, sent])
  signal.throwIfAborted()
  if (!end && killedBy === 'SIGTERM') throw new SlowFile()
  // The process ran out of memory or crashed.
  if (!end) throw new UnreadableFile('too_much_work')
  if (end.kind === 'failed') throw new UnreadableFile(end.reason)
}
