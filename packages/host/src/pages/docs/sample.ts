import { type ApiDocument, type Content, type Json, nameIn, type Operation } from './api-document.ts'

const MOST_LEVELS = 6
/** Values in a sample: named schemas that repeat in each other would make it endless. */
const MOST_VALUES = 500

/** A value that a schema accepts, as far as a schema tells: examples and defaults first, and only what is required. */
export function sampleOf(schema: Json, schemas: ApiDocument['schemas']): unknown {
  let left = MOST_VALUES
  return sample(schema, 0)

  function sample(of: Json, depth: number): unknown {
    if (depth > MOST_LEVELS || left-- <= 0) return null
    const name = nameIn(of)
    if (name !== undefined) return sample(schemas.get(name) ?? {}, depth + 1)
    for (const known of ['example', 'default', 'const'] as const) if (known in of) return of[known]
    for (const known of ['examples', 'enum'] as const) if (isFilled(of[known])) return of[known][0]
    for (const known of ['anyOf', 'oneOf', 'allOf'] as const)
      if (isFilled(of[known])) return sample(of[known][0] as Json, depth + 1)
    const type = [of['type']].flat()[0]
    if (type === 'object' || 'properties' in of) return sampleObject(of, depth)
    if (type === 'array') return Number(of['minItems'] ?? 0) > 0 ? [sample((of['items'] ?? {}) as Json, depth + 1)] : []
    if (type === 'integer' || type === 'number') return Math.max(Number(of['minimum'] ?? 1), 1)
    if (type === 'boolean') return true
    return type === 'null' ? null : textOf(of)
  }

  function sampleObject(of: Json, depth: number): Json {
    const properties = (of['properties'] ?? {}) as Readonly<Record<string, Json>>
    const required = new Set((of['required'] ?? []) as readonly string[])
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.has(name))
        .map(([name, member]) => [name, sample(member, depth + 1)]),
    )
  }
}

const isFilled = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0

const FORMATS = new Map([
  ['date-time', '2026-01-31T12:00:00.000Z'],
  ['date', '2026-01-31'],
  ['time', '12:00:00'],
  ['email', 'ann@example.com'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
  ['uri', 'https://example.com'],
  ['url', 'https://example.com'],
])

const textOf = ({ format, minLength }: Json): string =>
  FORMATS.get(String(format)) ?? 'text'.repeat(Math.min(Math.ceil(Number(minLength ?? 1) / 4), 64))

/** The media type that a request is sent with: JSON if the operation takes it. */
export const sentContent = (body: Content | undefined): Content[number] | undefined =>
  body?.find(([type]) => type === 'application/json') ?? body?.[0]

/** A request to an operation in a shell, with what is required. */
export function toCurl(operation: Operation, { server, schemas }: ApiDocument): string {
  const { method, path, parameters, isOpen } = operation
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(
      ({ name, schema = {} }) => `${encodeURIComponent(name)}=${encodeURIComponent(toWord(sampleOf(schema, schemas)))}`,
    )
  const sent = method === 'DELETE' && query.length > 0 ? undefined : sentContent(operation.body)
  const url = `${server}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(isOpen ? [] : ['-H "x-api-key: $API_KEY"']),
    ...(sent ? partsOf(sent, schemas) : []),
  ].join(' \\\n  ')
}

function partsOf([type, schema]: Content[number], schemas: ApiDocument['schemas']): readonly string[] {
  if (type === 'application/json')
    return [`-H 'content-type: ${type}'`, `-d ${quoted(JSON.stringify(sampleOf(schema, schemas), null, 2))}`]
  const fields = fieldsOf(schema, schemas).filter(({ required }) => required)
  if (type === 'multipart/form-data')
    return fields.map(({ name, isFile, of }) =>
      isFile ? `-F ${quoted(`${name}=@file`)}` : `-F ${quoted(`${name}=${toWord(sampleOf(of, schemas))}`)}`,
    )
  if (type === 'application/x-www-form-urlencoded')
    return fields.map(({ name, of }) => `--data-urlencode ${quoted(`${name}=${toWord(sampleOf(of, schemas))}`)}`)
  return [`-H 'content-type: ${type}'`, '--data-binary @file']
}

/** A field of a form. */
export interface Field {
  readonly name: string
  readonly of: Json
  readonly required: boolean
  readonly isFile: boolean
}

/** The fields of a body that is sent as a form. */
export function fieldsOf(schema: Json, schemas: ApiDocument['schemas']): readonly Field[] {
  const { properties = {}, required = [] } = (schemas.get(nameIn(schema) ?? '') ?? schema) as {
    readonly properties?: Readonly<Record<string, Json>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, of]) => {
    const { format, contentEncoding, contentMediaType } = ((of['items'] ?? of) as Json) ?? {}
    const isFile =
      format === 'binary' || contentEncoding === 'binary' || contentMediaType === 'application/octet-stream'
    return { name, of, required: required.includes(name), isFile }
  })
}

/** A sample as the text of a parameter. */
const toWord = (sample: unknown): string => (typeof sample === 'string' ? sample : JSON.stringify(sample))

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
