import { sql } from 'kysely'
import type { Sql } from '../data/statements.ts'
import { type RecordedRow, type RowUpgrade, type TableChange, withDeclared } from '../data/migration.ts'

/** The entry whose rows go back to what they were before it. */
export interface Source {
  readonly tenantId: string
  readonly entryId: string
}

/** What has to be done to the rows of one table. */
export interface RevertStep {
  readonly table: string
  readonly kind: 'insert' | 'update' | 'delete'
  /** Whether all the rows are of tenants, whose tables are found by tenant and id. */
  readonly isOfTenants: boolean
  /** All but what PostgreSQL computes by itself. */
  readonly columns: readonly string[]
  /** Tables that this one refers to. */
  readonly references: readonly string[]
  /** Columns that some recorded row does not know, where rows come back. */
  readonly absent: readonly AbsentColumn[]
}

interface AbsentColumn {
  readonly column: string
  readonly isRequired: boolean
  /** The expression of its default. */
  readonly default: string | null
}

interface FoundStep extends RevertStep {
  readonly exists: boolean
  /** What was recorded and is no column of today. */
  readonly gone: readonly string[]
}

interface FoundPlan {
  readonly steps: readonly FoundStep[]
  readonly isForgotten: boolean
  readonly outdated: readonly OutdatedTable[]
}

/** How an entry is reverted, or why it cannot be. */
type Plan = { readonly steps: readonly RevertStep[]; readonly refusal?: undefined } | { readonly refusal: string }

/** The steps that revert an entry. Nothing live is touched. */
export async function planRevert(db: Sql, { tenantId, entryId }: Source, upgrades: RowUpgrades): Promise<Plan> {
  const { rows } = await sql<{ plan: FoundPlan }>`select plinth.plan_revert(${tenantId}, ${entryId}) as plan`.execute(
    db,
  )
  const { isForgotten, outdated, ...plan } = rows[0]!.plan
  // No row moves whole when a secret of it is no longer kept.
  if (isForgotten) return { refusal: 'What this action changed is no longer kept' }
  let { steps } = plan
  if (outdated.length > 0) {
    const refusal = await upgradeRows(db, outdated, upgrades)
    if (refusal !== null) return { refusal }
    const again = await sql<{ steps: readonly FoundStep[] }>`select plinth.revert_steps(false) as steps`.execute(db)
    steps = again.rows[0]!.steps
  }
  for (const step of steps) {
    const refusal = await findRefusal(db, step)
    if (refusal !== null) return { refusal }
  }
  return { steps: await putInOrder(db, steps) }
}

async function findRefusal(db: Sql, { table, kind, exists, gone, absent }: FoundStep): Promise<string | null> {
  if (!exists) return `Rows of ${table} cannot be restored: the table does not exist any more`
  const missing = absent.find((column) => column.isRequired && column.default === null)
  if (missing) return `Rows of ${table} cannot be restored: ${missing.column} needs a value, which was not recorded`
  if (gone.length === 0 || kind === 'delete') return null
  const { rows } = await sql<{ key: string }>`
    select key from ${revertedRows} r, jsonb_each(r."to") t(key, value)
    where r."table" = ${table} and r.kind = ${kind} and key = any (${gone}) and value <> 'null'
      and r."from" -> key is distinct from value
    union all
    select key from ${revertedRows} r, jsonb_each(r."from") f(key, value)
    where r."table" = ${table} and r.kind = ${kind} and kind = 'update' and key = any (${gone})
      and r."to" -> key is distinct from value limit 1`.execute(db)
  const [column, migration] = rows[0]?.key.split('@') ?? []
  if (column === undefined) return null
  return migration === undefined
    ? `${table}.${column} cannot be restored: the column does not exist any more`
    : `${table}.${column} cannot be restored: migration '${migration}' dropped the column or changed its type`
}

/**
 * Doing what was recorded in reverse passes through states that were legal before, but for two things. Cascades record the
 * row that went before those it took along, and rows come back in the other order. And all changes of one kind in a table
 * are one step, which may hold some that were made before what follows, and some that were made after it.
 */
async function putInOrder(db: Sql, steps: readonly RevertStep[]): Promise<readonly RevertStep[]> {
  const moves = await findMoves(db, steps)
  const ordered = new Set<RevertStep>()
  const visited = new Set<RevertStep>()
  const visit = (step: RevertStep): void => {
    if (visited.has(step)) return
    visited.add(step)
    for (const other of steps) if (mustPrecede(other, step, moves)) visit(other)
    ordered.add(step)
  }
  for (const step of steps) visit(step)
  return [...ordered]
}

/** A table whose rows move their references away from rows that go, or to rows that come back. */
interface Move {
  readonly table: string
  readonly target: string
  readonly kind: 'insert' | 'delete'
}

/** A row comes back after those it refers to, and goes before them; a reference moves when both ends are there. */
function mustPrecede(first: RevertStep, then: RevertStep, moves: readonly Move[]): boolean {
  if (first === then) return false
  const isMoved = (update: RevertStep, other: RevertStep) =>
    moves.some(({ table, target, kind }) => table === update.table && target === other.table && kind === other.kind)
  if (first.kind === 'update') return then.kind === 'delete' && isMoved(first, then)
  if (then.kind === 'update') return first.kind === 'insert' && isMoved(then, first)
  if (first.kind !== then.kind) return false
  return then.kind === 'insert' ? then.references.includes(first.table) : first.references.includes(then.table)
}

async function findMoves(db: Sql, steps: readonly RevertStep[]): Promise<readonly Move[]> {
  const isCandidate = ({ kind, references }: RevertStep) =>
    kind === 'update' && steps.some((other) => other.kind !== 'update' && references.includes(other.table))
  if (!steps.some(isCandidate)) return []
  const { rows } = await sql<Move>`
    select distinct u."table", o."table" as target, o.kind
    from ${revertedRows} u cross join lateral (
      select 'delete' as kind, key, value from jsonb_each_text(u."from") union all
      select 'insert', key, value from jsonb_each_text(u."to")
    ) image join ${revertedRows} o on o.kind = image.kind and o.id::text = image.value
    where u.kind = 'update' and u."from" -> image.key is distinct from u."to" -> image.key`.execute(db)
  return rows
}

/** Where the rows of the entry that is being reverted are, while a plan of it is carried out. */
export const revertedRows = sql.ref('pg_temp.reverted_rows')

/** A table of which an entry holds rows that are older than the schema. */
export interface OutdatedTable {
  readonly table: string
  /** The number of the newest migration when the rows were recorded. */
  readonly schema: number
}

interface UpgradeStep {
  readonly migration: string
  readonly number: number
  readonly table: string
  readonly change: TableChange
  readonly upgrade: RowUpgrade['upgrade']
}

/**
 * Brings recorded rows up to date, one migration after the other: renames, then what the migration's function says,
 * then defaults. Nothing live is touched. Answers why it cannot, if so.
 */
export async function upgradeRows(
  db: Sql,
  outdated: readonly OutdatedTable[],
  upgrades: RowUpgrades,
): Promise<string | null> {
  const oldest = Math.min(...outdated.map(({ schema }) => schema))
  const { rows: migrations } = await sql<{ id: string; number: number; changes: Record<string, TableChange> }>`
    select m.id, m.number, (select coalesce(jsonb_object_agg(c.table_name, c.change), '{}')
      from plinth.schema_changes c where c.number = m.number) as changes
    from public.plinth_migrations m where m.number > ${oldest} order by m.number`.execute(db)
  const names = new Map(outdated.map(({ table, schema }) => [table, schema]))
  for (const { id: migration, number, changes } of migrations) {
    const declared = upgrades.get(migration) ?? {}
    for (const [table, schema] of Array.from(names)) {
      const seen = changes[table]
      const own = declared[table]
      if (number <= schema || (!seen && !own)) continue
      const change = own ? withDeclared(seen ?? unchanged(table), own) : seen!
      if (change.table === null)
        return `Rows of ${table} cannot be restored: migration '${migration}' dropped the table`
      if (change.hasUpgrade && !own?.upgrade)
        return `Rows of ${table} cannot be restored: this host does not know how migration '${migration}' upgrades them`
      await takeStep(db, { migration, number, table, change, upgrade: own?.upgrade })
      names.delete(table)
      names.set(change.table, schema)
    }
  }
  for (const table of names.keys()) await normalize(db, table)
  return null
}

const unchanged = (table: string): TableChange => ({
  table,
  renames: {},
  dropped: [],
  drops: [],
  added: {},
  retyped: {},
  hasUpgrade: false,
})

/** The rows that a step is about. */
const ofStep = ({ table, number }: UpgradeStep) => sql`"table" = ${table} and schema < ${number}`

async function takeStep(db: Sql, step: UpgradeStep): Promise<void> {
  const { migration, change, upgrade } = step
  const { renames, dropped, drops, added, retyped } = change
  // A function answers for what its migration dropped or gave another type; else no column of today is meant by it.
  const lost = upgrade ? [] : [...dropped, ...Object.keys(retyped)]
  await renameKeys(db, step, { ...renames, ...Object.fromEntries(lost.map((name) => [name, `${name}@${migration}`])) })
  if (upgrade) await callUpgrade(db, step, upgrade)
  await sql`update ${revertedRows} set "table" = ${change.table}, "from" = "from" - ${drops}::text[],
    "to" = ${JSON.stringify(added)}::jsonb || ("to" - ${drops}::text[]) where ${ofStep(step)}`.execute(db)
}

async function renameKeys(db: Sql, step: UpgradeStep, names: Readonly<Record<string, string>>): Promise<void> {
  const [old, now] = [Object.keys(names), Object.values(names)]
  if (old.length === 0) return
  const renamed = (image: 'from' | 'to') => sql`(${sql.ref(image)} - ${old}::text[]) || (
    select coalesce(jsonb_object_agg(n.now, ${sql.ref(image)} -> n.old), '{}')
    from unnest(${old}::text[], ${now}::text[]) n(old, now) where ${sql.ref(image)} ? n.old)`
  await sql`update ${revertedRows} set "from" = ${renamed('from')}, "to" = ${renamed('to')}
    where ${ofStep(step)}`.execute(db)
}

interface Images {
  readonly id: string
  readonly from: RecordedRow | null
  readonly to: RecordedRow | null
}

/** Rows that a function is called for between two statements. */
const BATCH = 1_000

async function callUpgrade(db: Sql, step: UpgradeStep, upgrade: NonNullable<UpgradeStep['upgrade']>): Promise<void> {
  const { dropped } = step.change
  for (let after: string | null = null, isMore = true; isMore;) {
    const { rows }: { rows: Images[] } = await sql<Images>`select id, "from", "to" from ${revertedRows}
      where ${ofStep(step)} and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${BATCH}`.execute(db)
    const patches = rows.map(({ id, from, to }) => ({
      id,
      from: patchOf(from, upgrade, dropped),
      to: patchOf(to, upgrade, dropped),
    }))
    await sql`delete from ${revertedRows} where ${ofStep(step)} and id = any (${patches
      .filter(({ from, to }) => from === GONE || to === GONE)
      .map(({ id }) => id)}::uuid[])`.execute(db)
    await sql`
      update ${revertedRows} r set "from" = (r."from" - p.unset_from) || p.set_from, "to" = (r."to" - p.unset_to) || p.set_to
      from (select p.id, array(select jsonb_array_elements_text(p."from" -> 'unset')) as unset_from, p."from" -> 'set' as set_from,
        array(select jsonb_array_elements_text(p."to" -> 'unset')) as unset_to, p."to" -> 'set' as set_to
        from jsonb_to_recordset(${JSON.stringify(patches)}::jsonb) p(id uuid, "from" jsonb, "to" jsonb)) p
      where ${ofStep(step)} and r.id = p.id`.execute(db)
    after = rows.at(-1)?.id ?? null
    isMore = rows.length === BATCH
  }
}

interface Patch {
  readonly set: RecordedRow
  readonly unset: readonly string[]
}

const NOTHING: Patch = { set: {}, unset: [] }
const GONE: Patch = { set: {}, unset: [] }

/** What a function changed: the rest never leaves the database, where no number loses a digit. */
function patchOf(
  row: RecordedRow | null,
  upgrade: NonNullable<UpgradeStep['upgrade']>,
  dropped: readonly string[],
): Patch {
  if (row === null) return NOTHING
  const upgraded = upgrade(row)
  if (upgraded === null) return GONE
  const isKept = (name: string) => name in upgraded && !(dropped.includes(name) && upgraded[name] === row[name])
  return {
    set: Object.fromEntries(Object.entries(upgraded).filter(([name, value]) => value !== row[name])),
    unset: Object.keys(row).filter((name) => !isKept(name)),
  }
}

/** Values as the columns of today write them, so that they compare with those of the table. */
async function normalize(db: Sql, table: string): Promise<void> {
  const today = (image: 'from' | 'to') => sql`(select jsonb_object_agg(key, coalesce(row -> key, value))
    from to_jsonb(jsonb_populate_record(null::${sql.table(table)}, ${sql.ref(image)})) row, jsonb_each(${sql.ref(image)}))`
  for (const image of ['from', 'to'] as const)
    await sql`update ${revertedRows} set ${sql.ref(image)} = ${today(image)}
      where "table" = ${table} and schema < plinth.schema_number() and ${sql.ref(image)} is not null`.execute(db)
}

/** What the composed modules' migrations declare about recorded rows: by migration, then by table. */
export type RowUpgrades = ReadonlyMap<string, Readonly<Record<string, RowUpgrade>>>
