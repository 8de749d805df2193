import type { Queryable } from '../data/pool.ts'
import type { AnalyticsEntity, AnalyticsType } from '../define/analytics.ts'
import type { Feature } from '../define/feature.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'

/** Refuses widgets and analytics entities that ask for what nobody declares, or for what no statement could say. */
export function checkAnalytics(modules: readonly Module[]): void {
  const features = new Set(modules.flatMap((module) => Object.values(module.features ?? {})).map(({ id }) => id))
  const entities = new Set(modules.flatMap((module) => module.analytics ?? []))
  const assertKnown = (who: string, needed: readonly Feature[]) => {
    for (const { id } of needed)
      if (!features.has(id)) throw brokenSetup(`${who} asks for the feature '${id}', which no composed module has`)
  }
  for (const { id, analytics = [], widgets = [] } of modules) {
    for (const entity of analytics) {
      assertOwn(entity.id, id, ':')
      assertKnown(`Analytics entity '${entity.id}'`, entity.features)
      checkEntity(entity)
    }
    for (const widget of widgets) {
      assertOwn(widget.id, id, '.')
      assertKnown(`Widget '${widget.id}'`, widget.features ?? [])
      if (widget.data && !entities.has(widget.data))
        throw brokenSetup(`Widget '${widget.id}' shows '${widget.data.id}', which no composed module declares`)
    }
  }
}

const COLUMN = /^[a-z_][a-z0-9_]*$/
const TABLE = /^([a-z_][a-z0-9_]*\.)?[a-z_][a-z0-9_]*$/

function checkEntity({ id, features, table, only = {}, timeZone = 'UTC', fields }: AnalyticsEntity): void {
  const refuse = (why: string) => brokenSetup(`Analytics entity '${id}' ${why}`)
  if (features.length === 0) throw refuse('asks for an empty list of features')
  if (!TABLE.test(table)) throw refuse(`names no table: '${table}'`)
  for (const name of Object.keys(fields)) if (!/^\w+$/.test(name)) throw refuse(`has a field '${name}' with dots`)
  for (const column of [...Object.values(fields).map((field) => field.column), ...Object.keys(only)])
    if (!COLUMN.test(column)) throw refuse(`names no column: '${column}'`)
  for (const [name, { type, aggregates = [] }] of Object.entries(fields))
    if (type !== 'number' && aggregates.some((aggregate) => aggregate !== 'count'))
      throw refuse(`lets more than numbers be summed up: '${name}'`)
  if (!isTimeZone(timeZone)) throw refuse(`lies in no time zone: '${timeZone}'`)
}

function assertOwn(id: string, module: string, separator: string): void {
  if (!id.startsWith(module + separator))
    throw brokenSetup(`'${id}' is declared by module '${module}', so it must begin with '${module}${separator}'`)
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const KINDS: Readonly<Record<AnalyticsType, readonly string[]>> = {
  uuid: ['uuid'],
  text: ['text', 'varchar', 'bpchar'],
  number: ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'],
  boolean: ['bool'],
  time: ['timestamptz'],
  json: ['jsonb'],
}

/** Refuses a database in which an analytics entity's table, or a column of it, is missing or of another type. */
export async function checkAnalyticsTables(db: Queryable, entities: readonly AnalyticsEntity[]): Promise<void> {
  const expected = entities.flatMap(({ id, table, only = {}, hasOrganizations = true, fields }) => [
    ...Object.values(fields).map(({ column, type }) => ({ id, table, column, types: KINDS[type] })),
    ...['tenant_id', ...(hasOrganizations ? ['organization_id'] : [])].map((column) => ({
      id,
      table,
      column,
      types: KINDS.uuid,
    })),
    ...Object.keys(only).map((column) => ({ id, table, column, types: null })),
  ])
  if (expected.length === 0) return
  const { rows } = await db.query<{ id: string; problem: string }>(
    `with wanted as (
      select w.*, to_regclass(w.table) as oid
      from jsonb_to_recordset($1) as w(id text, "table" text, "column" text, types text[])
    ), found as (
      select w.*, t.typname from wanted w
      left join pg_attribute a on a.attrelid = w.oid and a.attname = w.column and a.attnum > 0 and not a.attisdropped
      left join pg_type t on t.oid = a.atttypid
    )
    select id, format('%s has no column %s of type %s', "table", "column", coalesce(array_to_string(types, ', '), 'any'))
        as problem from found where typname is null or not typname = any (coalesce(types, array[typname]))
    union
    select id, format('%s is no security_invoker view', "table") from wanted join pg_class c using (oid)
      where c.relkind not in ('r', 'p') and not coalesce('security_invoker=true' = any (c.reloptions), false)
    union
    select id, format('%s has organization_id, which the entity leaves out', "table")
      from wanted join pg_attribute a on a.attrelid = oid and a.attname = 'organization_id' and not a.attisdropped
      group by id, "table" having not bool_or("column" = 'organization_id')`,
    [JSON.stringify(expected)],
  )
  if (rows.length > 0)
    throw brokenSetup(`Broken analytics entities:\n${rows.map(({ id, problem }) => `  ${id}: ${problem}`).join('\n')}`)
}
