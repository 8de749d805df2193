import { consoleHandler } from '@plinth/console'
import { H3, serve } from 'h3'
import { announceReady } from '../child.ts'

/** h3 with the console, for a visitor whom the platform knows. */
const serveConsole = consoleHandler({ modules: [], fetch: async () => Response.json({ groups: [] }) })
const app = new H3()
app.get('/**', ({ req }) => serveConsole(req))
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
await server.ready()
announceReady(server.url ?? '')
