import { z } from 'zod'
import type { Module } from '../define/module.ts'
import type { Route } from '../define/route.ts'
import { commandOf } from './documented-statuses.ts'
import { nameOperations } from './operation-names.ts'
import { type Json, toJsonSchema } from './openapi-schemas.ts'

/** A route as programs call it: by a name, with one object of arguments. */
export interface ApiOperation {
  /** As in the OpenAPI document: `createTicket`. */
  readonly name: string
  readonly module: Module
  readonly route: Route
  readonly summary: string
  /** The arguments: path, query and body together. */
  readonly inputSchema: Json
  /** The answer. */
  readonly outputSchema: Json
  /** The arguments as a request for the route. */
  toRequest(args: Readonly<Record<string, unknown>>): SpelledRequest
}

/** What to send for some arguments. */
export interface SpelledRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Every route of the modules as an operation. Schemas are converted when they are first asked for, and once. */
export function listOperations(modules: readonly Module[]): readonly ApiOperation[] {
  const names = nameOperations(modules)
  return modules.flatMap((module) =>
    (module.routes ?? []).map((route) => new RouteOperation({ name: names.get(route)!, module, route })),
  )
}

class RouteOperation implements ApiOperation {
  readonly name: string
  readonly module: Module
  readonly route: Route
  #input: Arguments | undefined
  #output: Json | undefined

  constructor({ name, module, route }: Pick<ApiOperation, 'name' | 'module' | 'route'>) {
    this.name = name
    this.module = module
    this.route = route
  }

  get summary(): string {
    const { spec, method, path } = this.route
    return spec.summary ?? commandOf(this.route)?.label ?? `${method} ${path}`
  }

  get inputSchema(): Json {
    return this.#arguments.schema
  }

  get outputSchema(): Json {
    return (this.#output ??= toJsonSchema(this.route.spec.response, 'output'))
  }

  get #arguments(): Arguments {
    return (this.#input ??= argumentsOf(this.route))
  }

  toRequest(args: Readonly<Record<string, unknown>>): SpelledRequest {
    const { method, path } = this.route
    const { inQuery, wrapsBody } = this.#arguments
    const inPath = namesIn(path)
    const rest = Object.entries(args).filter(([name]) => !inPath.includes(name))
    const [queried, sent] = [rest.filter(([name]) => inQuery.has(name)), rest.filter(([name]) => !inQuery.has(name))]
    return {
      method,
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(toText(args[name]))),
      query: Object.fromEntries(method === 'GET' ? rest : queried),
      ...(method !== 'GET' && { body: wrapsBody ? args['body'] : Object.fromEntries(sent) }),
    }
  }
}

/** An argument of the path has to be there; without one the route says what is wrong with it. */
const toText = (value: unknown) =>
  value === undefined ? '-' : typeof value === 'string' ? value : JSON.stringify(value)

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

interface Arguments {
  readonly schema: Json
  /** Names that travel in the query of what is no GET. */
  readonly inQuery: ReadonlySet<string>
  /** Whether the body is no object, and so one argument. */
  readonly wrapsBody: boolean
}

/** The arguments of a route as one object. Of equal names in path, query and body, the path's counts. */
function argumentsOf({ method, path, spec, command }: Route): Arguments {
  const { params, query, body } = spec
  const whole = toJsonSchema(
    z.object({ ...(query && { query }), ...(body && { body }), ...(params && { params }) }),
    'input',
  )
  const definitions = (whole['$defs'] ?? {}) as Readonly<Record<string, Json>>
  const parts = (whole['properties'] ?? {}) as Readonly<Record<string, Json>>
  const members = (part: Json | undefined) => (part ? membersOf(part, definitions) : NO_MEMBERS)
  const [queried, sent, placed] = [members(parts['query']), members(parts['body']), members(parts['params'])]
  const wrapsBody = sent === undefined
  const bodied = sent ?? { properties: { body: parts['body']! }, required: ['body'] }
  const inPath = Object.fromEntries(
    namesIn(path).map((name) => [name, placed?.properties[name] ?? bodied.properties[name] ?? { type: 'string' }]),
  )
  const properties = { ...queried?.properties, ...bodied.properties, ...inPath }
  const required = new Set([...(queried?.required ?? []), ...bodied.required, ...Object.keys(inPath)])
  return {
    schema: {
      type: 'object',
      properties,
      ...(required.size > 0 && { required: [...required] }),
      ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
    },
    // A body of DELETE is read like its query.
    inQuery: new Set(method === 'DELETE' || command ? [] : Object.keys(queried?.properties ?? {})),
    wrapsBody,
  }
}

interface Members {
  readonly properties: Readonly<Record<string, Json>>
  readonly required: readonly string[]
}

const NO_MEMBERS: Members = { properties: {}, required: [] }

/** The members of an object's schema, whichever way it is written; undefined for what is no object. */
function membersOf(schema: Json, definitions: Readonly<Record<string, Json>>): Members | undefined {
  const { $ref } = schema
  if (typeof $ref === 'string') return membersOf(definitions[$ref.slice('#/$defs/'.length)] ?? {}, definitions)
  if (Array.isArray(schema['allOf'])) {
    const parts = (schema['allOf'] as Json[]).map((part) => membersOf(part, definitions))
    if (parts.some((part) => part === undefined)) return undefined
    return {
      properties: Object.assign({}, ...parts.map((part) => part!.properties)) as Members['properties'],
      required: parts.flatMap((part) => part!.required),
    }
  }
  if (schema['type'] !== 'object' || typeof schema['properties'] !== 'object') return undefined
  return {
    properties: schema['properties'] as Members['properties'],
    required: (schema['required'] ?? []) as readonly string[],
  }
}
