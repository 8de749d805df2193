import type pg from 'pg'
import type { Migration } from '../data/migration.ts'
import { withLock } from '../data/held-lock.ts'
import { cutStatements } from '../data/sql-statements.ts'
import { runMigration } from './run-migration.ts'

/** Any number that other software is unlikely to lock by. */
const LOCK = 7_215_046_115

/**
 * Runs what cannot be part of a transaction on `client`, one statement after the other, and answers the ids. It counts as
 * done when all of it is: a crash, or a refusal in the middle, leaves it to the next attempt, which begins with its first
 * statement. The lock takes another connection of the pool.
 */
export async function runOnlineMigrations(
  { pool, client }: { readonly pool: pg.Pool; readonly client: pg.PoolClient },
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const pending = migrations.filter(({ transaction }) => transaction === false)
  if (pending.length === 0) return []
  return withLock(pool, LOCK, async () => {
    const ran: string[] = []
    for (const migration of pending) {
      const { id, sql } = migration
      if (await isKnown(client, id)) continue
      for (const statement of cutStatements(sql))
        for (const step of await toOnlineStatements(client, statement.sql))
          await runMigration(client, { id, sql: step })
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

const CREATE = /^create (unique )?index concurrently (?:if not exists )?("?)(\w+)\2 on ([\w.]+)\s+(.*)$/is
const DROP = /^drop index concurrently (if exists )?([\w.]+)$/is

/**
 * What a statement of an online migration comes to. PostgreSQL makes no index of a table in partitions concurrently, but one of each
 * partition, which are then put together.
 */
async function toOnlineStatements(client: pg.PoolClient, statement: string): Promise<readonly string[]> {
  const [, ifExists = '', dropped] = DROP.exec(statement.trim()) ?? []
  if (dropped !== undefined) {
    // Those of the partitions go with it, which nobody has to wait for: it has no rows of its own.
    return [(await isDivided(client, dropped)) ? `drop index ${ifExists}${dropped}` : statement]
  }
  const [, unique = '', , name, table, rest] = CREATE.exec(statement.trim()) ?? []
  if (name === undefined || table === undefined || !(await isDivided(client, table))) return [statement]
  const { rows } = await client.query<{ schema: string; partition: string; index: string }>(
    `select quote_ident(n.nspname) as schema, i.inhrelid::regclass::text as partition,
       quote_ident($2 || '_' || row_number() over (order by i.inhrelid)) as index
     from pg_inherits i join pg_class c on c.oid = i.inhparent join pg_namespace n on n.oid = c.relnamespace
     where i.inhparent = to_regclass($1) order by i.inhrelid`,
    [table, name],
  )
  return [
    `create ${unique}index ${name} on only ${table} ${rest}`,
    ...rows.flatMap(({ schema, partition, index }) => [
      `drop index concurrently if exists ${schema}.${index}`,
      `create ${unique}index concurrently ${index} on ${partition} ${rest}`,
      `alter index ${schema}.${name} attach partition ${schema}.${index}`,
    ]),
  ]
}

async function isDivided(client: pg.PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query(`select from pg_class where oid = to_regclass($1) and relkind in ('p', 'I')`, [
    name,
  ])
  return rows.length > 0
}
