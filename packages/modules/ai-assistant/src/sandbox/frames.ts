import { StringDecoder } from 'node:string_decoder'
import type { GuestFrame } from './guest-frame.ts'

/** The argument that tells the program to run code; the next one is its memory limit in bytes. */
export const RUN = 'run'

/** Limits that are also enforced inside, so that oversized data is not sent. */
export interface GuestLimits {
  readonly calls: number
  readonly logLines: number
  readonly logLength: number
  readonly resultLength: number
  readonly requestLength: number
}

/** Messages from host to process, one JSON line each. */
export type HostFrame =
  | { readonly kind: 'run'; readonly run: GuestRun }
  /** `text` is JSON: the response, or the error message. */
  | { readonly kind: 'answer'; readonly call: number; readonly ok: boolean; readonly text: string }

export interface GuestRun {
  readonly code: string
  /** A trusted script, evaluated before the code. */
  readonly script: string
  /** A JSON object whose properties become globals. */
  readonly globals: string
  /** Whether `api` is available. */
  readonly hasApi: boolean
  readonly limits: GuestLimits
}

/** Splits a stream into JSON lines. Throws for a line that is too long or not JSON. */
export class FrameReader {
  readonly #longest: number
  readonly #take: (frame: unknown) => void
  readonly #decoder = new StringDecoder('utf8')
  #pieces: string[] = []
  #length = 0

  constructor(longest: number, take: (frame: unknown) => void) {
    this.#longest = longest
    this.#take = take
  }

  push(chunk: Buffer): void {
    const lines = this.#decoder.write(chunk).split('\n')
    for (const [index, line] of lines.entries()) {
      this.#length += line.length
      if (this.#length > this.#longest) throw new Error('A frame is too long')
      this.#pieces.push(line)
      if (index < lines.length - 1) this.#end()
    }
  }

  #end(): void {
    const line = this.#pieces.join('')
    this.#pieces = []
    this.#length = 0
    this.#take(JSON.parse(line))
  }
}

/** Serializes a frame. */
export function toFrameLine(frame: HostFrame | GuestFrame): string {
  return `${JSON.stringify(frame)}\n`
}
