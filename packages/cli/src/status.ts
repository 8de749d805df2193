import type { Module } from '@plinth/core'
import { createPool, type DatabaseOptions, listMigrations, pendingMigrations } from '@plinth/core/internal'

/** The state of a product's database. */
export interface Status {
  readonly database: { readonly server: string; readonly name: string; readonly bytes: number }
  readonly migrations: {
    /** How many have run. */
    readonly ran: number
    readonly latest: { readonly id: string; readonly ranAt: string } | null
    readonly pending: readonly string[]
    /** Ids that have run and that no module lists: those of a newer version, or of modules that were removed. */
    readonly unknown: readonly string[]
  }
  readonly jobs: {
    /** The number of jobs by state, finished ones as long as they are kept. */
    readonly states: Readonly<Record<string, number>>
    /** How long the oldest job that is due has been waiting; null if none is. */
    readonly oldestSeconds: number | null
  }
  readonly modules: readonly string[]
}

/** Reads the state of a database, which may not have been migrated yet. */
export async function readStatus(modules: readonly Module[], database: DatabaseOptions): Promise<Status> {
  const pool = createPool({ url: database.migrationUrl ?? database.directUrl ?? database.url, poolSize: 1 })
  const read = async <T>(text: string) => (await pool.query(text)).rows as readonly T[]
  const has = async (table: string) =>
    (await read<{ found: boolean }>(`select to_regclass('${table}') is not null as found`))[0]!.found
  try {
    const [server] = await read<Status['database']>(`
      select 'PostgreSQL ' || current_setting('server_version') as server, current_database() as name,
        pg_database_size(current_database())::float8 as bytes`)
    const pending = await pendingMigrations(pool, modules)
    const ran = (await has('public.plinth_migrations'))
      ? await read<{ id: string; ranAt: string }>(`
          select id, to_char(ran_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "ranAt"
          from public.plinth_migrations order by number`)
      : []
    const known = new Set(listMigrations(modules).map(({ id }) => id))
    return {
      database: server!,
      migrations: {
        ran: ran.length,
        latest: ran.at(-1) ?? null,
        pending,
        unknown: ran.map(({ id }) => id).filter((id) => !known.has(id)),
      },
      jobs: (await has('plinth_jobs.job')) ? await readJobs(read) : { states: {}, oldestSeconds: null },
      modules: modules.map(({ id }) => id),
    }
  } finally {
    await pool.end()
  }
}

async function readJobs(read: <T>(text: string) => Promise<readonly T[]>): Promise<Status['jobs']> {
  const states = await read<{ state: string; count: number }>(
    'select state::text, count(*)::int from plinth_jobs.job group by state order by state',
  )
  const [oldest] = await read<{ seconds: number | null }>(`
    select floor(extract(epoch from now() - min(start_after)))::int as seconds from plinth_jobs.job
    where state in ('created', 'retry') and start_after <= now()`)
  return {
    states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    oldestSeconds: oldest?.seconds ?? null,
  }
}
