import { availableParallelism } from 'node:os'
import { defineService, MIB } from '@plinth/core'
import { documentReader } from './text-readers/document-reader.ts'
import { type OcrProvider, providerReader } from './text-readers/provider-reader.ts'
import type { TextReader } from './text-readers/text-reader.ts'

/** Limits for files. All are optional; sizes are in bytes. */
export interface AttachmentsOptions {
  /** Maximum size of one file. Default: 25 MiB. */
  readonly maxFileSize?: number
  /**
   * Maximum total size of a tenant's files. Deleted files that are not yet purged may take the same amount again. Default: 512
   * MiB.
   */
  readonly tenantQuota?: number
  /**
   * Maximum number of files per tenant, including empty ones; the same number of deleted files is allowed in addition. Default:
   * 1,000,000.
   */
  readonly maxFiles?: number
  /** Maximum size of a tenant's stored image renditions, in addition to the quota. Default: 64 MiB. */
  readonly renditionQuota?: number
  /**
   * Maximum images rendered in parallel, each in its own process; one more process renders those that take longer than a second.
   * Default: the number of CPUs, at most 2.
   */
  readonly picturesAtOnce?: number
  /** Maximum CPU seconds for rendering one image; beyond that the response is 400. Default: 10. */
  readonly pictureSeconds?: number
  /** Memory of the process for slow images; the others have at most 384 MiB. Default: 1 GiB. */
  readonly pictureMemory?: number
  /**
   * CPU seconds a tenant may use for images before its requests wait in the queue of slow images. A fifth of a second is regained
   * per second. Default: 10.
   */
  readonly pictureBudget?: number
  /** Hours for which the bytes of a deleted file are kept, so that the deletion can be undone. Default: 24. */
  readonly undoHours?: number
  /** Minutes after which an unfinished upload without new bytes is removed. Default: 120. */
  readonly uploadMinutes?: number
  /** If true, only the operator manages partitions, and writing one responds with 403. Default: false. */
  readonly partitionsLocked?: boolean
  /** Whether text is extracted from files in new partitions. Default: true. */
  readonly readsTexts?: boolean
  /** Maximum number of characters stored of one file's text. Default: 1,000,000. */
  readonly maxTextLength?: number
  /** Maximum size of all extracted texts of a tenant. Default: 128 MiB. */
  readonly textQuota?: number
  /** Maximum number of pages read per file. Default: 500. */
  readonly maxPages?: number
  /**
   * CPU seconds after which a file that is still being read makes way for others. It then waits in the queue of slow files, which
   * are read one at a time. Default: 5.
   */
  readonly firstReadingSeconds?: number
  /** Maximum seconds for extracting the text of one file. Default: 120. */
  readonly readingSeconds?: number
  /** Memory limit of the process that reads a file; it is killed beyond that. Default: 768 MiB. */
  readonly readingMemory?: number
  /**
   * OCR languages, as in `@tesseract.js-data/<code>`; those not installed are left out.
   * Default: `eng`, `deu`, `spa`, `pol`.
   */
  readonly ocrLanguages?: readonly string[]
  /** An external OCR service for images and PDFs, in partitions that specify an `ocrModel`. Default: none. */
  readonly ocrProvider?: OcrProvider
  /** Chooses the text readers. Receives the default ones; add others before or after them, or replace them. */
  readonly textReaders?: (ours: readonly TextReader[]) => readonly TextReader[]
}

type Own = 'ocrProvider' | 'textReaders'

export interface AttachmentsSettings extends Required<Omit<AttachmentsOptions, Own>> {
  readonly readers: readonly TextReader[]
}

/** The options of the module, with their defaults. */
export const settings = defineService<AttachmentsSettings>('attachments.settings')

export function toAttachmentsSettings({
  ocrProvider,
  textReaders = (ours) => ours,
  ...options
}: AttachmentsOptions): AttachmentsSettings {
  const values = {
    maxFileSize: 25 * MIB,
    tenantQuota: 512 * MIB,
    maxFiles: 1_000_000,
    renditionQuota: 64 * MIB,
    picturesAtOnce: Math.min(availableParallelism(), 2),
    pictureSeconds: 10,
    pictureMemory: 1024 * MIB,
    pictureBudget: 10,
    undoHours: 24,
    uploadMinutes: 120,
    partitionsLocked: false,
    readsTexts: true,
    maxTextLength: 1_000_000,
    textQuota: 128 * MIB,
    maxPages: 500,
    firstReadingSeconds: 5,
    readingSeconds: 120,
    readingMemory: 768 * MIB,
    ocrLanguages: ['eng', 'deu', 'spa', 'pol'],
    ...options,
  }
  const ours = [...(ocrProvider ? [providerReader(ocrProvider)] : []), documentReader(values)]
  return Object.freeze({ ...values, readers: textReaders(ours) })
}
