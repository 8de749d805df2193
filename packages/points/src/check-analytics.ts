import { PlatformError } from '@plinth/core'
import type { Queryable } from '@plinth/core/data'
import { isTimeZone } from '@plinth/core/http'
import type { AnalyticsEntity, AnalyticsType } from './analytics-entity.ts'

const COLUMN = /^[a-z_][a-z0-9_]*$/
const TABLE = /^([a-z_][a-z0-9_]*\.)?[a-z_][a-z0-9_]*$/

/** Validates the declaration of an entity and returns the problem, if any. */
export function findFault({
  features,
  table,
  only = {},
  timeZone = 'UTC',
  fields,
}: AnalyticsEntity): string | undefined {
  if (features.length === 0) return 'asks for an empty list of features'
  if (!TABLE.test(table)) return `has a \`table\` that is not a table name: '${table}'`
  const dotted = Object.keys(fields).find((name) => !/^\w+$/.test(name))
  if (dotted !== undefined) return `has a field '${dotted}' with dots`
  const columns = [...Object.values(fields).map((field) => field.column), ...Object.keys(only)]
  const odd = columns.find((column) => !COLUMN.test(column))
  if (odd !== undefined) return `names something that is not a column name: '${odd}'`
  const summed = Object.entries(fields).find(
    ([, { type, aggregates = [] }]) => type !== 'number' && aggregates.some((aggregate) => aggregate !== 'count'),
  )
  if (summed) return `has an aggregate other than count for a field that is not a number: '${summed[0]}'`
  const unmeasured = Object.entries(fields).find(
    ([, { currency }]) =>
      currency !== undefined && (!Object.hasOwn(fields, currency) || fields[currency]!.type !== 'text'),
  )
  if (unmeasured) return `has no text field '${unmeasured[1].currency}' with the currency of '${unmeasured[0]}'`
  return isTimeZone(timeZone) ? undefined : `has an unknown time zone: '${timeZone}'`
}

const KINDS: Readonly<Record<AnalyticsType, readonly string[]>> = {
  uuid: ['uuid'],
  text: ['text', 'varchar', 'bpchar'],
  number: ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'],
  boolean: ['bool'],
  time: ['timestamptz'],
  json: ['jsonb'],
}

/** Throws if the entity's table or one of its columns is missing in the database or has another type. */
export async function checkColumns(db: Queryable, entities: readonly AnalyticsEntity[]): Promise<void> {
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
    select id, format('%s is not a security_invoker view', "table") from wanted join pg_class c using (oid)
      where c.relkind not in ('r', 'p') and not coalesce('security_invoker=true' = any (c.reloptions), false)
    union
    select id, format('%s has organization_id, which the entity leaves out', "table")
      from wanted join pg_attribute a on a.attrelid = oid and a.attname = 'organization_id' and not a.attisdropped
      group by id, "table" having not bool_or("column" = 'organization_id')`,
    [JSON.stringify(expected)],
  )
  if (rows.length > 0)
    throw new PlatformError(
      'broken_setup',
      `Broken analytics entities:\n${rows.map(({ id, problem }) => `  ${id}: ${problem}`).join('\n')}`,
    )
}
