import { MAX_BODY_DEPTH } from '@plinth/core/http'

/** A request made by sandboxed code, after validation. */
export interface ApiRequest {
  readonly method: ApiMethod
  /** Normalized: begins with `/` and has no query. */
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
}

/** The response that the code receives. */
export type ApiAnswer =
  | { readonly success: true; readonly statusCode: number; readonly data: unknown }
  | { readonly success: false; readonly statusCode: number; readonly error: string; readonly details?: unknown }

export type ApiMethod = (typeof METHODS)[number]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Maximum characters of a path with its query, as written by the code. */
const MAX_PATH = 4_000

/** Maximum number of query parameters. */
const MAX_PARAMETERS = 100

/** Whether a request may change data. */
export function isWrite({ method }: ApiRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** Parses a request written by the code. Throws a `TypeError` whose message is safe to show to the code. */
export function readApiRequest(json: string): ApiRequest {
  const { method, path, query, body } = toPlain(JSON.parse(json), MAX_BODY_DEPTH) as Readonly<Record<string, unknown>>
  const url = readPath(path)
  return {
    method: readMethod(method),
    path: url.pathname,
    query: readQuery([...url.searchParams], query),
    ...(body !== undefined && { body }),
  }
}

/** Copies a value without prototype access: a key `__proto__` would set the prototype of whatever it is copied into. */
function toPlain(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) throw new TypeError(`A request is nested in at most ${MAX_BODY_DEPTH} levels`)
  if (Array.isArray(value)) return value.map((one) => toPlain(one, levels - 1))
  const members = Object.entries(value).filter(([name]) => name !== '__proto__')
  return Object.fromEntries(members.map(([name, one]) => [name, toPlain(one, levels - 1)]))
}

function readMethod(method: unknown): ApiMethod {
  const name = typeof method === 'string' ? method.toUpperCase() : method
  const apiMethod = METHODS.find((one) => one === name)
  if (!apiMethod) throw new TypeError(`method has to be one of ${METHODS.join(', ')}`)
  return apiMethod
}

function readPath(path: unknown): URL {
  const isPath = typeof path === 'string' && path.length <= MAX_PATH && /^\/(?![/\\])[\x21-\x7e]*$/.test(path)
  if (!isPath) throw new TypeError('path has to begin with one / and to be encoded, as in /api/auth/users?page=1')
  return new URL(path, 'http://localhost')
}

function readQuery(inPath: readonly (readonly [string, string])[], query: unknown): ApiRequest['query'] {
  if (query !== undefined && query !== null && (typeof query !== 'object' || Array.isArray(query)))
    throw new TypeError('query has to be an object')
  const values = new Map<string, string[]>()
  const add = (name: string, value: unknown) => {
    if (value === undefined || value === null || name === '__proto__') return
    if (typeof value === 'object') throw new TypeError(`query.${name} has to be a string, a number or a boolean`)
    values.set(name, [...(values.get(name) ?? []), String(value as string | number | boolean)])
  }
  for (const [name, value] of inPath) add(name, value)
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) add(name, one)
  if (values.size > MAX_PARAMETERS) throw new TypeError(`query has more than ${MAX_PARAMETERS} members`)
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0]! : all]))
}
