import { badInput, type Context } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { CUSTOM_PREFIX, customValues, hasProperty } from '@plinth/core/data'
import type { LookUp, Settings } from '../settings.ts'
import { type Field, type FieldKind, fieldsOf, mayRead, withLabels } from '../targets/fields.ts'
import { accountsOf } from '../targets/accounts.ts'
import { isReadable, type RecordKind, type Target, targetsOf } from '../targets/target.ts'

/** A column that is imported. */
export interface PlannedColumn {
  readonly index: number
  readonly column: string
  readonly field: Field
  readonly lookUp?: PlannedLookUp
  readonly values: ReadonlyMap<string, string>
}

/** How ids of related records are found. */
export interface PlannedLookUp extends LookUp {
  readonly target: RecordKind
}

/** How existing records are found. */
export type PlannedKey =
  | {
      readonly by: 'id' | 'externalId'
      readonly index: number
      readonly column: string
      readonly source?: string
      readonly values: ReadonlyMap<string, string>
    }
  | { readonly by: 'field'; readonly index: number; readonly column: string; readonly field: Field }

/** What an import does with each row. */
export interface Plan extends Pick<Settings, 'format' | 'mode' | 'blank' | 'decimal' | 'dates' | 'timeZone'> {
  readonly target: Target
  readonly columns: readonly PlannedColumn[]
  /** Those of the record itself. */
  readonly own: readonly PlannedColumn[]
  /** Those of its lines, by the property with the lines. */
  readonly lines: ReadonlyMap<string, readonly PlannedColumn[]>
  readonly defaults: ReadonlyMap<Field, string>
  readonly key: PlannedKey | null
}

interface PlannedImport {
  readonly entity: string
  readonly settings: Settings
  /** The columns of the file. */
  readonly columns: readonly string[]
}

/** Checks settings against the file and the caller's rights. Throws 400 with `fieldErrors` for what does not fit. */
export async function planImport(ctx: Context, { entity, settings, columns }: PlannedImport): Promise<Plan> {
  const targets = await targetsOf(ctx)
  const target = findTarget(targets, entity)
  const fields = new Map((await fieldsOf(ctx, target)).map((field) => [field.name, field]))
  const { mapping, key, mode, defaults, ...others } = settings
  for (const name of [...mapping.map(({ field }) => field), ...Object.keys(defaults)]) {
    const field = fields.get(name)
    if (field) fields.set(name, await withLabels(ctx, field))
  }
  const fieldNamed = (name: string) => fields.get(name) ?? refuse('mapping', `There is no field '${name}'`)
  const indexOf = (column: string) => {
    const index = columns.indexOf(column)
    return index >= 0 ? index : refuse('mapping', `The file has no column '${column}'`)
  }
  const seen = new Set<string>()
  const planned: PlannedColumn[] = []
  for (const { column, field: name, lookUp, values } of mapping) {
    if (seen.has(name)) refuse('mapping', `Two columns are mapped to '${name}'`)
    seen.add(name)
    const field = fieldNamed(name)
    planned.push({
      index: indexOf(column),
      column,
      field,
      ...(lookUp && { lookUp: await planLookUp(ctx, field, { lookUp, targets }) }),
      values: new Map(Object.entries(values ?? {})),
    })
  }
  if (mode !== 'update' && !hasAccess(ctx.actor, target.create.access))
    refuse('mode', 'You cannot create these records')
  if (mode !== 'create' && !hasAccess(ctx.actor, target.update.access))
    refuse('mode', 'You cannot change these records')
  if (mode !== 'create' && !key) refuse('key', 'Choose how existing records are found')
  if (planned.length === 0) refuse('mapping', 'Map at least one column')
  const own = planned.filter(({ field }) => !field.line)
  const lines = Map.groupBy(
    planned.filter(({ field }) => field.line),
    ({ field }) => field.line!.of,
  )
  for (const name of lines.keys()) if (seen.has(name)) refuse('mapping', `Two columns are mapped to '${name}'`)
  if (own.length === 0 && (!key || key.by === 'field'))
    refuse('mapping', 'Map a column of the record that the lines belong to')
  return {
    ...others,
    mode,
    target,
    columns: planned,
    own,
    lines,
    defaults: new Map(Object.entries(defaults).map(([name, value]) => [fieldNamed(name), value])),
    key: key && (await planKey(ctx, key, { target, planned, indexOf })),
  }
}

/** The target with this id. Throws 400 if there is none. */
export function findTarget(targets: ReadonlyMap<string, Target>, entity: string): Target {
  return targets.get(entity) ?? refuse('entity', 'Records of this kind cannot be imported')
}

async function planLookUp(
  ctx: Context,
  field: Field,
  { lookUp, targets }: { readonly lookUp: LookUp; readonly targets: ReadonlyMap<string, Target> },
): Promise<PlannedLookUp> {
  const accounts = accountsOf(ctx)
  const target = accounts?.id === lookUp.entity ? accounts : findTarget(targets, lookUp.entity)
  if (field.kind !== 'id') refuse('mapping', `'${field.name}' does not refer to records`)
  if (!isReadable(ctx, target)) refuse('mapping', `You cannot read '${lookUp.entity}'`)
  if (lookUp.by === 'externalId') {
    if (lookUp.source === undefined) refuse('mapping', 'A look-up by external id needs its source')
  } else if (!(await isReadableKey(ctx, target, lookUp.by)))
    refuse('mapping', `'${lookUp.entity}' cannot be found by '${lookUp.by}'`)
  return { ...lookUp, target }
}

/** Whether the caller can find rows by the field. */
async function isReadableKey(ctx: Context, target: RecordKind, name: string): Promise<boolean> {
  if (!isKeyField(target, name) || !mayRead(ctx, target, name)) return false
  const field = (await fieldsOf(ctx, target)).find((one) => one.name === name)
  return !field || hasOneSpelling(ctx, target, field)
}

interface KeyContext {
  readonly target: Target
  readonly planned: readonly PlannedColumn[]
  readonly indexOf: (column: string) => number
}

async function planKey(
  ctx: Context,
  key: NonNullable<Settings['key']>,
  { target, planned, indexOf }: KeyContext,
): Promise<PlannedKey> {
  if (key.by !== 'field')
    return { ...key, index: indexOf(key.column), values: new Map(Object.entries(key.values ?? {})) }
  const mapped = planned.find(({ field }) => field.name === key.field)
  if (!mapped) return refuse('key', `Map a column to '${key.field}', by which records are found`)
  const isKey =
    !mapped.lookUp &&
    !mapped.field.line &&
    isKeyField(target, key.field) &&
    (await hasOneSpelling(ctx, target, mapped.field))
  if (!isKey) return refuse('key', `Records cannot be found by '${key.field}'`)
  return { by: 'field', index: mapped.index, column: mapped.column, field: mapped.field }
}

/** Kinds of values of which a cell and a column of the database can have different spellings: `1.5` and `1.5000`. */
const SEVERAL_SPELLINGS: ReadonlySet<FieldKind> = new Set(['number', 'decimal', 'time', 'instant', 'json'])

/** Whether equal values are equal texts: what was not found by another one would be created again. */
async function hasOneSpelling(
  { inject, scope, actor }: Context,
  { extension: entityId = '' }: RecordKind,
  { name, kind, isList }: Field,
): Promise<boolean> {
  if (!name.startsWith(CUSTOM_PREFIX)) return !isList && !SEVERAL_SPELLINGS.has(kind)
  const organizationId = scope.organizationId ?? actor.homeOrganizationId
  const fields = await inject(customValues)?.fields({ entityId, organizationId })
  // Neither encrypted values nor lists are columns.
  return fields?.columnOf(name.slice(CUSTOM_PREFIX.length), { row: 'r', timeZone: 'UTC' }) !== undefined
}

/** Whether rows can be found by the field: a property that the commands write, or a custom field. */
function isKeyField({ entity, extension, shapes }: RecordKind, name: string): boolean {
  if (name.startsWith(CUSTOM_PREFIX)) return extension !== undefined
  const isKnown = name === 'id' || [shapes.create, shapes.update].some((shape) => Object.hasOwn(shape, name))
  return isKnown && hasProperty(entity, name)
}

function refuse(name: string, message: string): never {
  throw badInput(message, { fieldErrors: { [name]: message } })
}
