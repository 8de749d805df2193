import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UndoExample } from './check-undo.ts'
import { differencesOf, readRecordedRows, recordedTables } from './recorded-rows.ts'
import { assertNone, explainFailure } from './report.ts'
import type { TestPlatform } from './test-platform.ts'
import { runLogged } from './undo-steps.ts'

export interface CrashOptions {
  readonly examples: readonly UndoExample[]
}

/** What a passing check has done. */
export interface CrashReport {
  readonly examples: number
  readonly crashes: number
}

/** The table of the log entry, which a command writes after all its rows. */
const LOG = 'plinth.action_log'

/**
 * Runs every example once, then repeats it with the connection cut before its first write to each table that it changes, and
 * before its log entry is written. No row, log entry or job may remain, and the same call must succeed afterwards. Throws
 * `CheckFailed` with the problems.
 */
export async function checkCrashes(app: TestPlatform, { examples }: CrashOptions): Promise<CrashReport> {
  const failures: string[] = []
  let crashes = 0
  for (const example of examples) {
    const name = [example.command.id, example.name].filter(Boolean).join(', ')
    try {
      for (const table of [...(await tablesOf(app, example)), LOG]) {
        failures.push(...(await crashAt(app, example, table)).map((problem) => `${name}, cut at ${table}: ${problem}`))
        crashes++
      }
    } catch (error) {
      failures.push(`${name}: ${explainFailure(error)}`)
    }
  }
  assertNone('Crashes', failures)
  return { examples: examples.length, crashes }
}

const everybody = { features: ['*'] }

async function inputOf(app: TestPlatform, { input }: UndoExample): Promise<unknown> {
  const made: unknown = typeof input === 'function' ? await input(app) : input
  await app.settled()
  return made
}

/** The recorded tables that an example changes. */
async function tablesOf(app: TestPlatform, example: UndoExample): Promise<readonly string[]> {
  const tables = await recordedTables(app.sql)
  const input = await inputOf(app, example)
  const before = await readRecordedRows(app.sql, tables)
  await runLogged(app, app.callerOf(example.as ?? everybody), { command: example.command, input })
  const changed = differencesOf(before, await readRecordedRows(app.sql, tables))
  return [...new Set(changed.map(({ table }) => table))]
}

async function crashAt(app: TestPlatform, example: UndoExample, table: string): Promise<readonly string[]> {
  const input = await inputOf(app, example)
  const caller = app.callerOf(example.as ?? everybody)
  const run = () => app.platform.as(caller, (ctx) => ctx.run(example.command, input))
  const before = await lookAt(app)
  const isCut = await cut(app, table, run)
  if (!isCut) return ['it never came there']
  const problems = (await lookAt(app)) === before ? [] : ['something of it is left']
  return run().then(
    () => problems,
    (error: unknown) => [...problems, `it cannot be repeated: ${explainFailure(error)}`],
  )
}

/** Rows, log entries and jobs as one text, for comparison. */
async function lookAt({ sql }: TestPlatform): Promise<string> {
  const rows = await readRecordedRows(sql, await recordedTables(sql))
  const [counts] = await sql(
    `select (select count(*) from ${LOG}) as entries, (select count(*) from plinth_jobs.job) as jobs`,
  )
  return JSON.stringify([[...rows].toSorted(), counts])
}

/**
 * Locks a table, waits until the command is blocked on it, and cuts its connection. Returns whether the command failed because of
 * that.
 */
async function cut({ databaseUrl }: TestPlatform, table: string, work: () => Promise<unknown>): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`lock table ${table} in share mode`)
    const ended = work().then(
      () => 'done',
      () => 'failed',
    )
    for (
      let ending: string | undefined;
      ending === undefined;
      ending = await Promise.race([ended, sleep(2, undefined)])
    ) {
      const { rowCount } = await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
      )
      if (rowCount !== 0) break
    }
    await client.query('rollback')
    return (await ended) === 'failed'
  } finally {
    await client.end()
  }
}
