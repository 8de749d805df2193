import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const exec = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..')

/** The module of a package: which columns it has, and the migrations after the first one. */
interface Release {
  readonly properties: string
  readonly fields: readonly string[]
  readonly later: string
}

const moduleOf = ({ properties, fields, later }: Release) => `
import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, resource, Scoped } from '@plinth/core'
const features = defineFeatures('desk', { view: 'View', manage: 'Manage' })
const Ticket = defineEntity({ name: 'Ticket', tableName: 'tickets', extends: Scoped, properties: { ${properties} } })
const tickets = resource('/tickets', Ticket, {
  access: { read: features.view, write: features.manage },
  input: input(Ticket, ${JSON.stringify(fields)}),
  list: { select: ['id'] },
})
const first = defineMigration('desk.tables', "select plinth.scoped_table('tickets', 'body text not null, color text')")
export const desk = defineModule({
  id: 'desk', title: 'Desk', features, entities: [Ticket], migrations: [first, ${later}],
  commands: tickets.commands, routes: tickets.routes,
})
const made = async (app) => (await app.as({ features: ['*'] }).post('/tickets', { ${fields[0]}: 'Paper jam' })).body
export const examples = [
  { command: tickets.create, input: { ${fields[0]}: 'No paper' } },
  { command: tickets.update, input: async (app) => ({ ...(await made(app)), ${fields[0]}: 'On fire' }) },
  { command: tickets.delete, input: made },
]
`
const releases: Readonly<Record<string, Release>> = {
  '1.0.0': { properties: 'body: p.string(), color: p.string().nullable()', fields: ['body', 'color'], later: '' },
  '2.0.0': {
    properties: `description: p.string(), color: p.string().nullable(), priority: p.string().default('normal')`,
    fields: ['description', 'color', 'priority'],
    later: `defineMigration('desk.describe', "alter table tickets rename body to description; alter table tickets add column priority text not null default 'normal'")`,
  },
  '3.0.0': {
    properties: `color: p.string().nullable()`,
    fields: ['color'],
    later: `defineMigration('desk.drop', 'alter table tickets drop column body')`,
  },
}

const WRITE = `
import { desk, examples } from '@acme/desk'
import { writeReleased } from '@plinth/testing'
const platform = { modules: [desk], postgresUrl: process.env.TEST_DATABASE_URL }
console.log(JSON.stringify(await writeReleased({ platform, examples })))
`
const CHECK = `
import { desk } from '@acme/desk'
import { checkReleasedUndo, testPlatform } from '@plinth/testing'
const released = JSON.parse(process.env.RELEASED)
const platform = { modules: [desk], postgresUrl: process.env.TEST_DATABASE_URL }
let refusal = null
if (process.env.REFUSED) {
  await using app = await testPlatform({ ...platform, databaseUrl: released.databases.after })
  const caller = app.callerOf({ features: ['*'] })
  const { id } = released.entries.find(({ name }) => name === process.env.REFUSED)
  refusal = await app.platform.actAs(caller, ({ undo }) => undo(id, { ofOthers: true })).then(() => 200, ({ status }) => status)
}
const report = await checkReleasedUndo({ platform, released }).catch(({ message, failures = [message] }) => ({ failures }))
console.log(JSON.stringify({ ...report, refusal }))
`

let place: string

beforeAll(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'plinth-releases-')))
  await symlink(join(ROOT, 'node_modules'), join(place, 'node_modules'))
  for (const [version, release] of Object.entries(releases)) {
    const source = join(place, `source-${version}`)
    await mkdir(source)
    const about = { name: '@acme/desk', version, type: 'module', exports: './index.js' }
    await writeFile(join(source, 'package.json'), JSON.stringify(about))
    await writeFile(join(source, 'index.js'), moduleOf(release))
    const { stdout } = await exec('npm', ['pack', '--json', '--pack-destination', place], { cwd: source })
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
    const installed = join(place, version, 'node_modules', '@acme', 'desk')
    await mkdir(installed, { recursive: true })
    await exec('tar', ['-xzf', join(place, filename), '--strip-components=1', '-C', installed])
    await writeFile(join(place, version, 'package.json'), '{"type":"module"}')
    await writeFile(join(place, version, 'write.js'), WRITE)
    await writeFile(join(place, version, 'check.js'), CHECK)
  }
}, 60_000)

afterAll(() => rm(place, { recursive: true, force: true }))

async function run(version: string, script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await exec(process.execPath, ['--conditions=@plinth/source', script], {
    cwd: join(place, version),
    env: { ...process.env, TEST_DATABASE_URL: inject('postgresUrl'), ...env },
  })
  return stdout
}

test('what a packed release wrote is undone by the next one, which renamed a property and added another', async () => {
  const RELEASED = await run('1.0.0', 'write.js')
  expect(JSON.parse(await run('2.0.0', 'check.js', { RELEASED }))).toEqual({ entries: 3, reverts: 9, refusal: null })
}, 60_000)

test('a property that was dropped without a word is a refusal that says so', async () => {
  const RELEASED = await run('1.0.0', 'write.js')
  const told = JSON.parse(await run('3.0.0', 'check.js', { RELEASED, REFUSED: 'desk.tickets.delete' })) as {
    failures: string[]
    refusal: number
  }
  expect(told.refusal).toBe(400)
  expect(told.failures).toContainEqual(
    expect.stringMatching(/^desk\.tickets\.delete: undo: .*body.*cannot be restored/),
  )
}, 60_000)
