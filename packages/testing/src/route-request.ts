import type { Module, Platform, Route } from '@plinth/core'

/** A request before it is encoded for HTTP. */
export interface RouteRequest {
  /** Values of the `{name}` parameters in the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  /** JSON or form fields; text and bytes are sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as it is sent. */
export interface WireRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
}

/** The name of a route in checks: `GET /tags/{id}`. */
export const routeName = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

/** All routes of a platform. */
export function routesOf(platform: Platform): readonly Route[] {
  return platform.modules.flatMap(({ routes }) => routes ?? [])
}

interface ChosenRoutes {
  readonly routes?: readonly string[]
  readonly modules?: readonly Module[]
  readonly except?: Readonly<Record<string, string>>
}

/** The routes to check: all of them unless some, or modules, are named. Throws if there is no route of a name. */
export function chosenRoutes(routes: readonly Route[], { routes: only, modules, except = {} }: ChosenRoutes) {
  for (const name of only ?? []) findRoute(routes, name)
  const own = modules && new Set(modules.flatMap((module) => module.routes ?? []).map(routeName))
  return routes.filter((route) => {
    const name = routeName(route)
    return (only?.includes(name) ?? true) && (own?.has(name) ?? true) && except[name] === undefined
  })
}

/** The route with that name. Throws an error that lists the existing names if there is none. */
export function findRoute(routes: readonly Route[], name: string): Route {
  const found = routes.find((route) => routeName(route) === name)
  if (!found) throw new Error(`There is no route '${name}'; there are:\n${routes.map(routeName).join('\n')}`)
  return found
}

export function toWire({ method, path, spec }: Route, request: RouteRequest): WireRequest {
  const { params = {}, query = {}, body, headers = {} } = request
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'missing'))
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(query)) for (const value of [values].flat()) search.append(name, value)
  const question = search.size > 0 ? `?${search}` : ''
  const spelled = method === 'GET' ? {} : toBody(body, spec.http?.bodyType === 'form')
  return { method, path: filled + question, headers: { ...spelled.headers, ...headers }, body: spelled.body }
}

function toBody(body: unknown, isForm: boolean): Partial<Pick<WireRequest, 'headers' | 'body'>> {
  if (body === undefined) return {}
  if (typeof body === 'string' || body instanceof Uint8Array) return { body: body as string }
  if (!isForm) return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return {
    body: String(new URLSearchParams(body as Record<string, string>)),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
}

const LONGEST = 2_000

/** The request as a curl command, to reproduce a failure by hand. */
export function toCurl({ method, path, headers, body }: WireRequest): string {
  const parts = [
    `curl -i -X ${method}`,
    quote(`http://localhost:3000${path}`),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(typeof body === 'string' ? body : toBinary(body))}`]),
  ]
  return parts.join(' ')
}

const toBinary = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

function quote(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…(${text.length} characters)` : text
  const characters = [...short]
  return characters.some(isAwkward) ? `$'${characters.map(escape).join('')}'` : `'${short}'`
}

/** Control characters, single bytes outside ASCII, and the quote itself. */
function isAwkward(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return code < 0x20 || (code >= 0x7f && code <= 0xff) || character === "'"
}

function escape(character: string): string {
  if (character === '\\') return '\\\\'
  return isAwkward(character) ? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}` : character
}
