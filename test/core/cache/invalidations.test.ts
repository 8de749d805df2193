import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform, defineCache, defineModule, type Platform } from '@plinth/core'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { startRelay } from '../../_setup/relay.ts'
import { asAdmin, emptyDatabase } from '../_lab/databases.ts'
import { spawnHost } from '../_lab/spawn-host.ts'

const facts = defineCache<string>('lab.facts')
const module = defineModule({ id: 'facts', title: 'Facts', caches: [facts] })
const caller = {
  actor: 'platform',
  reason: 'test',
  scope: { tenantId: tenantA.id, organizationId: tenantA.organization },
} as const
const options = { modules: [module], secret: 'x'.repeat(32) }

const read = (host: Platform, value: string) =>
  host.actAs(caller, ({ cached }) => cached(facts, 'one', async () => ({ value, tags: ['fact'] })))
const invalidate = (host: Platform, ...tags: string[]) => host.actAs(caller, async (ctx) => ctx.invalidate(...tags))

/** Reads new values until one shows. */
async function untilNew(host: Platform, old: string): Promise<void> {
  while ((await read(host, 'new')) === old) await new Promise((done) => setTimeout(done, 2))
}

async function hosts(more: { directUrl?: string; preparedStatements?: boolean; url?: string } = {}) {
  const database = await emptyDatabase()
  const writer = await createPlatform({ ...options, database: { url: database.url, privilegedLogin: true } })
  await writer.migrate()
  await writer.start({ workers: false })
  const reader = await createPlatform({ ...options, database: { url: database.url, privilegedLogin: true, ...more } })
  return {
    database,
    writer,
    reader,
    async [Symbol.asyncDispose]() {
      await reader.close()
      await writer.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

test('a host hears what another one invalidated, and keeps the rest', async () => {
  await using all = await hosts()
  await all.reader.start({ workers: false })
  expect(await read(all.reader, 'old')).toBe('old')
  expect(await read(all.reader, 'new')).toBe('old')
  await invalidate(all.writer, 'others')
  await new Promise((done) => setTimeout(done, 200))
  expect(await read(all.reader, 'new')).toBe('old')
  await invalidate(all.writer, 'fact')
  await untilNew(all.reader, 'old')
})

test('rows that commit in another order than they were written are all seen', async () => {
  await using all = await hosts()
  await all.reader.start({ workers: false })
  await read(all.reader, 'old')
  const insert = (tag: string) =>
    `insert into plinth.invalidations (host_id, tags) values (gen_random_uuid(), '{${tag}}')`
  await asAdmin(async (slow) => {
    await slow.query(`begin; ${insert('fact')}`)
    for (let other = 0; other < 3; other++) {
      await all.database.sql(insert(`other ${other}`))
      await new Promise((done) => setTimeout(done, 100))
    }
    expect(await read(all.reader, 'new')).toBe('old')
    await slow.query('commit')
    await untilNew(all.reader, 'old')
  }, all.database.url)
})

test('what a host committed as it was killed is seen by the others', async () => {
  await using database = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'plinth-killed-'))
  const [reader, victim] = await Promise.all([spawnHost(database.url), spawnHost(database.url)])
  await reader.call('migrate')
  await Promise.all([reader.call('start', false), victim.call('start', false)])
  await reader.call('names')
  const seen = reader.call('awaitName', 'last words')
  const file = join(folder, 'begun-at')
  await expect(victim.call('makeAndDie', 'last words', file)).rejects.toThrow('The host is gone')
  expect(await seen).toBeGreaterThan(Number(await readFile(file, 'utf8')))
  await reader.kill()
  await rm(folder, { recursive: true })
})

test('a host that polls another server than it writes to serves nothing old from memory', async () => {
  await using database = await emptyDatabase()
  await using relay = await startRelay(database.url)
  await using writer = await createPlatform({ ...options, database: { url: database.url, privilegedLogin: true } })
  await writer.migrate()
  await using old = await emptyDatabase()
  await using former = await createPlatform({ ...options, database: { url: old.url, privilegedLogin: true } })
  await former.migrate()
  await using reader = await createPlatform({
    ...options,
    database: { url: database.url, privilegedLogin: true, directUrl: relay.url },
  })
  await reader.start({ workers: false })
  await writer.start({ workers: false })
  await read(reader, 'old')
  expect(await read(reader, 'new')).toBe('old')
  // The direct address now leads to a server that is alive, answers, and has become history.
  relay.switchTo(old.url)
  await untilNew(reader, 'old')
  for (const [value, old] of [
    ['newer', 'new'],
    ['newest', 'newer'],
  ] as const)
    await expect.poll(() => read(reader, value), { timeout: 5_000 }).not.toBe(old)
  await invalidate(writer, 'fact')
  relay.switchTo(database.url)
  // Trusted again, and empty.
  while ((await read(reader, crypto.randomUUID())) !== (await read(reader, crypto.randomUUID())))
    await new Promise((done) => setTimeout(done, 20))
})

test('a host whose polls go elsewhere from the start is refused', async () => {
  await using old = await emptyDatabase()
  await using former = await createPlatform({ ...options, database: { url: old.url, privilegedLogin: true } })
  await former.migrate()
  await using all = await hosts({ directUrl: old.url })
  await expect(all.reader.start({ workers: false })).rejects.toMatchObject({
    code: 'broken_setup',
    message: '`database.directUrl` leads to a different database than `database.url`',
  })
})
