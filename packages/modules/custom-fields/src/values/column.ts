import { sql } from '@plinth/core'
import type { CustomColumn, RawBuilder } from '@plinth/core/data'
import type { CompiledField } from './compile.ts'

/** A field as a column; `value` is the stored value as JSON. */
export function toColumn(
  { definition: { kind, config } }: CompiledField,
  value: RawBuilder<unknown>,
  timeZone: string,
): CustomColumn {
  switch (kind) {
    case 'integer':
    case 'float':
      return { type: 'number', value: sql`(case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end)` }
    case 'boolean':
      return { type: 'boolean', value: sql`(case when jsonb_typeof(${value}) = 'boolean' then ${value}::boolean end)` }
    case 'date':
      return { type: 'time', value: sql`plinth.custom_time(${value}, ${timeZone})` }
    case 'datetime':
      // Without an offset it is UTC, for whoever reads it.
      return { type: 'time', value: sql`plinth.custom_time(${value}, 'UTC')` }
    default: {
      const { options = [] } = config
      return {
        type: 'text',
        value: sql`(${value} #>> '{}')`,
        ...(options.length > 0 && { labels: new Map(options.map((one) => [String(one.value), one.label])) }),
      }
    }
  }
}
