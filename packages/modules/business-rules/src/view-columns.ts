import { sql } from '@plinth/core'
import type { z } from 'zod'

/** Maps the properties of a view to columns, aliased to the property names; `alias` is the table alias in the query. */
export function columnsOf(view: z.ZodObject, alias: string) {
  const names = Object.keys(view.shape)
  return sql.join(names.map((name) => sql`${sql.ref(`${alias}.${toColumnName(name)}`)} as ${sql.ref(name)}`))
}

/** Converts a property name to a column name, such as `ruleId` to `rule_id`. */
const toColumnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
