import { Readable } from 'node:stream'

/** What a handler answers with bytes: those that it holds, or a stream of them, as of a file; null for none. */
export class BinaryAnswer {
  readonly body: Readable | Uint8Array | null
  readonly status: number
  /** In lower case. `content-length`, where the size is known, is the handler's to tell. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    body: Readable | Uint8Array | null,
    { status = 200, headers }: { status?: number; headers: Readonly<Record<string, string>> },
  ) {
    this.body = body
    this.status = status
    this.headers = headers
  }

  /** Ends a stream that nobody will read. */
  destroy(): void {
    if (this.body instanceof Readable) this.body.destroy()
  }
}
