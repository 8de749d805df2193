import { get } from './api.ts'

/** The part of a JSON Schema that forms and lists need. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly default?: unknown
}

interface Operation {
  readonly summary?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >
  readonly 'x-require-features'?: readonly string[]
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'date'
  | 'email'
  | 'password'
  | 'list'
  | 'json'

/** A member that a form asks for or a list shows. */
export interface Field {
  readonly name: string
  readonly kind: FieldKind
  readonly isRequired: boolean
  readonly isNullable: boolean
  readonly isId: boolean
  /** From the document; members of modules that the console does not know. */
  readonly title?: string
  readonly description?: string
  readonly choices?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly isInteger?: boolean
}

/** What the API document says about the routes of a resource. */
export interface Resource {
  readonly path: string
  /** Members of a listed record. */
  readonly members: readonly Field[]
  /** Fields of a new record; undefined if none can be created, or not by this visitor. */
  readonly create: readonly Field[] | undefined
  readonly update: readonly Field[] | undefined
  readonly canDelete: boolean
  readonly canSearch: boolean
  readonly sorts: readonly string[]
  /** Query parameters with a few possible values. */
  readonly filters: readonly Field[]
  readonly features: {
    readonly create: readonly string[]
    readonly update: readonly string[]
    readonly delete: readonly string[]
  }
}

let document: Promise<Document> | undefined

/** The API document, read once. */
const readDocument = () =>
  (document ??= get<Document>('/openapi.json').catch((error: unknown) => {
    document = undefined
    throw error
  }))

/** Lets the document be read anew, as when a tenant's fields have changed. */
export function forgetDocument(): void {
  document = undefined
}

const NO_FILTERS = new Set([
  'page',
  'pageSize',
  'search',
  'sortField',
  'sortDir',
  'format',
  'id',
  'ids',
  'after',
  'expand',
])

/** Describes a resource by its routes. Throws if the document has none. */
export async function describe(path: string): Promise<Resource> {
  const api = await readDocument()
  const operations = api.paths[path]
  if (!operations?.['get']) throw new Error(`The API has no list at ${path}`)
  const {
    get: list,
    post,
    put,
    delete: remove,
  } = operations as Readonly<Record<string, Operation>> & { get: Operation }
  const answer = resolve(api, list.responses?.['200']?.content?.['application/json']?.schema)
  const item = resolve(api, resolve(api, answer?.properties?.['items'])?.items)
  const parameters = (list.parameters ?? []).filter((one) => one.in === 'query')
  const sort = resolve(api, parameters.find(({ name }) => name === 'sortField')?.schema)
  return {
    path,
    members: fieldsOf(api, item),
    create: post && fieldsOf(api, bodyOf(post)).filter(({ name }) => name !== 'tenantId'),
    update: put && fieldsOf(api, bodyOf(put)).filter(({ name }) => name !== 'id' && name !== 'tenantId'),
    canDelete: remove !== undefined,
    canSearch: parameters.some(({ name }) => name === 'search'),
    sorts: (choicesOf(api, sort) ?? []).filter((one) => one !== 'id'),
    filters: parameters
      .filter(({ name }) => !NO_FILTERS.has(name) && !/_(in|not|from|to|gt|gte|lt|lte)$/.test(name))
      .map(({ name, schema = {} }) => toField(api, { name, schema, isRequired: false }))
      .filter(({ choices }) => choices !== undefined && choices.length > 1),
    features: {
      create: post?.['x-require-features'] ?? [],
      update: put?.['x-require-features'] ?? [],
      delete: remove?.['x-require-features'] ?? [],
    },
  }
}

const bodyOf = ({ requestBody }: Operation) => requestBody?.content?.['application/json']?.schema

function fieldsOf(api: Document, schema: Schema | undefined): readonly Field[] {
  const object = resolve(api, schema)
  const parts = object?.allOf ? object.allOf.map((part) => resolve(api, part)) : [object]
  return parts.flatMap((part) =>
    Object.entries(part?.properties ?? {}).map(([name, schema]) =>
      toField(api, { name, schema, isRequired: part?.required?.includes(name) ?? false }),
    ),
  )
}

interface Named {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

function toField(api: Document, { name, schema, isRequired }: Named): Field {
  const whole = resolve(api, schema) ?? {}
  const variants = (whole.anyOf ?? whole.oneOf ?? [whole]).map((one) => resolve(api, one) ?? {})
  const types = variants.flatMap(({ type = [] }) => type)
  const main = variants.find(({ type }) => type !== 'null') ?? whole
  const choices = choicesOf(api, whole)
  const given = { ...main, ...whole }
  return {
    name,
    kind: kindOf(name, main, choices),
    isRequired,
    isNullable: types.includes('null'),
    isId: main.format === 'uuid' || (main.items !== undefined && resolve(api, main.items)?.format === 'uuid'),
    ...(given.title !== undefined && { title: given.title }),
    ...(given.description !== undefined && { description: given.description }),
    ...(choices && { choices }),
    ...(main.minLength !== undefined && { minLength: main.minLength }),
    ...(main.maxLength !== undefined && { maxLength: main.maxLength }),
    ...(main.minimum !== undefined && main.minimum > -1e15 && { minimum: main.minimum }),
    ...(main.maximum !== undefined && main.maximum < 1e15 && { maximum: main.maximum }),
    ...(types.includes('integer') && { isInteger: true }),
  }
}

function kindOf(name: string, schema: Schema, choices: readonly string[] | undefined): FieldKind {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  if (types.includes('boolean')) return 'boolean'
  if (choices) return 'choice'
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('array')) return 'list'
  if (types.includes('object') || types.length === 0) return 'json'
  if (schema.format === 'date-time' || schema.format === 'date' || /(At|Date)$/.test(name)) return 'date'
  if (schema.format === 'email') return 'email'
  if (/password/i.test(name)) return 'password'
  return (schema.maxLength ?? 0) > 255 ? 'long' : 'text'
}

function choicesOf(api: Document, schema: Schema | undefined): readonly string[] | undefined {
  const whole = resolve(api, schema)
  if (!whole) return undefined
  const variants = (whole.anyOf ?? whole.oneOf ?? [whole]).map((one) => resolve(api, one) ?? {})
  const found = variants.flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]))
  const texts = found.filter((one) => typeof one === 'string')
  return texts.length > 0 ? texts : undefined
}

function resolve(api: Document, schema: Schema | undefined): Schema | undefined {
  let found = schema
  for (let depth = 0; found?.$ref !== undefined && depth < 10; depth++)
    found = api.components?.schemas?.[found.$ref.split('/').at(-1)!]
  return found
}
