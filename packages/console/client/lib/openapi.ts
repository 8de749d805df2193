import { get } from './api.ts'
import type { LocalText } from './types.ts'

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
  readonly 'x-lines'?: { readonly order?: string; readonly sums: Readonly<Record<string, string>> }
  readonly writeOnly?: boolean
  readonly 'x-currency'?: string
  readonly 'x-currency-member'?: string
  readonly 'x-unit'?: string
  readonly 'x-default-from'?: string
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
  /** Messages that are sent to webhooks, by type. */
  readonly webhooks?: Readonly<Record<string, { readonly post?: Operation }>>
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
  /** A related record, as an object. */
  | 'record'
  /** Records that are written with this one. */
  | 'lines'

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
  /** What they are called, where the console does not know it. */
  readonly choiceLabels?: Readonly<Record<string, LocalText>>
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly isInteger?: boolean
  /** Whether the values of a list are numbers. */
  readonly hasNumbers?: boolean
  /** Whether a date is a day, without a time. */
  readonly isDay?: boolean
  /** Whether it is an exact decimal number: a text where it is read, and a number or a text where it is written. */
  readonly isDecimal?: boolean
  /** The members of a line. */
  readonly fields?: readonly Field[]
  /** The member that holds the place of a line, which is shown by its place. */
  readonly order?: string
  /** Members of the record that hold sums, by the member of a line that is summed. */
  readonly sums?: Readonly<Record<string, string>>
  /** Of amounts: a currency, the member with the currency, or a unit. */
  readonly currency?: string
  readonly currencyMember?: string
  readonly unit?: string
  /** What a new record has, if nothing else is sent. */
  readonly initial?: string | number | boolean
  /** Of a line: the relation whose record gives the value if none is sent, and its member there. */
  readonly defaultFrom?: { readonly relation: string; readonly member: string }
}

/** A member by which a list is filtered. */
export interface FilterField extends Field {
  /** Whether there are a lowest and a highest value, `<name>_gte` and `<name>_lte`. */
  readonly isRange: boolean
  /** Whether values are times rather than days. */
  readonly isTime: boolean
}

/** What the API document says about the routes of a resource. */
export interface Resource {
  readonly path: string
  /** Members of a listed record. */
  readonly members: readonly Field[]
  /** Fields of a new record; undefined if none can be created, or not by this visitor. */
  readonly create: readonly Field[] | undefined
  readonly update: readonly Field[] | undefined
  /** What a list returns only if it is asked for, separated by commas. */
  readonly expand: string | undefined
  readonly canDelete: boolean
  /** Whether several records can be deleted by one request. */
  readonly deletesSeveral: boolean
  /** Whether there is something else to do with a record. */
  readonly hasActions: boolean
  /** Whether records have files. */
  readonly hasFiles: boolean
  /** Whether records can be shared. */
  readonly hasShares: boolean
  /** Whether the list can be limited to what is shared with the visitor. */
  readonly listsShared: boolean
  readonly canSearch: boolean
  /** Whether several records can be asked for by their ids. */
  readonly hasIds: boolean
  readonly sorts: readonly string[]
  /** Query parameters by which records are found. */
  readonly filters: readonly FilterField[]
  readonly features: {
    readonly create: readonly string[]
    readonly update: readonly string[]
    readonly delete: readonly string[]
    /** To upload and delete files. */
    readonly files: readonly string[]
    /** To share records. */
    readonly shares: readonly string[]
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

/** Members with all custom fields again, which records have one by one as well. */
const CONTAINERS = new Set(['customFields', 'customValues'])

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
  const members = fieldsOf(api, item).filter(({ name }) => !CONTAINERS.has(name))
  const written = [post, put].flatMap((one) => (one ? fieldsOf(api, bodyOf(one)) : []))
  return {
    path,
    members,
    create: post && fieldsOf(api, bodyOf(post)).filter(({ name }) => name !== 'tenantId'),
    update: put && fieldsOf(api, bodyOf(put)).filter(({ name }) => name !== 'id' && name !== 'tenantId'),
    expand: members.flatMap(({ name, kind }) => (kind === 'lines' ? [name] : [])).join(',') || undefined,
    canDelete: remove !== undefined,
    deletesSeveral: remove?.parameters?.some(({ name }) => name === 'ids') ?? false,
    hasFiles: api.paths[`${path}/{id}/files`]?.['post'] !== undefined,
    hasShares: api.paths[`${path}/{id}/shares`]?.['post'] !== undefined,
    hasActions: api.paths[`${path}/actions`]?.['get'] !== undefined,
    listsShared: parameters.some(({ name, schema }) => name === 'shared' && choicesOf(api, schema)?.[0] === 'me'),
    canSearch: parameters.some(({ name }) => name === 'search'),
    hasIds: parameters.some(({ name }) => name === 'ids'),
    sorts: (choicesOf(api, sort) ?? []).filter((one) => one !== 'id'),
    filters: filtersOf(api, parameters, [...members, ...written]),
    features: {
      create: post?.['x-require-features'] ?? [],
      update: put?.['x-require-features'] ?? [],
      delete: remove?.['x-require-features'] ?? [],
      files: api.paths[`${path}/{id}/files`]?.['post']?.['x-require-features'] ?? [],
      shares: api.paths[`${path}/{id}/shares`]?.['post']?.['x-require-features'] ?? [],
    },
  }
}

/** Names of an action's records in its input. */
const RECORDS = new Set(['id', 'ids', 'versions'])

/** What an action needs besides its records. */
export async function fieldsOfAction(path: string): Promise<readonly Field[]> {
  const api = await readDocument()
  const { post } = api.paths[path] ?? {}
  const fields = post ? fieldsOf(api, bodyOf(post)) : []
  return fields.filter(({ name }) => !RECORDS.has(name) && !name.startsWith('cf_'))
}

/** What the records in messages of these types have, or in all messages. */
export async function fieldsOfMessages(types: readonly string[] | null): Promise<readonly Field[]> {
  const api = await readDocument()
  const { webhooks = {} } = api
  const fields = new Map<string, Field>()
  for (const type of types ?? Object.keys(webhooks)) {
    const { post } = webhooks[type] ?? {}
    const message = post && resolve(api, bodyOf(post))
    for (const field of fieldsOf(api, message?.properties?.['data'])) fields.set(field.name, field)
  }
  return [...fields.values()]
}

function filtersOf(
  api: Document,
  parameters: NonNullable<Operation['parameters']>,
  members: readonly Field[],
): readonly FilterField[] {
  const names = new Set(parameters.map(({ name }) => name))
  return parameters
    .filter(({ name }) => !NO_FILTERS.has(name) && !/_(in|not|from|to|gt|gte|lt|lte)$/.test(name))
    .map(({ name, schema = {} }) => {
      const known = members.filter((one) => one.name === name)
      const member = known.find(({ choices }) => choices) ?? known[0]
      const field = { ...member, ...toField(api, { name, schema, isRequired: false }) }
      const kind = field.choices ? 'choice' : (member?.kind ?? field.kind)
      const isDay = name.startsWith('cf_') ? member?.isDay : resolve(api, schema)?.format === 'date'
      const isTime = kind === 'date' && !isDay
      return { ...field, kind, isTime, isRange: names.has(`${name}_gte`) && names.has(`${name}_lte`) }
    })
    .filter(({ choices }) => choices === undefined || choices.length > 1)
}

/** What the API document says about routes of settings. */
export interface SettingsDescription {
  readonly fields: readonly Field[]
  /** `tenant` and `organization`, if organizations can differ from the tenant. */
  readonly levels: readonly string[]
  /** What a write requires. */
  readonly features: readonly string[]
}

/** Describes settings by their routes. Throws if the document has none. */
export async function describeSettings(path: string): Promise<SettingsDescription> {
  const api = await readDocument()
  const put = api.paths[path]?.['put']
  if (!put) throw new Error(`The API has no settings at ${path}`)
  const fields = fieldsOf(api, bodyOf(put))
  return {
    fields: fields.filter(({ name }) => name !== 'level'),
    levels: fields.find(({ name }) => name === 'level')?.choices ?? [],
    features: put['x-require-features'] ?? [],
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
  const lines = linesOf(api, whole, main)
  const items = main.items && resolve(api, main.items)
  return {
    name,
    kind: lines ? 'lines' : kindOf(name, main, choices),
    ...lines,
    ...(main.format === 'date' && { isDay: true }),
    // What is written may be a number, too.
    ...((main.format === 'decimal' || String(types).startsWith('number,string')) && { isDecimal: true }),
    isRequired,
    isNullable: types.includes('null'),
    isId: main.format === 'uuid' || items?.format === 'uuid',
    ...(given.title !== undefined && { title: given.title }),
    ...(given.description !== undefined && { description: given.description }),
    ...(choices && { choices }),
    ...(main.minLength !== undefined && { minLength: main.minLength }),
    ...(main.maxLength !== undefined && { maxLength: main.maxLength }),
    ...(main.minimum !== undefined && main.minimum > -1e15 && { minimum: main.minimum }),
    ...(main.maximum !== undefined && main.maximum < 1e15 && { maximum: main.maximum }),
    ...(types.includes('integer') && { isInteger: true }),
    ...(/^(number|integer)$/.test(String(items?.type)) && { hasNumbers: true }),
    ...(given['x-currency'] !== undefined && { currency: given['x-currency'] }),
    ...(given['x-currency-member'] !== undefined && { currencyMember: given['x-currency-member'] }),
    ...(given['x-unit'] !== undefined && { unit: given['x-unit'] }),
    ...(isPlain(given.default) && { initial: given.default }),
    ...(given['x-default-from'] !== undefined && { defaultFrom: pathOf(given['x-default-from']) }),
  }
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function pathOf(path: string): NonNullable<Field['defaultFrom']> {
  const [relation = '', member = ''] = path.split('.')
  return { relation, member }
}

/** Lines that are sent are either stored ones, with their id, or new ones; those of a list are marked. */
function linesOf(api: Document, { 'x-lines': listed }: Schema, { items }: Schema): Partial<Field> | undefined {
  const [stored, added] = (resolve(api, items)?.anyOf ?? []).map((one) => resolve(api, one))
  if (stored?.properties?.['id'] && added?.properties && !added.properties['id'])
    return { fields: fieldsOf(api, added) }
  if (!listed) return undefined
  const { order, sums } = listed
  const byLine = Object.fromEntries(Object.entries(sums).map(([sum, of]) => [of, sum]))
  return { fields: fieldsOf(api, items), ...(order !== undefined && { order }), sums: byLine }
}

function kindOf(name: string, schema: Schema, choices: readonly string[] | undefined): FieldKind {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  if (types.includes('boolean')) return 'boolean'
  if (choices) return 'choice'
  if (types.includes('number') || types.includes('integer')) return 'number'
  if (types.includes('array')) return 'list'
  if (types.includes('object') && schema.properties?.['id']) return 'record'
  if (types.includes('object') || types.length === 0) return 'json'
  if (schema.format === 'date-time' || schema.format === 'date' || /(At|Date)$/.test(name)) return 'date'
  if (schema.format === 'email') return 'email'
  if (schema.writeOnly === true || /password/i.test(name)) return 'password'
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
