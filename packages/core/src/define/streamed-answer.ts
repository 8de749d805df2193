import type { Readable } from 'node:stream'

/** What a handler answers with bytes that it does not hold: a file, a picture. */
export class StreamedAnswer {
  readonly stream: Readable
  readonly status: number
  /** In lower case. `content-length`, where the size is known, is the handler's to tell. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    stream: Readable,
    { status = 200, headers }: { status?: number; headers: Readonly<Record<string, string>> },
  ) {
    this.stream = stream
    this.status = status
    this.headers = headers
  }
}
