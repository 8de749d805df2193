import { StringDecoder } from 'node:string_decoder'
import type { GuestFrame } from './guest-frame.ts'

/** The argument by which the program knows that it is meant to run code; the next one is the bytes of its memory. */
export const RUN = 'run'

/** The limits that are kept inside as well, so that what is too large does not travel. */
export interface GuestLimits {
  readonly calls: number
  readonly logLines: number
  readonly logLength: number
  readonly resultLength: number
  readonly requestLength: number
}

/** What the host tells the process, one line of JSON each. */
export type HostFrame =
  | { readonly kind: 'run'; readonly run: GuestRun }
  /** `text` is JSON: what the call answered, or the words of its refusal. */
  | { readonly kind: 'answer'; readonly call: number; readonly ok: boolean; readonly text: string }

export interface GuestRun {
  readonly code: string
  /** Ours, evaluated before the code. */
  readonly script: string
  /** JSON of an object whose members become globals. */
  readonly globals: string
  /** Whether there is an `api`. */
  readonly hasApi: boolean
  readonly limits: GuestLimits
}

/** Cuts a stream into lines of JSON. A line that is too long, or no JSON, throws. */
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

/** A frame as it travels. */
export function toFrameLine(frame: HostFrame | GuestFrame): string {
  return `${JSON.stringify(frame)}\n`
}
