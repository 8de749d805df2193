#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bridgeMcp } from './http/mcp-bridge.ts'
import { migrationTool, type MigrationToolOptions, USAGE } from './migration/tool.ts'

/** What `plinth.config.ts` of a product exports. */
type Config = Pick<MigrationToolOptions, 'modules'> & Partial<Pick<MigrationToolOptions, 'folders' | 'databaseUrl'>>

const print = (line: string) => void process.stdout.write(`${line}\n`)
const [command, ...args] = process.argv.slice(2)
const commands: Readonly<Record<string, () => Promise<number>>> = { migration: run, mcp: serveMcp }
process.exitCode = await (commands[command ?? ''] ?? explain)()

async function explain(): Promise<number> {
  print(USAGE)
  print(
    'plinth mcp --url <url> --api-key <key> [--compact]   serves the MCP server of a running platform on standard input and output',
  )
  return 2
}

/** The key may stand in the environment, where other users of the machine do not see it. */
async function serveMcp(): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { url: { type: 'string' }, 'api-key': { type: 'string' }, compact: { type: 'boolean' } },
  })
  const { url = process.env['PLINTH_URL'] ?? 'http://localhost:3000' } = values
  const apiKey = values['api-key'] ?? process.env['PLINTH_API_KEY']
  if (!apiKey || !URL.canParse(url)) return explain()
  await bridgeMcp({
    url,
    apiKey,
    mode: values.compact ? 'compact' : undefined,
    input: process.stdin,
    output: process.stdout,
  })
  return 0
}

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
