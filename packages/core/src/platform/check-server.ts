import { once } from 'node:events'
import type pg from 'pg'
import { createPool } from '../data/connection/pool.ts'
import { brokenSetup } from '../errors.ts'

/** Milliseconds to wait for a notification to come back. */
const PATIENCE = 5_000

/**
 * Throws for a server that speaks PostgreSQL's protocol but lacks something that tenant isolation, recording or notifications
 * between hosts rely on. All probes use temporary objects in a transaction that is rolled back. The connection must belong to the
 * owner of the tables.
 */
export async function checkServer(owner: pg.PoolClient): Promise<void> {
  const lacking: string[] = []
  const { rows } = await owner.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  if (rows[0]!.version < 150_000)
    throw brokenSetup('The server is older than PostgreSQL 15, the oldest that Plinth works with')
  await owner.query('begin')
  try {
    for (const { feature, probe, holds } of PROBES) {
      await owner.query('savepoint probe')
      const found = await owner.query<{ found: number }>(probe).then(
        (results) => [results].flat().at(-1)?.rows[0]?.found === holds || 'without effect',
        (error: unknown) => {
          // A login without the right to create temporary tables tells nothing about the server.
          if ((error as { code?: unknown }).code === '42501') throw error
          return (error as Error).message
        },
      )
      if (found !== true) lacking.push(`${feature} (${found})`)
      await owner.query('rollback to savepoint probe')
    }
  } finally {
    await owner.query('rollback')
  }
  if (!(await hearsItself(owner))) lacking.push('LISTEN and NOTIFY (no notification arrived)')
  if (lacking.length > 0)
    throw brokenSetup(`The server is not a PostgreSQL server that Plinth works with; it lacks ${lacking.join(', ')}`)
}

interface Probe {
  readonly feature: string
  /** Statements, the last of which returns `found`. */
  readonly probe: string
  readonly holds: number
}

const PROBES: readonly Probe[] = [
  {
    feature: 'statement triggers with transition tables',
    probe: `
      create temp table plinth_probe (id int) on commit drop;
      create temp table plinth_probe_noted (number int) on commit drop;
      create function pg_temp.plinth_probe_note() returns trigger language plpgsql as $$ begin
        insert into pg_temp.plinth_probe_noted select count(*) from changed;
        return null;
      end $$;
      create trigger note after insert on pg_temp.plinth_probe referencing new table as changed
        for each statement execute function pg_temp.plinth_probe_note();
      insert into pg_temp.plinth_probe values (1), (2);
      select number as found from pg_temp.plinth_probe_noted`,
    holds: 2,
  },
  {
    // Row-level security does not apply to superusers, so the probe uses a role that exists only in this transaction.
    feature: 'policies with subqueries',
    probe: `
      create temp table plinth_probe (id int) on commit drop;
      create temp table plinth_probe_seen (id int) on commit drop;
      insert into pg_temp.plinth_probe values (1), (2);
      insert into pg_temp.plinth_probe_seen values (2);
      alter table pg_temp.plinth_probe enable row level security;
      alter table pg_temp.plinth_probe force row level security;
      create policy seen on pg_temp.plinth_probe using (id in (select s.id from pg_temp.plinth_probe_seen s));
      do $$ declare
        reader text := 'plinth_probe_' || pg_backend_pid();
      begin
        if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then
          execute format('create role %I', reader);
          execute format('grant select on pg_temp.plinth_probe, pg_temp.plinth_probe_seen to %I', reader);
          execute format('set local role %I', reader);
        end if;
      end $$;
      select sum(id)::int as found from pg_temp.plinth_probe`,
    holds: 2,
  },
]

/** Whether a session receives its own notification. */
async function hearsItself(owner: pg.PoolClient): Promise<boolean> {
  const channel = `plinth_${crypto.randomUUID().replaceAll('-', '')}`
  const heard = once(owner, 'notification', { signal: AbortSignal.timeout(PATIENCE) }).then(
    () => true,
    () => false,
  )
  try {
    await owner.query(`listen ${channel}`)
    await owner.query('select pg_notify($1, $2)', [channel, ''])
  } catch {
    return false
  }
  return heard
}

/**
 * Throws if the address belongs to another database than `url`, or if the advisory locks of the server do not work: a lock held
 * by a transaction of one connection must be refused to a transaction of the other.
 */
export async function checkSameDatabase(
  own: pg.Pool,
  url: string,
  address: 'directUrl' | 'migrationUrl',
): Promise<void> {
  const key = BigInt.asIntN(64, BigInt(`0x${crypto.randomUUID().replaceAll('-', '').slice(0, 15)}`)).toString()
  const other = createPool({ url, poolSize: 1 })
  const holder = await own.connect()
  try {
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock($1)', [key])
    const { rows } = await other.query<{ isFree: boolean; here: string }>(
      `select pg_try_advisory_xact_lock($1) as "isFree", ${IDENTITY} as here`,
      [key],
    )
    if (!rows[0]!.isFree) return
    const there = await holder.query<{ here: string }>(`select ${IDENTITY} as here`)
    if (there.rows[0]!.here === rows[0]!.here)
      throw brokenSetup(
        'The server is not a PostgreSQL server that Plinth works with; it lacks advisory locks (two sessions took the same one)',
      )
    throw brokenSetup(`\`database.${address}\` leads to a different database than \`database.url\``)
  } finally {
    await holder.query('rollback').finally(() => holder.release())
    await other.end()
  }
}

const IDENTITY = `pg_postmaster_start_time()::text || ' ' || (select oid from pg_database where datname = current_database())`

/** Maximum number of attempts to get the same server session twice. */
const ATTEMPTS = 20

/**
 * Whether a pooler that lends sessions tracks prepared statements: sooner or later, two clients that use the same name for
 * different statements get the same session. True if that did not happen.
 */
export async function tracksStatements(pool: pg.Pool): Promise<boolean> {
  const [one, another] = [await pool.connect(), await pool.connect()]
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const name = `plinth_probe_${attempt}_${crypto.randomUUID()}`
      const ask = async (client: pg.PoolClient, what: string) =>
        (await client.query<{ pid: number }>({ name, text: `select pg_backend_pid() as pid, '${what}' as what` }))
          .rows[0]!.pid
      const first = await ask(one, 'one')
      const second = await ask(another, 'another')
      const third = await ask(one, 'one')
      if (first === second && second === third) return true
    }
    return true
  } catch (error) {
    // The name is taken, or unknown to the session.
    if (['42P05', '26000', '08P01'].includes((error as pg.DatabaseError).code ?? '')) return false
    throw error
  } finally {
    one.release(true)
    another.release(true)
  }
}
