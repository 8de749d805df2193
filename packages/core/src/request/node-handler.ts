import { H3Event, toResponse } from 'h3'
import { toNodeHandler as fromApp } from 'h3/node'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { Answer } from '../http/answer.ts'
import type { App } from './app.ts'

/** Handles requests of `node:http`, or of Express as a middleware. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Creates a handler for Node servers. In Express, mount it before body parsers, which would consume the body.
 *
 * @example
 * createServer(toNodeHandler(platform)).listen(3000)
 * express().use('/api', toNodeHandler(platform))
 */
export function toNodeHandler({ app }: { readonly app: App }): NodeHandler {
  const { onRequest, onResponse } = app.config
  const ofApp = fromApp(app)
  // If the application has its own hooks, h3 calls them.
  if (onRequest || onResponse) return (request, response) => ofApp(request, response)
  return async (req, res) => {
    const event = new H3Event(new NodeRequest({ req, res }), undefined, app)
    if (hasNotes(event)) return ofApp(req, res)
    try {
      const answer = await app.handler(event)
      if (answer instanceof Answer && !hasNotes(event) && answer.writeTo(res)) return
      await send(answer)
    } catch (error) {
      if (res.headersSent) res.destroy()
      else await send(Promise.reject(error)).catch(() => res.destroy())
    }

    async function send(answer: unknown): Promise<void> {
      await sendNodeResponse(res, await toResponse(answer, event, app.config))
    }
  }
}

/** Whether h3 has to do more than send the response; it stores that under symbols. */
const hasNotes = (event: H3Event) => Object.getOwnPropertySymbols(event).length > 0
