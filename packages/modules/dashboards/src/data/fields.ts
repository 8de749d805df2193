import { badInput, sql } from '@plinth/core'
import { CUSTOM_PREFIX, type CustomFields, type RawBuilder } from '@plinth/core/data'
import type { Aggregate, AnalyticsEntity, AnalyticsField, AnalyticsType } from '@plinth/points'

/** An entity as it can be queried: with the custom fields of the caller's organization. */
export interface QueriedEntity extends AnalyticsEntity {
  /** In which its days begin: its own, or that of the caller. */
  readonly timeZone: string
  readonly custom?: CustomFields | undefined
}

/** A field as used in a statement. */
export interface Operand {
  readonly field: Omit<AnalyticsField, 'column' | 'type'>
  /** The labels of a custom field's values. */
  readonly options?: ReadonlyMap<string, string> | undefined
  /** The type of its values. Properties of a json field count as text. */
  readonly type: AnalyticsType
  readonly sql: RawBuilder<unknown>
}

const DEEPEST = 5

/**
 * The declared field with that name, the property of a json field at a dotted path, or a custom field `cf_<key>`; null if there
 * is none.
 */
export function findOperand(entity: QueriedEntity, name: string): Operand | null {
  if (name.startsWith(CUSTOM_PREFIX)) {
    const options = { row: 't', timeZone: entity.timeZone }
    const found = entity.custom?.columnOf(name.slice(CUSTOM_PREFIX.length), options)
    return found ? { field: {}, type: found.type, sql: found.value, options: found.labels } : null
  }
  const { fields } = entity
  const [head = '', ...path] = name.split('.')
  const field = Object.hasOwn(fields, head) ? fields[head] : undefined
  if (!field) return null
  const column = sql.ref(`t.${field.column}`)
  if (path.length === 0) return { field, type: field.type, sql: column }
  if (field.type !== 'json' || path.length > DEEPEST || path.includes('')) return null
  return { field, type: 'text', sql: sql`(${column} #>> ${path}::text[])` }
}

/** The field to aggregate. Throws 400 for an unknown field, and for one that the aggregate does not support. */
export function metricOperand(entity: QueriedEntity, name: string, aggregate: Aggregate): Operand {
  const operand = findOperand(entity, name)
  const refuse = (why = '') => badInput(`Invalid metric field: ${name} for entity type: ${entity.id}${why}`)
  if (!operand) throw refuse()
  const { field, type } = operand
  if (aggregate !== 'count' && type !== 'number') throw refuse(`; ${aggregate} needs a number`)
  if (field.aggregates && !field.aggregates.includes(aggregate)) throw refuse(`; ${aggregate} is not offered`)
  return operand
}
