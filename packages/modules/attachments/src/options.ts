import { availableParallelism } from 'node:os'
import { defineService, MIB } from '@plinth/core'
import { documentReader } from './texts/document-reader.ts'
import { type OcrProvider, providerReader } from './texts/provider-reader.ts'
import type { TextReader } from './texts/text-reader.ts'

/** How files are limited. Each has a default; sizes are bytes. */
export interface AttachmentsOptions {
  /** The largest file. Default: 25 MiB. */
  readonly maxFileSize?: number
  /** What all files of a tenant may take. Deleted ones, until they are purged, may take as much again. Default: 512 MiB. */
  readonly tenantQuota?: number
  /** How many files a tenant may have, empty ones included; deleted ones may be as many again. Default: 1,000,000. */
  readonly maxFiles?: number
  /** What stored renditions of a tenant's images may take, beside the quota. Default: 64 MiB. */
  readonly renditionQuota?: number
  /**
   * Pictures that are rendered at once. Each takes a processor, and one of the threads of Node (4, or `UV_THREADPOOL_SIZE`)
   * that files, host names and passwords need too. Default: one by each processor, 2 at most.
   */
  readonly picturesAtOnce?: number
  /** Hours for which the bytes of a deleted file are kept, so that its deletion can be undone. Default: 24. */
  readonly undoHours?: number
  /** Minutes after which an unfinished upload without new bytes is removed. Default: 120. */
  readonly uploadMinutes?: number
  /** True where the operator alone manages partitions: writing one is 403. Default: false. */
  readonly partitionsLocked?: boolean
  /** Whether texts of files in new partitions are read. Default: true. */
  readonly readsTexts?: boolean
  /** Characters that are kept of the text of one file. Default: 1,000,000. */
  readonly maxTextLength?: number
  /** What all texts of a tenant may take. Default: 128 MiB. */
  readonly textQuota?: number
  /** Pages of one file that are read. Default: 500. */
  readonly maxPages?: number
  /** Seconds that the reading of one file may take. Default: 120. */
  readonly readingSeconds?: number
  /** Memory of the process that reads one file; it is killed beyond that. Default: 768 MiB. */
  readonly readingMemory?: number
  /** Languages of the letters in pictures, as in `@tesseract.js-data/<code>`; those not installed are left out. Default: `eng`, `deu`, `spa`, `pol`. */
  readonly ocrLanguages?: readonly string[]
  /** Where letters of pictures and PDFs are read instead, for partitions that name an `ocrModel`. Default: nowhere. */
  readonly ocrProvider?: OcrProvider
  /** Who reads which files, given those who do by default: put others before or after them, or in their place. */
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
    undoHours: 24,
    uploadMinutes: 120,
    partitionsLocked: false,
    readsTexts: true,
    maxTextLength: 1_000_000,
    textQuota: 128 * MIB,
    maxPages: 500,
    readingSeconds: 120,
    readingMemory: 768 * MIB,
    ocrLanguages: ['eng', 'deu', 'spa', 'pol'],
    ...options,
  }
  const ours = [...(ocrProvider ? [providerReader(ocrProvider)] : []), documentReader(values)]
  return Object.freeze({ ...values, readers: textReaders(ours) })
}
