import { H3, serve } from 'h3'
import { pino } from 'pino'
import { announceReady } from '../child.ts'

/** h3 that answers the JSON it is given and writes one line of pino about it, with the members that the host writes. */
const body: unknown = JSON.parse(process.env['BODY'] ?? '{}')
const who = { tenant: crypto.randomUUID(), actor: crypto.randomUUID() }
const log = pino({ base: undefined }, pino.destination(process.env['LINES'] ?? '/dev/null'))
const app = new H3()
app.get('/**', ({ req, url }) => {
  const started = performance.now()
  const line = { requestId: crypto.randomUUID(), method: req.method, path: url.pathname, status: 200 }
  log.info({ ...line, milliseconds: performance.now() - started, ...who }, 'request')
  return body
})
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
await server.ready()
announceReady(server.url ?? '')
