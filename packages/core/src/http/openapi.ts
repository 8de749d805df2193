import type { z } from 'zod'
import { featuresOf, open } from '../define/access.ts'
import type { Module } from '../define/module.ts'
import type { Route } from '../define/route.ts'
import { commandOf, documentedStatuses, isVersioned, nameOperations } from './api-operation.ts'
import { ErrorResponses, type Json, Schemas, withoutMembers } from './openapi-schemas.ts'
import { wire } from './wire.ts'

/** What the document says of the product. */
export interface ApiInfo {
  readonly title: string
  /** Of the interface, not of Plinth. */
  readonly version: string
  readonly description?: string
}

interface DocumentOptions {
  readonly modules: readonly Module[]
  readonly origin: string
  readonly info?: ApiInfo | undefined
}

/** The OpenAPI 3.1 document of the composed modules, computed from the schemas that their routes enforce. */
export function createDocument({ modules, origin, info = UNNAMED }: DocumentOptions): Json {
  const schemas = new Schemas()
  const errors = new ErrorResponses(schemas)
  const names = nameOperations(modules)
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
      })
    }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: wire.basePaths.map((base) => ({ url: origin.replace(/\/$/, '') + base })),
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: { schemas: schemas.components, responses: errors.components, securitySchemes: SECURITY },
  }
}

const UNNAMED: ApiInfo = { title: 'API', version: '1.0.0' }

const SECURITY: Json = {
  bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  apiKey: { type: 'apiKey', in: 'header', name: wire.apiKeyHeader },
  cookieAuth: { type: 'apiKey', in: 'cookie', name: wire.accessCookie },
}

/** What an operation is called, and what it refers to. */
interface Components {
  readonly name: string
  readonly schemas: Schemas
  readonly errors: ErrorResponses
}

/** The section of the API reference in which a route stands. */
function tagOf(module: Module, { spec }: Route): string {
  return spec.tag ?? module.tag ?? module.title
}

/** The OpenAPI operation of a route. */
function describeRoute(module: Module, route: Route, components: Components): Json {
  const { name, schemas } = components
  const { spec } = route
  const typeName = name[0]!.toUpperCase() + name.slice(1)
  const features = featuresOf(spec.access).map(({ id }) => id)
  const isOpen = spec.access === open
  const parameters = describeParameters(route, typeName, schemas)
  return {
    operationId: name,
    tags: [tagOf(module, route)],
    ...(spec.summary !== undefined && { summary: spec.summary }),
    description: describeAccess(isOpen, features),
    ...(parameters.length > 0 && { parameters }),
    ...(spec.body && { requestBody: describeBody(route, typeName, schemas) }),
    ...(spec.parts && { requestBody: describeParts(spec.parts, typeName, schemas) }),
    ...(spec.bytes && { requestBody: { content: { [spec.bytes]: { schema: { type: 'string', format: 'binary' } } } } }),
    responses: describeResponses(route, typeName, components),
    security: isOpen ? [] : [{ bearerAuth: [] }, { apiKey: [] }, { cookieAuth: [] }],
    'x-require-auth': !isOpen,
    'x-require-features': features,
  }
}

function describeAccess(isOpen: boolean, features: readonly string[]): string {
  if (isOpen) return 'Needs no login.'
  if (features.length === 0) return 'Needs a login.'
  return `Needs ${features.map((feature) => `\`${feature}\``).join(' and ')}.`
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

const versionHeader: Json = {
  name: wire.expectedUpdatedAtHeader,
  in: 'header',
  description: 'The `updatedAt` that the change is based on; 409 when there is a later one.',
  schema: { type: 'string', format: 'date-time' },
}

const keyHeader: Json = {
  name: wire.idempotencyKeyHeader,
  in: 'header',
  description: 'The same key, caller and request within 24 hours give the first answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Whether a client may send a key with the request. */
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
    ...Object.entries(spec.headers?.request ?? {}).map(([header, description]) => ({
      name: header,
      in: 'header',
      description,
      schema: { type: 'string' },
    })),
    ...(isVersioned(route) ? [versionHeader] : []),
    ...(acceptsKey(route) ? [keyHeader] : []),
  ]
}

function describeBody({ path, spec, command }: Route, name: string, schemas: Schemas): Json {
  const full = schemas.input(spec.body!, `${name}Body`)
  // A command's input may come from the path in part.
  const schema = schemas.name(command ? withoutMembers(full, namesIn(path)) : full, `${name}Body`)
  const types =
    spec.bodyType === 'form' ? ['application/x-www-form-urlencoded', 'multipart/form-data'] : ['application/json']
  const { required } = schemas.members(spec.body!, `${name}Body`)
  return { required: required.length > 0, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

function describeParts(parts: z.ZodType, name: string, schemas: Schemas): Json {
  return { required: true, content: { 'multipart/form-data': { schema: schemas.input(parts, `${name}_parts`) } } }
}

function describeResponses(route: Route, name: string, { schemas, errors }: Omit<Components, 'name'>): Json {
  const { spec } = route
  const { status: success = 200 } = spec
  const described = documentedStatuses(route).map((status) => [
    String(status),
    status === success ? describeSuccess(route, name, schemas) : errors.refer(status, spec.okInErrors),
  ])
  return Object.fromEntries(described)
}

function describeSuccess(route: Route, name: string, schemas: Schemas): Json {
  const { status = 200, contentType = 'application/json', response, headers: own } = route.spec
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
        [wire.operationHeader]: { description: 'How to undo this.', schema: { type: 'string' } },
      }),
  }
  return {
    description: DESCRIPTIONS[status],
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(status < 204 && { content: { [contentType]: { schema: schemas.answer(response, name) } } }),
  }
}

const DESCRIPTIONS = { 200: 'Done.', 201: 'Created.', 202: 'Accepted.', 204: 'Done.', 302: 'Elsewhere.' } as const
