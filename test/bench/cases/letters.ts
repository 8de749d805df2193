import { Readable } from 'node:stream'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { documentReader } from '@plinth/attachments'
import { MIB } from '@plinth/core'
import sharp from 'sharp'
import { createWorker } from 'tesseract.js'
import { compare } from '../load.ts'
import type { Result } from '../result.ts'

const LINES = Array.from({ length: 30 }, (_, line) => `Line ${line + 1} of an invoice that somebody has scanned today`)

/** The letters of a scanned page: in a process of its own, beside tesseract.js by itself, both from nothing to text. */
export async function letters(): Promise<Result[]> {
  const text = LINES.map(
    (line, index) => `<text x="80" y="${120 + index * 60}" font-size="34" font-family="sans-serif">${line}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="2000"><rect width="100%" height="100%" fill="#fff"/>${text.join('')}</svg>`
  const page = await sharp(Buffer.from(svg)).png().toBuffer()
  const reader = documentReader({
    maxFileSize: 25 * MIB,
    maxTextLength: 1_000_000,
    maxPages: 500,
    readingMemory: 768 * MIB,
    ocrLanguages: ['eng'],
  })
  const file = { mimeType: 'image/png', fileName: 'a.png', fileSize: page.length, ocrModel: null }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const subject = async () => {
    const started = performance.now()
    delay.enable()
    const signal = AbortSignal.timeout(120_000)
    await reader.read(file, { open: async () => Readable.from([page]), signal, fromPage: 1, onText() {}, onPage() {} })
    delay.disable()
    return performance.now() - started
  }
  const langPath = new URL('4.0.0_best_int', import.meta.resolve('@tesseract.js-data/eng/package.json')).pathname
  const floor = async () => {
    const started = performance.now()
    const worker = await createWorker('eng', 1, { langPath, cacheMethod: 'none' })
    await worker.recognize(page)
    await worker.terminate()
    return performance.now() - started
  }
  const measured = await compare(3, floor, subject)
  return [
    { name: 'text of a scanned page', unit: 'ms', ...measured, target: 1.1, atMost: true },
    {
      name: '  event-loop delay meanwhile, 99th percentile',
      unit: 'ms',
      subject: delay.percentile(99) / 1e6,
      target: 20,
      atMost: true,
    },
  ]
}
