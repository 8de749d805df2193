import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UndoExample } from './check-undo.ts'
import { recordedTables } from './recorded-rows.ts'
import { assertNone, explainFailure } from './report.ts'
import type { TestPlatform } from './test-platform.ts'
import { runLogged } from './undo-steps.ts'
import { WrittenTables } from './written-tables.ts'

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
/** The table of jobs, and its partition, which statements name as well. */
const JOBS = ['plinth_jobs.job', 'plinth_jobs.job_common']

/**
 * Runs every example once, then repeats it with the connection cut before its first write to each table that it changes, and
 * before its log entry is written. No row, log entry or job may remain, and the same call must succeed afterwards. Throws
 * `CheckFailed` with the problems.
 */
export async function checkCrashes(app: TestPlatform, { examples }: CrashOptions): Promise<CrashReport> {
  const failures: string[] = []
  let crashes = 0
  const tables = [...(await recordedTables(app.sql)), LOG, ...JOBS]
  const written = await WrittenTables.note(
    app.sql,
    'plinth_crashes',
    tables.map((name) => ({ name, table: name })),
  )
  for (const example of examples) {
    const name = [example.command.id, example.name].filter(Boolean).join(', ')
    try {
      for (const table of [...(await tablesOf(app, { example, written })), LOG]) {
        const problems = await crashAt(app, { example, written, table })
        failures.push(...problems.map((problem) => `${name}, cut at ${table}: ${problem}`))
        crashes++
      }
    } catch (error) {
      failures.push(`${name}: ${explainFailure(error)}`)
    }
  }
  await written.remove()
  assertNone('Crashes', failures)
  return { examples: examples.length, crashes }
}

const everybody = { features: ['*'] }

async function inputOf(app: TestPlatform, { input }: UndoExample): Promise<unknown> {
  const made: unknown = typeof input === 'function' ? await input(app) : input
  await app.settled()
  return made
}

interface Round {
  readonly example: UndoExample
  readonly written: WrittenTables
}

/** The recorded tables that an example writes to. */
async function tablesOf(app: TestPlatform, { example, written }: Round): Promise<readonly string[]> {
  const input = await inputOf(app, example)
  await written.take()
  await runLogged(app, app.callerOf(example.as ?? everybody), { command: example.command, input })
  return (await written.take()).filter((name) => name !== LOG && !JOBS.includes(name))
}

async function crashAt(
  app: TestPlatform,
  { example, written, table }: Round & { readonly table: string },
): Promise<readonly string[]> {
  const input = await inputOf(app, example)
  const caller = app.callerOf(example.as ?? everybody)
  const run = () => app.platform.actAs(caller, (ctx) => ctx.run(example.command, input))
  await written.take()
  const isCut = await cut(app, table, run)
  if (!isCut) return ['it never reached that table']
  const left = await written.take()
  const problems = left.length > 0 ? [`it left something behind in ${left.join(', ')}`] : []
  return run().then(
    () => problems,
    (error: unknown) => [...problems, `it cannot be repeated: ${explainFailure(error)}`],
  )
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
