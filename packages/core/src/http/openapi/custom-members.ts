import { z } from 'zod'
import { customValues, type DescribedField, findExtensions } from '../../define/custom-values.ts'
import { CUSTOM_PREFIX, type Extension } from '../../define/extensible.ts'
import type { Module } from '../../define/module.ts'
import type { Route } from '../../define/route.ts'
import type { Json } from './schemas.ts'
import type { TenantFields } from './tenant-fields.ts'

/** What customers' fields add to the schemas of a route. */
export interface CustomMembers {
  /** Properties of a body, or of an item of a list. */
  readonly schema: Json
  /** Parameters of a list. */
  readonly parameters: readonly Json[]
}

/**
 * Describes custom fields: those of one tenant if they are given, otherwise only the pattern of their names. Undefined if no
 * composed module lets customers define fields.
 */
export function describeCustomMembers(
  modules: readonly Module[],
  fields: TenantFields | undefined,
): ((route: Route, where: 'body' | 'items') => CustomMembers | undefined) | undefined {
  if (!modules.some(({ services = [] }) => services.some(({ id }) => id === customValues.id))) return undefined
  const extensions = findExtensions(modules)
  return (route, where) => {
    const extension = extensions.get(kindOf(route, where) ?? '')
    return extension && membersOf(extension, where, fields?.get(extension.kind))
  }
}

function kindOf({ method, command, spec }: Route, where: 'body' | 'items'): string | undefined {
  if (where === 'items') return typeof spec.reads === 'string' ? spec.reads : spec.reads?.kind
  const writing = method === 'DELETE' ? undefined : (command ?? spec.runs)
  if (!writing || writing.takesCustomValues === false) return undefined
  return hasId(writing.input) || hasId(writing.output) ? writing.resource : undefined
}

/** Values are stored in the row that a command's input or result names as `id`. */
const hasId = (schema: z.ZodType): boolean => schema instanceof z.ZodObject && 'id' in schema.shape

function membersOf({ answers }: Extension, where: 'body' | 'items', fields: readonly DescribedField[] | undefined) {
  const known = (fields ?? []).map((field) => [CUSTOM_PREFIX + field.key, describe(field)] as const)
  const shapes = where === 'items' && answers === 'all' ? SHAPES : {}
  return {
    schema: {
      properties: { ...Object.fromEntries(known), ...shapes },
      ...(!fields && { patternProperties: { [`^${CUSTOM_PREFIX}[a-z0-9_]+$`]: VALUE } }),
    },
    parameters: (fields ?? []).flatMap(({ key, label, isOrdered }) =>
      [...ANY, ...(isOrdered ? ORDERED : [])].map((suffix) => ({
        name: CUSTOM_PREFIX + key + suffix,
        in: 'query',
        schema: { type: 'string' },
        description: label,
      })),
    ),
  }
}

/** The suffixes of parameters that filter by a field, and those of fields that can be compared. */
const ANY = ['', '_in', '_not']
const ORDERED = ['_gte', '_gt', '_lte', '_lt']

const VALUE: Json = { description: 'The value of a custom field.' }

const SHAPES: Readonly<Record<string, Json>> = {
  customValues: {
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'The values of the custom fields, by key.',
  },
  customFields: {
    type: 'array',
    description: 'The custom fields in their defined order.',
    items: {
      type: 'object',
      properties: {
        key: { type: 'string' },
        label: { type: 'string' },
        value: {},
        kind: { type: 'string' },
        multi: { type: 'boolean' },
      },
      required: ['key', 'label', 'value', 'kind', 'multi'],
    },
  },
}

/** Every field may be null. */
const describe = ({ label, description, schema }: DescribedField): Json => ({
  title: label,
  ...(description !== undefined && { description }),
  anyOf: [schema, { type: 'null' }],
})

/** An object schema with further properties. */
export function withMembersOf(schema: Json, { schema: added }: CustomMembers): Json {
  if (schema['type'] !== 'object') return schema
  const { properties, ...rest } = added
  return { ...schema, properties: { ...(schema['properties'] as object), ...(properties as object) }, ...rest }
}
