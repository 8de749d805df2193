import type { Rendition } from './rendition.ts'

/** The argument that makes the program extract text. */
export const READ = 'read'
/** The argument that makes the program render images, one after another, until its parent exits. */
export const RENDER = 'render'

/** The argument that makes the program read the rows of a file. */
export const ROWS = 'rows'

/** A request for the rows of a file; the bytes arrive on standard input, and the rows leave on standard output, one a line. */
export interface RowsTask {
  readonly format: RowsFormat
  readonly limits: RowLimits
}

/** What the bytes of a file with rows are. */
export type RowsFormat =
  /** XLSX or ODS, of which one sheet is read: by its name, or the first visible one that is not empty. */
  | { readonly type: 'sheet'; readonly sheet?: string | undefined; readonly headerRow?: HeaderRow }
  /** Delimited text. */
  | { readonly type: 'csv'; readonly encoding: string; readonly delimiter: string; readonly headerRow?: HeaderRow }
  /** One JSON object a line, with the columns that are known of an earlier reading. */
  | { readonly type: 'jsonl'; readonly encoding: string; readonly columns?: readonly string[] }

/** The row with the names of the columns; the first one that is not empty by default. Rows before it are left out. */
type HeaderRow = number | undefined

/** Limits for reading the rows of a file. The first two are those of spreadsheets. */
export interface RowLimits extends Pick<ReadingLimits, 'fileSize' | 'inflatedSize'> {
  readonly rows: number
  readonly columns: number
}

/** A request to the rendering process; the bytes of the image follow on standard input. */
export interface RenderTask {
  readonly rendition: Rendition
  /** Size of the image in bytes. */
  readonly length: number
  /** Maximum expected CPU seconds; a more expensive image is not started. */
  readonly maxCost?: number | undefined
  /** CPU seconds after which the process exits with `SIGTERM`. */
  readonly cpuSeconds: number
}

/** The response of the rendering process. */
export type RenderEnd =
  /** The bytes are on standard output. */
  | { readonly kind: 'rendered'; readonly mimeType: string; readonly length: number; readonly usage: RenderUsage }
  /** It was not started. */
  | { readonly kind: 'costly'; readonly cost: number; readonly usage: RenderUsage }
  | { readonly kind: 'failed'; readonly message: string; readonly isTooLarge: boolean; readonly usage: RenderUsage }

/** CPU time of an image, and memory of the process after it in bytes. */
export interface RenderUsage {
  readonly cpuSeconds: number
  readonly memory: number
}

/** A request to the reading process; the bytes arrive on standard input. */
export interface ReadingTask {
  readonly mimeType: string
  /** The first page to read; earlier ones have been read before. */
  readonly fromPage: number
  readonly limits: ReadingLimits
  /** OCR languages, as codes such as `eng`. */
  readonly languages: readonly string[]
}

/** Limits for extracting the text of a file. */
export interface ReadingLimits {
  /** Maximum size of the file in bytes. */
  readonly fileSize: number
  /** Characters of text at which reading stops. */
  readonly textLength: number
  /** Pages after which reading stops. */
  readonly pages: number
  /** Maximum total bytes of the decompressed parts. */
  readonly inflatedSize: number
  /** Memory limit of the process in bytes. */
  readonly memory: number
}

/** A message from the reading process. */
export type ReadingMessage =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'page'; readonly page: number; readonly pages: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly reason: ReadingFailure; readonly message?: string | undefined }

/** Why a file could not be read: it is broken, exceeds a limit, is encrypted, or its type is not supported. */
export type ReadingFailure = 'broken' | 'too_large' | 'encrypted' | 'unsupported'

/** Thrown if a file cannot be read. */
export class ReadingError extends Error {
  readonly reason: ReadingFailure
  /** What is wrong where, for people. */
  readonly explanation: string | undefined

  constructor(reason: ReadingFailure, explanation?: string) {
    super(explanation ?? `The file cannot be read: ${reason}`)
    this.reason = reason
    this.explanation = explanation
  }
}

/** Sheets that an error names. */
const MAX_NAMED = 20

/** Thrown if a spreadsheet does not have the sheet that is to be read. */
export class NoSuchSheet extends ReadingError {
  constructor(wanted: string, names: readonly string[]) {
    super('broken', `There is no sheet '${wanted}', but ${names.slice(0, MAX_NAMED).join(', ')}`)
  }
}

/** Receives extracted text; throws `TextEnd` once there is enough. */
export interface TextSink {
  text(text: string): void
  page(page: number, pages: number): void
}

/** Thrown when the text limit is reached; the text so far is used. */
export class TextEnd extends Error {}
