#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrationTool, type MigrationToolOptions, USAGE } from './migration/tool.ts'

/** What `plinth.config.ts` of a product exports. */
type Config = Pick<MigrationToolOptions, 'modules'> & Partial<Pick<MigrationToolOptions, 'folders' | 'databaseUrl'>>

const print = (line: string) => void process.stdout.write(`${line}\n`)
const [command, ...args] = process.argv.slice(2)
process.exitCode = command === 'migration' ? await run() : (print(USAGE), 2)

async function run(): Promise<number> {
  const file = resolve(process.env['PLINTH_CONFIG'] ?? 'plinth.config.ts')
  if (!existsSync(file)) {
    print(`There is no ${file}: it exports the \`modules\` of the product, and the \`folders\` of their migrations`)
    return 2
  }
  const config = (await import(pathToFileURL(file).href)) as Partial<Config>
  const { modules, folders = {}, databaseUrl = process.env['DATABASE_URL'] } = config
  if (!Array.isArray(modules)) {
    print(`${file} exports no \`modules\``)
    return 2
  }
  if (!databaseUrl) {
    print('Name a PostgreSQL on which a database can be made: DATABASE_URL, or `databaseUrl` in plinth.config.ts')
    return 2
  }
  return migrationTool(args, { modules, folders, databaseUrl, print })
}
