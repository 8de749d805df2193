import { sql } from '@plinth/core'
import type { RawBuilder } from '@plinth/core/data'
import type { Aggregate } from '@plinth/points'
import type { Operand } from './fields.ts'

type AggregateExpression = RawBuilder<number | null>

/** An aggregate over rows, and over its own results for groups of rows. */
interface Formula {
  readonly value: AggregateExpression
  /** What computing the total over all groups requires in addition to the value. */
  readonly parts: RawBuilder<unknown>
  readonly total: AggregateExpression
  /** The result without rows: 0 where that is correct, otherwise null. */
  readonly empty: 0 | null
}

/** How a metric is computed. `isRows` counts rows instead of values. */
export function toFormula(aggregate: Aggregate, { sql: column }: Operand, isRows: boolean): Formula {
  const none = sql`null::numeric as part, null::bigint as parts`
  switch (aggregate) {
    case 'count':
      return {
        value: isRows ? sql`count(*)::float8` : sql`count(${column})::float8`,
        parts: none,
        total: sql`coalesce(sum(value), 0)`,
        empty: 0,
      }
    case 'sum':
      return {
        value: sql`coalesce(sum(${column}), 0)::float8`,
        parts: sql`sum(${column}) as part, null::bigint as parts`,
        total: sql`coalesce(sum(part), 0)::float8`,
        empty: 0,
      }
    case 'avg':
      return {
        value: sql`coalesce(avg(${column}), 0)::float8`,
        parts: sql`sum(${column}) as part, count(${column}) as parts`,
        total: sql`coalesce(sum(part) / nullif(sum(parts), 0), 0)::float8`,
        empty: 0,
      }
    case 'min':
      return { value: sql`min(${column})::float8`, parts: none, total: sql`min(value)`, empty: null }
    case 'max':
      return { value: sql`max(${column})::float8`, parts: none, total: sql`max(value)`, empty: null }
  }
}
