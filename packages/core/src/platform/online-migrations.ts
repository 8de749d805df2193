import type pg from 'pg'
import { type Migration, runMigration } from '../data/migration.ts'
import type { Queryable } from '../data/pool.ts'
import { LOCKS, withLock } from '../data/servers.ts'
import { cutStatements } from '../data/text.ts'
import { brokenSetup } from '../errors.ts'

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

/** Indexes that these migrations make and that are there, but that nothing uses and that keep nothing unique. */
export function findInvalidIndexes(db: Queryable, migrations: readonly Migration[]): Promise<readonly string[]> {
  const online = migrations.filter(({ transaction }) => transaction === false)
  return findInvalid(
    db,
    online.flatMap(({ sql }) => cutStatements(sql).flatMap((statement) => toIndex(statement.sql) ?? [])),
  )
}

async function findInvalid(db: Queryable, indexes: readonly NewIndex[]): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from unnest($1::text[], $2::text[]) made (on_table, name)
      join pg_index i on i.indrelid = to_regclass(made.on_table) and not i.indisvalid
      join pg_class c on c.oid = i.indexrelid and c.relname = (parse_ident(made.name))[1]`,
    [indexes.map(({ table }) => table), indexes.map(({ name }) => name)],
  )
  return rows.map(({ name }) => name)
}

const CREATE = /^create (unique )?index concurrently (?:if not exists )?("\w+"|\w+) on ([\w.]+)\s+(.*)$/is
const DROP = /^drop index concurrently (if exists )?([\w.]+)$/is

interface NewIndex {
  readonly unique: string
  readonly name: string
  readonly table: string
  /** Its columns, and all that follows. */
  readonly rest: string
}

function toIndex(statement: string): NewIndex | undefined {
  const [, unique = '', name, table, rest] = CREATE.exec(statement.trim()) ?? []
  return name !== undefined && table !== undefined && rest !== undefined ? { unique, name, table, rest } : undefined
}

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
  /** What its own index is called: the same after a crash. */
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
       quote_ident(left((parse_ident($2))[1], 50) || '_' || i.inhrelid) as part
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
