import type { Rendition } from '../images/rendition.ts'

/** The argument by which the program knows that it is meant to read. */
export const READ = 'read'
/** The one by which it knows that it is meant to render pictures, one after another, until its starter ends. */
export const RENDER = 'render'

/** What the rendering process is asked; the bytes of the picture follow on its standard input. */
export interface RenderTask {
  readonly rendition: Rendition
  /** Bytes of the picture. */
  readonly length: number
  /** Seconds of processor time that it is expected to take at most; what seems to take more is not begun. */
  readonly maxCost?: number | undefined
  /** Seconds of processor time after which the process ends with `SIGTERM`. */
  readonly cpuSeconds: number
}

/** What the rendering process says of a picture. */
export type RenderEnd =
  /** The bytes are on its standard output. */
  | { readonly kind: 'rendered'; readonly mimeType: string; readonly length: number; readonly usage: RenderUsage }
  /** It was not begun. */
  | { readonly kind: 'costly'; readonly cost: number; readonly usage: RenderUsage }
  | { readonly kind: 'failed'; readonly message: string; readonly isTooLarge: boolean; readonly usage: RenderUsage }

/** What a picture has taken, and the bytes of memory that the process has after it. */
export interface RenderUsage {
  readonly cpuSeconds: number
  readonly memory: number
}

/** What the reading process is asked; the bytes come on its standard input. */
export interface ReadingTask {
  readonly mimeType: string
  /** The first page that is wanted: those before have been read. */
  readonly fromPage: number
  readonly limits: ReadingLimits
  /** Of pictures: codes such as `eng`. */
  readonly languages: readonly string[]
}

/** What reading a file may take. */
export interface ReadingLimits {
  /** Bytes of the file. */
  readonly fileSize: number
  /** Characters of its text; reading ends there. */
  readonly textLength: number
  /** Pages; reading ends there. */
  readonly pages: number
  /** Bytes that its parts may have when they are inflated, all of them together. */
  readonly inflatedSize: number
  /** Bytes of memory that the reading process may have. */
  readonly memory: number
}

/** What the reading process says. */
export type ReadingMessage =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'page'; readonly page: number; readonly pages: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly reason: ReadingFailure }

/** Why a file could not be read: it is broken, larger than a limit, encrypted, or of a kind without a reader. */
export type ReadingFailure = 'broken' | 'too_large' | 'encrypted' | 'unsupported'

/** Thrown where reading cannot go on. */
export class ReadingError extends Error {
  readonly reason: ReadingFailure

  constructor(reason: ReadingFailure) {
    super(`The file cannot be read: ${reason}`)
    this.reason = reason
  }
}

/** Takes what is found; throws `TextEnd` when there is enough. */
export interface TextSink {
  text(text: string): void
  page(page: number, pages: number): void
}

/** Thrown when a file has more text than is wanted: what was read counts. */
export class TextEnd extends Error {}
