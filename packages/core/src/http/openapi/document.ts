import { featuresOf, freshnessOf, isFreshAccess, open } from '../../define/access.ts'
import type { DescribedWebhook, Module } from '../../define/module.ts'
import type { Credential, RawBody, Route } from '../../define/route.ts'
import { exportedItem, formatParameter } from '../export-formats.ts'
import { commandOf, documentedStatuses, isVersioned, nameOperations } from './operations.ts'
import { ErrorResponses, type Json, Schemas, withoutMembers } from './schemas.ts'
import { describeCustomMembers, withMembersOf } from './custom-members.ts'
import { wire } from '../wire.ts'
import type { ShownFields } from './shown-fields.ts'
import type { TenantFields } from './tenant-fields.ts'

/** How the document describes the product. */
export interface ApiInfo {
  readonly title: string
  /** The version of the API, not of Plinth. */
  readonly version: string
  readonly description?: string
}

interface DocumentOptions {
  readonly modules: readonly Module[]
  readonly origin: string
  readonly info?: ApiInfo | undefined
  /** Describes the custom fields of one tenant. */
  readonly fields?: TenantFields
  /** Leaves out the fields that a caller may not use. */
  readonly rights?: ShownFields | undefined
}

/** Creates the OpenAPI 3.1 document of the composed modules from the schemas that their routes enforce. */
export function createDocument(options: DocumentOptions): Json {
  const steps = createDocumentInSteps(options)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same, with a pause after each route. */
export function* createDocumentInSteps({
  modules,
  origin,
  info = UNNAMED,
  fields,
  rights,
}: DocumentOptions): Generator<void, Json> {
  const schemas = new Schemas(rights?.isShown)
  const errors = new ErrorResponses(schemas)
  const names = nameOperations(modules)
  const custom = describeCustomMembers(modules, fields)
  const paths: Record<string, Record<string, Json>> = {}
  const tags = new Set<string>()
  for (const module of modules) {
    for (const route of module.routes ?? []) {
      tags.add(tagOf(module, route))
      const operations = (paths[route.path] ??= {})
      operations[route.method.toLowerCase()] = describeRoute(module, route, {
        name: names.get(route)!,
        schemas,
        errors,
        custom,
        rights,
      })
      yield
    }
  }
  const webhooks = modules.flatMap(({ describeWebhooks }) => describeWebhooks?.(modules) ?? [])
  return {
    openapi: '3.1.0',
    info,
    servers: wire.basePaths.map((base) => ({ url: origin.replace(/\/$/, '') + base })),
    tags: [...tags].map((name) => ({ name })),
    paths,
    ...(webhooks.length > 0 && { webhooks: describeMessages(webhooks, schemas) }),
    components: { schemas: schemas.components, responses: errors.components, securitySchemes: SECURITY },
  }
}

/** The messages that the platform sends, by type. Receivers confirm them with any status of success. */
function describeMessages(webhooks: readonly DescribedWebhook[], schemas: Schemas): Json {
  const entries = webhooks.map(({ name, summary, body }) => {
    const schema = schemas.name(schemas.output(body, `${name}.webhook`), `${name}.webhook`)
    const post = {
      summary,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'Received.' } },
    }
    return [name, { post }]
  })
  return Object.fromEntries(entries) as Json
}

const UNNAMED: ApiInfo = { title: 'API', version: '1.0.0' }

const SECURITY: Json = {
  bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  apiKey: { type: 'apiKey', in: 'header', name: wire.apiKeyHeader },
  cookieAuth: { type: 'apiKey', in: 'cookie', name: wire.accessCookie },
  sessionCookie: { type: 'apiKey', in: 'cookie', name: wire.sessionCookie },
}

const REQUIREMENTS: Readonly<Record<Credential, Json>> = {
  none: {},
  bearer: { bearerAuth: [] },
  key: { apiKey: [] },
  cookie: { cookieAuth: [] },
  session: { sessionCookie: [] },
}

const LOGIN: readonly Credential[] = ['bearer', 'key', 'cookie']

/** The accepted credentials, any one of which is sufficient. */
function securityOf({ spec: { access, http } }: Route): readonly Json[] {
  const taken = http?.credentials ?? (access === open ? [] : LOGIN)
  return taken.map((one) => REQUIREMENTS[one])
}

/** The name of an operation, and the components that it refers to. */
interface Components {
  readonly name: string
  readonly schemas: Schemas
  readonly errors: ErrorResponses
  readonly custom: ReturnType<typeof describeCustomMembers>
  readonly rights: ShownFields | undefined
}

/** The section of the API reference that contains a route. */
function tagOf(module: Module, { spec }: Route): string {
  return spec.tag ?? module.tag ?? module.title
}

function describeRoute(module: Module, route: Route, components: Components): Json {
  const { name, schemas, custom, rights } = components
  const { spec } = route
  const typeName = name[0]!.toUpperCase() + name.slice(1)
  const features = featuresOf(spec.access).map(({ id }) => id)
  const listed = route.method === 'GET' ? custom?.(route, 'items') : undefined
  const parameters = [
    ...describeParameters(route, typeName, schemas),
    ...(route.takesCustomFields ? (listed?.parameters ?? []) : []),
  ].flatMap((one) => rights?.parameter(route, one) ?? (rights ? [] : [one]))
  return {
    operationId: name,
    tags: [tagOf(module, route)],
    ...(spec.summary !== undefined && { summary: spec.summary }),
    description: describeAccess(route, features),
    ...(parameters.length > 0 && { parameters }),
    ...(spec.body && { requestBody: describeBody(route, typeName, components) }),
    ...(route.method === 'DELETE' && spec.query && { requestBody: describeQueryInBody(route, typeName, schemas) }),
    ...(spec.http?.rawBody && { requestBody: describeRawBody(spec.http.rawBody, typeName, schemas) }),
    responses: describeResponses(route, typeName, components),
    security: securityOf(route),
    'x-require-auth': !answersStrangers(route),
    'x-require-features': features,
  }
}

/** Whether a request without credentials may succeed. */
const answersStrangers = ({ spec: { access, http } }: Route) =>
  access === open && (http?.credentials === undefined || http.credentials.includes('none'))

function describeAccess(route: Route, features: readonly string[]): string {
  if (answersStrangers(route))
    return route.spec.http?.credentials?.some((one) => one !== 'none')
      ? 'Authentication is optional.'
      : 'Requires no authentication.'
  const { access } = route.spec
  const fresh = isFreshAccess(access)
    ? ` The caller must have verified their identity within the last ${freshnessOf(access) / 60_000} minutes.`
    : ''
  if (features.length === 0) return `Requires authentication.${fresh}`
  return `Requires ${features.map((feature) => `\`${feature}\``).join(' and ')}.${fresh}`
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

const versionHeader: Json = {
  name: wire.expectedUpdatedAtHeader,
  in: 'header',
  description:
    'The `updatedAt` of the version that the change is based on. If the resource has been changed since, the response is 409.',
  schema: { type: 'string', format: 'date-time' },
}

const keyHeader: Json = {
  name: wire.idempotencyKeyHeader,
  in: 'header',
  description:
    'Makes it safe to retry: a repeated request with the same key within 24 hours returns the first response again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Whether a client may send an idempotency key with the request. */
const acceptsKey = ({ method, spec }: Route) => method !== 'GET' && spec.access !== open

function describeParameters(route: Route, name: string, schemas: Schemas): Json[] {
  const { path, spec } = route
  const params = spec.params && schemas.members(spec.params, `${name}Params`)
  const query = spec.query && schemas.members(spec.query, `${name}Query`)
  const inPath = namesIn(path)
  return [
    ...inPath.map((param) => {
      const schema = params?.properties[param] ?? query?.properties[param] ?? { type: 'string' }
      return { name: param, in: 'path', required: true, schema }
    }),
    ...Object.entries(query?.properties ?? {})
      .filter(([param]) => !inPath.includes(param))
      .map(([param, schema]) => ({
        name: param,
        in: 'query',
        ...(query?.required.includes(param) && { required: true }),
        schema,
      })),
    ...Object.entries(spec.http?.headers?.request ?? {}).map(([header, description]) => ({
      name: header,
      in: 'header',
      description,
      schema: { type: 'string' },
    })),
    ...(isExported(route) ? [formatParameter] : []),
    ...(isVersioned(route) ? [versionHeader] : []),
    ...(acceptsKey(route) ? [keyHeader] : []),
  ]
}

const isExported = ({ method, spec }: Route) => method === 'GET' && exportedItem(spec) !== undefined

function describeBody(route: Route, name: string, { schemas, custom, rights }: Components): Json {
  const { path, spec, command } = route
  const own = schemas.input(spec.body!, `${name}Body`)
  // Part of a command's input may come from the path.
  const added = custom?.(route, 'body')
  const withCustom = added ? withMembersOf(own, added) : own
  const full = rights ? rights.body(route, withCustom) : withCustom
  const schema = schemas.name(command ? withoutMembers(full, namesIn(path)) : full, `${name}Body`)
  const types =
    spec.http?.bodyType === 'form' ? ['application/x-www-form-urlencoded', 'multipart/form-data'] : ['application/json']
  const { required } = schemas.members(spec.body!, `${name}Body`)
  return { required: required.length > 0, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

function describeRawBody({ type, schema }: RawBody, name: string, schemas: Schemas): Json {
  if (!schema) return { content: { [type]: { schema: { type: 'string', format: 'binary' } } } }
  const described =
    type === 'multipart/form-data'
      ? schemas.input(schema, `${name}_parts`)
      : schemas.name(schemas.input(schema, `${name}Body`), `${name}Body`)
  return { required: true, content: { [type]: { schema: described } } }
}

/** Clients that send a body with DELETE may put query parameters there. */
function describeQueryInBody({ path, spec }: Route, name: string, schemas: Schemas): Json {
  const { required: _, ...schema } = withoutMembers(schemas.plain(spec.query!), namesIn(path))
  return {
    description:
      'The query parameters can be sent in a JSON body instead. If both are sent, the body takes precedence.',
    content: { 'application/json': { schema: schemas.name(schema, `${name}Body`) } },
  }
}

function describeResponses(
  route: Route,
  name: string,
  { schemas, errors, custom, rights }: Omit<Components, 'name'>,
): Json {
  const { spec } = route
  const { status: success = 200, http } = spec
  const described = documentedStatuses(route).map((status) => [
    String(status),
    status === success || status === 206
      ? describeSuccess(route, status, { name, schemas, custom, rights })
      : http?.errorFormat?.schemas[status]
        ? errors.own(status, {
            body: http.errorFormat.schemas[status],
            name: `${name}Error${status}`,
            contentType: http.contentType,
          })
        : errors.refer(status, http?.okInErrors),
  ])
  return Object.fromEntries(described)
}

function describeSuccess(route: Route, status: number, { name, schemas, custom }: Omit<Components, 'errors'>): Json {
  const added = route.method === 'GET' ? custom?.(route, 'items') : undefined
  const { response, http = {} } = route.spec
  const { contentType = 'application/json', headers: own, streams = false } = http
  const command = commandOf(route)
  const headers = {
    ...Object.fromEntries(
      Object.entries(own?.answer ?? {}).map(([header, description]) => [
        header,
        { description, schema: { type: 'string' } },
      ]),
    ),
    ...(status === 302 && { Location: { required: true, schema: { type: 'string' } } }),
    ...(command &&
      command.isUndoable && {
        [wire.operationHeader]: { description: 'The operation and its undo token.', schema: { type: 'string' } },
      }),
  }
  return {
    description: DESCRIPTIONS[status],
    ...(Object.keys(headers).length > 0 && { headers }),
    ...((status < 204 || status === 206) && {
      content: {
        [contentType]: { schema: schemas.answer(response, name, added && ((item) => withMembersOf(item, added))) },
        ...(streams && { 'text/event-stream': { schema: { type: 'string' } } }),
      },
    }),
  }
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Success.',
  206: 'Partial content.',
  302: 'Redirect.',
}
