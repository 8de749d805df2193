import pg from 'pg'
import type { Direction } from '@plinth/core/internal'
import type { UndoExample } from './check-undo.ts'
import { differencesOf, readRecordedRows, type RecordedRows, recordedTables } from './recorded-rows.ts'
import { assertNone, explainFailure } from './report.ts'
import { type TestPlatform, testPlatform, type TestPlatformOptions } from './test-platform.ts'
import { revertLogged, runLogged } from './undo-steps.ts'

/** What a release has written, as JSON for the process that runs the next release. */
export interface ReleasedEntries {
  /** The URLs of the databases as they were before and after the examples ran. */
  readonly databases: { readonly before: string; readonly after: string }
  /** In the order in which they were written. */
  readonly entries: readonly { readonly id: string; readonly name: string }[]
}

export interface ReleasedUndoOptions {
  /** The platform of the current release. */
  readonly platform: TestPlatformOptions
  readonly released: ReleasedEntries
}

/**
 * The first half of the check, run with the code of the release: runs the examples one after the other and leaves two databases
 * for `checkReleasedUndo`.
 */
export async function writeReleased({
  platform,
  examples,
}: {
  readonly platform: TestPlatformOptions
  readonly examples: readonly UndoExample[]
}): Promise<ReleasedEntries> {
  const prepared: { readonly example: UndoExample; readonly input: unknown }[] = []
  const before = await onPlatform({ ...platform, keepDatabase: true }, async (app) => {
    for (const example of examples) {
      const { input } = example
      prepared.push({ example, input: typeof input === 'function' ? await input(app) : input })
    }
    await app.settled()
    return app.databaseUrl
  })
  // Nothing is connected to it, so it can be copied.
  const after = await copyDatabase(platform.postgresUrl, before)
  const entries = await onPlatform({ ...platform, databaseUrl: after }, async (app) => {
    const written: ReleasedEntries['entries'][number][] = []
    for (const { example, input } of prepared) {
      const { command, as = { features: ['*'] } } = example
      const { id } = await runLogged(app, app.callerOf(as), { command, input })
      written.push({ id, name: [command.id, example.name].filter(Boolean).join(', ') })
    }
    return written
  })
  return { databases: { before, after }, entries }
}

/**
 * The second half, run with the current code: migrates what the release left, then undoes its entries newest first, redoes and
 * undoes them, and compares all recorded rows with the migrated rows from before and after. Throws `CheckFailed` with the
 * differences and with the rejections that users would get. Drops the databases.
 */
export async function checkReleasedUndo({
  platform,
  released: { databases, entries },
}: ReleasedUndoOptions): Promise<{ readonly entries: number; readonly reverts: number }> {
  const failures: string[] = []
  try {
    const wanted = await onPlatform({ ...platform, databaseUrl: databases.before }, readRows)
    await onPlatform({ ...platform, databaseUrl: databases.after }, async (app) => {
      const written = await readRows(app)
      // Redo creates a new entry.
      const ids = new Map(entries.map(({ id }) => [id, id]))
      const revertAll = async (direction: Direction, expected: RecordedRows) => {
        for (const { id: first, name } of direction === 'undo' ? entries.toReversed() : entries)
          try {
            const request = { direction, entryId: ids.get(first)! }
            const { id } = await revertLogged(app, app.callerOf({ features: ['*'] }), request)
            if (direction === 'redo') ids.set(first, id)
          } catch (error) {
            failures.push(`${name}: ${direction}: ${explainFailure(error)}`)
          }
        if (failures.length > 0) return
        for (const { table, id, fields } of differencesOf(expected, await readRows(app)))
          failures.push(`${direction} does not restore ${fields.join(', ') || 'the row'} of ${table} ${id}`)
      }
      await revertAll('undo', wanted)
      if (failures.length === 0) await revertAll('redo', written)
      if (failures.length === 0) await revertAll('undo', wanted)
    })
  } finally {
    for (const url of Object.values(databases)) await dropDatabase(platform.postgresUrl, url)
  }
  assertNone('Undo of what a release wrote', failures)
  return { entries: entries.length, reverts: 3 * entries.length }
}

async function onPlatform<T>(options: TestPlatformOptions, work: (app: TestPlatform) => Promise<T>): Promise<T> {
  await using app = await testPlatform(options)
  return await work(app)
}

const readRows = async ({ sql }: TestPlatform) => readRecordedRows(sql, await recordedTables(sql))

async function copyDatabase(postgresUrl: string, url: string): Promise<string> {
  const name = nameOf(url)
  await onServer(postgresUrl, `create database ${name}_after template ${name} strategy file_copy`)
  const copy = new URL(url)
  copy.pathname = `/${name}_after`
  return copy.href
}

const dropDatabase = (postgresUrl: string, url: string) =>
  onServer(postgresUrl, `drop database if exists ${nameOf(url)} with (force)`)

/** The kit generates these names, so they need no quoting. */
const nameOf = (url: string) => new URL(url).pathname.slice(1)

async function onServer(postgresUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
