import type { Readable } from 'node:stream'

/** A file to extract text from. */
export interface TextFile {
  readonly mimeType: string
  readonly fileName: string
  /** Size in bytes. */
  readonly fileSize: number
  /** Set by the partition; null keeps the file on this machine. */
  readonly ocrModel: string | null
}

/** One attempt to read a file. */
export interface Reading {
  /** Opens the file; may be called once. */
  readonly open: () => Promise<Readable>
  /** Aborted when the time is up or the host shuts down. */
  readonly signal: AbortSignal
  /** Maximum CPU seconds of this attempt, for readers that can measure them; they throw `SlowFile` beyond that. */
  readonly cpuSeconds?: number
  /** The first page to read; earlier ones are known from a previous attempt. */
  readonly fromPage: number
  /** Receives the next chunk of text. */
  readonly onText: (text: string) => void
  /** Called when a page is complete: an interrupted attempt is resumed after it. */
  readonly onPage: (page: number, pages: number) => void
}

/**
 * Extracts text from certain types of files, outside the host's main thread. Throws `UnreadableFile` if retrying would not help;
 * any other error may be retried.
 */
export interface TextReader {
  /** Whether it reads this file; the first matching reader is used. */
  reads(file: TextFile): boolean
  /** True if it usually takes seconds, so that its files go straight to the queue of slow files. Default: false. */
  readonly isSlow?: boolean
  read(file: TextFile, reading: Reading): Promise<void>
}

/** Thrown by readers when a file exceeds the time of the attempt. */
export class SlowFile extends Error {
  constructor() {
    super('The file takes too long to be read')
  }
}

/** Thrown by readers if retrying would not help. The reason is a one-word code that is shown to users. */
export class UnreadableFile extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`The file cannot be read: ${reason}`)
    this.reason = reason
  }
}
