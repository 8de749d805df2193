import type { Command } from 'commander'
import { dirname, resolve } from 'node:path'
import { loadHost } from '../load-host.ts'
import type { HostedProduct, Product } from '../product.ts'
import { print, UsageError } from '../terminal.ts'
import type { Tool } from '../tool.ts'

interface Options {
  readonly check?: boolean
  readonly rename?: readonly string[]
  readonly split?: readonly string[]
  readonly allowDataLoss?: boolean
  readonly allowLocks?: boolean
}

export function addMigration(program: Command, tool: Tool): void {
  program
    .command('migration')
    .argument('[name]', 'writes a migration with this name for what the entities declare and the tables lack')
    .description('writes migrations from entities')
    .option('--check', 'writes nothing, and fails if a migration is missing')
    .option('--rename <table.column:name>', 'the column, or the table, has another name now; can be repeated', collect)
    .option('--split <table:new table>', 'a new table takes over columns of the table; can be repeated', collect)
    .option('--allow-data-loss', 'drops columns that no entity declares')
    .option('--allow-locks', 'does everything at once: for small tables, or while no host is running')
    .action(tool.does((name: string | undefined, options: Options) => migration(tool, name, options)))
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

async function migration(tool: Tool, name: string | undefined, options: Options): Promise<number> {
  if ((name === undefined) !== (options.check === true))
    throw new UsageError('Name the migration, or check with --check: plinth migration add-color')
  const { migrationTool } = await import('../migration/tool.ts')
  const args = [
    ...(name === undefined ? ['--check'] : [name]),
    ...(options.rename ?? []).flatMap((rename) => ['--rename', rename]),
    ...(options.split ?? []).flatMap((split) => ['--split', split]),
    ...(options.allowDataLoss ? ['--allow-data-loss'] : []),
    ...(options.allowLocks ? ['--allow-locks'] : []),
  ]
  const product = await tool.product()
  const folders = Object.fromEntries(
    Object.entries(product.folders ?? {}).map(([id, folder]) => [id, resolve(dirname(product.file), folder)]),
  )
  const run = ({ modules, databaseUrl }: { modules: NonNullable<Product['modules']>; databaseUrl: string }) =>
    migrationTool(args, { modules, folders, databaseUrl, print: (line) => print(tool.terminal, line) })
  const databaseUrl = product.databaseUrl ?? tool.terminal.environment['DATABASE_URL']
  if (product.modules) {
    if (!databaseUrl)
      throw new UsageError(
        'Set DATABASE_URL, or `databaseUrl`, to a PostgreSQL server on which a database can be created',
      )
    return run({ modules: product.modules, databaseUrl })
  }
  return migrationOfHost(await tool.hosted(), run)
}

/** Runs the tool with the modules of `host`, on the host's own database unless the product names another one. */
async function migrationOfHost(
  { host, databaseUrl }: HostedProduct,
  run: (on: { modules: NonNullable<Product['modules']>; databaseUrl: string }) => Promise<number>,
): Promise<number> {
  const { readSettings, toHostContext, toPlatformOptions, withDatabase } = await loadHost()
  const modulesOf = async (settings: Parameters<typeof toHostContext>[0]) =>
    (await toPlatformOptions(host, toHostContext(settings))).modules
  if (databaseUrl) return run({ modules: await modulesOf(await readSettings(host)), databaseUrl })
  return withDatabase(host, async ({ database, ...settings }) =>
    run({ modules: await modulesOf(settings), databaseUrl: database.migrationUrl ?? database.url }),
  )
}
