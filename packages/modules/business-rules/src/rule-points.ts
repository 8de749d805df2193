import { composition, type Context, type Module } from '@plinth/core'
import { customValues } from '@plinth/core/data'
import { entityNames, type FieldTypes, findRulePoint, type KnownFields, type RulePoint } from '@plinth/core/rules'
import { z } from 'zod'

type Composed = Pick<Context, 'inject'>

const modulesOf = ({ inject }: Composed): readonly Module[] => inject(composition).modules

/** All names of an entity, the canonical one first. An entity that belongs to no composed module has only the given name. */
export const namesOf = (ctx: Composed, entityType: string): readonly string[] => entityNames(modulesOf(ctx), entityType)

/** The canonical name of an entity, under which its rules are found whatever alias they use. */
export const canonicalName = (ctx: Composed, entityType: string): string => namesOf(ctx, entityType)[0]!

/**
 * What is known of the fields of an entity type, those of customers included; undefined if no composed module has declared a rule
 * point for it.
 */
export async function knownFieldsOf(ctx: Composed, entityType: string): Promise<KnownFields | undefined> {
  const point = findRulePoint(modulesOf(ctx), entityType)
  if (!point) return undefined
  const properties = propertiesOf(point)
  const custom = (await customFieldsOf(ctx, point)).map(({ key }) => CUSTOM_PREFIX + key)
  const types: Record<string, FieldTypes[string]> = {}
  const nullable = new Set<string>()
  const add = (name: string, type: FieldTypes[string], isNullable: boolean) => {
    for (const path of [name, `before.${name}`]) {
      types[path] = type
      if (isNullable) nullable.add(path)
    }
  }
  for (const [name, schema] of Object.entries(properties)) add(name, typeOf(schema), isNullable(schema))
  for (const name of custom) add(name, 'any', true)
  return { types, nullable }
}

/** The names of all fields of an entity type, those of customers included; none if no composed module has declared a rule point for it. */
export async function fieldNamesOf(ctx: Composed, entityType: string): Promise<readonly string[]> {
  const point = findRulePoint(modulesOf(ctx), entityType)
  if (!point) return []
  const custom = await customFieldsOf(ctx, point)
  return [...Object.keys(propertiesOf(point)), ...custom.map(({ key }) => CUSTOM_PREFIX + key)]
}

/** The fields that customers have defined for an entity, under whichever of its names. */
async function customFieldsOf({ inject }: Composed, { entityType, aliases }: RulePoint) {
  const service = inject(customValues)
  for (const entityId of [entityType, ...aliases])
    if (await service?.hasFields(entityId))
      return (await service!.fields({ entityId, organizationId: null }))?.described ?? []
  return []
}

const CUSTOM_PREFIX = 'cf_'

/** A field of an entity, with the type that conditions compare. */
interface RuleField {
  readonly name: string
  readonly type: FieldTypes[string]
  /** The only values there are; absent if there are others. */
  readonly values?: string[]
}

/** The fields of an entity. */
export const fieldsOf = (point: RulePoint): readonly RuleField[] =>
  Object.entries(propertiesOf(point)).map(([name, schema]) => {
    const values = valuesOf(schema)
    return { name, type: typeOf(schema), ...(values.length > 0 && { values }) }
  })

function valuesOf(schema: unknown): string[] {
  const { enum: values = [], anyOf = [] } = schema as { enum?: unknown[]; anyOf?: unknown[] }
  return [...values.filter((one) => typeof one === 'string'), ...anyOf.flatMap(valuesOf)]
}

function propertiesOf({ data }: RulePoint): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(data, { io: 'output', unrepresentable: 'any' }).properties ?? {}
}

function isNullable(schema: unknown): boolean {
  const { type, anyOf = [] } = schema as { type?: string | string[]; anyOf?: unknown[] }
  return [type ?? []].flat().includes('null') || anyOf.some(isNullable)
}

function typeOf(schema: unknown): FieldTypes[string] {
  if (typeof schema !== 'object' || schema === null) return 'any'
  const { type: written, format, anyOf } = schema as { type?: string | string[]; format?: string; anyOf?: unknown[] }
  const [type, ...others] = [written ?? []].flat().filter((one) => one !== 'null')
  if (others.length > 0) return 'any'
  if (anyOf) {
    const types = new Set(anyOf.filter((part) => (part as { type?: string }).type !== 'null').map(typeOf))
    return types.size === 1 ? [...types][0]! : 'any'
  }
  if (type === 'string') return format === 'date-time' || format === 'date' ? 'date' : 'text'
  return (type && TYPES[type]) || 'any'
}

const TYPES: Readonly<Record<string, FieldTypes[string]>> = {
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
}

/** An entity whose commands are subject to rules. */
export interface RuleEntity {
  readonly point: RulePoint
  /** The event types that its commands raise, each with those commands. */
  readonly events: ReadonlyMap<string, readonly string[]>
}

/** The entities of the composed modules that have a rule point, by canonical name. */
export function ruleEntities(ctx: Composed): ReadonlyMap<string, RuleEntity> {
  const entities = new Map<string, { point: RulePoint; events: Map<string, string[]> }>()
  for (const { id, rules } of modulesOf(ctx).flatMap(({ commands = [] }) => commands)) {
    if (!rules) continue
    const point = rules.point()
    const entity = entities.get(point.entityType) ?? { point, events: new Map() }
    entities.set(point.entityType, entity)
    for (const event of [...rules.before, ...rules.after])
      entity.events.set(event, [...(entity.events.get(event) ?? []), id])
  }
  return entities
}
