import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { attachments, storage } from '@plinth/attachments'
import { createPlatform, defineAuthenticator, defineModule, provide } from '@plinth/core'
import { testSecret } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import type { Point } from './_dying-host.ts'
import { type FilesApp, filesApp, picture, send } from './_files.ts'

const points: readonly Point[] = ['announced', 'half', 'stored', 'committing', 'committed']

test.for(points)(
  'a host killed when a file is %s: no row without its bytes, no bytes that stay',
  { timeout: 120_000 },
  async (point) => {
    await using app = await filesApp({}, [])
    await send(app.as('admin'), { bytes: 'before' })
    const child = fork(fileURLToPath(new URL('_dying-host.ts', import.meta.url)), {
      execArgv: ['--conditions=source', '--no-warnings'],
      env: {
        ...process.env,
        HOST_DATABASE_URL: app.databaseUrl,
        FILES: app.root,
        POINT: point,
        SESSION: JSON.stringify(app.sessionOf('admin')),
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect(signal).toBe('SIGKILL')
    const rows = await filesOf(app)
    for (const { path, size } of rows) expect((await readFile(join(app.root, path))).length).toBe(size)
    if (point === 'committed') expect(rows.length).toBeGreaterThanOrEqual(1)
    else expect(rows).toHaveLength(1)
    app.clock.advance(3 * 3_600_000)
    await app.sweep()
    expect(await app.stored()).toHaveLength(rows.length)
    expect(await app.sql("select from attachment_objects where state <> 'kept'")).toEqual([])
    const [usage] = await app.sql<{ kept: number }>('select kept_bytes::int as kept from attachment_usage')
    expect(usage!.kept).toBe(rows.reduce((sum, { size }) => sum + size, 0))
  },
)

const filesOf = (app: FilesApp) =>
  app.sql<{
    path: string
    size: number
  }>(`select o.partition_code || '/' || o.object_key as path, a.file_size::int as size
    from attachments a join attachment_objects o on o.tenant_id = a.tenant_id and o.id = a.object_id`)

test('two hosts share one store: what one keeps, draws or deletes, the other serves or has no more', async () => {
  await using here = await filesApp()
  const session = here.sessionOf('admin')
  const everybody = defineAuthenticator({ id: 'everybody', authenticate: async () => session })
  await using there = await createPlatform({
    modules: [defineModule({ id: 'logins', title: 'Logins', authenticators: [everybody] }), attachments()],
    services: [provide(storage, () => here.storage)],
    database: { ...here.database, poolSize: 2 },
    secret: testSecret,
  })
  await there.start({ workers: false })
  const ask = async (path: string) => {
    const { status, headers, body } = await there.fetch(new Request(new URL(path, 'http://localhost')))
    await body?.cancel()
    return { status, type: headers.get('content-type') }
  }
  const { id, url } = (await send(here.as('admin'), { bytes: await picture(90, 60), name: 'a.png' })).body.item
  expect((await ask(url)).status).toBe(200)
  expect((await here.as('admin').get(`/attachments/image/${id}?width=30`)).status).toBe(200)
  const stored = await here.stored()
  expect((await ask(`/attachments/image/${id}?width=30`)).type).toBe('image/png')
  expect(await here.stored()).toEqual(stored)
  await here.as('admin').del(`/attachments?id=${id}`)
  await expect.poll(async () => (await ask(url)).status).toBe(404)
})
