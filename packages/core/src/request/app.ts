import { H3, type H3Event } from 'h3'
import { BinaryAnswer } from '../define/binary-answer.ts'
import type { Route } from '../define/route.ts'
import { maskPath } from '../http/logged-paths.ts'
import { type Cors, corsHeaders } from '../http/cors.ts'
import { wire } from '../http/wire.ts'
import { Answer, type Header } from '../http/answer.ts'
import { toErrorAnswer } from '../http/error-answer.ts'
import { finish } from './finish-request.ts'
import { observeRequest } from './observe-request.ts'
import { RequestInfo, type RequestInfoOptions } from './request-info.ts'
import { serve as serveRoute } from './serve.ts'
import type { ServeDeps } from './serve-deps.ts'

interface AppOptions extends RequestInfoOptions {
  readonly routes: readonly Route[]
  readonly deps: ServeDeps
  readonly cors?: Cors | undefined
  /** Creates what is served besides the routes, by path: a value as JSON, or bytes. It may depend on the caller. */
  readonly documents: Readonly<Record<string, (request: RequestInfo) => unknown>>
}

/** The h3 application, to mount in another one. */
export type App = H3

/** Serves the routes under both base paths. */
export function createApp(options: AppOptions): App {
  const { routes, deps, cors, documents } = options
  // Paths that cannot be decoded are rejected here: error responses of h3 itself get lost if the global `Response` has been
  // replaced.
  const app = new H3({ allowMalformedURL: true })
  const paths = new Map<string, RoutedPath>()
  const protocols = routes.flatMap(({ spec }) => {
    const below = spec.http?.errorFormat?.below
    return below === undefined ? [] : wire.basePaths.map((base) => ({ below: `${base}${below}/`, spec }))
  })
  const answer = async (event: H3Event, { shown = [], spec }: Answered, serve: () => unknown) => {
    const headers = cors ? corsHeaders(cors, { headers: event.req.headers, shown }) : []
    for (const [name, value] of headers) {
      event.res.headers.set(name, value)
      // A page must be able to read the reason of an error.
      event.res.errHeaders.set(name, value)
    }
    try {
      return isDecodable(event.url.pathname) ? await serve() : refuse(event, { ...BAD_REQUEST, spec })
    } catch (error) {
      return refuse(event, { ...toErrorAnswer(error), spec })
    }
  }
  const pathOf = (path: string): RoutedPath => {
    const routed = paths.get(path) ?? { methods: new Map(), overridable: new Set(), headers: [] }
    paths.set(path, routed)
    return routed
  }
  for (const route of routes) {
    const { answer: shown = {}, every = {}, options: described = {} } = route.spec.http?.headers ?? {}
    const names = Object.keys({ ...shown, ...every })
    const serve: Serve = (event, method) =>
      answer(event, { shown: names, spec: route.spec }, () => {
        const request = new RequestInfo({ event, method }, route, options)
        for (const [name, value] of Object.entries(every)) request.setHeader(name, value)
        return observeRequest(deps.runtime.telemetry, { route, request }, () =>
          serveRoute(deps, route, { event, request }),
        )
      })
    const serveHead: Serve = async (event, method) => withoutBody(await serve(event, method))
    for (const path of wire.basePaths.map((base) => base + toRouterPath(route))) {
      const { methods, overridable, headers } = pathOf(path)
      methods.set(route.method, serve)
      if (route.method === 'GET') methods.set('HEAD', serveHead)
      if (route.spec.http?.methodOverride) overridable.add(route.method)
      if (route.spec.http?.methodOverride && route.method === 'GET') overridable.add('HEAD')
      headers.push(...Object.entries(described))
    }
  }
  for (const base of wire.basePaths) {
    for (const [path, create] of Object.entries(documents)) {
      const describe: Serve = (event) => answer(event, {}, () => sendDocument(event, create))
      // h3 omits the body of responses to HEAD.
      const { methods } = pathOf(base + path)
      methods.set('GET', describe).set('HEAD', describe)
    }
  }
  for (const [path, routed] of paths) {
    const { methods, overridable, headers } = routed
    const allowed = [
      ...[...methods.keys()].filter((method) => method !== 'HEAD'),
      ...(methods.has('HEAD') ? ['HEAD'] : []),
      'OPTIONS',
    ].join(', ')
    const described = new BinaryAnswer(null, {
      status: 204,
      headers: { allow: allowed, ...Object.fromEntries(headers) },
    })
    const shown = headers.map(([name]) => name)
    const describe: Serve = (event) =>
      answer(event, { shown }, () => deps.responder.binary(new RequestInfo({ event }, { path }, options), described))
    const refuseMethod: Serve = (event) => answer(event, {}, () => refuseUnknown(event, { allow: allowed }))
    methods.set('OPTIONS', describe)
    // The router knows paths only: it takes as long to add a method as to add a path.
    app.all(path, (event) => {
      const { method, headers: sent } = event.req
      // A method named in a header overrides that of the request, if a route of the path allows it.
      const named = overridable.size > 0 && sent.get(wire.methodOverrideHeader)?.trim().toUpperCase()
      const serve = named && !overridable.has(named as Method) ? undefined : methods.get((named || method) as Method)
      return (serve ?? refuseMethod)(event, named || method)
    })
  }
  app.all(ANYWHERE, (event) => answer(event, {}, () => refuseUnknown(event)))
  return app

  function refuseUnknown(event: H3Event, headers: Readonly<Record<string, string>> = {}): Answer {
    const protocol = protocols.find(({ below }) => event.url.pathname.startsWith(below))
    return refuse(event, { ...NOT_FOUND, headers, spec: protocol?.spec })
  }

  async function sendDocument(event: H3Event, create: (request: RequestInfo) => unknown): Promise<Answer> {
    const facts = new RequestInfo({ event }, { path: event.url.pathname }, options)
    const document = await create(facts)
    return document instanceof BinaryAnswer
      ? deps.responder.binary(facts, document)
      : deps.responder.json(facts, 200, document)
  }

  function refuse(event: H3Event, { status, body, headers = {}, failure, spec }: RefusedRequest): Answer {
    const facts = new RequestInfo({ event }, { path: maskPath(event.url.pathname).slice(0, SHOWN_PATH) }, options)
    for (const [name, value] of Object.entries(headers)) facts.setHeader(name, value)
    // Requests for unknown paths are logged, too.
    const error = failure === undefined ? {} : { error: failure }
    finish(
      { log: deps.runtime.log, onFinished: deps.onFinished },
      { facts, route: ANYWHERE, status, caller: null, milliseconds: 0, ...error },
    )
    return deps.responder.refusal(facts, { status, body }, spec)
  }
}

/** Handles a request; `method` is that of the request line, or the one that a header overrides it with. */
type Serve = (event: H3Event, method: string) => unknown

type Method = Route['method'] | 'HEAD' | 'OPTIONS'

/** The routes of a path. */
interface RoutedPath {
  readonly methods: Map<Method, Serve>
  /** Methods that a header can override the request's method with. */
  readonly overridable: Set<Method>
  /** Headers of the response to OPTIONS. */
  readonly headers: Header[]
}

interface RefusedRequest {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** Set for statuses of 500 and above. */
  readonly failure?: unknown
  /** The route, if one was found, or one of the same protocol. */
  readonly spec?: Route['spec'] | undefined
}

/** What is answered. */
interface Answered {
  /** Headers that pages of other sites may read. */
  readonly shown?: readonly string[]
  readonly spec?: Route['spec']
}

const BAD_REQUEST = { status: 400, body: { error: 'Bad Request' } }
/** The route of requests that match no other. */
const ANYWHERE = '/**'
/** Maximum number of characters of a path in logs. */
const SHOWN_PATH = 500
const NOT_FOUND = { status: 404, body: { error: 'Not Found' } }

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The response to HEAD (decision: HEAD): that of GET without the body, whose stream is destroyed. */
async function withoutBody(answer: unknown): Promise<unknown> {
  if (!(answer instanceof Answer)) return answer
  if (answer.body instanceof ReadableStream) await answer.body.cancel()
  return new Answer(null, answer)
}

/** Converts `{id}`, as in OpenAPI, to `:id`, as in the router. */
function toRouterPath({ path, takesRest }: Route): string {
  const pattern = path.replace(/\{(\w+)\}/g, ':$1')
  return takesRest ? pattern.replace(/:(\w+)$/, '**:$1') : pattern
}

/** An application that passes every request to `answer`. */
export const forwardAll = (answer: (request: Request) => Promise<Response>): App =>
  new H3({ allowMalformedURL: true }).all('/**', ({ req }) => answer(req))
