/** A JSON Schema (draft 2020-12) as OpenAPI 3.1 documents contain it; `true` allows everything, `false` nothing. */
export type Schema =
  | boolean
  | {
      readonly $ref?: string
      readonly type?: string | readonly string[]
      readonly const?: unknown
      readonly enum?: readonly unknown[]
      readonly anyOf?: readonly Schema[]
      readonly oneOf?: readonly Schema[]
      readonly allOf?: readonly Schema[]
      readonly properties?: Readonly<Record<string, Schema>>
      readonly required?: readonly string[]
      readonly additionalProperties?: Schema
      readonly patternProperties?: Readonly<Record<string, Schema>>
      readonly items?: Schema
      readonly prefixItems?: readonly Schema[]
      readonly default?: unknown
      readonly description?: string
      readonly format?: string
      readonly deprecated?: boolean
    }

/** The TypeScript type of the values that a schema allows. */
export function toType(schema: Schema | undefined): string {
  if (schema === undefined || schema === true) return 'unknown'
  if (schema === false) return 'never'
  if (schema.$ref !== undefined) return toReference(schema.$ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const parts = (schema.allOf ?? []).map(toType)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) parts.push(union(choices.map(toType)))
  // Members beside a choice narrow it.
  if (schema.properties || parts.length === 0)
    parts.push(union([schema.type ?? []].flat().map((type) => ofKind(type, schema))))
  const known = parts.filter((part) => part !== 'unknown')
  return known.length === 0 ? 'unknown' : known.map((part) => (known.length > 1 ? grouped(part) : part)).join(' & ')
}

type SchemaObject = Exclude<Schema, boolean>

function ofKind(type: string, schema: SchemaObject): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return ofArray(schema)
    case 'object':
      return ofObject(schema)
    default:
      throw new Error(`The document has a schema of the unknown type "${type}"`)
  }
}

function ofArray({ items, prefixItems }: SchemaObject): string {
  if (!prefixItems) return `${grouped(toType(items))}[]`
  const rest = items === undefined || items === false ? [] : [`...${grouped(toType(items))}[]`]
  return `[${[...prefixItems.map(toType), ...rest].join(', ')}]`
}

function ofObject({
  properties = {},
  required = [],
  additionalProperties,
  patternProperties = {},
}: SchemaObject): string {
  const members = Object.entries(properties).map(([name, schema]) => member(name, schema, required.includes(name)))
  const others = [additionalProperties, ...Object.values(patternProperties)].filter(
    (schema) => schema !== undefined && schema !== false,
  )
  if (others.length === 0) return members.length === 0 && additionalProperties === undefined ? OBJECT : braces(members)
  const rest = `{ [key: string]: ${union(others.map(toType))} }`
  return members.length === 0 ? rest : `${braces(members)} & ${rest}`
}

/** What is known of an object without declared members. */
const OBJECT = '{ [key: string]: unknown }'

/** A member of an object type, with its documentation. Members with a default may be left out. */
export function member(name: string, schema: Schema, isRequired: boolean): string {
  const { description, format, deprecated } = typeof schema === 'boolean' ? {} : schema
  const hasDefault = typeof schema !== 'boolean' && schema.default !== undefined
  const lines = [description, format && `Format: ${format}`, deprecated && '@deprecated'].filter((line) => !!line)
  return `${comment(lines as string[])}${toName(name)}${isRequired && !hasDefault ? '' : '?'}: ${toType(schema)}`
}

export const braces = (members: readonly string[]): string =>
  members.length === 0 ? '{}' : `{\n${members.map(indented).join('\n')}\n}`

/** A comment above a declaration; empty without lines. Text cannot end the comment. */
export function comment(lines: readonly string[]): string {
  const text = lines.flatMap((line) => line.replaceAll('*/', '*\\/').split('\n'))
  if (text.length === 0) return ''
  return text.length === 1 ? `/** ${text[0]} */\n` : `/**\n${text.map((line) => ` * ${line}`).join('\n')}\n */\n`
}

/** A member's name, quoted unless it is an identifier. */
export const toName = (name: string): string => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name))

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '  ')

function toReference(ref: string): string {
  const [, kind, name] = /^#\/components\/(\w+)\/([^/]+)$/.exec(ref) ?? []
  if (kind === undefined || name === undefined)
    throw new Error(`The document refers to ${ref}, which is not one of its components`)
  const unescaped = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
  return `components[${JSON.stringify(kind)}][${JSON.stringify(unescaped)}]`
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  if (distinct.includes('unknown')) return 'unknown'
  const some = distinct.filter((type) => type !== 'never')
  return some.length === 0
    ? types.length === 0
      ? 'unknown'
      : 'never'
    : some.map((type) => (some.length > 1 ? grouped(type) : type)).join(' | ')
}

/** In brackets if an operator beside it would take it apart. */
const grouped = (type: string) =>
  /^(?:[\w$]+|\{[^{}]*\}|components\[[^\]]+\]\[[^\]]+\]|"(?:[^"\\]|\\.)*")$/s.test(type) ? type : `(${type})`
