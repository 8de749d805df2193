import { H3, serve } from 'h3'
import { PassThrough, Readable } from 'node:stream'
import pg from 'pg'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { announceReady } from '../child.ts'

/** h3 and `pg`: answers what `COPY … to stdout` writes, and the rows of a query as a spreadsheet that is made in memory. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 2 })
const query = process.env['QUERY'] ?? ''

/** What `pg` sends and passes on of a copy. */
class CopyOut {
  readonly #text: string
  readonly #out: PassThrough
  readonly #done: () => void

  constructor(text: string, out: PassThrough, done: () => void) {
    this.#text = text
    this.#out = out
    this.#done = done
  }

  submit(connection: { query(text: string): void }): void {
    connection.query(this.#text)
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#out.write(chunk)
  }

  handleError(error: Error): void {
    this.#out.destroy(error)
  }

  handleReadyForQuery(): void {
    this.#out.end()
    this.#done()
  }

  handleCommandComplete(): void {}
}

const app = new H3()
app.get('/csv', async () => {
  const client = await pool.connect()
  const out = new PassThrough()
  client.query(new CopyOut(`copy (${query}) to stdout csv header`, out, () => client.release()) as never)
  return new Response(Readable.toWeb(out) as ReadableStream, { headers: { 'content-type': 'text/csv' } })
})
app.get('/xlsx', async () => {
  const { rows } = await pool.query({ text: query, rowMode: 'array' })
  return new Response(new Uint8Array(await writeXlsxFile(rows as SheetData, { dateFormat: 'yyyy-mm-dd' }).toBuffer()))
})
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
await server.ready()
announceReady(server.url ?? '')
