import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { tableOf } from '../data/query/properties.ts'
import type { Context } from '../define/context.ts'
import { composition } from '../define/module.ts'

type Reader = Pick<Context, 'actor' | 'inject' | 'from'>

/**
 * Conditions on entries `alias` of the log, if the caller has row policies: the caller may read every row that they changed, and
 * none is hidden with a row of another entity, such as a file of a hidden record.
 */
export function ofVisibleEntries(ctx: Reader, alias: string): readonly RawBuilder<SqlBool>[] {
  if (!ctx.actor.layers) return []
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const hidden = hiddenDependents(ctx).map(
    ({ table, isHidden }) =>
      sql<SqlBool>`not exists (select from plinth.changes c cross join lateral (values (c.before), (c.after)) v (image)
        where c.tenant_id = ${of('tenant_id')} and c.entry_id = ${of('id')} and ${isOfTable(table)} and ${isHidden(sql`v.image`)})`,
  )
  return [sql<SqlBool>`plinth.may_read_entry(${of('tenant_id')}, ${of('id')})`, ...hidden]
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
