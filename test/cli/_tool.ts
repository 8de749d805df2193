import { defineEntity, p } from '@mikro-orm/core'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  defineMigration,
  defineModule,
  defineOnlineMigration,
  type Migration,
  type Module,
  Scoped,
  TenantScoped,
} from '@plinth/core'
import { migrationTool } from '@plinth/cli'
import { inject } from 'vitest'

export const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  extends: TenantScoped,
  properties: { name: p.string() },
})
/** The entity of the tests, with what one of them changes. */
export const ticket = (properties: object = {}, more: object = {}) =>
  defineEntity({
    name: 'Ticket',
    tableName: 'tickets',
    extends: Scoped,
    properties: { title: p.string(), body: p.text().nullable(), ...properties },
    ...more,
  })

export const first = defineMigration(
  'desk.tables',
  `select plinth.tenant_table('customers', 'name text not null');
   select plinth.scoped_table('tickets', 'title text not null, body text');`,
)
export const desk = (entity = ticket(), more: Partial<Module> = {}) =>
  defineModule({ id: 'desk', title: 'Desk', entities: [Customer, entity], migrations: [first], ...more })

/** Runs the tool with a folder of its own for the module's migrations. */
export async function openTool() {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-migrations-'))
  return {
    folder,
    async run(module: Module, ...args: string[]) {
      const lines: string[] = []
      const print = (line: string) => void lines.push(line)
      const options = { modules: [module], folders: { desk: folder }, databaseUrl: inject('postgresUrl'), print }
      const code = await migrationTool(args, options)
      return { code, said: lines.join('\n') }
    },
    /** The migrations of the files, and the SQL of the last one, as the module would run them. */
    async written() {
      const files = await readdir(folder)
      const migrations = await Promise.all(files.map(async (file) => parse(await readFile(join(folder, file), 'utf8'))))
      const migration = migrations.at(-1)!
      return { files, migrations, migration, sql: migration.sql }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

function parse(text: string): Migration {
  const [, define, id, sql] =
    /export const \w+ = (defineMigration|defineOnlineMigration)\(\n {2}'([^']*)',\n {2}`\n([\s\S]*)`,\n\)/.exec(text)!
  return (define === 'defineMigration' ? defineMigration : defineOnlineMigration)(id!, sql!)
}
