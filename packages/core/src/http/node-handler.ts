import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler as fromApp } from 'h3/node'
import type { App } from './app.ts'

/** Answers requests of `node:http`, and as a middleware those of Express. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Mounts a platform where Node's own requests arrive. In Express it comes before body parsers, which would read the
 * body first.
 *
 * @example
 * createServer(toNodeHandler(platform)).listen(3000)
 * express().use('/api', toNodeHandler(platform))
 */
export function toNodeHandler({ app }: { readonly app: App }): NodeHandler {
  const handle = fromApp(app)
  return (request, response) => handle(request, response)
}
