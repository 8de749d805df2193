import type pg from 'pg'
import {
  type CatalogColumn,
  findTableChanges,
  type Migration,
  runMigration,
  type TableChange,
} from '../data/migration.ts'
import { LOCKS, withLock } from '../data/servers.ts'
import { cutStatements, type NewIndex, toIndex } from '../data/text.ts'
import { brokenSetup } from '../errors.ts'
import { findInvalid, findInvalidIndexes } from './check-tables.ts'

/**
 * Runs what cannot be part of a transaction on `client`, one statement after the other, and returns the ids. It counts as
 * done when all of it is: a crash, or a refusal in the middle, leaves it to the next attempt, which begins with its first
 * statement. A host that has nothing to run does not wait for the others.
 */
export async function runOnlineMigrations(
  client: pg.PoolClient,
  pending: readonly Migration[],
): Promise<readonly string[]> {
  if (pending.length === 0) return []
  return withLock(client, LOCKS.onlineMigrations, async () => {
    const ran: string[] = []
    for (const migration of pending) {
      const { id, sql } = migration
      if (await isKnown(client, id)) continue
      for (const statement of cutStatements(sql)) await runStatement(client, { id, sql: statement.sql })
      const [invalid] = await findInvalidIndexes(client, [migration])
      if (invalid !== undefined) throw brokenSetup(`Migration '${id}' failed: the index ${invalid} is not valid`)
      await client.query('insert into public.plinth_migrations (id, sql) values ($1, $2)', [id, sql])
      ran.push(id)
    }
    return ran
  })
}

async function isKnown(client: pg.PoolClient, id: string): Promise<boolean> {
  const { rows } = await client.query('select from public.plinth_migrations where id = $1', [id])
  return rows.length > 0
}

const DROP = /^drop index concurrently (if exists )?([\w.]+)$/is

async function runStatement(client: pg.PoolClient, { id, sql }: Pick<Migration, 'id' | 'sql'>): Promise<void> {
  const [, ifExists = '', dropped] = DROP.exec(sql.trim()) ?? []
  // The indexes of the partitions go with it, at once: it has no rows of its own.
  if (dropped !== undefined && (await isDivided(client, dropped)))
    return runMigration(client, { id, sql: `drop index ${ifExists}${dropped}` })
  const index = toIndex(sql)
  if (index && (await isDivided(client, index.table))) return createDividedIndex(client, { id, ...index })
  return runMigration(client, { id, sql })
}

async function isDivided(client: pg.PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query(`select from pg_class where oid = to_regclass($1) and relkind in ('p', 'I')`, [
    name,
  ])
  return rows.length > 0
}

/** How often an index is begun that lacks a partition, because the last one was dropped before it had its own. */
const ATTEMPTS = 5

/**
 * PostgreSQL makes no index of a table in partitions concurrently, but one of each partition, which are then put together. The
 * whole one comes first: it waits for partitions that are being made, and those that are made later get theirs by themselves.
 */
async function createDividedIndex(client: pg.PoolClient, { id, ...index }: NewIndex & { id: string }): Promise<void> {
  const { unique, name, table, rest } = index
  const run = (sql: string) => runMigration(client, { id, sql })
  for (let attempt = 1; ; attempt++) {
    await run(`create ${unique}index ${name} on only ${table} ${rest}`)
    for (const { home, schema, partition, oid, part } of await listPartitions(client, index)) {
      try {
        await run(`drop index concurrently if exists ${schema}.${part}`)
        await run(`create ${unique}index concurrently ${part} on ${partition} ${rest}`)
        await run(`alter index ${home}.${name} attach partition ${schema}.${part}`)
      } catch (error) {
        // One that was dropped meanwhile needs none.
        if (await isPartition(client, oid)) throw error
      }
    }
    const [invalid] = await findInvalid(client, [index])
    if (invalid === undefined || attempt === ATTEMPTS) return
    await run(`drop index ${invalid}`)
  }
}

interface UnindexedPartition {
  /** The schema of the whole table, and its own. */
  readonly home: string
  readonly schema: string
  readonly partition: string
  readonly oid: number
  /** What its own index is called: the same after a crash, and in every database. */
  readonly part: string
}

/** Those that have no index of the whole one. */
async function listPartitions(
  client: pg.PoolClient,
  { table, name }: NewIndex,
): Promise<readonly UnindexedPartition[]> {
  const { rows } = await client.query<UnindexedPartition>(
    `select w.relnamespace::regnamespace::text as home, c.relnamespace::regnamespace::text as schema,
       i.inhrelid::regclass::text as partition, i.inhrelid as oid,
       quote_ident(left((parse_ident($2))[1], 50) || '_' || left(md5(c.relname), 12)) as part
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class w on w.oid = i.inhparent
     where i.inhparent = to_regclass($1) and not exists (
       select from pg_inherits p join pg_index own on own.indexrelid = p.inhrelid and own.indrelid = i.inhrelid
         join pg_class whole on whole.oid = p.inhparent and whole.relname = (parse_ident($2))[1])
     order by i.inhrelid`,
    [table, name],
  )
  return rows
}

async function isPartition(client: pg.PoolClient, oid: number): Promise<boolean> {
  const { rows } = await client.query('select from pg_inherits where inhrelid = $1', [oid])
  return rows.length > 0
}

/** The columns of every recorded table. */
export async function readRecordedColumns(client: pg.PoolClient): Promise<readonly CatalogColumn[]> {
  const { rows } = await client.query<CatalogColumn & { missingText: string | null }>(`
    select c.relname as "table", c.oid::int8::float8 as oid, a.attnum as position, a.attname as "column",
      format_type(a.atttypid, null) as type, a.attgenerated <> '' as "isGenerated", a.atthasmissing as "hasMissing",
      (a.attmissingval::text::text[])[1] as "missingText"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where t.tgname = 'plinth_record_insert'`)
  const columns: CatalogColumn[] = []
  for (const { missingText, ...column } of rows) {
    const missing = column.hasMissing ? await toJson(client, column.type, missingText) : null
    columns.push({ ...column, missing })
  }
  return columns
}

async function toJson(client: pg.PoolClient, type: string, text: string | null): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(`select to_jsonb($1::text::${type}) as value`, [text])
  return rows[0]?.value
}

/** Records what a migration did to recorded tables; returns their columns of today. */
export async function recordSchemaChanges(
  client: pg.PoolClient,
  { migration, number, before }: { migration: Migration; number: string; before: readonly CatalogColumn[] },
): Promise<readonly CatalogColumn[]> {
  const after = await readRecordedColumns(client)
  const { rows: casts } = await client.query<{ cast: string }>(
    `select format_type(castsource, null) || ' > ' || format_type(casttarget, null) as cast from pg_cast
      where castcontext = 'i'`,
  )
  const lossless = new Set(casts.map(({ cast }) => cast))
  const declared = migration.rows ?? {}
  assertKnown(migration, before)
  const changes = findTableChanges(before, after, {
    declared,
    isLossless: (from, to) => lossless.has(`${from} > ${to}`),
  })
  for (const [table, change] of changes) assertFits(migration.id, { table, change }, after)
  if (changes.size > 0)
    await client.query(
      `insert into plinth.schema_changes (number, table_name, change)
        select $1, key, value from jsonb_each($2)`,
      [number, JSON.stringify(Object.fromEntries(changes))],
    )
  return after
}

function assertKnown({ id, rows = {} }: Migration, before: readonly CatalogColumn[]): void {
  for (const [table, { renames = {}, drops = [] }] of Object.entries(rows)) {
    const columns = new Set(before.filter((column) => column.table === table).map(({ column }) => column))
    if (columns.size === 0) throw brokenSetup(`Migration '${id}' declares rows of ${table}, which is no recorded table`)
    for (const column of [...Object.keys(renames), ...drops])
      if (!columns.has(column)) throw brokenSetup(`Migration '${id}' names ${table}.${column}, which does not exist`)
  }
}

function assertFits(
  id: string,
  { table, change }: { table: string; change: TableChange },
  after: readonly CatalogColumn[],
): void {
  if (change.table === null) return
  const columns = new Set(after.filter((column) => column.table === change.table).map(({ column }) => column))
  if (columns.size === 0)
    throw brokenSetup(`Migration '${id}' moves rows of ${table} to ${change.table}, which is no recorded table`)
  for (const column of Object.values(change.renames))
    if (!columns.has(column))
      throw brokenSetup(`Migration '${id}' renames a column to ${change.table}.${column}, which does not exist`)
}
