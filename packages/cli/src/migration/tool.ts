import { type Module, PlatformError } from '@plinth/core'
import type { Queryable } from '@plinth/core/data'
import { brokenSetup, createPool, migrate, sortModules } from '@plinth/core/internal'
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { compare, type SchemaDifferences } from './compare.ts'
import { assertName, writeMigration } from './statements.ts'
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
  --rename <table>.<column>:<name>   the column now has another name; can be repeated
  --allow-data-loss                  drops columns that no entity declares
  --allow-locks                      uses a single transaction, although other sessions have to wait for the table`

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
        'allow-data-loss': { type: 'boolean', default: false },
        'allow-locks': { type: 'boolean', default: false },
      },
    })
    const renames = values.rename.map((text) => /^(\w+\.\w+):(\w+)$/.exec(text))
    if (positionals.length !== (values.check ? 0 : 1) || renames.includes(null)) return undefined
    const decisions = {
      renames: new Map(renames.map((match) => [match![1]!, match![2]!])),
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
  const modules = sortModules(options.modules)
  const declared = await readDeclared(modules)
  const { steps, refusals } = await withMigratedDatabase(databaseUrl, modules, async (db) => {
    const tables = await readTables(db)
    return compare(await withStoredForms(db, declared, tables), tables, decisions)
  })
  if (name === undefined) return report({ steps, refusals }, print)
  for (const refusal of refusals) print(refusal)
  if (refusals.length > 0) return 1
  const byModule = Map.groupBy(steps, ({ moduleId }) => moduleId)
  for (const [moduleId, own] of byModule) {
    const folder = folders[moduleId]
    if (folder === undefined) {
      print(`Module '${moduleId}' has no folder for migrations:\n${own.map(({ sql }) => sql).join('\n\n')}`)
      return 1
    }
    const [inOne, oneByOne] = [own.filter(({ isOnline }) => !isOnline), own.filter(({ isOnline }) => isOnline)]
    const files = [
      { name, steps: inOne, isOnline: false },
      { name: inOne.length > 0 ? `${name}-online` : name, steps: oneByOne, isOnline: true },
    ]
    for (const file of files.filter(({ steps }) => steps.length > 0)) {
      const { path, exported } = await writeMigration(folder, { moduleId, ...file })
      print(`${path} is written. Read it, and add \`${exported}\` to the migrations of module '${moduleId}'.`)
    }
  }
  if (byModule.size === 0) print('The tables match the entities.')
  return 0
}

function report({ steps, refusals }: SchemaDifferences, print: (line: string) => void): number {
  const missing = [...steps.map(({ difference }) => difference), ...refusals]
  for (const line of missing) print(line)
  print(
    missing.length === 0
      ? 'The tables match the entities.'
      : `Missing: ${missing.length}. Write it with \`plinth migration <name>\`.`,
  )
  return missing.length === 0 ? 0 : 1
}

/** Runs `work` in a new database with all migrations applied, and drops it afterwards. */
async function withMigratedDatabase<T>(
  url: string,
  modules: readonly Module[],
  work: (db: Queryable) => Promise<T>,
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
      await migrate(pool, { modules: modules.map((module) => ({ ...module, contributes: [] })) })
      return await work(pool as unknown as Queryable)
    } finally {
      await pool.end()
      await admin.query(`drop database ${name} with (force)`)
    }
  } finally {
    await admin.end()
  }
}
