import type { Readable } from 'node:stream'

/** A file whose text is wanted. */
export interface TextFile {
  readonly mimeType: string
  readonly fileName: string
  /** Bytes. */
  readonly fileSize: number
  /** What the partition says: null keeps everything on this machine. */
  readonly ocrModel: string | null
}

/** One attempt at reading a file. */
export interface Reading {
  /** The bytes of the file, once. */
  readonly open: () => Promise<Readable>
  /** Aborted when the time is over, or the host stops. */
  readonly signal: AbortSignal
  /** Seconds of processor time that this attempt may take, where the reader can measure them: it throws `SlowFile` then. */
  readonly cpuSeconds?: number
  /** The first page that is wanted; those before are known from an earlier attempt. */
  readonly fromPage: number
  /** Takes the next piece of the text. */
  readonly onText: (text: string) => void
  /** Hears that a page is complete: an attempt that is broken off goes on after it. */
  readonly onPage: (page: number, pages: number) => void
}

/** Reads the texts of files of some kinds, outside the host's own thread. Throws what `UnreadableFile` says, or anything. */
export interface TextReader {
  /** Whether it reads this file; the first reader that does is taken. */
  reads(file: TextFile): boolean
  /** True where it usually takes seconds: its files wait with those that take long from the beginning. Default: false. */
  readonly isSlow?: boolean
  read(file: TextFile, reading: Reading): Promise<void>
}

/** Thrown by readers for a file that takes more time than the attempt may take. */
export class SlowFile extends Error {
  constructor() {
    super('The file takes too long to be read')
  }
}

/** Thrown by readers for a file that no other attempt would read. The reason is one word that people are shown. */
export class UnreadableFile extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`The file cannot be read: ${reason}`)
    this.reason = reason
  }
}
