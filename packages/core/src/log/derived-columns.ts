import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { AnyEntity } from '../data/query/orm.ts'
import { filledOnUpdate } from '../data/query/properties.ts'
import type { Sql } from '../data/query/sql.ts'
import type { RevertStep } from './revert-plan.ts'
import { revertedRows } from './reverted-rows.ts'
import { BY_NAME } from './times-and-authors.ts'

/** Number of rows recomputed per statement. */
const BATCH = 500

interface MovedRows {
  readonly steps: readonly RevertStep[]
  readonly entities: readonly AnyEntity[]
}

/**
 * Recomputes columns that the ORM derives from other columns. This is needed for restored rows that have been edited since the
 * entry, because neither the old value nor the current one fits the resulting row.
 */
export async function recomputeDerived(
  { db, em }: { readonly db: Sql; readonly em: Pick<EntityManager, 'find'> },
  { steps, entities }: MovedRows,
): Promise<void> {
  for (const entity of entities) {
    const step = steps.find(({ table, kind }) => kind === 'update' && table === entity.meta.tableName)
    const properties = filledOnUpdate(entity).filter(({ column }) => !BY_NAME.includes(column))
    if (!step || properties.length === 0) continue
    const columns = properties.map(({ column }) => column)
    const table = sql.table(step.table)
    const { rows: stale } = await sql<{ id: string }>`
      select t.id from ${table} t join ${revertedRows} n on n.id = t.id and n."table" = ${step.table}
      where n.kind = 'update' and exists (select from unnest(${columns}::text[]) key
        where n."to" -> key is distinct from n."from" -> key and to_jsonb(t) -> key is distinct from n."to" -> key)
      order by t.id`.execute(db)
    for (let at = 0; at < stale.length; at += BATCH) {
      const ids = stale.slice(at, at + BATCH).map(({ id }) => id)
      const rows = (await em.find(entity, { id: { $in: ids } }, { refresh: true })) as { readonly id: string }[]
      const filled = rows.map((row) => ({
        id: row.id,
        columns: Object.fromEntries(properties.map(({ column, fill }) => [column, fill(row, em)])),
      }))
      const moves = sql.join(columns.map((column) => sql`${sql.ref(column)} = (n.filled).${sql.ref(column)}`))
      await sql`update ${table} t set ${moves} from (
        select f.id, jsonb_populate_record(r, f.columns) as filled
        from jsonb_to_recordset(${JSON.stringify(filled)}::jsonb) f(id uuid, columns jsonb) join ${table} r on r.id = f.id
      ) n where t.id = n.id`.execute(db)
    }
  }
}
