import { badInput, sql } from '@plinth/core'
import type { RawBuilder } from '@plinth/core/data'
import type { Aggregate, AnalyticsEntity, AnalyticsField, AnalyticsType } from '@plinth/points'

/** A declared field as used in a statement. */
export interface Operand {
  readonly field: AnalyticsField
  /** The type of its values. Members of a json field count as text. */
  readonly type: AnalyticsType
  readonly sql: RawBuilder<unknown>
}

const DEEPEST = 5

/** The declared field with that name, or the member of a json field at a dotted path; null if there is none. */
export function findOperand({ fields }: AnalyticsEntity, name: string): Operand | null {
  const [head = '', ...path] = name.split('.')
  const field = Object.hasOwn(fields, head) ? fields[head] : undefined
  if (!field) return null
  const column = sql.ref(`t.${field.column}`)
  if (path.length === 0) return { field, type: field.type, sql: column }
  if (field.type !== 'json' || path.length > DEEPEST || path.includes('')) return null
  return { field, type: 'text', sql: sql`(${column} #>> ${path}::text[])` }
}

/** The field to aggregate. Throws 400 for an unknown field, and for one that the aggregate does not support. */
export function metricOperand(entity: AnalyticsEntity, name: string, aggregate: Aggregate): Operand {
  const operand = findOperand(entity, name)
  const refuse = (why = '') => badInput(`Invalid metric field: ${name} for entity type: ${entity.id}${why}`)
  if (!operand) throw refuse()
  const { field, type } = operand
  if (aggregate !== 'count' && type !== 'number') throw refuse(`; ${aggregate} needs a number`)
  if (field.aggregates && !field.aggregates.includes(aggregate)) throw refuse(`; ${aggregate} is not offered`)
  return operand
}
