import { Readable } from 'node:stream'

/** A binary response: bytes in memory, a stream such as a file, or null for no body. */
export class BinaryAnswer {
  readonly body: Readable | Uint8Array | null
  readonly status: number
  /** Names in lower case. If the size is known, the handler sets `content-length`. */
  readonly headers: Readonly<Record<string, string>>
  /** The records that the bytes contain, for a route that declares `reads`: `{ items }`. Default: none. */
  readonly shown: unknown

  constructor(
    body: Readable | Uint8Array | null,
    { status = 200, headers, shown }: { status?: number; headers: BinaryAnswer['headers']; shown?: unknown },
  ) {
    this.body = body
    this.status = status
    this.headers = headers
    this.shown = shown
  }

  /** Destroys a stream that will not be read. */
  destroy(): void {
    if (this.body instanceof Readable) this.body.destroy()
  }
}
