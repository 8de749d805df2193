import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeFolder } from '../docs/_folder.ts'
import { CONFIG, makeProduct, PASSWORD, plinth } from './_product.ts'

const COMMANDS = [
  'dev',
  'start',
  'migrate',
  'migration',
  'status',
  'doctor',
  'seed',
  'openapi',
  'client',
  'mcp',
  'audit',
  'archive',
  'database',
  'rotate-secret',
  'upgrade',
  'writes',
]

test('every command is explained', async () => {
  const { code, output } = await plinth('/', ['--help'])
  expect(code).toBe(0)
  for (const command of COMMANDS) {
    expect(output).toMatch(new RegExp(`^  ${command}\\b`, 'm'))
    const help = await plinth('/', [command, '--help'])
    expect([help.code, help.output]).toEqual([0, expect.stringContaining(`Usage: plinth ${command}`)])
  }
})

test.each([
  [[], 'Usage: plinth'],
  [['statsu'], "plinth: unknown command 'statsu'"],
  [['status', '--jsn'], "plinth: unknown option '--jsn'"],
  [['status', 'much'], 'plinth: too many arguments'],
  [['status'], /plinth: .*plinth\.config\.ts does not exist\./],
  [['--config', 'nowhere.ts', 'migrate'], /plinth: .*nowhere\.ts does not exist\./],
  [['migration'], 'plinth: Name the migration'],
  [['migration', 'add-color', '--check'], 'plinth: Name the migration'],
  [['start', '--port', '70000'], 'A whole number from 0 to 65535 is expected.'],
  [['audit', 'verify', '--tenant', 'acme'], 'An id is expected.'],
  [['archive', 'restore', '--tenant', crypto.randomUUID()], "plinth: required option '--month <yyyy-mm>'"],
  [['archive', 'restore', '--tenant', crypto.randomUUID(), '--month', '2026-13'], 'A month is expected: 2026-05.'],
  [['database', 'roles', 'a b'], 'plinth: a b is not a valid database name'],
  [['mcp', '--url', 'nowhere'], 'plinth: nowhere is not a valid URL'],
  [['mcp'], 'plinth: An API key is missing'],
  [['upgrade'], 'plinth: Use --check'],
])('plinth %j is a mistake', async (args, said) => {
  await using folder = await makeFolder()
  const { code, output, errors } = await plinth(folder.path, args)
  expect([code, output]).toEqual([2, ''])
  expect(errors).toMatch(said)
  expect(errors).not.toMatch(/^ +at /m)
})

test('a configuration without a product is a mistake, and one with a bug shows where', async () => {
  await using folder = await makeFolder()
  await folder.write('plinth.config.ts', 'export const nothing = 1')
  expect(await plinth(folder.path, ['status'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('exports no `host`'),
  })
  await folder.write('missing.ts', "import 'no-such-package'")
  expect(await plinth(folder.path, ['status', '--config', 'missing.ts'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('no-such-package'),
  })
})

test('a wrong environment is one sentence for each variable, without secrets', async () => {
  await using product = await makeProduct()
  const { code, errors } = await product.runWith({ PORT: 'http', JWT_SECRET: 'hidden' }, 'status')
  expect(code).toBe(1)
  expect(errors).toMatch(/^Invalid environment variables:\n {2}PORT: .+\n {2}JWT_SECRET: .+\n$/)
  expect(errors).not.toContain('hidden')
})

test('a database is migrated, seeded, and its state shown', { timeout: 120_000 }, async () => {
  await using product = await makeProduct()
  const before = await product.run('status', '--json')
  expect(before.code).toBe(1)
  const { migrations, modules } = JSON.parse(before.output)
  expect(migrations).toMatchObject({ ran: 0, latest: null, unknown: [] })
  expect(migrations.pending).toContain('tags.tables')
  expect(modules).toEqual(expect.arrayContaining(['directory', 'auth', 'audit_logs', 'tags']))

  expect(await product.run('seed')).toMatchObject({ code: 1, errors: expect.stringContaining('run plinth migrate') })
  const migrated = await product.run('migrate', '--json')
  const ran = JSON.parse(migrated.output).migrations as string[]
  // Online migrations run after all others.
  expect([migrated.code, ran.toSorted()]).toEqual([0, migrations.pending.toSorted()])
  expect(await product.run('migrate')).toMatchObject({ code: 0, output: 'Nothing to migrate\n' })

  const seeded = await product.run('seed', '--json')
  expect(JSON.parse(seeded.output).accounts).toMatchObject([
    { email: 'superadmin@acme.com', role: 'superadmin' },
    { email: 'admin@acme.com', role: 'admin' },
    { email: 'employee@acme.com', role: 'employee' },
  ])
  expect(seeded.output).not.toContain(PASSWORD)
  expect(await product.run('seed')).toMatchObject({
    code: 0,
    output: 'There is a tenant already; nothing was created\n',
  })
  expect(await product.database.sql('select name from tenants')).toEqual([{ name: 'Shop' }])

  const after = await product.run('status')
  expect(after).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Migrations {2}\d+ have run, the newest \S+ at /m),
  })
  const verified = await product.run('audit', 'verify')
  expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('0 faults')])
  expect(JSON.parse((await product.run('audit', 'verify', '--json')).output)).toMatchObject({ faults: [] })
})

test('the OpenAPI document needs neither a database nor a secret', async () => {
  await using folder = await makeFolder()
  await folder.write('plinth.config.ts', CONFIG)
  const environment = { NODE_ENV: 'production', APP_URL: 'https://shop.example' }
  const printed = await plinth(folder.path, ['openapi'], environment)
  expect(printed.code).toBe(0)
  const document = JSON.parse(printed.output)
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Shop', version: '1.0.0' } })
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/tags', '/auth/login']))

  const check = ['openapi', '--output', 'api.json', '--check']
  expect((await plinth(folder.path, check, environment)).code).toBe(1)
  expect((await plinth(folder.path, check.slice(0, -1), environment)).code).toBe(0)
  expect((await plinth(folder.path, check, environment)).code).toBe(0)
  // The folder for data was not needed either.
  expect(existsSync(`${folder.path}/.data`)).toBe(false)
})

test('a product checks and writes its migrations on the database of its host', { timeout: 120_000 }, async () => {
  await using product = await makeProduct()
  expect(await product.run('migration', '--check')).toMatchObject({ code: 0 })
  const changed = CONFIG.replace(
    'properties: { label: p.string() }',
    'properties: { label: p.string(), color: p.string().nullable() }',
  )
  await product.folder.write('plinth.next.ts', `${changed}export const folders = { tags: 'migrations' }\n`)
  const check = await product.run('migration', '--check', '--config', 'plinth.next.ts')
  expect([check.code, check.output]).toEqual([1, expect.stringContaining('tags.color: the table has no such column')])
  const written = await product.run('migration', 'tag-color', '--config', 'plinth.next.ts')
  expect([written.code, written.output]).toEqual([
    0,
    expect.stringContaining(`${product.folder.path}/migrations/0001-tag-color.ts`),
  ])
})
