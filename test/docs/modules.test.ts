import type { Command, Feature, Module, Point, Subscriber } from '@plinth/core'
import { directory, events } from '@plinth/directory'
import { tenantA, tenantB, testPlatform } from '@plinth/testing'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

// The page's module and its tests, letter by letter. The tests register themselves here when they are imported.
const page = 'docs/2-modules.md'
const source = readBlock(page, 'tags.ts').text
const folder = await makeFolder()
await folder.write('tags.ts', source)
const tests = await folder.write('tags.test.ts', readBlock(page, 'tags.test.ts').text)
vi.stubEnv('TEST_DATABASE_URL', inject('postgresUrl'))

const lines = (text: string) => text.trimEnd().split('\n').length

test('a complete module takes at most 40 lines, its tests 30', () => {
  expect(lines(source)).toBeLessThanOrEqual(40)
  expect(lines(readBlock(page, 'tags.test.ts').text)).toBeLessThanOrEqual(30)
})

await import(tests)

test('tags of an organization that is gone are removed', async () => {
  const path = await folder.write('clear-tags.ts', readBlock(page, 'clear-tags.ts').text)
  const { clearTags, clear } = (await import(path)) as { clearTags: Command; clear: Subscriber }
  const { tags } = (await import(path.replace('clear-tags.ts', 'tags.ts'))) as { tags: Module }
  const clearing = { ...tags, requires: ['directory'], commands: [...tags.commands!, clearTags], subscribers: [clear] }
  await using app = await testPlatform({ modules: [directory, clearing], postgresUrl: inject('postgresUrl') })
  const organizationId = crypto.randomUUID()
  const client = app.as({ features: ['tags.*'] })
  await client.post('/tags', { slug: 'vip', label: 'VIP' })
  await app.sql(`set session_replication_role = replica; update tags_tag set organization_id = '${organizationId}'`)
  const payload = { id: organizationId, organizationId, tenantId: tenantA.id }
  await app.platform.actAs(app.callerOf('admin'), async ({ emit }) => emit(events['organization.deleted'], payload))
  await app.jobs()
  expect(app.log.at('error')).toEqual([])
  expect(await app.sql('select label from tags_tag')).toEqual([])
})

test('settings of a tenant are saved, read from a cache and undone, and a script of the console is served', async () => {
  const { rental } = (await import(
    await folder.write('settings.ts', readBlock('docs/tenant-settings.md', 'settings.ts').text)
  )) as { rental: Module }
  await folder.write('board.js', readBlock('docs/console-pages.md', 'board.js').text)
  const { prelude, text } = readBlock('docs/console-pages.md', 'board.ts')
  const { tags } = (await import(await folder.write('board.ts', prelude + text))) as { tags: Module }
  await using app = await testPlatform({ modules: [rental, tags], postgresUrl: inject('postgresUrl') })
  const admin = app.as('admin')
  const read = async () => (await admin.get('/rental/settings')).body.deposit as number
  expect(await read()).toBe(20)
  await admin.put('/rental/settings', { deposit: 30 })
  const { operation } = await admin.put('/rental/settings', { deposit: 40 })
  expect(await read()).toBe(40)
  await app.platform.actAs(app.callerOf('admin'), ({ undo }) => undo(operation!.id))
  expect(await read()).toBe(30)
  const before = app.queries()
  await read()
  expect(app.queries()).toBe(before)
  const other = app.as({ tenantId: tenantB.id, features: ['rental.*'] })
  expect((await other.get('/rental/settings')).body).toEqual({ deposit: 20 })
  const script = await app.fetch('/api/tags/board.js')
  expect([script.headers.get('content-type'), await script.text()]).toEqual([
    expect.stringContaining('text/javascript'),
    expect.stringContaining("customElements.define('tags-board'"),
  ])
})

test('an extension point collects what modules contribute, and refuses what it does not take', async () => {
  const points = 'packages/points/README.md'
  await folder.write('reports.ts', readBlock(points, 'reports.ts').text)
  const path = await folder.write('sales.ts', readBlock(points, 'sales.ts').text)
  const { sales } = (await import(path)) as { sales: Module }
  const { reporting, reports } = (await import(path.replace('sales.ts', 'reports.ts'))) as {
    reporting: Module
    reports: Point<Record<'name' | 'title', string> & { access: Feature }>
  }
  await using app = await testPlatform({ modules: [sales, reporting], postgresUrl: inject('postgresUrl') })
  expect((await app.as({ features: [] }).get('/reports')).body).toEqual(['Sales: Sales of a month'])
  const untitled = reports.of({ ...reports.from([sales])[0]!.value, title: '' })
  const broken = testPlatform({
    modules: [{ ...sales, contributes: [untitled] }, reporting],
    postgresUrl: inject('postgresUrl'),
  })
  await expect(broken).rejects.toThrow("Report 'monthly' of module 'sales' has no title")
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await folder[Symbol.asyncDispose]()
})
