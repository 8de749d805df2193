import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { announceReady } from '../child.ts'

/** The floor of files: busboy piping to a file with the same hash, and a file streamed back, whole or in part. */
const folder = process.env['FILES'] ?? ''
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
    const hash = createHash('sha256')
    stream.on('data', (chunk: Buffer) => hash.update(chunk))
    const path = join(folder, `${count++}.bin`)
    void pipeline(stream, createWriteStream(path, { flush: true })).then(() => response.end(hash.digest('hex')))
  })
  request.pipe(form)
})
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
