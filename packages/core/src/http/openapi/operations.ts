import { z } from 'zod'
import { open } from '../../define/access.ts'
import type { Command } from '../../define/command.ts'
import type { Module } from '../../define/module.ts'
import type { Route } from '../../define/route.ts'
import { brokenSetup } from '../../errors.ts'
import { type CustomMembers, describeCustomMembers, withMembersOf } from './custom-members.ts'
import { type Json, type SchemaMembers, toJsonSchema } from './schemas.ts'
import type { DescribedFields, ShownFields } from './shown-fields.ts'

/** A route as a function: called by name, with one object of arguments. */
export interface ApiOperation {
  /** The `operationId` in the OpenAPI document: `helpdeskCreateTicket`. */
  readonly name: string
  readonly module: Module
  readonly route: Route
  readonly summary: string
  /** The arguments: path parameters, query and body combined. */
  readonly inputSchema: Json
  /** The response. */
  readonly outputSchema: Json
  /** Converts arguments to a request for the route. */
  toRequest(args: Readonly<Record<string, unknown>>): SpelledRequest
}

/** The request for a set of arguments. */
export interface SpelledRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Every route of the modules as an operation. Schemas are converted once, on first use. */
export function listOperations(modules: readonly Module[]): readonly ApiOperation[] {
  const names = nameOperations(modules)
  const custom = describeCustomMembers(modules, undefined)
  return modules.flatMap((module) =>
    (module.routes ?? []).map(
      (route) => new RouteOperation({ name: names.get(route)!, module, route }, argumentsFor(route, custom)),
    ),
  )
}

/** Maximum number of fields per entity that operations describe: descriptions are for models, which charge for every word. */
const MOST_DESCRIBED = 50

interface DescribedOperations extends Omit<DescribedFields, 'key'> {
  readonly modules: readonly Module[]
}

/**
 * The same operations, described with a tenant's custom fields, and without the fields that the caller may not use; of an entity with
 * many fields, only the first ones are described.
 */
export function withTenantFields(
  operations: readonly ApiOperation[],
  { modules, fields, rights }: DescribedOperations,
): readonly ApiOperation[] {
  if (rights) {
    const general = describeCustomMembers(modules, undefined)
    const own = operations.map((one) => new RouteOperation(one, argumentsFor(one.route, general), { rights }))
    return withTenantFields(own, { modules, fields, rights: undefined })
  }
  if (fields.size === 0) return operations
  const described = new Map([...fields].map(([kind, all]) => [kind, all.slice(0, MOST_DESCRIBED)]))
  const [custom, general] = [describeCustomMembers(modules, described), describeCustomMembers(modules, undefined)]
  return operations.map((operation) => {
    const { route } = operation
    const args = argumentsFor(route, custom)
    const items = route.method === 'GET' ? custom?.(route, 'items') : undefined
    if (!args?.['properties'] && !items) return operation
    const { patternProperties } = argumentsFor(route, general) ?? {}
    const own = operation instanceof RouteOperation ? operation.rights : undefined
    return new RouteOperation(operation, args && { ...args, patternProperties }, { items, rights: own })
  })
}

/** The arguments for custom fields of a route: properties of a body, or parameters of a list. */
function argumentsFor(route: Route, custom: ReturnType<typeof describeCustomMembers>): Json | undefined {
  if (route.method !== 'GET') return custom?.(route, 'body')?.schema
  const members = route.takesCustomFields ? custom?.(route, 'items') : undefined
  if (!members) return undefined
  const parameters = members.parameters.map(({ name, schema, description }) => [
    name,
    { ...(schema as object), description },
  ])
  return {
    properties: Object.fromEntries(parameters) as Json,
    patternProperties: members.schema['patternProperties'],
  }
}

interface OperationFields {
  readonly items?: CustomMembers | undefined
  readonly rights?: ShownFields | undefined
}

class RouteOperation implements ApiOperation {
  readonly name: string
  readonly module: Module
  readonly route: Route
  readonly #custom: Json | undefined
  readonly #items: CustomMembers | undefined
  readonly rights: ShownFields | undefined
  #input: Arguments | undefined
  #output: Json | undefined

  /** `custom` describes the arguments for custom fields, `items` the properties of the items of a list. */
  constructor(
    { name, module, route }: Pick<ApiOperation, 'name' | 'module' | 'route'>,
    custom: Json | undefined,
    { items, rights }: OperationFields = {},
  ) {
    this.name = name
    this.module = module
    this.route = route
    this.#custom = custom
    this.#items = items
    this.rights = rights
  }

  get summary(): string {
    const { spec, method, path } = this.route
    return spec.summary ?? commandOf(this.route)?.label ?? `${method} ${path}`
  }

  get inputSchema(): Json {
    return this.#arguments.schema
  }

  get outputSchema(): Json {
    return (this.#output ??= withItems(
      toJsonSchema(this.route.spec.response, 'output', this.rights?.isShown),
      this.#items,
    ))
  }

  get #arguments(): Arguments {
    return (this.#input ??= argumentsOf(this.route, this.#custom, this.rights))
  }

  toRequest(args: Readonly<Record<string, unknown>>): SpelledRequest {
    const { method, path } = this.route
    const { inQuery, wrapsBody } = this.#arguments
    const inPath = namesIn(path)
    const rest = Object.entries(args).filter(([name]) => !inPath.includes(name))
    const [queried, sent] = [rest.filter(([name]) => inQuery.has(name)), rest.filter(([name]) => !inQuery.has(name))]
    return {
      method,
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(toPathText(args[name]))),
      query: Object.fromEntries(method === 'GET' ? rest : queried),
      ...(method !== 'GET' && { body: wrapsBody ? args['body'] : Object.fromEntries(sent) }),
    }
  }
}

/** The response of a list whose items have further properties. */
function withItems(schema: Json, added: CustomMembers | undefined): Json {
  const { properties } = schema as { readonly properties?: { readonly items?: { readonly items?: Json } } }
  const { items } = properties ?? {}
  if (!added || !items?.items) return schema
  return { ...schema, properties: { ...properties, items: { ...items, items: withMembersOf(items.items, added) } } }
}

/** Path parameters are required. If one is missing, a placeholder is sent, and the route reports the error. */
const toPathText = (value: unknown) =>
  value === undefined ? '-' : typeof value === 'string' ? value : JSON.stringify(value)

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

interface Arguments {
  readonly schema: Json
  /** The arguments sent in the query of a request other than GET. */
  readonly inQuery: ReadonlySet<string>
  /** Whether the body is not an object, and is therefore passed as a single argument. */
  readonly wrapsBody: boolean
}

/** The arguments of a route as one object. If path, query and body share a name, the path takes precedence. */
function argumentsOf(route: Route, custom: Json | undefined, rights: ShownFields | undefined): Arguments {
  const { method, path, spec, command } = route
  const { params, query, body } = spec
  const whole = toJsonSchema(
    z.object({ ...(query && { query }), ...(body && { body }), ...(params && { params }) }),
    'input',
    rights?.isShown,
  )
  const definitions = (whole['$defs'] ?? {}) as Readonly<Record<string, Json>>
  const parts = (whole['properties'] ?? {}) as Readonly<Record<string, Json>>
  const members = (part: Json | undefined) => (part ? membersOf(part, definitions) : NO_MEMBERS)
  const [allQueried, allSent, placed] = [members(parts['query']), members(parts['body']), members(parts['params'])]
  const queried = allQueried && (rights && method === 'GET' ? rights.query(route, allQueried) : allQueried)
  const sent = allSent && (rights ? rights.members(route, allSent) : allSent)
  const wrapsBody = sent === undefined
  const bodied = sent ?? { properties: { body: parts['body']! }, required: ['body'] }
  const inPath = Object.fromEntries(
    namesIn(path).map((name) => [name, placed?.properties[name] ?? bodied.properties[name] ?? { type: 'string' }]),
  )
  const added = (custom?.['properties'] ?? {}) as Readonly<Record<string, Json>>
  const properties = { ...queried?.properties, ...bodied.properties, ...added, ...inPath }
  const required = new Set([...(queried?.required ?? []), ...bodied.required, ...Object.keys(inPath)])
  return {
    schema: {
      type: 'object',
      properties,
      ...(custom && { patternProperties: custom['patternProperties'] }),
      ...(required.size > 0 && { required: [...required] }),
      ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
    },
    // The body of DELETE is treated like its query.
    inQuery: new Set(method === 'DELETE' || command ? [] : Object.keys(queried?.properties ?? {})),
    wrapsBody,
  }
}

const NO_MEMBERS: SchemaMembers = { properties: {}, required: [] }

/** The properties of an object schema, in any of its notations; undefined for other schemas. */
function membersOf(schema: Json, definitions: Readonly<Record<string, Json>>): SchemaMembers | undefined {
  const { $ref } = schema
  if (typeof $ref === 'string') return membersOf(definitions[$ref.slice('#/$defs/'.length)] ?? {}, definitions)
  if (Array.isArray(schema['allOf'])) {
    const parts = (schema['allOf'] as Json[]).map((part) => membersOf(part, definitions))
    if (parts.some((part) => part === undefined)) return undefined
    return {
      properties: Object.assign({}, ...parts.map((part) => part!.properties)) as SchemaMembers['properties'],
      required: parts.flatMap((part) => part!.required),
    }
  }
  if (schema['type'] !== 'object' || typeof schema['properties'] !== 'object') return undefined
  return {
    properties: schema['properties'] as SchemaMembers['properties'],
    required: (schema['required'] ?? []) as readonly string[],
  }
}

/**
 * The names of routes in typed clients: the module and the action, regardless of which other modules are composed (decision:
 * Operation ids). `helpdeskCreateTicket` for the command `helpdesk.tickets.create`, `helpdeskListTickets` for a list,
 * `helpdeskGetTicket` for `GET …/tickets/{id}`, otherwise the method and the path. Throws `broken_setup` if two routes have the
 * same name.
 */
export function nameOperations(modules: readonly Module[]): ReadonlyMap<Route, string> {
  const names = new Map<Route, string>()
  const taken = new Map<string, Route>()
  for (const module of modules) {
    for (const route of module.routes ?? []) {
      const name = toCamel([module.id, actionOf(module, route)])
      const other = taken.get(name)
      if (other)
        throw brokenSetup(
          `Routes ${describe(other)} and ${describe(route)} would both be the operation '${name}' of the API document: ` +
            'set `operation` in one of them',
        )
      taken.set(name, route)
      names.set(route, name)
    }
  }
  return names
}

const describe = ({ method, path }: Route) => `${method} ${path}`

function actionOf({ id: moduleId }: Module, { method, path, command, spec }: Route): string {
  if (spec.operation !== undefined) return spec.operation
  const commandId = (command ?? spec.runs)?.id.split('.')
  if (commandId && commandId.length > 2) return toCamel([commandId.at(-1)!, toSingular(commandId.at(-2)!)])
  const words = path.split('/').filter((word) => word !== '')
  const named = words.filter((word) => !isParameter(word))
  // The module's own name is redundant, unless it is the only one.
  const things = named.length > 1 && named[0] === moduleId ? named.slice(1) : named
  if (method !== 'GET') return toCamel([method.toLowerCase(), ...things])
  if (spec.response && 'shape' in spec.response && 'items' in (spec.response.shape as object))
    return toCamel(['list', ...things])
  const isOne = isParameter(words.at(-1) ?? '')
  return toCamel(['get', ...things.slice(0, -1), isOne ? toSingular(things.at(-1) ?? '') : (things.at(-1) ?? '')])
}

const isParameter = (word: string) => word.startsWith('{')

function toCamel(words: readonly string[]): string {
  const parts = words.flatMap((word) => word.split(/[^a-zA-Z0-9]+/)).filter((part) => part !== '')
  return parts.map((part, at) => (at === 0 ? part : part[0]!.toUpperCase() + part.slice(1))).join('')
}

function toSingular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

/** The command that a route runs, if any. */
export const commandOf = ({ command, spec }: Route): Command | undefined => command ?? spec.runs

/** Whether a client may send the version that it has seen, so that the write can be rejected with 409. */
export function isVersioned(route: Route): boolean {
  const command = commandOf(route)
  if (!command || command.logged === false) return false
  if (command.currentVersion) return true
  // Only these say which row they change.
  if (!command.entity) return false
  const mayChange = command.input instanceof z.ZodObject && 'id' in command.input.shape
  return mayChange || ['PUT', 'PATCH', 'DELETE'].includes(route.method)
}

/** The statuses implied by the command of a route: for the version that a client sends, and for customers' rules. */
export function impliedByCommand(route: Route): readonly number[] {
  const { several, previews } = route
  const isRuled = (commandOf(route) ?? previews)?.rules !== undefined
  return [...(isVersioned(route) || several || previews ? [409] : []), ...(isRuled ? [422] : [])]
}

/**
 * The documented statuses of a route, in ascending order: its success, its `errors`, and those implied by its declaration. A
 * route with `onInvalid` declares the status of invalid input itself.
 */
export function documentedStatuses(route: Route): readonly number[] {
  const { method, spec } = route
  const { access, status = 200, errors = [], params, query, body, onInvalid, rateLimits, http } = spec
  const statuses = new Set([status, ...errors, ...impliedByCommand(route)])
  // A body can be malformed; DELETE may have one.
  const mayHaveBody = body || method === 'DELETE'
  if (!onInvalid && (canFail(params, true) || canFail(query) || mayHaveBody)) statuses.add(400)
  if (access !== open) statuses.add(401).add(403)
  // Cross-site writes are rejected (decision: CSRF).
  if (method !== 'GET' && !http?.fromOtherSites) statuses.add(403)
  if (mayHaveBody) statuses.add(413)
  if (rateLimits && rateLimits.length > 0) statuses.add(429)
  return [...statuses].toSorted((a, b) => a - b)
}

/**
 * Whether the schema can reject any query (or, with `isComplete`, any path). The values are strings, so an optional string
 * without checks cannot be rejected, and neither can a schema with `catch`.
 */
function canFail(schema: z.ZodType | undefined, isComplete = false): boolean {
  if (schema === undefined || schema instanceof z.ZodCatch || schema instanceof z.ZodTransform) return false
  if (schema instanceof z.ZodObject) {
    const members = Object.values(schema.shape as Record<string, z.ZodType>)
    return hasRules(schema) || members.some((member) => (!isComplete && isRequired(member)) || canFail(member))
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return canFail(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return canFail(schema.in as z.ZodType) || canFail(schema.out as z.ZodType)
  if (schema instanceof z.ZodArray) return hasRules(schema) || canFail(schema.element as z.ZodType)
  if (schema instanceof z.ZodString || schema instanceof z.ZodUnknown) return hasRules(schema)
  return true
}

function isRequired(schema: z.ZodType): boolean {
  return schema._zod.optin === undefined
}

/** Checks that only transform the value, such as `trim()`, reject nothing. */
function hasRules(schema: z.ZodType): boolean {
  return (schema._zod.def.checks ?? []).some(({ _zod }) => _zod.def.check !== 'overwrite')
}
