import pg from 'pg'
import { coreMigrations } from '../data/schema/core-migrations.ts'
import type { Queryable } from '../data/connection/pool.ts'
import type { Migration } from '../data/schema/migration.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'

/** The text of every migration that has run, by id. */
export async function readKnown(client: pg.PoolClient): Promise<ReadonlyMap<string, string>> {
  await client.query(`create table if not exists public.plinth_migrations (
    id text primary key, sql text not null, ran_at timestamptz not null default now(),
    number bigint generated always as identity)`)
  const { rows } = await client.query<{ id: string; sql: string }>('select id, sql from public.plinth_migrations')
  return new Map(rows.map(({ id, sql }) => [id, sql]))
}

/**
 * Records the baselines whose result the database already has, because every migration that they replace has run in it. Throws
 * if only some of them have.
 */
export async function adoptBaselines(
  client: pg.PoolClient,
  migrations: readonly Migration[],
  known: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const adopted = migrations.filter(({ id, replaces = [] }) => {
    const missing = replaces.filter((old) => !known.has(old))
    if (known.has(id) || missing.length === replaces.length) return false
    if (missing.length === 0) return true
    throw brokenSetup(
      `Migration '${id}' replaces others, of which this database lacks ${missing.map((old) => `'${old}'`).join(', ')}; ` +
        'first migrate it with the last version that contains them',
    )
  })
  for (const { id, sql } of adopted)
    await client.query('insert into public.plinth_migrations (id, sql) values ($1, $2)', [id, sql])
  return adopted.map(({ id }) => id)
}

/** Seconds after which a host that sends no sign of life no longer counts as running. */
const SILENCE = 15

/**
 * Throws if a host is running that does not know the migration which has to be known everywhere before this one runs. Hosts
 * without the module do not use its tables.
 */
export async function assertRolledOut(client: pg.PoolClient, { id, after }: Migration): Promise<void> {
  if (after === undefined) return
  const { rows } = await client.query<{ hosts: number }>(
    `select count(*)::int as hosts from plinth.hosts where beat_at > clock_timestamp() - make_interval(secs => $2)
       and (migrations is null or $1 <> all (migrations) and exists (
         select from unnest(migrations) known where split_part(known, '.', 1) = split_part($1, '.', 1)))`,
    [after, SILENCE],
  )
  const { hosts } = rows[0]!
  if (hosts > 0)
    throw brokenSetup(
      `Migration '${id}' takes away what ${hosts === 1 ? 'a running host' : `${hosts} running hosts`} of an earlier release still ${hosts === 1 ? 'needs' : 'need'}: ` +
        `deploy a release with '${after}' and without this migration first, or stop these hosts`,
    )
}

/** From now on, rows are recorded with the number of the newest migration. */
export const NUMBER = `
  do $$ begin
    execute format('create or replace function plinth.schema_number() returns bigint language sql stable parallel safe
      as ''select %s::bigint''', (select max(number) from public.plinth_migrations));
  end $$`

/** Whether the last migration that ran belongs to these modules; otherwise a later version has migrated the database. */
export async function isLatest(pool: pg.Pool, modules: readonly Module[]): Promise<boolean> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from public.plinth_migrations order by number desc limit 1',
  )
  return listMigrations(modules).some(({ id }) => id === rows[0]?.id)
}

/** Ids of pending migrations. */
export async function pendingMigrations(db: Queryable, modules: readonly Module[]): Promise<readonly string[]> {
  const table = await db.query<{ found: boolean }>(
    `select to_regclass('public.plinth_migrations') is not null as found`,
  )
  const ran = table.rows[0]?.found
    ? await db.query<{ id: string }>('select id from public.plinth_migrations')
    : { rows: [] }
  const known = new Set(ran.rows.map(({ id }) => id))
  return listMigrations(modules)
    .map(({ id }) => id)
    .filter((id) => !known.has(id))
}

/** Every migration, in execution order. */
export function listMigrations(modules: readonly Module[]): readonly Migration[] {
  const listed = [...coreMigrations, ...modules.flatMap((module) => module.migrations ?? [])]
  const seen = new Set<string>()
  // A database may have recorded what a baseline replaces.
  for (const id of listed.flatMap(({ id, replaces = [] }) => [id, ...replaces])) {
    if (seen.has(id)) throw brokenSetup(`Two migrations have the id '${id}'`)
    seen.add(id)
  }
  return listed
}
