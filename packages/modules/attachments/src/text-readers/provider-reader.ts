import type { Readable } from 'node:stream'
import type { TextReader } from './text-reader.ts'

/** An external OCR service, configured by the host. Used only for files of partitions that specify a model. */
export interface OcrProvider {
  /** Returns the text of an image or PDF. Throws `UnreadableFile` if retrying would not help. */
  read(file: {
    readonly model: string
    readonly mimeType: string
    readonly fileName: string
    readonly bytes: Readable
    readonly signal: AbortSignal
  }): Promise<string>
}

/** Sends files to an external service: images and PDFs of partitions whose administrators chose a model. */
export const providerReader = (provider: OcrProvider): TextReader => ({
  isSlow: true,
  reads: ({ ocrModel, mimeType }) => ocrModel !== null && /^(image\/.+|application\/pdf)$/.test(mimeType),
  async read({ ocrModel, mimeType, fileName }, { open, signal, onText }) {
    onText(await provider.read({ model: ocrModel!, mimeType, fileName, bytes: await open(), signal }))
  },
})
