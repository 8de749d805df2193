import { html, type Html } from '@plinth/core/http'
import { type Json, nameIn } from './api-document.ts'
import type { Texts } from './texts.ts'

/** What schemas are shown with. */
export interface SchemaContext {
  /** The named schemas of the document. */
  readonly schemas: ReadonlyMap<string, Json>
  readonly texts: Texts
}

/** Most members on a page: a tenant may have thousands of fields, and named schemas repeat in each other. */
const MOST_MEMBERS = 1500
/** Levels of members; what is further down is on the page of its named schema. */
const MOST_LEVELS = 8
/** Levels that are shown at once: the members of a schema and those of the rows of a list. */
const OPEN_LEVELS = 2
/** Characters of a value such as a default or a pattern. */
const MOST_TEXT = 300

/** Shows schemas as nested lists of their members, in total at most `MOST_MEMBERS` of them. */
export class SchemaLists {
  readonly #context: SchemaContext
  #left = MOST_MEMBERS

  constructor(context: SchemaContext) {
    this.#context = context
  }

  /** A schema that has no name of its own, such as a body. */
  show(schema: Json): Html {
    return html`<div class="schema">
      <p class="facts"><span class="type">${typeOf(schema)}</span></p>
      ${this.facts(schema)}${this.#membersOf(schema, { names: [], level: 0 })}
    </div>`
  }

  /** The description of a value and what limits it. */
  facts(schema: Json, description = schema['description']): Html {
    const limits = limitsOf(schema)
    return html`${typeof description === 'string' && description !== '' && html`<p>${withCode(description)}</p>`}
    ${
      limits.length > 0 &&
      html`<p class="limits">${limits.map(([name, value]) => html`<span>${name} <code>${value}</code></span> `)}</p>`
    }`
  }

  /** The members below a value: properties, those of the items of a list, those of each variant. */
  #membersOf(schema: Json, trail: Trail): Html | undefined {
    if (this.#left-- <= 0) return undefined
    const name = nameIn(schema)
    if (name !== undefined) {
      const named = this.#context.schemas.get(name)
      if (!named) return undefined
      const { names, level } = trail
      if (names.includes(name) || level >= MOST_LEVELS) return this.#elsewhere(name)
      return this.#membersOf(named, { names: [...names, name], level })
    }
    if (trail.level >= MOST_LEVELS) return undefined
    const parts = [
      ...listOf(schema['allOf']).map((part) => this.#membersOf(part, trail)),
      this.#variantsOf(schema, trail),
      this.#propertiesOf(schema, trail),
      isSchema(schema['items']) && this.#membersOf(schema['items'], trail),
    ].filter((part) => part !== undefined && part !== false)
    return parts.length > 0 ? html`${parts}` : undefined
  }

  #propertiesOf(schema: Json, trail: Trail): Html | undefined {
    const required = new Set(schema['required'] as readonly string[] | undefined)
    const { additionalProperties: others } = schema
    const members: readonly Member[] = [
      ...entriesOf(schema['properties']).map(([name, of]) => ({ name, of, required: required.has(name) })),
      ...entriesOf(schema['patternProperties']).map(([name, of]) => ({ name: `/${name}/`, of, required: false })),
      ...(isSchema(others) && Object.keys(others).length > 0 ? [{ name: '[…]', of: others, required: false }] : []),
    ]
    return members.length > 0 ? this.#list(members, trail) : undefined
  }

  /** Only if a variant has members: others are told by the type. */
  #variantsOf(schema: Json, trail: Trail): Html | undefined {
    const variants = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].filter(({ type }) => type !== 'null')
    if (!variants.some((one) => hasMembers(one))) return undefined
    if (variants.length === 1) return this.#membersOf(variants[0]!, trail)
    return this.#list(
      variants.map((of) => ({ of, required: false })),
      trail,
    )
  }

  #list(members: readonly Member[], trail: Trail): Html {
    const { texts } = this.#context
    const shown = members.slice(0, Math.max(this.#left, 0))
    this.#left -= shown.length
    const { names, level } = trail
    const rows = shown.map((one) => this.#member(one, { names, level: level + 1 }))
    const list = html`<ul class="members">
      ${rows}${shown.length < members.length && html`<li class="limits">${texts.more}</li>`}
    </ul>`
    if (level < OPEN_LEVELS) return list
    return html`<details class="deeper">
      <summary>${texts.members} (${members.length})</summary>
      ${list}
    </details>`
  }

  #member({ name, of, required }: Member, trail: Trail): Html {
    return html`<li>
      <p class="facts">
        ${name !== undefined && html`<code class="name">${name}</code> `}<span class="type">${typeOf(of)}</span>${
          required && html` <span class="required">${this.#context.texts.required}</span>`
        }
      </p>
      ${this.facts(of)}${this.#membersOf(of, trail)}
    </li> `
  }

  #elsewhere(name: string): Html {
    return html`<p class="limits">
      ${this.#context.texts.see} <a href="/docs/schemas/${encodeURIComponent(name)}"><code>${name}</code></a>
    </p>`
  }
}

/** The named schemas that a value is in, and how many lists of members. */
interface Trail {
  readonly names: readonly string[]
  readonly level: number
}

interface Member {
  /** None for a variant. */
  readonly name?: string
  readonly of: Json
  readonly required: boolean
}

/** The type of a value in a line: `string (email)`, `"a" | "b"`, `Role[]`. */
export function typeOf(schema: Json, depth = 0): string {
  if (depth > 4) return '…'
  const name = nameIn(schema)
  if (name !== undefined) return name
  if ('const' in schema) return toText(schema['const'])
  if (Array.isArray(schema['enum'])) return toUnion(schema['enum'].map(toText))
  const variants = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])]
  if (variants.length > 0) return toUnion(variants.map((one) => typeOf(one, depth + 1)))
  const types = [schema['type']].flat().filter((type) => typeof type === 'string')
  if (types.length === 0) return isObject(schema) ? 'object' : 'any'
  return toUnion(types.map((type) => typeNamed(type, schema, depth)))
}

function typeNamed(type: string, schema: Json, depth: number): string {
  const { items, format, contentMediaType } = schema
  if (type === 'array') {
    const of = isSchema(items) ? typeOf(items, depth + 1) : 'any'
    return of.includes(' | ') ? `(${of})[]` : `${of}[]`
  }
  const detail = type === 'string' ? (format ?? contentMediaType) : undefined
  return typeof detail === 'string' ? `${type} (${detail})` : type
}

/** Values of a choice; a long one is cut. */
function toUnion(parts: readonly string[]): string {
  const distinct = [...new Set(parts)]
  return distinct.length > MOST_CHOICES ? [...distinct.slice(0, MOST_CHOICES), '…'].join(' | ') : distinct.join(' | ')
}

const MOST_CHOICES = 60

/** Keywords of JSON Schema that limit a value or tell an example of it. */
const LIMITS = [
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'default',
  'example',
  'examples',
] as const

/** What whole numbers are limited to where nothing limits them. */
const isOwnLimit = (value: unknown) => value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER

function limitsOf(schema: Json): readonly (readonly [string, string])[] {
  const found = LIMITS.filter((name) => Object.hasOwn(schema, name) && !isOwnLimit(schema[name]))
  const flags = (['deprecated', 'readOnly', 'writeOnly'] as const).filter((name) => schema[name] === true)
  return [
    ...found
      // A format says more than the pattern that checks it.
      .filter((name) => name !== 'pattern' || schema['format'] === undefined)
      .map((name) => [name, toText(schema[name])] as const),
    ...flags.map((name) => [name, 'true'] as const),
  ]
}

function toText(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text
}

/** A text with code in backticks; other Markdown stays as it is, since tenants describe their fields. */
const withCode = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isSchema) : [])

const entriesOf = (value: unknown) =>
  isSchema(value) ? Object.entries(value).filter((entry): entry is [string, Json] => isSchema(entry[1])) : []

const isObject = (schema: Json) => 'properties' in schema || 'allOf' in schema || 'additionalProperties' in schema

/** Whether something is to be said about parts of a value. */
const hasMembers = (schema: Json): boolean =>
  nameIn(schema) !== undefined ||
  isObject(schema) ||
  (isSchema(schema['items']) && hasMembers(schema['items'])) ||
  listOf(schema['anyOf']).some(hasMembers) ||
  listOf(schema['oneOf']).some(hasMembers)
