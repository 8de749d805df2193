import fc from 'fast-check'
import { toJsonSchema } from '@plinth/core/http'
import type { z } from 'zod'

type JsonSchema = Exclude<z.core.JSONSchema._JSONSchema, boolean>

/**
 * Generates values that a schema will most likely accept. Constraints that JSON schema cannot express (refinements) may still
 * reject them.
 */
export function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { $defs = {}, ...whole } = toJsonSchema(schema, 'input') as JsonSchema
  const { [WHOLE]: values } = fc.letrec((tie) =>
    Object.fromEntries(
      Object.entries({ ...$defs, [WHOLE]: whole }).map(([name, one]) => [name, toArbitrary(one, tie)] as const),
    ),
  )
  return values!
}

const WHOLE = '#'

/** The values of a definition that schemas refer to by its name. */
type Named = (name: string) => fc.Arbitrary<unknown>

function toArbitrary(schema: z.core.JSONSchema._JSONSchema, named: Named): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return fc.jsonValue({ maxDepth: 2 })
  if (schema.$ref !== undefined) return named(schema.$ref.slice('#/$defs/'.length))
  const variants = schema.anyOf ?? schema.oneOf
  const inner = (one: z.core.JSONSchema._JSONSchema) => toArbitrary(one, named)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]))
  if (variants) return fc.oneof({ maxDepth: 3 }, ...variants.map(inner))
  if (schema.allOf) return fc.tuple(...schema.allOf.map(inner)).map((parts) => Object.assign({}, ...parts))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => inner({ ...schema, type } as JsonSchema)))
  }
  switch (schema.type) {
    case 'object':
      return objects(schema, inner)
    case 'array':
      return arrays(schema, inner)
    case 'string':
      return strings(schema)
    case 'integer':
      return fc.integer({ min: clamp(schema.minimum, -1_000), max: clamp(schema.maximum, 1_000) })
    case 'number':
      return fc.double({ min: clamp(schema.minimum, -1e6), max: clamp(schema.maximum, 1e6), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const LARGEST = 2 ** 31

function clamp(limit: number | undefined, fallback: number): number {
  return limit === undefined || Math.abs(limit) > LARGEST ? fallback : limit
}

type Convert = (schema: z.core.JSONSchema._JSONSchema) => fc.Arbitrary<unknown>

function objects({ properties = {}, required = [], additionalProperties }: JsonSchema, convert: Convert) {
  const members = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, convert(member)]))
  const known = fc.record(members, { requiredKeys: required, noNullPrototype: true })
  if (!additionalProperties) return known
  const others = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), convert(additionalProperties), { maxKeys: 3 })
  return fc.tuple(others, known).map(([more, listed]) => ({ ...more, ...listed }))
}

function arrays({ items = true, prefixItems, minItems = 0, maxItems = 5 }: JsonSchema, convert: Convert) {
  if (prefixItems) return fc.tuple(...prefixItems.map(convert))
  const item = convert(items as JsonSchema)
  return fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 5)) })
}

const hour = { min: new Date('2020-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true }
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid({ version: 4 }),
  email: fc.stringMatching(/^[a-z0-9]{1,12}@[a-z]{1,8}\.[a-z]{2,3}$/),
  uri: fc.webUrl(),
  'date-time': fc.date(hour).map((date) => date.toISOString()),
  date: fc.date(hour).map((date) => date.toISOString().slice(0, 10)),
}

function strings({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  const known = format === undefined ? undefined : formats[format]
  if (known) return known
  const size = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }
  const free = fc.oneof(fc.string(size), fc.string({ ...size, unit: 'grapheme' }))
  if (pattern === undefined) return free
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    return free
  }
}
