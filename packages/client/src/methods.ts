import { type Result, toResult } from './result.ts'

/** The requests of a document, by method and path. They resolve to a `Result`, and do not reject for any status. */
export interface Methods<Paths> {
  GET<P extends PathWith<Paths, 'get'>>(path: P, ...request: Arguments<Paths[P], 'get'>): Responding<Paths[P], 'get'>
  PUT<P extends PathWith<Paths, 'put'>>(path: P, ...request: Arguments<Paths[P], 'put'>): Responding<Paths[P], 'put'>
  POST<P extends PathWith<Paths, 'post'>>(
    path: P,
    ...request: Arguments<Paths[P], 'post'>
  ): Responding<Paths[P], 'post'>
  PATCH<P extends PathWith<Paths, 'patch'>>(
    path: P,
    ...request: Arguments<Paths[P], 'patch'>
  ): Responding<Paths[P], 'patch'>
  DELETE<P extends PathWith<Paths, 'delete'>>(
    path: P,
    ...request: Arguments<Paths[P], 'delete'>
  ): Responding<Paths[P], 'delete'>
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'

type PathWith<Paths, M extends Method> = {
  [P in keyof Paths & string]: Paths[P] extends { readonly [K in M]: object } ? P : never
}[keyof Paths & string]

type Arguments<Item, M extends Method> = Item extends { readonly [K in M]: infer Operation }
  ? {} extends RequestOf<Operation>
    ? [request?: RequestOf<Operation>]
    : [request: RequestOf<Operation>]
  : never

type Responding<Item, M extends Method> = Promise<
  Result<Item extends { readonly [K in M]: infer Operation } ? DataOf<Operation> : unknown>
>

type RequestOf<Operation> = ParametersOf<Operation> &
  BodyOf<Operation> & {
    /** Sent in addition to those of the client. */
    readonly headers?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
  }

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters }
  ? {} extends Parameters
    ? { readonly params?: Parameters }
    : { readonly params: Parameters }
  : unknown

type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { readonly body: ContentOf<Content> }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { readonly body?: ContentOf<Content> }
    : unknown

/** An object is sent as JSON, anything else as it is. */
type ContentOf<Content> =
  | (Content extends { 'application/json': infer Json } ? Json : never)
  | ([Exclude<keyof Content, 'application/json'>] extends [never] ? never : FormData | URLSearchParams | Blob)

type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206

type DataOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & Success]: JsonOf<Responses[Status]> }[keyof Responses & Success]
  : unknown

/** Lists can also be exported as text; use `fetch` for that. */
type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } }
  ? Json
  : Response extends { content: infer Content }
    ? Content[keyof Content]
    : undefined

interface SentRequest {
  readonly params?: {
    readonly path?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, unknown>>
    readonly header?: Readonly<Record<string, unknown>>
  }
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Methods that send their requests with `send`. */
export function createMethods<Paths>(send: (path: string, init: RequestInit) => Promise<Response>): Methods<Paths> {
  const methodOf =
    (method: string) =>
    (path: string, request: SentRequest = {}) =>
      toResult(Promise.resolve().then(() => send(toPath(path, request), toInit(method, request))))
  return {
    GET: methodOf('GET'),
    PUT: methodOf('PUT'),
    POST: methodOf('POST'),
    PATCH: methodOf('PATCH'),
    DELETE: methodOf('DELETE'),
  } as Methods<Paths>
}

function toPath(path: string, { params = {} }: SentRequest): string {
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = params.path && Object.hasOwn(params.path, name) ? params.path[name] : undefined
    if (value === undefined || value === null) throw new TypeError(`The path ${path} needs a value for ${name}`)
    return encodeURIComponent(String(value))
  })
  const query = String(toQuery(params.query ?? {}))
  return query === '' ? filled : `${filled}?${query}`
}

/** Query parameters; each element of an array is one, and those without a value are left out. */
export function toQuery(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined && one !== null) params.append(name, String(one))
  return params
}

function toInit(method: string, { params = {}, body, headers, signal }: SentRequest): RequestInit {
  const isSentAsItIs =
    body === undefined || body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob
  const sent = new Headers(isSentAsItIs ? {} : { 'content-type': 'application/json' })
  for (const [name, value] of Object.entries({ ...params.header, ...headers }))
    if (value !== undefined && value !== null) sent.set(name, String(value))
  return {
    method,
    headers: sent,
    ...(body !== undefined && { body: isSentAsItIs ? (body as BodyInit) : JSON.stringify(body) }),
    ...(signal && { signal }),
  }
}
