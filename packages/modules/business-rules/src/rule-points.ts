import { composition, type Context, type Module } from '@plinth/core'
import { entityNames, type FieldTypes, findRulePoint, type RulePoint } from '@plinth/core/rules'
import { z } from 'zod'

type Composed = Pick<Context, 'inject'>

const modulesOf = ({ inject }: Composed): readonly Module[] => inject(composition).modules

/** All names of an entity, the canonical one first. An entity that belongs to no composed module has only the given name. */
export const namesOf = (ctx: Composed, entityType: string): readonly string[] => entityNames(modulesOf(ctx), entityType)

/** The canonical name of an entity, under which its rules are found whatever alias they use. */
export const canonicalName = (ctx: Composed, entityType: string): string => namesOf(ctx, entityType)[0]!

/** The fields of an entity type, if a composed module has declared a rule point for it. */
export function ruleFieldsOf(ctx: Composed, entityType: string): FieldTypes | undefined {
  const point = findRulePoint(modulesOf(ctx), entityType)
  return point && { ...fieldsOf(point), before: 'object' }
}

/** The fields of an entity, with the types that conditions compare. */
export function fieldsOf({ data }: RulePoint): FieldTypes {
  const { properties = {} } = z.toJSONSchema(data, { io: 'output', unrepresentable: 'any' })
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, typeOf(schema)] as const))
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
