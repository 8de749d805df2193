import { sql } from 'kysely'
import { toRestoreError } from '../data/connection/database-errors.ts'
import type { Sql } from '../data/query/sql.ts'
import { type ComparedApart, findComparedApart } from './columns-compared-apart.ts'
import type { Conflict } from './conflict.ts'
import { recomputeDerived, type RowAccess } from './derived-columns.ts'
import { planRevert, type RevertStep, type Source } from './revert-plan.ts'
import { findAddedRows } from './references.ts'
import { keepRows } from './keep-rows.ts'
import { leaveUndone } from './leave-undone.ts'
import { revertedRows } from './reverted-rows.ts'
import type { RowUpgrades } from './upgrade-rows.ts'

/** The result of restoring rows. Nothing was restored if there are conflicts or a reason. */
interface RestoreResult<T> {
  readonly conflicts: readonly Conflict[]
  /** What was left as it is, because it has changed since. */
  readonly kept: readonly Conflict[]
  /** Why the rows cannot be restored at all, in a sentence. */
  readonly reason?: string
  readonly allowed?: T
}

/** What `restoreRows` needs to know about the rows of an entry. */
interface RestoreRules<T> {
  readonly upgrades: RowUpgrades
  /** The time of the change: rows are restored, but their `updated_at` is not. */
  readonly at: Date
  /** Whether what has changed since is left as it is, instead of being a conflict. */
  readonly keepsEdits: boolean
  /** Entries that have undone parts of the entry before. */
  readonly undoneBy?: readonly string[] | undefined
  /** Throws if the caller may not restore the rows; its result is returned. */
  readonly assertAllowed: (steps: readonly RevertStep[]) => Promise<T>
}

/**
 * Restores every row that an entry changed, with set-based statements in the caller's transaction, where the changes are
 * recorded like any other write. Rows recorded with an older schema are upgraded first. Fields that the entry did not change
 * keep later edits. If a field that it did change has been edited since, or others have added rows to one that would be deleted,
 * nothing is restored and the conflicts are returned (decision: Undo and redo). Bookkeeping columns never cause conflicts (decision: Bookkeeping columns).
 * `access` needs the platform's authority: kept secrets are read.
 */
export async function restoreRows<T>(
  access: RowAccess,
  source: Source,
  { upgrades, at, keepsEdits, undoneBy = [], assertAllowed }: RestoreRules<T>,
): Promise<RestoreResult<T>> {
  const { db } = access
  const plan = await planRevert(db, source, upgrades)
  if (plan.refusal !== undefined) return { conflicts: [], kept: [], reason: plan.refusal }
  const { steps } = plan
  const apart = await findComparedApart(access, steps)
  if (undoneBy.length > 0) await leaveUndone(db, { tenantId: source.tenantId, entries: undoneBy }, apart)
  const allowed = await assertAllowed(steps)
  const kept: Conflict[] = []
  let conflicts = await compareRows(db, steps, apart)
  if (conflicts.length > 0 && !keepsEdits) return { conflicts, kept, allowed }
  // What is left as it is may keep other rows from being deleted.
  for (; conflicts.length > 0; conflicts = await compareRows(db, steps, apart)) {
    const edited = conflicts.map((conflict) => ({
      ...conflict,
      ...(conflict.refersTo && { ...conflict.refersTo, fields: [] }),
    }))
    kept.push(...edited, ...(await keepRows(db, edited, apart)))
  }
  try {
    // Triggers that keep tables in step leave alone what is restored in both.
    const tables = [...new Set(steps.map(({ table }) => table))].join(',')
    await sql`select set_config('plinth.reverting', ${tables}, true)`.execute(db)
    for (const step of steps)
      await moveRows(db, step, {
        columns: apart.bookkeeping.get(step.table) ?? [],
        merged: apart.merged.get(step.table) ?? [],
        at,
      })
    await recomputeDerived(access, steps)
    // Check deferred constraints now, while the error can still be reported to the caller.
    await sql`set constraints all immediate`.execute(db)
    await sql`select set_config('plinth.reverting', '', true)`.execute(db)
  } catch (error) {
    throw toRestoreError(error)
  }
  return { conflicts: [], kept: byRow(kept), allowed }
}

/** One conflict for each row. */
function byRow(conflicts: readonly Conflict[]): readonly Conflict[] {
  const rows = new Map<string, Conflict>()
  for (const conflict of conflicts) {
    const key = `${conflict.table} ${conflict.id}`
    const fields = [...new Set([...(rows.get(key)?.fields ?? []), ...conflict.fields])]
    rows.set(key, { ...rows.get(key), ...conflict, fields })
  }
  return [...rows.values()]
}

/** Compares the current rows with what the entry left. */
export async function compareRows(
  db: Sql,
  steps: readonly RevertStep[],
  { bookkeeping, merged }: ComparedApart,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = []
  for (const step of steps)
    conflicts.push(
      ...(await conflictsOf(db, step, {
        bookkeeping: bookkeeping.get(step.table) ?? [],
        merged: merged.get(step.table) ?? [],
      })),
    )
  // The rows are locked by now, so no references to them can be added until this has ended.
  for (const step of steps) conflicts.push(...(await findAddedRows(db, step)))
  return conflicts
}

/** The changes of one step: `from` is what the entry left, `to` what was there before it. */
const stepChanges = ({ table, kind }: RevertStep) =>
  sql`select id, tenant, "from", "to" from ${revertedRows} where "table" = ${table} and kind = ${kind}`

/** Whether row `t` is the row of change `n`, in the tenant in which the entry left it. */
const isSame = ({ isOfTenants }: RevertStep) =>
  sql`t.id = n.id${isOfTenants ? sql` and t.tenant_id = n.tenant` : sql``}`

async function conflictsOf(
  db: Sql,
  step: RevertStep,
  { bookkeeping, merged }: { readonly bookkeeping: readonly string[]; readonly merged: readonly string[] },
): Promise<Conflict[]> {
  const { table, kind, columns } = step
  const changes = stepChanges(step)
  const target = sql.table(table)
  if (kind === 'insert') {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${target} t join (${changes}) n on ${isSame(step)}`.execute(db)
    return rows.map(({ id }) => ({ table, id, fields: ['id'] }))
  }
  // A locked row is read in its current state, after its writer has ended. One that nobody has changed has no conflicts.
  const { rows } = await sql<{ id: string; fields: string[] }>`
    select n.id, case when t.row is null then array['id'] else array(
      select key from jsonb_each(n."from") was(key, value)
      where key <> all (${[...bookkeeping, ...merged]}::text[]) and key = any (${columns})
        and (n."to" is null or n."to" -> key is distinct from value) and t.row -> key is distinct from value
    )${conflictingMembers(merged)} end as fields
    from (${changes}) n left join lateral (
      select to_jsonb(t) as row from ${target} t where ${isSame(step)} for update of t
    ) t on true
    where t.row is distinct from n."from"`.execute(db)
  return rows.flatMap(({ id, fields }) => (fields.length > 0 ? [{ table, id, fields }] : []))
}

/**
 * The properties of merged columns that the entry changed and that have changed again since, named like custom fields:
 * `cf_<key>`.
 */
function conflictingMembers(merged: readonly string[]) {
  if (merged.length === 0) return sql``
  return sql` || array(
    select 'cf_' || k from unnest(${merged}::text[]) name, jsonb_object_keys(
      coalesce(n."from" -> name, '{}') || coalesce(n."to" -> name, '{}')
      || case when n."to" is null then coalesce(t.row -> name, '{}') else '{}' end) k
    where (n."to" is null or n."to" -> name -> k is distinct from n."from" -> name -> k)
      and t.row -> name -> k is distinct from n."from" -> name -> k)`
}

interface MovedBooks {
  /** The bookkeeping columns of the table. */
  readonly columns: readonly string[]
  /** The columns whose properties are restored one by one. */
  readonly merged: readonly string[]
  readonly at: Date
}

/**
 * In bookkeeping columns, what the entry added to a number is subtracted from it, so that what others have counted since is
 * kept. Any other value is restored if nobody has changed it since. `updated_at` is never restored, because versions and caches
 * distinguish rows by it.
 */
async function moveRows(db: Sql, step: RevertStep, books: MovedBooks): Promise<void> {
  const { table, kind, columns, absent } = step
  const changes = stepChanges(step)
  const target = sql.table(table)
  const now = columns.includes('updated_at')
    ? sql`jsonb_build_object('updated_at', ${books.at.toISOString()}::text)`
    : sql`'{}'`
  if (kind === 'delete') {
    await sql`
      with gone as materialized (select n.id, n.tenant, t.place from (${changes}) n, ${placesOf(step)})
      delete from ${target} t using gone n where t.ctid = n.place and ${isSame(step)} and ${isPlaced('gone')}`.execute(
      db,
    )
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
    with moved as materialized (
      select n.id, n.tenant, t.place, r as moved from (${changes}) n, ${placesOf(step)}, jsonb_populate_record(t.row,
        case when to_jsonb(t.row) = n."from" then n."to" else (
          select coalesce(jsonb_object_agg(key, case when is_count and jsonb_typeof(present -> key) = 'number'
            then to_jsonb((present ->> key)::numeric + (n."to" ->> key)::numeric - (value #>> '{}')::numeric)
            ${restoredMembers(books.merged)} else n."to" -> key end), '{}')
          from to_jsonb(t.row) present, jsonb_each(n."from") was(key, value), lateral (select key = any (${books.columns}::text[])
            and jsonb_typeof(value) = 'number' and jsonb_typeof(n."to" -> key) = 'number' as is_count) c
          where n."to" -> key is distinct from value
            and (key <> all (${books.columns}::text[]) or is_count or present -> key = value)
        ) end || ${now}) r
    )
    update ${target} t set ${moves} from moved n where t.ctid = n.place and ${isSame(step)} and ${isPlaced('moved')}`.execute(
    db,
  )
}

/**
 * The rows `t` of changes `n`, each looked up by itself, and where they are stored. The planner would rather read a table of some ten
 * thousand rows as a whole, for the few hundred of an entry. They are locked by now, so that they stay where they are.
 */
const placesOf = (step: RevertStep) =>
  sql`lateral (select t.ctid as place, t as row from ${sql.table(step.table)} t where ${isSame(step)} offset 0) t`

/** Whether row `t` is where one of these is stored. */
const isPlaced = (found: 'gone' | 'moved') => sql`t.ctid = any (array(select place from ${sql.id(found)}))`

/** The current properties of a merged column, except that those changed by the entry are as they were before it. */
function restoredMembers(merged: readonly string[]) {
  if (merged.length === 0) return sql``
  return sql`when key = any (${merged}::text[]) then (
    select ((present -> key) - coalesce(array_agg(k), '{}'))
      || coalesce(jsonb_object_agg(k, n."to" -> key -> k) filter (where n."to" -> key ? k), '{}')
    from jsonb_object_keys(value || coalesce(n."to" -> key, '{}')) k where n."to" -> key -> k is distinct from value -> k)`
}

/** Values for columns that did not exist when the rows were recorded; the expressions are those of the table. */
function defaultsOf({ absent }: RevertStep) {
  const defaults = absent.filter((column) => column.default !== null)
  if (defaults.length === 0) return sql``
  const pairs = defaults.map(({ column, default: expression }) => sql`${column}::text, ${sql.raw(expression!)}`)
  return sql`jsonb_build_object(${sql.join(pairs)}) ||`
}
