import { sql } from 'kysely'
import { toRestoreError } from '../data/database-errors.ts'
import type { AnyEntity, Reader } from '../data/orm.ts'
import type { Sql } from '../data/statements.ts'
import { type Bookkeeping, fillAgain, findBookkeeping } from './bookkeeping.ts'
import { planRevert, revertedRows, type RowUpgrades, type Source, type RevertStep } from './plan.ts'

/** A row that is no longer as the entry left it, and the fields by which it differs. */
export interface Conflict {
  readonly table: string
  readonly id: string
  readonly fields: readonly string[]
  /** Whose row it is, where others have added it. */
  readonly organizationId?: string | null
}

/** What moving the rows came to. Nothing was moved where there are conflicts or a reason. */
interface RestoreResult<T> {
  readonly conflicts: readonly Conflict[]
  /** Why the rows cannot come back at all, in a sentence. */
  readonly reason?: string
  readonly allowed?: T
}

/** What `restoreRows` asks about the rows of an entry. */
interface RestoreRules<T> {
  readonly upgrades: RowUpgrades
  /** Those of the composed modules. */
  readonly entities: readonly AnyEntity[]
  /** When the rows change: they move back, and their `updated_at` does not. */
  readonly at: Date
  /** Throws where the caller may not move the rows; its answer is handed back. */
  readonly assertAllowed: (steps: readonly RevertStep[]) => Promise<T>
}

/**
 * Moves every row that an entry touched back to what it was, set-based, in the caller's transaction, where the moves
 * are recorded like any other write. Rows that are older than the schema are brought up to date first. Fields that the
 * entry did not change keep later edits; where one that it did change has been edited since, or others have added rows
 * to one that would go, nothing is moved and the conflicts are answered (decision 19). What only keeps books is none
 * of either (decision 85). `db` and `em` need the platform's authority: kept secrets are read.
 */
export async function restoreRows<T>(
  { db, em }: { readonly db: Sql; readonly em: Reader },
  source: Source,
  { upgrades, entities, at, assertAllowed }: RestoreRules<T>,
): Promise<RestoreResult<T>> {
  const plan = await planRevert(db, source, upgrades)
  if (plan.refusal !== undefined) return { conflicts: [], reason: plan.refusal }
  const { steps } = plan
  const allowed = await assertAllowed(steps)
  const bookkeeping = await findBookkeeping(db, steps, entities)
  const conflicts = await compareRows(db, steps, bookkeeping)
  if (conflicts.length > 0) return { conflicts, allowed }
  try {
    for (const step of steps) await moveRows(db, step, { columns: bookkeeping.get(step.table) ?? [], at })
    await fillAgain({ db, em }, { steps, entities })
    // Constraints that wait for the commit speak now, while the caller can be answered.
    await sql`set constraints all immediate`.execute(db)
  } catch (error) {
    throw toRestoreError(error)
  }
  return { conflicts: [], allowed }
}

/** Compares the rows as they are with what the entry left. */
export async function compareRows(
  db: Sql,
  steps: readonly RevertStep[],
  bookkeeping: Bookkeeping,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = []
  for (const step of steps) conflicts.push(...(await conflictsOf(db, step, bookkeeping.get(step.table) ?? [])))
  // The rows are locked by now, so that none is added to them until this has ended.
  for (const step of steps) conflicts.push(...(await findAddedRows(db, step)))
  return conflicts
}

/** The changes of one step: `from` what the entry left, `to` what was there before it. */
const stepChanges = ({ table, kind }: RevertStep) =>
  sql`select id, tenant, "from", "to" from ${revertedRows} where "table" = ${table} and kind = ${kind}`

/** Where row `t` is the one of change `n`, in the tenant where the entry left it. */
const isSame = ({ isOfTenants }: RevertStep) =>
  sql`t.id = n.id${isOfTenants ? sql` and t.tenant_id = n.tenant` : sql``}`

async function conflictsOf(db: Sql, step: RevertStep, bookkeeping: readonly string[]): Promise<Conflict[]> {
  const { table, kind, columns } = step
  const changes = stepChanges(step)
  const target = sql.table(table)
  if (kind === 'insert') {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${target} t join (${changes}) n on ${isSame(step)}`.execute(db)
    return rows.map(({ id }) => ({ table, id, fields: ['id'] }))
  }
  // A locked row is read as it is once its writer has ended.
  const { rows } = await sql<{ id: string; fields: string[] }>`
    with present as materialized (
      select t.id, n.tenant as tenant_id, to_jsonb(t) as row
      from ${target} t join (${changes}) n on ${isSame(step)} for update of t
    )
    select n.id, case when t.id is null then array['id'] else array(
      select key from jsonb_each(n."from") was(key, value)
      where key <> all (${bookkeeping}::text[]) and key = any (${columns}) and (n."to" is null or n."to" -> key is distinct from value)
        and t.row -> key is distinct from value
    ) end as fields
    from (${changes}) n left join present t on ${isSame(step)}`.execute(db)
  return rows.flatMap(({ id, fields }) => (fields.length > 0 ? [{ table, id, fields }] : []))
}

interface MovedBooks {
  /** The columns of the table that only keep books. */
  readonly columns: readonly string[]
  readonly at: Date
}

/**
 * Of what keeps books, a number moves by what the entry added to it, so that what others have counted stays; anything else
 * moves where nobody has changed it since. `updated_at` never moves back: versions and caches tell rows apart by it.
 */
async function moveRows(db: Sql, step: RevertStep, books: MovedBooks): Promise<void> {
  const { table, kind, columns, absent } = step
  const changes = stepChanges(step)
  const target = sql.table(table)
  const now = columns.includes('updated_at')
    ? sql`jsonb_build_object('updated_at', ${books.at.toISOString()}::text)`
    : sql`'{}'`
  if (kind === 'delete') {
    await sql`delete from ${target} t using (${changes}) n where ${isSame(step)}`.execute(db)
    return
  }
  if (kind === 'insert') {
    const known = columns.filter((column) => !absent.some((one) => one.column === column && one.default === null))
    const names = sql.join(known.map((column) => sql.ref(column)))
    const values = sql.join(known.map((column) => sql.ref(`r.${column}`)))
    await sql`insert into ${target} (${names}) overriding system value
      select ${values} from (${changes}) n,
        jsonb_populate_record(null::${target}, ${defaultsOf(step)} n."to" || ${now}) r`.execute(db)
    return
  }
  const moved = columns.filter((column) => column !== 'id')
  const moves = sql.join(moved.map((column) => sql`${sql.ref(column)} = (n.moved).${sql.ref(column)}`))
  await sql`
    update ${target} t set ${moves} from (
      select n.id, n.tenant, r as moved from (${changes}) n join ${target} t on ${isSame(step)}, jsonb_populate_record(t, (
        select coalesce(jsonb_object_agg(key, case when is_count and jsonb_typeof(present -> key) = 'number'
          then to_jsonb((present ->> key)::numeric + (n."to" ->> key)::numeric - (value #>> '{}')::numeric)
          else n."to" -> key end), '{}')
        from to_jsonb(t) present, jsonb_each(n."from") was(key, value), lateral (select key = any (${books.columns}::text[])
          and jsonb_typeof(value) = 'number' and jsonb_typeof(n."to" -> key) = 'number' as is_count) c
        where n."to" -> key is distinct from value
          and (key <> all (${books.columns}::text[]) or is_count or present -> key = value)
      ) || ${now}) r
    ) n where ${isSame(step)}`.execute(db)
}

/** What rows have in columns that they were recorded without; the expressions are those of the table. */
function defaultsOf({ absent }: RevertStep) {
  const defaults = absent.filter((column) => column.default !== null)
  if (defaults.length === 0) return sql``
  const pairs = defaults.map(({ column, default: expression }) => sql`${column}::text, ${sql.raw(expression!)}`)
  return sql`jsonb_build_object(${sql.join(pairs)}) ||`
}

/** A column of a recorded table whose values are ids of another table's rows. */
interface ReferringColumn {
  readonly table: string
  readonly column: string
  /** The column that it refers to. */
  readonly target: string
  readonly hasTenants: boolean
  readonly hasOrganizations: boolean
}

/** Rows that a refusal names of one column. */
const NAMED = 20

/**
 * Rows that refer to those which a step would delete, and that the entry knows nothing of: others added them since, and
 * they must not go along, or lose their reference, unnoticed. A row that the entry made is its own, and so is one
 * whose reference it set. One that it has only changed elsewhere is not: its reference has come since.
 */
async function findAddedRows(db: Sql, { table, kind, isOfTenants }: RevertStep): Promise<readonly Conflict[]> {
  if (kind !== 'delete') return []
  const conflicts: Conflict[] = []
  for (const reference of await findReferences(db, table)) {
    const column = sql.ref(`c.${reference.column}`)
    const ofTenant = isOfTenants && reference.hasTenants ? sql`and c.tenant_id = n.tenant` : sql``
    const organization = reference.hasOrganizations ? sql`c.organization_id` : sql`null`
    const { rows } = await sql<Pick<Conflict, 'id' | 'organizationId'>>`
      select distinct c.id, ${organization} as "organizationId" from ${revertedRows} n join ${sql.table(reference.table)} c
        on ${column} = (n."from" ->> ${reference.target})::uuid ${ofTenant}
      where n."table" = ${table} and n.kind = 'delete' and not exists (
        select from ${revertedRows} o where o."table" = ${reference.table} and o.id = c.id and (o.kind <> 'update'
          or o."from" ->> ${reference.column} = n."from" ->> ${reference.target}
          or o."from" -> ${reference.column} is distinct from o."to" -> ${reference.column}))
      limit ${NAMED}`.execute(db)
    conflicts.push(...rows.map((row) => ({ ...row, table: reference.table, fields: [reference.column] })))
  }
  return conflicts
}

const hasColumn = (name: string) =>
  sql`exists (select from pg_attribute where attrelid = f.oid and attname = ${name} and not attisdropped)`

/**
 * Foreign keys, whatever they do when the row goes, and columns whose comment says `refers to <table>`. Only recorded
 * tables count: what is not recorded, like a login, goes with its row.
 */
async function findReferences(db: Sql, table: string): Promise<readonly ReferringColumn[]> {
  const { rows } = await sql<ReferringColumn>`
    with recorded as (
      select c.oid, c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'plinth_record_insert'
    ), found as (
      select r.oid, a.attname as "column", f.attname as target
      from recorded r join pg_constraint c on c.conrelid = r.oid and c.contype = 'f'
      cross join unnest(c.conkey, c.confkey) k(own, other)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
      join pg_attribute f on f.attrelid = c.confrelid and f.attnum = k.other
      where c.confrelid = to_regclass(${table}) and f.atttypid = 'uuid'::regtype and f.attname <> 'tenant_id'
      union
      select r.oid, a.attname, 'id' from recorded r join pg_attribute a on a.attrelid = r.oid
      join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = r.oid and d.objsubid = a.attnum
      where a.atttypid = 'uuid'::regtype and d.description = ${`refers to ${table}`}
    )
    select r.relname as "table", f."column", f.target, ${hasColumn('tenant_id')} as "hasTenants",
      ${hasColumn('organization_id')} as "hasOrganizations"
    from found f join recorded r using (oid) order by 1, 2`.execute(db)
  return rows
}
