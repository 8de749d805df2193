import { z } from 'zod'
import type { Declared } from '../../data/query/row-types.ts'
import type { FieldAction } from '../../define/field-policies.ts'
import { shownRow } from '../../define/row-schemas.ts'
import { isDescribed } from '../../define/described-as.ts'

/** A JSON object in the document. */
export type Json = Readonly<Record<string, unknown>>

export interface SchemaMembers {
  readonly properties: Readonly<Record<string, Json>>
  readonly required: readonly string[]
}

/** Whether a caller may read a property of a row, or write it. */
export type IsShown = (entity: Declared, action: FieldAction, name: string) => boolean

/** Converts zod schemas to JSON schemas. Those with an id, and recursive ones, become components that others reference. */
export class Schemas {
  readonly components: Record<string, Json> = {}
  readonly #names = new Map<string, string>()
  readonly #isShown: IsShown | undefined

  /** With `isShown`, properties of rows that a caller may not use are left out. */
  constructor(isShown?: IsShown) {
    this.#isShown = isShown
  }

  /** The schema of what a client sends. `name` is used for recursive parts without an id. */
  input(schema: z.ZodType, name: string): Json {
    return this.#convert(schema, name, 'input')
  }

  /** The schema of what a client sends, with all properties inline. */
  plain(schema: z.ZodType): Json {
    const { properties, required } = this.members(schema, 'Query')
    return { type: 'object', properties, ...(required.length > 0 && { required }) }
  }

  /** The schema of what a client receives. */
  output(schema: z.ZodType, name: string): Json {
    return this.#convert(schema, name, 'output')
  }

  /** The schema of what a client receives, as a component; the items of a list become components too. */
  answer(schema: z.ZodType, name: string, complete: (item: Json) => Json = (item) => item): Json {
    const found = this.output(schema, `${name}Response`)
    const { properties } = found as { properties?: Readonly<Record<string, Json>> }
    const list = properties?.['items']
    if (!list || typeof list['items'] !== 'object') return this.name(found, `${name}Response`)
    const items = { ...list, items: this.name(complete(list['items'] as Json), `${name}Item`) }
    return this.name({ ...found, properties: { ...properties, items } }, `${name}Response`)
  }

  /** Turns an inline object into a component, so that generators give its type a name. */
  name(schema: Json, preferred: string): Json {
    if (typeof schema['properties'] !== 'object') return schema
    const text = `${preferred} ${JSON.stringify(schema)}`
    const name = this.#names.get(text) ?? this.#claim(text, [preferred])
    this.components[name] ??= schema
    return { $ref: PREFIX + name }
  }

  members(schema: z.ZodType, name: string): SchemaMembers {
    const found = this.#resolve(this.input(schema, name))
    const parts = [found, ...((found['allOf'] ?? []) as Json[]).map((part) => this.#resolve(part))]
    return {
      properties: Object.assign({}, ...parts.map((part) => part['properties'] ?? {})) as SchemaMembers['properties'],
      required: parts.flatMap((part) => (part['required'] ?? []) as string[]),
    }
  }

  #resolve(schema: Json): Json {
    const { $ref } = schema
    return typeof $ref === 'string' ? (this.components[$ref.slice(PREFIX.length)] ?? {}) : schema
  }

  #convert(schema: z.ZodType, name: string, io: 'input' | 'output'): Json {
    // A recursive root would be referenced as `#`, which is the whole document here.
    const found = z.toJSONSchema(z.object({ root: schema }), optionsOf(io, this.#isShown)) as Json
    const wrapped = withAnyJson(found) as unknown as JsonSchemaDocument
    const definitions = wrapped.$defs ?? {}
    const names = new Map<string, string>()
    for (const id of Object.keys(definitions)) names.set(id, this.#nameOf(id, { definitions, name, io }))
    for (const [id, definition] of Object.entries(definitions))
      this.components[names.get(id)!] ??= withReferences(definition, names)
    return withReferences(wrapped.properties.root, names)
  }

  /** Equal definitions share a component. The input and output forms of an id differ in their optional properties. */
  #nameOf(id: string, { definitions, name, io }: { definitions: Definitions; name: string; io: string }): string {
    const text = `${id} ${JSON.stringify(reachable(id, definitions))}`
    const claimed = this.#names.get(text)
    if (claimed !== undefined) return claimed
    const preferred = id.startsWith('__') ? `${name}${id.replace('__schema', 'Part')}` : id
    return this.#claim(text, [preferred, `${preferred}_${io}`])
  }

  /** Assigns the first free name to the definition with this text. */
  #claim(text: string, names: readonly string[]): string {
    const taken = new Set(this.#names.values())
    const counted = Array.from({ length: 99 }, (_, at) => `${names[0]}_${at + 2}`)
    const free = [...names, ...counted].find((name) => !taken.has(name))!
    this.#names.set(text, free)
    return free
  }
}

/**
 * The JSON schema of what a program sends or receives, with referenced parts in `$defs`. It has no lists of types, which many models
 * that call tools do not know.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', isShown?: IsShown): Json {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, optionsOf(io, isShown)) as Json
  return withAnyJson(withoutTypeLists(converted))
}

function withoutTypeLists(schema: Json): Json {
  const text = JSON.stringify(schema, (_key, value: unknown) => {
    const { type, ...others } = (value ?? {}) as { type?: unknown }
    return Array.isArray(type) ? { ...others, anyOf: type.map((one: unknown) => ({ type: one })) } : value
  })
  return JSON.parse(text) as Json
}

/**
 * `z.json()` is a recursive union, for which code generators cannot emit a type. It is described as a schema that accepts
 * anything.
 */
function withAnyJson(document: Json): Json {
  const { $defs: definitions = {}, ...rest } = document as { readonly $defs?: Definitions }
  const ids = Object.keys(definitions).filter((id) => {
    const text = JSON.stringify(definitions[id])
    return text.replaceAll(`"#/$defs/${id}"`, '"self"') === ANY_JSON
  })
  if (ids.length === 0) return document
  const kept = Object.entries(definitions).filter(([id]) => !ids.includes(id))
  const text = JSON.stringify(
    { ...rest, ...(kept.length > 0 && { $defs: Object.fromEntries(kept) }) },
    (_key, value: unknown) => {
      if (typeof value !== 'object' || value === null || !('$ref' in value)) return value
      const { $ref, ...others } = value
      return ids.some((id) => $ref === `#/$defs/${id}`) ? others : value
    },
  )
  return JSON.parse(text) as Json
}

const self = { $ref: 'self' }
const ANY_JSON = JSON.stringify({
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
    { type: 'array', items: self },
    { type: 'object', propertyNames: { type: 'string' }, additionalProperties: self },
  ],
})

type Definitions = Readonly<Record<string, Json>>

interface JsonSchemaDocument {
  readonly properties: { readonly root: Json }
  readonly $defs?: Definitions
}

const PREFIX = '#/components/schemas/'

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

const optionsOf = (io: 'input' | 'output', isShown: IsShown | undefined): z.core.ToJSONSchemaParams => ({
  target: 'draft-2020-12',
  unrepresentable: 'any',
  io,
  override(found) {
    describe(found)
    if (isShown) leaveOut(found, io === 'input' ? 'write' : 'read', isShown)
    if (io === 'input') allowOmitting(found)
    // A response contains the property.
    else delete found.jsonSchema.default
  },
})

function leaveOut({ zodSchema, jsonSchema }: Parameters<Override>[0], action: FieldAction, isShown: IsShown): void {
  const { properties } = jsonSchema
  const entity = zodSchema instanceof z.ZodObject ? shownRow(zodSchema) : undefined
  if (!entity || !properties) return
  for (const name of Object.keys(properties)) if (!isShown(entity, action, name)) delete properties[name]
  const required = jsonSchema.required?.filter((name) => Object.hasOwn(properties, name)) ?? []
  if (required.length > 0) jsonSchema.required = required
  else delete jsonSchema.required
}

const describe: Override = ({ zodSchema, jsonSchema }) => {
  if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
  if (isDescribed(zodSchema)) {
    const [, described] = jsonSchema.anyOf!
    delete jsonSchema.anyOf
    Object.assign(jsonSchema, described)
  }
  // Generators that ask whether there is a `const` overlook false and the empty string.
  if (jsonSchema.const === false || jsonSchema.const === '') {
    jsonSchema.enum = [jsonSchema.const]
    delete jsonSchema.const
  }
  // The format is sufficient; the regular expression behind it is noise.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  // A value that is sent as text but described as a number has no length.
  if (jsonSchema.type === 'integer' || jsonSchema.type === 'number') {
    delete jsonSchema.minLength
    delete jsonSchema.maxLength
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** `catch` replaces a missing property as well, so that it is not required. */
const allowOmitting: Override = ({ zodSchema, jsonSchema }) => {
  const { shape } = zodSchema._zod.def as Partial<z.core.$ZodObjectDef>
  if (!shape || !jsonSchema.required) return
  const required = jsonSchema.required.filter((name) => !replacesMissing(shape[name]))
  if (required.length > 0) jsonSchema.required = required
  else delete jsonSchema.required
}

const replacesMissing = (schema: z.core.$ZodType | undefined): boolean => schema?._zod.def.type === 'catch'

function withReferences(schema: Json, names: ReadonlyMap<string, string>): Json {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? PREFIX + names.get(value.slice('#/$defs/'.length)) : value,
  )
  return JSON.parse(text) as Json
}

function reachable(id: string, definitions: Definitions, seen = new Set<string>()): readonly Json[] {
  if (seen.has(id)) return []
  seen.add(id)
  const definition = definitions[id]!
  const next = [...JSON.stringify(definition).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name!)
  return [definition, ...next.flatMap((name) => reachable(name, definitions, seen))]
}

/** The error of a route with another protocol. */
interface OwnError {
  readonly body: z.ZodType
  readonly name: string
  /** The content type of the route. */
  readonly contentType: string | undefined
}

/** The error responses that operations in the document refer to. */
export class ErrorResponses {
  readonly components: Record<string, Json> = {}
  readonly #schemas: Schemas

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  /** A response whose body is not `{error}`. */
  own(status: number, { body, name, contentType }: OwnError): Json {
    const type = contentType?.endsWith('+json') ? contentType : 'application/json'
    return {
      description: DESCRIPTIONS[status] ?? 'The request failed.',
      content: { [type]: { schema: this.#schemas.output(body, name) } },
    }
  }

  /** References the response of a status. With `isNotOk`, its body contains `ok: false`, except for rate limits. */
  refer(status: number, isNotOk = false): Json {
    if (status < 400) return this.#elsewhere(status)
    const shape = isNotOk && status !== 429 ? 'NotOk' : 'Error'
    const name = `${shape}${status}`
    this.components[name] ??= {
      description: DESCRIPTIONS[status] ?? 'The request failed.',
      ...(status === 429 && {
        headers: {
          'retry-after': { description: 'The number of seconds to wait before retrying.', schema: { type: 'integer' } },
        },
      }),
      content: { 'application/json': { schema: this.#schemas.name(BODIES[shape], `${shape}Body`) } },
    }
    return { $ref: `#/components/responses/${name}` }
  }

  /** Responses that are neither a success nor an error have no body. */
  #elsewhere(status: number): Json {
    const name = `Status${status}`
    this.components[name] ??= {
      description: DESCRIPTIONS[status] ?? 'Success.',
      ...(status === 302 && { headers: { Location: { required: true, schema: { type: 'string' } } } }),
    }
    return { $ref: `#/components/responses/${name}` }
  }
}

/** An object schema without some of its properties. */
export function withoutMembers(schema: Json, names: readonly string[]): Json {
  const { properties, required } = schema
  if (names.length === 0 || typeof properties !== 'object' || properties === null) return schema
  const kept = Object.entries(properties).filter(([name]) => !names.includes(name))
  const needed = Array.isArray(required) ? required.filter((name) => !names.includes(String(name))) : []
  const { required: _, ...rest } = schema
  return { ...rest, properties: Object.fromEntries(kept), ...(needed.length > 0 && { required: needed }) }
}

const error = { type: 'string' }

const BODIES = {
  Error: { type: 'object', properties: { error }, required: ['error'] },
  NotOk: { type: 'object', properties: { ok: { type: 'boolean', enum: [false] }, error }, required: ['ok', 'error'] },
} as const

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  202: 'Accepted.',
  302: 'Redirect.',
  304: 'The resource has not changed.',
  400: 'The request is invalid.',
  401: 'Authentication is missing or invalid.',
  403: 'The caller lacks a required permission.',
  404: 'The resource does not exist, or the caller has no access to it.',
  409: 'The request conflicts with the current state of the resource.',
  412: 'A precondition of the request is not met.',
  405: 'The method is not supported.',
  413: 'The body is too large.',
  415: 'The content type of the body is not supported.',
  422: 'A business rule or a validation rejects the request.',
  429: 'Too many requests.',
  460: 'The checksum does not match the received bytes.',
  500: 'The server encountered an error.',
  503: 'The server is temporarily unavailable.',
}
