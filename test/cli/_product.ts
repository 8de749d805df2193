import { runCommandLine } from '@plinth/cli'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { type Folder, makeFolder } from '../docs/_folder.ts'

export const PASSWORD = 'Secret-123'
export const SECRET = 'a secret of at least 32 characters'

/** A product of four modules, one of them its own. Passwords cost little, as in all tests. */
export const CONFIG = `import { defineEntity, p } from '@mikro-orm/core'
import { defineAuditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { defineMigration, defineModule, input, resource, Scoped, defineFeatures } from '@plinth/core'
import { directory } from '@plinth/directory'
import { defineHost } from '@plinth/host'

const argon2 = { memory: 64, iterations: 1, parallelism: 1 }
const features = defineFeatures('tags', { manage: 'Manage tags' })
const Tag = defineEntity({ name: 'Tag', tableName: 'tags', extends: Scoped, properties: { label: p.string() } })
const tables = defineMigration('tags.tables', \`select plinth.scoped_table('tags', 'label text not null');
  create index on tags (tenant_id, label collate "und-x-icu", id)\`)
const tagged = resource('/tags', Tag, {
  access: { read: features.manage, write: features.manage },
  input: input(Tag, ['label']),
  list: { select: ['id', 'label'], sort: ['label'], defaultSort: { field: 'label' } },
})
export const tags = defineModule({
  id: 'tags',
  title: 'Tags',
  features,
  roles: { admin: ['tags.*'] },
  entities: [Tag],
  migrations: [tables],
  commands: tagged.commands,
  routes: tagged.routes,
})
export const host = defineHost({
  info: { title: 'Shop', version: '1.0.0' },
  firstTenant: { tenantName: 'Shop', organizationName: 'Head office' },
  modules: (host) => [directory, auth({ ...host.auth, argon2 }), defineAuditLogs(host.auditLogs), tags],
})
`

/** What a command printed, and its exit code. */
export interface Said {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs \`plinth\` in this process. */
export async function plinth(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const { PATH = '' } = process.env
  const said = Promise.all([text(output), text(errors)])
  const code = await runCommandLine({
    args,
    environment: { PATH, ...environment },
    folder,
    input: new PassThrough(),
    output,
    errors,
  })
  output.end()
  errors.end()
  const [printed, complaints] = await said
  return { code, output: printed, errors: complaints }
}

/** A product in a folder, with an empty database. */
export interface Product extends AsyncDisposable {
  readonly folder: Folder
  readonly database: Awaited<ReturnType<typeof emptyDatabase>>
  readonly environment: Readonly<Record<string, string>>
  run(...args: readonly string[]): Promise<Said>
  /** The same with other variables. */
  runWith(environment: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Said>
}

export async function makeProduct(config = CONFIG): Promise<Product> {
  const opened = new AsyncDisposableStack()
  const folder = opened.use(await makeFolder())
  const database = opened.use(await emptyDatabase())
  await folder.write('plinth.config.ts', config)
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: `${folder.path}/data`,
    JWT_SECRET: SECRET,
    SEED_PASSWORD: PASSWORD,
    LOG_LEVEL: 'error',
  }
  return {
    folder,
    database,
    environment,
    run: (...args) => plinth(folder.path, args, environment),
    runWith: (more, ...args) => plinth(folder.path, args, { ...environment, ...more }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
