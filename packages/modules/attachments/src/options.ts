import { availableParallelism } from 'node:os'
import { defineService, MIB } from '@plinth/core'
import type { RenderQueueOptions } from './images/render-queue.ts'
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
   * Pictures that are rendered at once, each in a process of its own; those that take longer than a second have one more.
   * Default: one by each processor, 2 at most.
   */
  readonly picturesAtOnce?: number
  /** Seconds of processor time that one picture may take; 400 beyond. Default: 10. */
  readonly pictureSeconds?: number
  /** Memory of the process that renders a picture which takes long; others have 384 MiB at most. Default: 1 GiB. */
  readonly pictureMemory?: number
  /**
   * Seconds of processor time that pictures of a tenant may take before they wait with those that take long. A fifth of a
   * second comes back each second. Default: 10.
   */
  readonly pictureBudget?: number
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
  /**
   * Seconds of processor time after which a file that is still being read makes way for others, and waits with those that
   * take long, of which one is read at a time. Default: 5.
   */
  readonly firstReadingSeconds?: number
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

/** How pictures are rendered. */
export const toRenderQueueOptions = (settings: AttachmentsSettings): RenderQueueOptions => ({
  atOnce: settings.picturesAtOnce,
  seconds: settings.pictureSeconds,
  memory: settings.pictureMemory,
  budget: settings.pictureBudget,
})
