import { once } from 'node:events'
import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { attachments, storage } from '@plinth/attachments'
import { type Caller, createPlatform, defineModule, provide } from '@plinth/core'
import { defineAuthenticator } from '@plinth/core/security'
import { testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { forkProgram } from '../../_setup/fork-program.ts'
import { doomedUrl, untilForgotten } from '../../crash/doomed.ts'
import type { Point } from './_dying-host.ts'
import { type FilesApp, filesApp, picture, send } from './_files.ts'
import { postUpload, continueUpload } from '@plinth/attachments/testing'

/** Every point, as `npm run campaign:crash` has it, instead of those where most differs: a host takes a second to start and die. */
const isCampaign = process.env['CRASH_POINTS'] === 'all'
const everyPoint: readonly Point[] = ['announced', 'half', 'stored', 'committing', 'committed']
const pointsOfFiles: readonly Point[] = [
  ...(isCampaign ? everyPoint : (['half', 'committed'] as const)),
  'spare',
  'flushing',
]
const pointsOfUploads: readonly Point[] = [...(isCampaign ? everyPoint : (['half'] as const)), 'joined']

/** Starts a host that kills itself while it stores a file, or the rest of an upload. */
async function letDie(app: FilesApp, ...[point, caller, upload]: [Point, Caller, string?]): Promise<void> {
  const child = await forkProgram(new URL('_dying-host.ts', import.meta.url), {
    HOST_DATABASE_URL: doomedUrl(app),
    FILES: app.root,
    POINT: point,
    SESSION: JSON.stringify(caller),
    ...(upload !== undefined && { UPLOAD: upload }),
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
  await untilForgotten(app)
}

test.for(pointsOfFiles)(
  'a host killed when a file is %s: no row without its bytes, no bytes that stay',
  { timeout: 120_000 },
  async (point) => {
    await using app = await filesApp({}, [])
    await send(app.as('admin'), { bytes: 'before' })
    await letDie(app, point, app.callerOf('admin'))
    const rows = await filesOf(app)
    for (const { path, size } of rows) expect((await readFile(join(app.root, path))).length).toBe(size)
    if (point === 'committed') expect(rows.length).toBeGreaterThanOrEqual(1)
    else expect(rows).toHaveLength(point === 'spare' ? 3 : 1)
    const unkept = await app.sql("select from attachment_objects where state <> 'kept'")
    if (point !== 'committed') expect(unkept).toHaveLength(point === 'spare' ? 2 : 1)
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

test.for(pointsOfUploads)(
  'a host killed when the rest of an upload is %s: its sender goes on at another one, and there is one file',
  { timeout: 120_000 },
  async (point) => {
    await using app = await filesApp({}, [])
    const caller = app.callerOf('admin')
    const sender = app.as(caller)
    const half = 'x'.repeat(100_000)
    const { id } = (await postUpload(sender, 200_000)).body
    expect((await continueUpload(sender, id, { offset: 0, body: half })).status).toBe(204)
    await letDie(app, point, caller, id)
    const { isFinished, received } = (await sender.get(`/attachments/uploads/${id}`)).body
    if (point !== 'committed') expect(isFinished).toBe(false)
    // Whoever is told that all has arrived is told the truth.
    expect(received).toBe(isFinished ? 200_000 : 100_000)
    if (!isFinished) expect((await continueUpload(sender, id, { offset: received, body: half })).status).toBe(204)
    expect((await sender.get(`/attachments/file/${id}`)).text).toBe(half + half)
    app.clock.advance(3 * 3_600_000)
    await app.sweep()
    expect(await app.stored()).toHaveLength(1)
    expect(await app.sql("select from attachment_objects where state <> 'kept'")).toEqual([])
    expect(await app.sql('select kept_bytes::int as kept, open_uploads as open from attachment_usage')).toEqual([
      { kept: 200_000, open: 0 },
    ])
  },
)

test('two hosts share one store: what one keeps, draws or deletes, the other serves or has no more', async () => {
  await using here = await filesApp()
  const caller = here.callerOf('admin')
  const everybody = defineAuthenticator({ id: 'everybody', carrier: 'header', authenticate: async () => caller })
  await using there = await createPlatform({
    modules: [defineModule({ id: 'logins', title: 'Logins', authenticators: [everybody] }), attachments()],
    services: [provide(storage, () => here.storage)],
    database: { ...here.database, poolSize: 2 },
    secret: testSecret,
  })
  await there.start({ workers: false })
  const ask = async (path: string) => {
    const answer = await there.fetch(new Request(new URL(path, 'http://localhost')))
    const { status, headers } = answer
    return { status, type: headers.get('content-type'), size: (await answer.arrayBuffer()).byteLength }
  }
  const { id, url } = (await send(here.as('admin'), { bytes: await picture(90, 60), name: 'a.png' })).body.item
  expect((await ask(url)).status).toBe(200)
  expect((await here.as('admin').get(`/attachments/image/${id}?width=30`)).status).toBe(200)
  await here.settled()
  const stored = await here.stored()
  expect(await ask(`/attachments/image/${id}?width=30`)).toMatchObject({ type: 'image/png' })
  expect(await here.stored()).toEqual(stored)
  // A host that lost its power may have stored a part: that is rendered again.
  const drawn = await here.as('admin').get(`/attachments/image/${id}?width=40`)
  await here.settled()
  const paths = await readdir(here.root, { recursive: true })
  await truncate(
    join(
      here.root,
      paths.find((path) => path.endsWith('w40-hauto-ccover'))!,
    ),
    20,
  )
  const again = await ask(`/attachments/image/${id}?width=40`)
  expect(again).toEqual({ status: 200, type: 'image/png', size: Number(drawn.headers.get('content-length')) })
  await here.as('admin').del(`/attachments?id=${id}`)
  await expect.poll(async () => (await ask(url)).status).toBe(404)
})
