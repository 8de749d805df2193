import type { Readable } from 'node:stream'
import type { TextReader } from './text-reader.ts'

/** Reads letters somewhere else. The host configures it; it is asked only for files of partitions that name a model. */
export interface OcrProvider {
  /** The text of a picture or PDF. Throws `UnreadableFile` for one that no other attempt would read. */
  read(file: {
    readonly model: string
    readonly mimeType: string
    readonly fileName: string
    readonly bytes: Readable
    readonly signal: AbortSignal
  }): Promise<string>
}

/** What leaves this machine: pictures and PDFs of partitions whose administrators chose a model. */
export const providerReader = (provider: OcrProvider): TextReader => ({
  isSlow: true,
  reads: ({ ocrModel, mimeType }) => ocrModel !== null && /^(image\/.+|application\/pdf)$/.test(mimeType),
  async read({ ocrModel, mimeType, fileName }, { open, signal, onText }) {
    onText(await provider.read({ model: ocrModel!, mimeType, fileName, bytes: await open(), signal }))
  },
})
