import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { tableOf } from '../data/query/properties.ts'
import type { Context } from '../define/context.ts'
import { composition } from '../define/module.ts'

type Reader = Pick<Context, 'actor' | 'inject' | 'from'>

/**
 * Conditions on entries `alias` of the log, if the caller has row policies: the caller may read every row that they changed. Rows that are
 * hidden with a row of another entity, such as a link to one that is gone, are left out, unless the entry is about one of them, or about
 * nothing else; then it is hidden as well. `rowId` is the row whose history is read.
 */
export function ofVisibleEntries(
  ctx: Reader,
  alias: string,
  rowId: string | null = null,
): readonly RawBuilder<SqlBool>[] {
  if (!ctx.actor.layers) return []
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const mayRead = sql<SqlBool>`plinth.may_read_entry(${of('tenant_id')}, ${of('id')})`
  const isLeftOut = leftOutChanges(ctx)
  if (!isLeftOut) return [mayRead]
  const has = (condition: RawBuilder<unknown>) => sql<SqlBool>`exists (select from plinth.changes c
    where c.tenant_id = ${of('tenant_id')} and c.entry_id = ${of('id')} and ${condition})`
  const isMain = sql`(c.row_id::text = ${of('resource_id')} or c.row_id = ${rowId}::uuid)`
  const isShown = sql<SqlBool>`(not ${has(isLeftOut)} or ${has(sql`not ${isLeftOut}`)} and not ${has(sql`${isMain} and ${isLeftOut}`)})`
  return [mayRead, isShown]
}

/** Whether a change `c` is left out of the entries that the caller sees; undefined if none is. */
export function leftOutChanges(ctx: Reader): RawBuilder<SqlBool> | undefined {
  const hidden = ctx.actor.layers ? hiddenDependents(ctx) : []
  if (hidden.length === 0) return undefined
  const each = hidden.map(
    ({ table, isHidden }) => sql`(${isOfTable(table)} and (${isHidden(sql`c.before`)} or ${isHidden(sql`c.after`)}))`,
  )
  return sql<SqlBool>`((${sql.join(each, sql` or `)}) is true)`
}

/** Whether a change `c` was recorded of a table, also under a former name. */
const isOfTable = (table: string) =>
  sql<SqlBool>`(c.table_name = ${table} or ${table} = any ((plinth.renamed_tables() ->> c.table_name)::text[]))`

/** The tables with rows that are hidden with rows of other entities, and whether the row in an image is, as these are now. */
export function hiddenDependents(ctx: Reader) {
  const { modules } = ctx.inject(composition)
  return modules
    .flatMap(({ dependents = [] }) => dependents)
    .flatMap(({ entity, visible }) => {
      const conditions = visible(ctx, 'dependent')
      if (conditions.length === 0) return []
      const table = tableOf(entity)
      const isHidden = (image: RawBuilder<unknown>) =>
        sql<SqlBool>`(${image} is not null and exists (
          select from jsonb_populate_record(null::${sql.table(table)}, ${image}) dependent
          where (${sql.join(conditions, sql` and `)}) is not true))`
      return [{ entity, table, isHidden }]
    })
}
