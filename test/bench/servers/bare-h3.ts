import { readFile } from 'node:fs/promises'
import { H3, serve } from 'h3'
import { announceReady } from '../child.ts'

/** h3 and nothing else, answering the JSON it is given, or the bytes of a file, which it holds, with the headers it is given. */
const { BODY = '{}', BYTES, HEADERS = '{}' } = process.env
const headers = Object.entries<string>(JSON.parse(HEADERS))
const body: unknown = BYTES === undefined ? JSON.parse(BODY) : await readFile(BYTES)
const app = new H3()
app.get('/**', ({ res }) => {
  for (const [name, value] of headers) res.headers.set(name, value)
  return body
})
app.post('/**', () => body)
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
await server.ready()
announceReady(server.url ?? '')
