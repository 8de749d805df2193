import { H3, type H3Event } from 'h3'
import type { Route } from '../define/route.ts'
import { Answer } from './answer.ts'
import { type Cors, corsHeaders } from './cors.ts'
import { toErrorAnswer } from './error-response.ts'
import { Facts, type FactsOptions } from './facts.ts'
import { type Entrance, serveRoute } from './serve-route.ts'
import { wire } from './wire.ts'

export interface AppOptions extends FactsOptions {
  readonly routes: readonly Route[]
  readonly entrance: Entrance
  readonly cors?: Cors | undefined
  /** The OpenAPI document, computed when first asked for. */
  readonly document: () => unknown
}

/** The h3 application, to mount in another one. */
export type App = H3

/** Serves the routes under both base paths. */
export function createApp(options: AppOptions): App {
  const { routes, entrance, cors, document } = options
  const app = new H3({
    // What h3 itself refuses: a path that cannot be decoded.
    onError: (error, event) => {
      const isRefused = error.status >= 400 && error.status < 500
      return isRefused
        ? json(event, { status: error.status, body: { error: 'Bad Request' } })
        : json(event, toErrorAnswer(error))
    },
  })
  const methods = new Map<string, Set<string>>()
  const answer = (event: H3Event, serve: () => unknown) => {
    const headers = cors ? corsHeaders(cors, event.req.headers) : []
    for (const [name, value] of headers) {
      event.res.headers.set(name, value)
      // A page must be able to read why it was refused.
      event.res.errHeaders.set(name, value)
    }
    return serve()
  }
  const serve = (event: H3Event, route: Route) =>
    answer(event, () => serveRoute(entrance, route, { event, facts: new Facts(event, route.path, options) }))
  for (const route of routes) {
    for (const base of wire.basePaths) {
      const path = base + toPattern(route)
      let known = methods.get(path)
      if (!known) methods.set(path, (known = new Set()))
      known.add(route.method)
      app.on(route.method, path, (event) => serve(event, route))
      if (route.method === 'GET') app.on('HEAD', path, async (event) => withoutBody(await serve(event, route)))
    }
  }
  for (const base of wire.basePaths) {
    const path = `${base}/openapi.json`
    const tell = (event: H3Event) => answer(event, () => json(event, { status: 200, body: document() }))
    methods.set(path, new Set(['GET']))
    // h3 leaves the body of an answer to HEAD out.
    app.get(path, tell).on('HEAD', path, tell)
  }
  for (const [path, known] of methods) {
    const allowed = [...known, ...(known.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    app.on('OPTIONS', path, (event) =>
      answer(event, () => new Answer(null, { status: 204, headers: [['allow', allowed]] })),
    )
    // Whatever other method: the router looks here last.
    app.all(path, (event) => answer(event, () => json(event, { ...NOT_FOUND, headers: { allow: allowed } })))
  }
  app.all('/**', (event) => answer(event, () => json(event, NOT_FOUND)))
  return app

  function json(event: H3Event, { status, body, headers = {} }: Outcome): Answer {
    const facts = new Facts(event, event.url.pathname, options)
    for (const [name, value] of Object.entries(headers)) facts.setHeader(name, value)
    return entrance.responder.json(facts, status, body)
  }
}

interface Outcome {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const NOT_FOUND = { status: 404, body: { error: 'Not Found' } }

/** What HEAD is answered (decision 52); a stream that nobody reads is ended. */
async function withoutBody(answer: unknown): Promise<unknown> {
  if (!(answer instanceof Answer)) return answer
  if (answer.body instanceof ReadableStream) await answer.body.cancel()
  return new Answer(null, answer)
}

/** `{id}` as OpenAPI writes it, `:id` as the router does. */
function toPattern({ path, spec }: Route): string {
  const pattern = path.replace(/\{(\w+)\}/g, ':$1')
  return spec.takesRest ? pattern.replace(/:(\w+)$/, '**:$1') : pattern
}
