import { type RawBuilder, sql } from 'kysely'
import type { RecordedRow, RowUpgrade, SplitTable } from '../data/schema/migration.ts'
import type { Sql } from '../data/query/sql.ts'
import { type TableChange, withDeclared } from '../data/schema/table-changes.ts'
import { revertedRows } from './reverted-rows.ts'
import { BY_NAME } from './times-and-authors.ts'

/** A table with recorded rows that are older than the current schema. */
export interface OutdatedTable {
  readonly table: string
  /** The number of the newest migration at the time of recording. */
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
 * Upgrades recorded rows, one migration after the other: first renames, then the migration's function, then defaults. Live rows
 * are not changed. Returns the reason if the rows cannot be upgraded.
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
  const isChange = await hasChanges(db)
  let lost: string | undefined
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
      const step = { migration, number, table, change: withoutGaps(change), upgrade: own?.upgrade }
      lost ??= await findLoss(db, step)
      await takeStep(db, step, (part) =>
        migrations.reduce((name, later) => (later.number > number ? (later.changes[name]?.table ?? name) : name), part),
      )
      names.delete(table)
      names.set(change.table, schema)
      for (const part of Object.keys(step.change.splits)) if (!names.has(part)) names.set(part, number - 1)
    }
  }
  for (const table of names.keys()) await normalize(db, table)
  if (isChange && lost !== undefined && !(await hasChanges(db))) return lost
  return null
}

/** Whether the plan changes more than the times and authors of changes. */
async function hasChanges(db: Sql): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from ${revertedRows}
    where kind <> 'update' or "from" - ${BY_NAME}::text[] is distinct from "to" - ${BY_NAME}::text[]) as found`.execute(
    db,
  )
  return rows[0]!.found
}

/** Changes recorded by an earlier version of the core lack what it did not know. */
const withoutGaps = (change: TableChange): TableChange => ({
  ...change,
  copies: change.copies ?? {},
  splits: change.splits ?? {},
})

/** What a step takes from the plan: a sentence for an entry of which nothing else is left. */
async function findLoss(db: Sql, step: UpgradeStep): Promise<string | undefined> {
  const { migration, table, change, upgrade } = step
  const { rows } = await sql<{
    column: string
  }>`select name as "column" from ${revertedRows}, unnest(${change.drops}::text[]) name
    where ${ofStep(step)} and kind = 'update' and "from" -> name is distinct from "to" -> name limit 1`.execute(db)
  if (rows[0]) return `${table}.${rows[0].column} cannot be restored: migration '${migration}' dropped the column`
  return upgrade && `Rows of ${table} cannot be restored: migration '${migration}' left nothing of what was changed`
}

const unchanged = (table: string): TableChange => ({
  table,
  renames: {},
  copies: {},
  splits: {},
  dropped: [],
  drops: [],
  added: {},
  retyped: {},
  hasUpgrade: false,
})

/** The rows that a step applies to. */
const ofStep = ({ table, number }: UpgradeStep) => sql`"table" = ${table} and schema < ${number}`

/** `nameNow` returns the current name of a table. */
async function takeStep(db: Sql, step: UpgradeStep, nameNow: (table: string) => string): Promise<void> {
  const { migration, change, upgrade } = step
  const { renames, copies, splits, dropped, drops, added, retyped } = change
  // A function handles what its migration dropped or retyped. Without one, these columns are renamed, so that they are not
  // mistaken for current columns.
  const lost = upgrade ? [] : [...dropped, ...Object.keys(retyped)]
  await renameKeys(db, step, { ...renames, ...Object.fromEntries(lost.map((name) => [name, `${name}@${migration}`])) })
  const now = nameNow(step.table)
  if (Object.keys(copies).length > 0) await copyKeys(db, step, await findTable(db, now))
  if (upgrade) await callUpgrade(db, step, upgrade)
  for (const [part, split] of Object.entries(splits))
    await splitRows(db, step, {
      ...split,
      part,
      source: await findTable(db, now),
      target: await findTable(db, nameNow(part)),
    })
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

/** A table as it is now. */
interface PresentTable {
  readonly name: string
  readonly columns: readonly string[]
}

async function findTable(db: Sql, name: string): Promise<PresentTable> {
  const { rows } = await sql<{ columns: string[] }>`select array(select attname::text from pg_attribute
    where attrelid = to_regclass(quote_ident(${name})) and attnum > 0 and not attisdropped) as columns`.execute(db)
  return { name, columns: rows[0]!.columns }
}

/** Whether the row with the id of plan row `r` is there, and meets a condition. */
function isPresent({ name, columns }: PresentTable, condition = sql`true`) {
  if (!columns.includes('id')) return sql`false`
  const isOfTenant = columns.includes('tenant_id') ? sql`t.tenant_id = r.tenant` : sql`true`
  return sql`exists (select from ${sql.table(name)} t where t.id = r.id and ${isOfTenant} and ${condition})`
}

/**
 * Copies values to columns without one, except for rows in which the new column is still to be filled: a trigger fills it when they
 * are restored.
 */
async function copyKeys(db: Sql, step: UpgradeStep, table: PresentTable): Promise<void> {
  const [old, now] = [Object.keys(step.change.copies), Object.values(step.change.copies)]
  const copied = (image: 'from' | 'to') => sql`r.${sql.ref(image)} || (
    select coalesce(jsonb_object_agg(n.now, r.${sql.ref(image)} -> n.old), '{}')
    from unnest(${old}::text[], ${now}::text[]) n(old, now)
    where r.${sql.ref(image)} ? n.old and r.${sql.ref(image)} ->> n.now is null)`
  const isUnfilled = sql`exists (select from unnest(${old}::text[], ${now}::text[]) n(old, now)
    where to_jsonb(t) ->> n.now is null and to_jsonb(t) ->> n.old is not null)`
  await sql`update ${revertedRows} r set "from" = ${copied('from')}, "to" = ${copied('to')}
    where ${ofStep(step)} and not ${isPresent(table, isUnfilled)}`.execute(db)
}

interface Split extends SplitTable {
  /** The name that the new table got. */
  readonly part: string
  readonly source: PresentTable
  readonly target: PresentTable
}

/**
 * Moves columns to rows of their own in another table, with the same ids. These count as recorded right before the migration, so
 * that later ones apply to them, too. A row whose columns are all null has no part there. While the old columns are still there,
 * a trigger keeps the tables in step, and only parts that are there already are restored here.
 */
async function splitRows(
  db: Sql,
  step: UpgradeStep,
  { part, columns, reference, source, target }: Split,
): Promise<void> {
  const [old, now] = [Object.keys(columns), Object.values(columns)]
  const shared = ['tenant_id', 'organization_id'].filter((name) => target.columns.includes(name))
  const image = (name: 'from' | 'to') => {
    const kept = name === 'to' && target.columns.includes('created_at') ? [...shared, 'created_at'] : shared
    const known = reference === undefined ? ['id'] : ['id', reference]
    return sql`(
      select jsonb_object_agg(n.now, r.${sql.ref(name)} -> n.old) || (
        select jsonb_object_agg(key, r.id) from unnest(${known}::text[]) key) || (
        select coalesce(jsonb_object_agg(key, r.${sql.ref(name)} -> key), '{}') from unnest(${kept}::text[]) key
        where r.${sql.ref(name)} ? key)
      from unnest(${old}::text[], ${now}::text[]) n(old, now)
      having bool_or(jsonb_typeof(r.${sql.ref(name)} -> n.old) <> 'null'))`
  }
  const refersTo = (id: RawBuilder<unknown>) => sql`coalesce(o."from", o."to") ->> ${reference ?? 'id'} = ${id}::text`
  const isMoved = old.some((name) => source.columns.includes(name)) ? isPresent(target) : sql`true`
  const moved = sql`${ofStep(step)} and ${isMoved}`
  await sql`
    insert into ${revertedRows} ("table", id, seq, "from", "to", tenant, kind, schema)
    select ${part}, p.id, p.seq, p."from", p."to", p.tenant,
      case when p."from" is null then 'insert' when p."to" is null then 'delete' else 'update' end, ${step.number} - 1
    from (select r.id, r.seq, r.tenant, ${image('from')} as "from", ${image('to')} as "to"
      from ${revertedRows} r where ${moved}) p
    where p."from" is distinct from p."to" - 'created_at' and not exists (select from ${revertedRows} o
      where o."table" = ${part} and (o.id = p.id or ${refersTo(sql`p.id`)}))`.execute(db)
  // A change of a row without a part added one with the new values, so undo gives it the former ones.
  await sql`
    update ${revertedRows} o set kind = 'update', "to" = o."from" || (
      select jsonb_object_agg(n.now, r."to" -> n.old) from unnest(${old}::text[], ${now}::text[]) n(old, now))
    from ${revertedRows} r where r."table" = ${step.table} and r.schema < ${step.number} and r.kind = 'update'
      and o."table" = ${part} and o.kind = 'delete' and ${refersTo(sql`r.id`)}
      and exists (select from unnest(${old}::text[]) name where r."to" ->> name is not null)
      and not exists (select from ${revertedRows} other where other."table" = ${part} and other.kind = 'insert'
        and other."to" ->> ${reference ?? 'id'} = r.id::text)`.execute(db)
  await sql`update ${revertedRows} r set "from" = "from" - ${old}::text[], "to" = "to" - ${old}::text[]
    where ${moved}`.execute(db)
}

interface Images {
  readonly id: string
  readonly from: RecordedRow | null
  readonly to: RecordedRow | null
}

/** The number of rows for which a function is called between two statements. */
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

/** The properties that a function changed. The others never leave the database, so that numbers lose no digits. */
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

/** Converts values to the format of the current columns, so that they can be compared with those of the table. */
async function normalize(db: Sql, table: string): Promise<void> {
  const today = (image: 'from' | 'to') => sql`(select jsonb_object_agg(key, coalesce(row -> key, value))
    from to_jsonb(jsonb_populate_record(null::${sql.table(table)}, ${sql.ref(image)})) row, jsonb_each(${sql.ref(image)}))`
  for (const image of ['from', 'to'] as const)
    await sql`update ${revertedRows} set ${sql.ref(image)} = ${today(image)}
      where "table" = ${table} and schema < plinth.schema_number() and ${sql.ref(image)} is not null`.execute(db)
}

/** The declarations of the composed modules' migrations about recorded rows, by migration, then by table. */
export type RowUpgrades = ReadonlyMap<string, Readonly<Record<string, RowUpgrade>>>
