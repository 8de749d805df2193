#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { bridgeMcp } from './mcp-bridge.ts'
import { migrationTool, type MigrationToolOptions, USAGE } from './migration/tool.ts'

/** The exports of a product's `plinth.config.ts`. */
type PlinthConfig = Pick<MigrationToolOptions, 'modules'> &
  Partial<Pick<MigrationToolOptions, 'folders' | 'databaseUrl'>>

const print = (line: string) => void process.stdout.write(`${line}\n`)
const [command, ...args] = process.argv.slice(2)
const commands: Readonly<Record<string, () => Promise<number>>> = { migration: run, mcp: serveMcp }

async function printUsage(): Promise<number> {
  print(USAGE)
  print(
    'plinth mcp --url <url> --api-key <key> [--compact]   serves the MCP server of a running platform on standard input and output',
  )
  return 2
}

/** The key can be passed in the environment, where other users of the machine cannot see it. */
async function serveMcp(): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { url: { type: 'string' }, 'api-key': { type: 'string' }, compact: { type: 'boolean' } },
  })
  const { url = process.env['PLINTH_URL'] ?? 'http://localhost:3000' } = values
  const apiKey = values['api-key'] ?? process.env['PLINTH_API_KEY']
  if (!apiKey || !URL.canParse(url)) return printUsage()
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
  const config = (await import(pathToFileURL(file).href)) as Partial<PlinthConfig>
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

process.exitCode = await (commands[command ?? ''] ?? printUsage)()
