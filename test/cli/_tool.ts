import { defineEntity, p } from '@mikro-orm/core'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineMigration, defineModule, type Migration, type Module, Scoped, TenantScoped } from '@plinth/core'
import { migrationTool } from '@plinth/cli'
import { inject } from 'vitest'
import { makeFolder } from '../docs/_folder.ts'

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
  const home = await makeFolder()
  const folder = join(home.path, 'migrations')
  await mkdir(folder)
  return {
    folder,
    async run(module: Module, ...args: string[]) {
      const lines: string[] = []
      const print = (line: string) => void lines.push(line)
      const options = { modules: [module], folders: { desk: folder }, databaseUrl: inject('postgresUrl'), print }
      const code = await migrationTool(args, options)
      return { code, said: lines.join('\n') }
    },
    /** The migrations of the files, in their order, and the last one. */
    async written() {
      const files = (await readdir(folder)).toSorted()
      const migrations: Migration[] = []
      for (const file of files) {
        const exported = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, Migration>
        // As the module would write it, without the line break before the first statement.
        migrations.push(...Object.values(exported).map((one) => ({ ...one, sql: one.sql.slice(1) })))
      }
      const migration = migrations.at(-1)!
      return { files, migrations, migration, sql: migration.sql }
    },
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  }
}
