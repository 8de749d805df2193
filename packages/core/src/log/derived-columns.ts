import { sql } from 'kysely'
import type { From } from '../data/query/from.ts'
import type { EntityScope } from '../data/query/scope.ts'
import type { Sql } from '../data/query/sql.ts'
import type { Tables } from '../data/query/tables.ts'
import type { RevertStep } from './revert-plan.ts'
import { revertedRows } from './reverted-rows.ts'
import { BY_NAME } from './times-and-authors.ts'

/** Number of rows recomputed per statement. */
const BATCH = 500

/** What restoring rows uses, with the platform's authority. */
export interface RowAccess {
  readonly db: Sql
  readonly from: From
  readonly tables: Tables
  readonly scope: EntityScope
}

/**
 * Recomputes columns that are derived from other columns. This is needed for restored rows that have been edited since the
 * entry, because neither the old value nor the current one fits the resulting row.
 */
export async function recomputeDerived(
  { db, from, tables, scope }: RowAccess,
  steps: readonly RevertStep[],
): Promise<void> {
  const changed = steps.filter(({ kind }) => kind === 'update').map(({ table }) => table)
  for (const entity of new Set(changed.flatMap((table) => tables.storedIn(table)))) {
    const computed = tables.computed(entity).filter(({ column }) => !BY_NAME.includes(column))
    if (computed.length === 0) continue
    const columns = computed.map(({ column }) => column)
    const name = tables.tableOf(entity)
    const table = sql.table(name)
    const { rows: stale } = await sql<{ id: string }>`
      select t.id from ${table} t join ${revertedRows} n on n.id = t.id and n."table" = ${name}
      where n.kind = 'update' and exists (select from unnest(${columns}::text[]) key
        where n."to" -> key is distinct from n."from" -> key and to_jsonb(t) -> key is distinct from n."to" -> key)
      order by t.id`.execute(db)
    for (let at = 0; at < stale.length; at += BATCH) {
      const ids = stale.slice(at, at + BATCH).map(({ id }) => id)
      const rows = (await from.lockAll(entity, { id: ids } as object)) as readonly { readonly id: string }[]
      const filled = rows.map((row) => ({
        id: row.id,
        columns: Object.fromEntries(computed.map(({ column, fill }) => [column, fill(row, scope)])),
      }))
      const moves = sql.join(columns.map((column) => sql`${sql.ref(column)} = (n.filled).${sql.ref(column)}`))
      await sql`update ${table} t set ${moves} from (
        select f.id, jsonb_populate_record(r, f.columns) as filled
        from jsonb_to_recordset(${JSON.stringify(filled)}::jsonb) f(id uuid, columns jsonb) join ${table} r on r.id = f.id
      ) n where t.id = n.id`.execute(db)
    }
  }
}
