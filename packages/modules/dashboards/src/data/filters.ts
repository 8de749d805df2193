import { badInput, sql } from '@plinth/core'
import type { RawBuilder, SqlBool } from '@plinth/core/data'
import type { AnalyticsType } from '@plinth/points'
import { LocalMoment, momentIn } from '@plinth/core/http'
import { z } from 'zod'
import { findOperand, type QueriedEntity } from './fields.ts'
import type { DataFilter } from './request.ts'

/** A row without a value is not equal to any value. */
const OPERATORS = { eq: '=', neq: 'is distinct from', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
/** Types whose values can be ordered. */
const ORDERED: readonly AnalyticsType[] = ['number', 'text', 'time']

/** The SQL condition of a filter. Throws 400 for unknown fields and for values of another type. */
export function filterCondition(entity: QueriedEntity, filter: DataFilter): RawBuilder<SqlBool> {
  const { field: name, operator, value } = filter
  const operand = findOperand(entity, name)
  if (!operand) throw badInput(`Invalid filter field: ${name} for entity type: ${entity.id}`)
  const { type, sql: column } = operand
  if (operator === 'is_null') return sql`${column} is null`
  if (operator === 'is_not_null') return sql`${column} is not null`
  const refuse = () => badInput(`Invalid filter value: ${name} ${operator}`)
  if (type === 'json') throw refuse()
  const values = z.array(VALUES[type]).safeParse(Array.isArray(value) ? value : [value])
  if (!values.success) throw refuse()
  const cast = sql.raw(CASTS[type])
  const given = type === 'time' ? values.data.map((one) => momentIn(String(one), entity.timeZone)) : values.data
  if (operator === 'in') return sql`${column} = any (${given}::${cast}[])`
  if (operator === 'not_in') return sql`(${column} = any (${given}::${cast}[])) is not true`
  const isOrder = operator !== 'eq' && operator !== 'neq'
  if (Array.isArray(value) || (isOrder && !ORDERED.includes(type))) throw refuse()
  return sql`${column} ${sql.raw(OPERATORS[operator])} ${given[0]}::${cast}`
}

type Comparable = Exclude<AnalyticsType, 'json'>

const VALUES: Readonly<Record<Comparable, z.ZodType<string | number | boolean>>> = {
  uuid: z.guid(),
  text: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  time: LocalMoment,
}

const CASTS: Readonly<Record<Comparable, string>> = {
  uuid: 'uuid',
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  time: 'timestamptz',
}
