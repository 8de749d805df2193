import { sql } from '@plinth/core'
import { inLanguage, type RawBuilder } from '@plinth/core/data'
import type { Locale } from '@plinth/core/http'
import type { toFormula } from './aggregates.ts'
import type { Operand } from './fields.ts'
import { MOST_SERIES, OTHERS } from './request.ts'

interface SplitSpec {
  readonly formula: ReturnType<typeof toFormula>
  readonly language: Locale
  /** The key of a group. */
  readonly key: RawBuilder<unknown>
  /** What is summed up: `table as t where …`. */
  readonly rows: RawBuilder<unknown>
}

/** The tables that a statement begins with, and the series as a JSON list. */
interface Split {
  readonly tables: RawBuilder<unknown>
  readonly series: RawBuilder<unknown>
}

/** The groups of rows as `grouped`. */
export const unsplit = ({ formula, key, rows }: SplitSpec): Split => ({
  tables: sql`grouped as materialized (
    select ${key} as key, ${formula.value} as value, ${formula.parts}, null::json as cells from ${rows} group by 1)`,
  series: sql`null::json`,
})

/**
 * The same split by a second field. Rows are read once, into `cells` of both keys. The largest series have places from 1, all others
 * share the last one; the cells of a group are a JSON object of values by place.
 */
export function splitBy({ sql: column, type }: Operand, { formula, language, key, rows }: SplitSpec): Split {
  const named = type === 'text' ? inLanguage('split', language) : sql`split`
  return {
    tables: sql`cells as materialized (
      select ${key} as key, ${column} as split, ${formula.value} as value, ${formula.parts} from ${rows} group by 1, 2),
    ranked as materialized (
      select split, row_number() over (order by value desc nulls last, ${named}) as place
      from (select split, ${formula.total} as value from cells group by 1) totals
      order by place limit ${MOST_SERIES}),
    placed as materialized (
      select c.key, coalesce(r.place, ${OTHERS}) as place, ${formula.total} as value, sum(part) as part, sum(parts) as parts
      from cells c left join ranked r on r.split is not distinct from c.split group by 1, 2),
    grouped as materialized (
      select key, ${formula.total} as value, sum(part) as part, sum(parts) as parts, json_object_agg(place, value) as cells
      from placed group by 1)`,
    series: sql`(select json_agg(json_build_array(r.split, p.value, p.place = ${OTHERS}) order by p.place)
      from (select place, ${formula.total} as value from placed group by 1) p left join ranked r on r.place = p.place)`,
  }
}
