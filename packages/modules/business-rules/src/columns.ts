import { sql } from '@plinth/core'
import type { z } from 'zod'

/** The columns behind the members of a view, under the members' names; `alias` is the table as the query names it. */
export function columnsOf(view: z.ZodObject, alias: string) {
  const names = Object.keys(view.shape)
  return sql.join(names.map((name) => sql`${sql.ref(`${alias}.${toColumnName(name)}`)} as ${sql.ref(name)}`))
}

/** `ruleId` as the database spells it. */
export const toColumnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
