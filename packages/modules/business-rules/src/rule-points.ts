import { composition, type Context, type Module } from '@plinth/core'
import { CUSTOM_PREFIX, customValues, type DescribedField, findCustomRecords } from '@plinth/core/data'
import { entityNames, type FieldTypes, findRulePoint, type KnownFields, type RulePoint } from '@plinth/core/rules'
import { z } from 'zod'

type Composed = Pick<Context, 'inject'>

const modulesOf = ({ inject }: Composed): readonly Module[] => inject(composition).modules

/** All names of an entity, the canonical one first. An entity that belongs to no composed module has only the given name. */
export const namesOf = (ctx: Composed, entityType: string): readonly string[] => entityNames(modulesOf(ctx), entityType)

/** The canonical name of an entity, under which its rules are found whatever alias they use. */
export const canonicalName = (ctx: Composed, entityType: string): string => namesOf(ctx, entityType)[0]!

/**
 * The rule point of an entity type, by any of its names: that of a module, or that of all entities that customers define; undefined
 * for any other.
 */
async function pointOf(ctx: Composed, entityType: string): Promise<RulePoint | undefined> {
  const modules = modulesOf(ctx)
  const declared = findRulePoint(modules, entityType)
  if (declared) return declared.records ? undefined : declared
  return (await ctx.inject(customValues)?.hasEntity(entityType)) ? recordPoint(modules) : undefined
}

/** The point of the entities that customers define. */
const recordPoint = (modules: readonly Module[]) =>
  modules
    .flatMap(({ commands = [] }) => commands)
    .find(({ rules }) => rules?.point().records)
    ?.rules?.point()

/**
 * What is known of the fields of an entity type, those of customers included; undefined if no composed module has declared a rule
 * point for it, and customers have not defined it either.
 */
export async function knownFieldsOf(ctx: Composed, entityType: string): Promise<KnownFields | undefined> {
  const point = await pointOf(ctx, entityType)
  if (!point) return undefined
  const { fields: custom } = await customFieldsOf(ctx, point, entityType)
  const types: Record<string, FieldTypes[string]> = {}
  const nullable = new Set<string>()
  const values = new Map<string, readonly (string | number)[]>()
  const add = (name: string, schema: unknown, mayLack: boolean) => {
    for (const path of [name, `before.${name}`]) {
      types[path] = typeOf(schema)
      if (mayLack) nullable.add(path)
      if (isClosed(schema)) values.set(path, valuesOf(schema))
    }
  }
  for (const [name, schema] of Object.entries(propertiesOf(point))) add(name, schema, isNullable(schema))
  for (const { key, schema } of custom) add(CUSTOM_PREFIX + key, schema, true)
  return { types, nullable, values }
}

/** Whether a value, unless it is null, is one of an enumeration. */
function isClosed(schema: unknown): boolean {
  const { enum: values, anyOf } = schema as { enum?: unknown[]; anyOf?: unknown[] }
  if (values) return valuesOf(schema).length > 0
  return anyOf?.every((one) => (one as { type?: string }).type === 'null' || isClosed(one)) ?? false
}

/** What SET_FIELD can change when a rule waits for an event; undefined if no command raises it. */
export interface Settable {
  /** Why nothing can be set; absent if something can be. */
  readonly why?: string
  readonly names: readonly string[]
  /** Whether a command takes this value for one of the names. */
  readonly takes: (name: string, value: unknown) => boolean
}

/** What rules that wait for an event can set. */
export async function settableAt(ctx: Composed, entityType: string, eventType: string): Promise<Settable | undefined> {
  const point = await pointOf(ctx, entityType)
  if (!point) return undefined
  const commands = modulesOf(ctx)
    .flatMap((module) => module.commands ?? [])
    .filter(({ rules }) => rules?.point() === point && [...rules.before, ...rules.after].includes(eventType))
  if (commands.length === 0) return undefined
  const { fields } = await customFieldsOf(ctx, point, entityType)
  const names = [...point.settable, ...fields.map(({ key }) => CUSTOM_PREFIX + key)]
  const schemas = new Map(fields.map(({ key, schema }) => [CUSTOM_PREFIX + key, schema]))
  const setting = commands.filter(({ rules }) => rules?.sets !== false)
  const why = !eventType.startsWith('before')
    ? 'nothing can be set after the commit'
    : commands.every(({ rules }) => rules?.writes === 'gone')
      ? 'nothing can be set in what is deleted'
      : setting.length === 0
        ? 'its commands take no fields that rules could set'
        : undefined
  const members = (name: string) => setting.flatMap(({ input }) => shapeOf(input as z.ZodType)[name] ?? [])
  const takes = (name: string, value: unknown) => {
    const custom = schemas.get(name)
    if (custom) return value === null || !isClosed(custom) || valuesOf(custom).some((one) => one === value)
    const known = members(name)
    return known.length === 0 || known.some((schema) => accepts(schema, value))
  }
  return { ...(why !== undefined && { why }), names, takes }
}

function shapeOf(input: z.ZodType): Readonly<Record<string, z.ZodType>> {
  if (input instanceof z.ZodPipe) return shapeOf(input.in as z.ZodType)
  return input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {}
}

/** Whether a schema accepts a value; true if that takes more than looking at it. */
function accepts(schema: z.ZodType, value: unknown): boolean {
  try {
    return schema.safeParse(value).success
  } catch {
    return true
  }
}

/** The names of all fields of an entity type, those of customers included; none if nothing is known of it. */
export async function fieldNamesOf(ctx: Composed, entityType: string): Promise<readonly string[]> {
  const point = await pointOf(ctx, entityType)
  if (!point) return []
  const { fields } = await customFieldsOf(ctx, point, entityType)
  return [...Object.keys(propertiesOf(point)), ...fields.map(({ key }) => CUSTOM_PREFIX + key)]
}

interface CustomFieldsOf {
  /** The entity whose definitions they are. */
  readonly definedFor: string | undefined
  readonly fields: readonly DescribedField[]
}

/** The fields that customers have defined for an entity, under whichever of its names. */
async function customFieldsOf(
  { inject }: Composed,
  { aliases, records }: RulePoint,
  entityType: string,
): Promise<CustomFieldsOf> {
  const service = inject(customValues)
  for (const definedFor of records ? [entityType] : [entityType, ...aliases])
    if (await service?.hasFields(definedFor)) {
      const fields = (await service!.fields({ entityId: definedFor, organizationId: null }))?.described ?? []
      return { definedFor, fields }
    }
  return { definedFor: records && entityType, fields: [] }
}

/** A field of an entity, with the type that conditions compare. */
interface RuleField {
  readonly name: string
  readonly type: FieldTypes[string]
  /** Whether SET_FIELD may change it. */
  readonly settable: boolean
  /** The only values there are; absent if there are others. */
  readonly values?: (string | number)[]
  /** What customers call it; absent for properties. */
  readonly label?: string
}

/** The properties of an entity. That of which entity a record is tells a rule nothing. */
const fieldsOf = (ctx: Composed, point: RulePoint): readonly RuleField[] =>
  Object.entries(propertiesOf(point))
    .filter(([name]) => !point.records || name !== findCustomRecords(modulesOf(ctx))?.of)
    .map(([name, schema]) => ({ ...toRuleField(name, schema), settable: point.settable.includes(name) }))

function toRuleField(name: string, schema: unknown) {
  const values = valuesOf(schema)
  return { name, type: typeOf(schema), ...(values.length > 0 && { values }) }
}

/** The fields that customers have defined for an entity, which rules may always set. */
async function customRuleFields(
  ctx: Composed,
  point: RulePoint,
  entityType: string,
): Promise<Pick<RuleEntity, 'definedFor' | 'fields'>> {
  const { definedFor, fields } = await customFieldsOf(ctx, point, entityType)
  return {
    definedFor,
    fields: fields.map(({ key, label, schema }) => ({
      ...toRuleField(CUSTOM_PREFIX + key, schema),
      label,
      settable: true,
    })),
  }
}

function valuesOf(schema: unknown): (string | number)[] {
  const { enum: values = [], anyOf = [], items } = schema as { enum?: unknown[]; anyOf?: unknown[]; items?: unknown }
  const own = values.filter((one) => typeof one === 'string' || typeof one === 'number')
  return [...own, ...anyOf.flatMap(valuesOf), ...(items === undefined ? [] : valuesOf(items))]
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
  const {
    type: written,
    format,
    anyOf,
    enum: values,
  } = schema as {
    type?: string | string[]
    format?: string
    anyOf?: unknown[]
    enum?: unknown[]
  }
  if (written === undefined && values?.every((one) => typeof one === 'string')) return 'text'
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
  readonly entityType: string
  readonly aliases: readonly string[]
  readonly title: string
  /** `custom` if customers have defined it, and called it so. */
  readonly source: 'code' | 'custom'
  /** The event types that its commands raise, each with those commands. */
  readonly events: ReadonlyMap<string, readonly string[]>
  /** The entity for which customers define its fields, if they have. */
  readonly definedFor: string | undefined
  readonly fields: readonly RuleField[]
}

/** An entity type that rules can be written for, and its events. */
type Ruled = Pick<RuleEntity, 'entityType' | 'events'>

/** The entity type of rules on commands, by any of its names; undefined for one that no command writes. */
export async function ruledEntity(ctx: Composed, entityType: string): Promise<Ruled | undefined> {
  const point = await pointOf(ctx, entityType)
  if (!point) return undefined
  const events = pointsOf(ctx).get(point)!
  return { entityType: point.records ? entityType : point.entityType, events }
}

/** The names of the entities that rules can be written for where the caller works. */
export async function ruledNames(ctx: Composed): Promise<readonly string[]> {
  const declared = [...pointsOf(ctx).keys()].filter(({ records }) => !records).map(({ entityType }) => entityType)
  return [...declared, ...(await customEntities(ctx)).map(({ entityId }) => entityId)].toSorted()
}

/** The entities that rules can be written for where the caller works. */
export async function ruleEntities(ctx: Composed): Promise<readonly RuleEntity[]> {
  const all: RuleEntity[] = []
  for (const [point, events] of pointsOf(ctx)) {
    const named = point.records
      ? (await customEntities(ctx)).map(({ entityId, label }) => ({ entityType: entityId, title: label }))
      : [point]
    for (const { entityType, title } of named) {
      const { definedFor, fields } = await customRuleFields(ctx, point, entityType)
      const aliases = point.records ? [] : point.aliases
      const source = point.records ? 'custom' : 'code'
      all.push({ entityType, aliases, title, source, events, definedFor, fields: [...fieldsOf(ctx, point), ...fields] })
    }
  }
  return all
}

const customEntities = async ({ inject }: Composed) => (await inject(customValues)?.entities()) ?? []

/** The rule points of the composed modules. */
export const declaredPoints = (ctx: Composed): readonly RulePoint[] => [...pointsOf(ctx).keys()]

/** The rule points of the composed modules, with the event types that their commands raise. */
function pointsOf(ctx: Composed): ReadonlyMap<RulePoint, ReadonlyMap<string, readonly string[]>> {
  const points = new Map<RulePoint, Map<string, string[]>>()
  for (const { id, rules } of modulesOf(ctx).flatMap(({ commands = [] }) => commands)) {
    if (!rules) continue
    const events = points.get(rules.point()) ?? new Map<string, string[]>()
    points.set(rules.point(), events)
    for (const event of [...rules.before, ...rules.after]) events.set(event, [...(events.get(event) ?? []), id])
  }
  return points
}
