import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import pg from 'pg'
import { announceReady } from '../child.ts'

/**
 * The floor of files: busboy piping to a file with the same hash, and a file streamed back, whole or in part. With a
 * database each upload is also written down there, before its first byte and when it is stored, as it has to be where a
 * file must not part from its row.
 */
const { FILES: folder = '', LEDGER } = process.env
const pool = LEDGER === undefined ? undefined : new pg.Pool({ connectionString: LEDGER, max: 10 })
await pool?.query(`create schema if not exists floor;
  create table floor.files (id text primary key, sha256 text, created_at timestamptz not null default now())`)
let count = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const path = join(folder, 'served.bin')
    const [, start] = /bytes=(\d+)-/.exec(request.headers.range ?? '') ?? []
    const { size } = statSync(path)
    const from = Number(start ?? 0)
    response.writeHead(start === undefined ? 200 : 206, { 'content-length': size - from })
    createReadStream(path, { start: from }).pipe(response)
    return
  }
  const form = busboy({ headers: request.headers })
  form.on('file', (_name, stream) => {
    void store(stream).then((hash) => response.end(hash))
  })
  request.pipe(form)
})
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))

async function store(stream: NodeJS.ReadableStream): Promise<string> {
  const path = join(folder, `${count++}-${process.pid}.bin`)
  await pool?.query({ name: 'announce', text: 'insert into floor.files (id) values ($1)', values: [path] })
  const hash = createHash('sha256')
  stream.on('data', (chunk: Buffer) => hash.update(chunk))
  await pipeline(stream, createWriteStream(path, { flush: true }))
  const sha256 = hash.digest('hex')
  await pool?.query({ name: 'keep', text: 'update floor.files set sha256 = $2 where id = $1', values: [path, sha256] })
  return sha256
}
