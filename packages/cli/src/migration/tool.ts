import { type Migration, type Module, PlatformError } from '@plinth/core'
import type { Queryable } from '@plinth/core/data'
import { brokenSetup, createPool, findMissingLines, migrate, sortModules } from '@plinth/core/internal'
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { compare, type SchemaDifferences } from './compare.ts'
import type { Decisions } from './decisions.ts'
import type { MigrationStep } from './migration-step.ts'
import { assertName, readLater, toMigrations, writeMigrations } from './migration-files.ts'
import { readDeclared, readTables, withStoredForms } from './tables.ts'

/** What the tool needs to know about a product. */
export interface MigrationToolOptions {
  readonly modules: readonly Module[]
  /** Folders in which modules of the product keep their migrations, by module id. */
  readonly folders: Readonly<Record<string, string>>
  /** A server on which databases may be created and dropped. */
  readonly databaseUrl: string
  readonly print: (line: string) => void
}

const USAGE = `plinth migration <name>     writes a migration for what the entities declare and the tables lack
plinth migration --check    fails when something is missing
  --rename <table>.<column>:<name>   the column, or the table, now has another name; can be repeated
  --split <table>:<new table>        a new table takes over columns of the table; can be repeated
  --allow-data-loss                  drops columns that no entity declares
  --allow-locks                      does everything at once: for small tables, or while no host is running`

/** Runs `plinth migration` and returns its exit code: 0, 1 if something is missing or was refused, 2 for incorrect arguments. */
export async function migrationTool(args: readonly string[], options: MigrationToolOptions): Promise<number> {
  const call = parse(args)
  if (!call) {
    options.print(USAGE)
    return 2
  }
  try {
    return await perform(call, options)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    options.print(error.message)
    return 1
  }
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        rename: { type: 'string', multiple: true, default: [] },
        split: { type: 'string', multiple: true, default: [] },
        'allow-data-loss': { type: 'boolean', default: false },
        'allow-locks': { type: 'boolean', default: false },
      },
    })
    const renames = values.rename.map((text) => /^(\w+(?:\.\w+)?):(\w+)$/.exec(text))
    const splits = values.split.map((text) => /^(\w+):(\w+)$/.exec(text))
    if (positionals.length !== (values.check ? 0 : 1) || [...renames, ...splits].includes(null)) return undefined
    const pairs = (matches: typeof renames) => new Map(matches.map((match) => [match![1]!, match![2]!]))
    const decisions: Decisions = {
      renames: pairs(renames),
      splits: pairs(splits),
      allowDataLoss: values['allow-data-loss'],
      allowLocks: values['allow-locks'],
    }
    return { name: positionals[0], decisions }
  } catch {
    return undefined
  }
}

async function perform(
  { name, decisions }: NonNullable<ReturnType<typeof parse>>,
  { folders, databaseUrl, print, ...options }: MigrationToolOptions,
) {
  if (name !== undefined) assertName(name)
  const listed = sortModules(options.modules)
  const later = new Map<string, readonly Migration[]>()
  for (const { id, migrations = [] } of listed)
    if (folders[id] !== undefined) later.set(id, await readLater(folders[id], migrations))
  // The entities are those that remain once the migrations of the next release have run.
  const modules = withMigrations(listed, later)
  const declared = readDeclared(modules)
  return withMigratedDatabase(databaseUrl, modules, async (db, migrateTo) => {
    const tables = await readTables(db)
    const { steps: changes, refusals } = compare(await withStoredForms(db, declared, tables), tables, decisions)
    const steps = [...changes, ...(await lineSteps(db, modules))]
    if (name === undefined) {
      for (const { id, after } of [...later.values()].flat())
        print(`Waits for the release after that of '${after}': ${id}`)
      return report({ steps, refusals }, print)
    }
    for (const refusal of refusals) print(refusal)
    if (refusals.length > 0) return 1
    if (steps.length === 0) print('The tables match the entities.')
    const byModule = Map.groupBy(steps, ({ moduleId }) => moduleId)
    const made = [...byModule].map(([id, own]) => [id, toMigrations(id, name, own)] as const)
    const homeless = made.find(([id]) => folders[id] === undefined)
    if (homeless) {
      const [id, own] = homeless
      print(`Module '${id}' has no folder for migrations:\n${own.map(({ migration }) => migration.sql).join('\n')}`)
      return 1
    }
    for (const { probe, difference } of steps)
      if (probe !== undefined)
        await db.query(probe).catch((error: Error) => {
          throw brokenSetup(`${difference}, but its values cannot be converted both ways: ${error.message}`)
        })
    await migrateTo(withMigrations(modules, new Map(made.map(([id, own]) => [id, own.map((one) => one.migration)]))))
    for (const [id, own] of made)
      for (const { path, exported, isLater } of await writeMigrations(folders[id]!, own))
        print(
          isLater
            ? `${path} is written for the next release. Add \`${exported}\` to the migrations of module '${id}' then.`
            : `${path} is written. Read it, and add \`${exported}\` to the migrations of module '${id}'.`,
        )
    for (const { note } of steps) if (note !== undefined) print(`Note: ${note}.`)
    return 0
  })
}

/** Tables of lines come last, when the tables that they name are there. */
async function lineSteps(db: Queryable, modules: readonly Module[]): Promise<readonly MigrationStep[]> {
  const missing = await findMissingLines(db, modules)
  return missing.map(({ moduleId, table, call }) => ({
    moduleId,
    difference: `${table}: its rows are lines, and the table does not keep them as declared`,
    sql: call,
  }))
}

const withMigrations = (modules: readonly Module[], more: ReadonlyMap<string, readonly Migration[]>) =>
  modules.map((module) => ({
    ...module,
    migrations: [...(module.migrations ?? []), ...(more.get(module.id) ?? [])],
  }))

function report({ steps, refusals }: SchemaDifferences, print: (line: string) => void): number {
  const missing = [...new Set([...steps.map(({ difference }) => difference), ...refusals])]
  for (const line of missing) print(line)
  print(
    missing.length === 0
      ? 'The tables match the entities.'
      : `Missing: ${missing.length}. Write it with \`plinth migration <name>\`.`,
  )
  return missing.length === 0 ? 0 : 1
}

/**
 * Runs `work` in a new database with all migrations applied, and drops it afterwards. `migrateTo` runs further migrations there:
 * what is written has run once.
 */
async function withMigratedDatabase<T>(
  url: string,
  modules: readonly Module[],
  work: (db: Queryable, migrateTo: (modules: readonly Module[]) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const name = `plinth_migration_${randomBytes(6).toString('hex')}`
  const admin = createPool({ url, poolSize: 1 })
  try {
    await admin.query(`create database ${name}`).catch((cause: unknown) => {
      throw Object.assign(
        brokenSetup(
          `The migrations are tried in a separate database, which could not be created: ${(cause as Error).message}`,
        ),
        { cause },
      )
    })
    const pool = createPool({ url: url.replace(/^([^/]*\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${name}`), poolSize: 2 })
    try {
      // Contributions may name tables that the migration to be written is going to create.
      const migrateTo = (list: readonly Module[]) =>
        migrate(pool, { modules: list.map((module) => ({ ...module, contributes: [] })) })
      await migrateTo(modules)
      const client = await pool.connect()
      try {
        return await work(client as unknown as Queryable, migrateTo)
      } finally {
        client.release()
      }
    } finally {
      await pool.end()
      await admin.query(`drop database ${name} with (force)`)
    }
  } finally {
    await admin.end()
  }
}
