import { createPlatform, sql } from '@plinth/core'
import { toServerUrls } from '@plinth/core/data'
import { tenantA } from '@plinth/testing'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '@plinth/host'
import { stopWithProcess } from '../../_setup/stop-with-process.ts'
import { createItem, labModule } from '../_lab/lab-module.ts'

const caller = {
  actor: 'platform',
  reason: 'test',
  scope: { tenantId: tenantA.id, organizationId: tenantA.organization },
} as const
const open = (url: string) =>
  createPlatform({ modules: [labModule()], database: { url, privilegedLogin: true }, secret: 'x'.repeat(32) })

test('a connection string names one server or several', () => {
  expect(toServerUrls('postgres://me:a%2Cb@one/db?a=b,c')).toEqual(['postgres://me:a%2Cb@one/db?a=b,c'])
  expect(toServerUrls('postgres://me:a,b@one:1,[::1]:2,three/db?a=/,@')).toEqual([
    'postgres://me:a,b@one:1/db?a=/,@',
    'postgres://me:a,b@[::1]:2/db?a=/,@',
    'postgres://me:a,b@three/db?a=/,@',
  ])
  expect(toServerUrls('postgres:///db')).toEqual(['postgres:///db'])
})

test('of several servers the one that takes writes is used, also after a failover', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-servers-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rm(folder, { recursive: true }))
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  for (const dataFolder of [one, two]) opened.defer(stopWithProcess({ folder: dataFolder }))
  const start = async (dataFolder: string) => {
    const server = await startEmbeddedPostgres({ dataFolder, settings: { fsync: 'off', shared_buffers: '16MB' } })
    return opened.adopt(server, ({ stop }) => stop())
  }
  const model = await startEmbeddedPostgres({ dataFolder: one, settings: { fsync: 'off' } })
  await using prepared = await open(model.url)
  await prepared.migrate()
  await prepared.close()
  await model.stop()
  // With its owner, who is another one where tests run as root.
  execFileSync('cp', ['-a', one, two])
  await rm(join(two, 'port'))
  await writeFile(join(two, 'cluster', 'standby.signal'), '')
  const [primary, standby] = [await start(one), await start(two)]
  const [first, second] = [new URL(standby.url), new URL(primary.url)]
  const url = standby.url.replace(first.host, `127.0.0.1:1,${first.host},${second.host}`)
  await using platform = await open(url)
  await platform.start({ workers: false })
  const make = (name: string) => platform.actAs(caller, ({ run }) => run(createItem, { name }))
  const names = () =>
    platform.actAs(caller, async ({ db }) => (await sql<{ name: string }>`select name from items`.execute(db)).rows)
  await make('before')
  expect(await names()).toEqual([{ name: 'before' }])
  await using alone = await open(standby.url)
  await expect(alone.start({ workers: false })).rejects.toThrow('The server is a standby, which takes no writes')

  await primary.stop()
  const admin = new pg.Client({ connectionString: standby.url })
  await admin.connect()
  await admin.query('select pg_promote()')
  await admin.end()
  await expect
    .poll(
      () =>
        make('after')
          .then(() => true)
          .catch(() => false),
      { timeout: 60_000 },
    )
    .toBe(true)
  expect(await names()).toEqual([{ name: 'after' }])
})
