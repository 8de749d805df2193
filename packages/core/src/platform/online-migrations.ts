import type pg from 'pg'
import { LOCKS, withLock } from '../data/connection/advisory-locks.ts'
import { type Migration, runMigration } from '../data/schema/migration.ts'
import { cutStatements, type NewIndex, toIndex } from '../data/schema/sql-text.ts'
import { brokenSetup } from '../errors.ts'
import { assertRolledOut } from './applied-migrations.ts'
import { findInvalid, findInvalidIndexes } from './invalid-indexes.ts'
import { isKnown } from './schema-changes.ts'

/**
 * Runs migrations outside a transaction on `client`, one statement at a time, and returns their ids. A migration is recorded as
 * done when all of its statements are: after a crash or an error midway, the next attempt starts with the first statement. A host
 * without pending migrations does not wait for the others.
 */
export async function runOnlineMigrations(
  client: pg.PoolClient,
  pending: readonly Migration[],
): Promise<readonly string[]> {
  if (pending.length === 0) return []
  return withLock(client, LOCKS.onlineMigrations, async () => {
    const ran: string[] = []
    let last: string | undefined
    for (const migration of pending) {
      const { id, sql } = migration
      if (await isKnown(client, id)) continue
      await assertRolledOut(client, migration)
      // A new database has several in a row that set all policies anew; they can be repeated, so once is enough.
      // While the one before ran, a host of an earlier release may have written what this one waits for.
      if (sql !== last || migration.after !== undefined)
        for (const statement of cutStatements(sql)) await runStatement(client, { id, sql: statement.sql })
      last = sql
      const [invalid] = await findInvalidIndexes(client, [migration])
      if (invalid !== undefined) throw brokenSetup(`Migration '${id}' failed: the index ${invalid} is not valid`)
      await client.query('select plinth.renew_readers()')
      await client.query('insert into public.plinth_migrations (id, sql) values ($1, $2)', [id, sql])
      ran.push(id)
    }
    return ran
  })
}

const DROP = /^drop index concurrently (if exists )?([\w.]+)$/is

async function runStatement(client: pg.PoolClient, { id, sql }: Pick<Migration, 'id' | 'sql'>): Promise<void> {
  const [, ifExists = '', dropped] = DROP.exec(sql.trim()) ?? []
  // Dropping it also drops the indexes of the partitions. It is fast, because a partitioned index itself has no rows.
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

/**
 * Maximum number of attempts at an index that is still invalid because the last partition without its own index was dropped
 * meanwhile.
 */
const ATTEMPTS = 5

/**
 * PostgreSQL cannot create an index on a partitioned table concurrently, but it can create one on each partition and attach
 * these. The parent index is created first: it waits for partitions that are being created, and later partitions get their own
 * index automatically.
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
        // A partition that was dropped meanwhile needs no index.
        if (await isPartition(client, oid)) throw error
      }
    }
    const [invalid] = await findInvalid(client, [index])
    if (invalid === undefined || attempt === ATTEMPTS) return
    await run(`drop index ${invalid}`)
  }
}

interface UnindexedPartition {
  /** The schemas of the parent table and of the partition. */
  readonly home: string
  readonly schema: string
  readonly partition: string
  readonly oid: number
  /** The name of the partition's index: the same after a crash, and in every database. */
  readonly part: string
}

/** The partitions that have no index attached to the parent index. */
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
