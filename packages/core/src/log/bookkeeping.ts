import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { AnyEntity } from '../data/query/orm.ts'
import { MERGED_COMMENT } from '../define/extensible.ts'
import { filledOnUpdate } from '../data/query/properties.ts'
import type { Sql } from '../data/query/sql.ts'
import type { RevertStep } from './revert-plan.ts'
import { revertedRows } from './reverted-rows.ts'

/**
 * The bookkeeping columns of each table: who changed a row last and when, counters and sums, and what the ORM derives from other
 * columns on every change. Editing any other field changes them too, so they never block an undo (decision 85).
 */
export type Bookkeeping = ReadonlyMap<string, readonly string[]>

/** How a migration marks a counter or a sum: `comment on column posts.likes is 'bookkeeping'`. */
const COMMENT = 'bookkeeping'
/** Bookkeeping columns in every table that has them. */
export const BY_NAME: readonly string[] = ['updated_at', 'updated_by']

/** The bookkeeping columns of the tables of a plan. */
export async function findBookkeeping(
  db: Sql,
  steps: readonly RevertStep[],
  entities: readonly AnyEntity[],
): Promise<Bookkeeping> {
  const tables = new Set(steps.map(({ table }) => table))
  const rows = await findCommented(db, [...tables], COMMENT)
  const filled = entities.flatMap((entity) =>
    filledOnUpdate(entity).map(({ column }) => ({ table: tableNameOf(entity), column })),
  )
  const found = Map.groupBy([...rows, ...filled], ({ table }) => table)
  return new Map(
    [...tables].map((table) => [table, [...BY_NAME, ...(found.get(table) ?? []).map(({ column }) => column)]]),
  )
}

/**
 * The columns of each table that hold values of custom fields, whose properties are compared and restored one by one, like
 * columns.
 */
export async function findMerged(db: Sql, steps: readonly RevertStep[]): Promise<Bookkeeping> {
  const tables = [...new Set(steps.map(({ table }) => table))]
  const rows = await findCommented(db, tables, MERGED_COMMENT)
  const found = Map.groupBy(rows, ({ table }) => table)
  return new Map(tables.map((table) => [table, (found.get(table) ?? []).map(({ column }) => column)]))
}

async function findCommented(db: Sql, tables: readonly string[], comment: string) {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as "table", a.attname as "column" from pg_description d
    join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid join pg_class c on c.oid = d.objoid
    where d.classoid = 'pg_class'::regclass and d.description = ${comment}
      and d.objoid = any (select to_regclass(quote_ident(name)) from unnest(${tables}::text[]) name)`.execute(db)
  return rows
}

const tableNameOf = ({ meta }: AnyEntity): string => meta.tableName

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
export async function fillAgain(
  { db, em }: { readonly db: Sql; readonly em: Pick<EntityManager, 'find'> },
  { steps, entities }: MovedRows,
): Promise<void> {
  for (const entity of entities) {
    const step = steps.find(({ table, kind }) => kind === 'update' && table === tableNameOf(entity))
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
