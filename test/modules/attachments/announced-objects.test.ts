import { PassThrough } from 'node:stream'
import { storage } from '@plinth/attachments'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { type FilesApp, filesApp, send } from './_files.ts'

const MINUTE = 60_000

/** How often objects were announced since the last time. */
function announcements(app: FilesApp) {
  let before = 0
  return () => {
    const all = app.statements.filter((text) => /insert into "?attachment_objects/.test(text)).length
    const since = all - before
    before = all
    return since
  }
}

const unkept = (app: FilesApp) => app.sql("select id from attachment_objects where state <> 'kept'")

test('objects are announced for files to come: as many as have come, and in one transaction', async () => {
  await using app = await filesApp()
  const [admin, since] = [app.as('admin'), announcements(app)]
  for (let sent = 0; sent < 16; sent++) expect((await send(admin)).status).toBe(200)
  // 1, 1, 2, 4 and 8 of them.
  expect(since()).toBe(5)
  for (let sent = 0; sent < 32; sent++) await send(admin)
  expect(since()).toBe(2)
  const { length } = await unkept(app)
  expect(length).toBe(0)
})

test('files that come together share what is announced, and each has an object of its own', async () => {
  await using app = await filesApp()
  const [admin, since] = [app.as('admin'), announcements(app)]
  const sent = await Promise.all(Array.from({ length: 12 }, (_, at) => send(admin, { bytes: `file ${at}` })))
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
  expect(since()).toBeLessThanOrEqual(4)
  const read = await Promise.all(sent.map(({ body }) => admin.get(body.item.url)))
  expect(read.map(({ text }) => text)).toEqual(sent.map((_, at) => `file ${at}`))
})

test('what is announced is for one organization and one partition', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  for (let sent = 0; sent < 3; sent++) await send(admin)
  const [spare] = await unkept(app)
  await send(admin, { fields: { organizationId: tenantA.otherOrganization } })
  await send(admin, { fields: { entityId: 'catalog:catalog_product', partitionCode: 'productsMedia' } })
  expect(await unkept(app)).toEqual([spare])
  const rows = await app.sql(`select distinct substring(o.object_key from 5 for 36) = a.organization_id::text as own
    from attachments a join attachment_objects o on o.id = a.object_id`)
  expect(rows).toEqual([{ own: true }])
})

test('an object that waits too long gets no file and is removed; one that got it in time has as long as any upload', async () => {
  await using app = await filesApp()
  const [admin, since] = [app.as('admin'), announcements(app)]
  for (let sent = 0; sent < 3; sent++) await send(admin)
  expect(since()).toBe(3)
  app.clock.advance(5 * MINUTE)
  const { write } = app.storage
  app.platform.override(storage, {
    ...app.storage,
    async write(...asked) {
      app.clock.advance(120 * MINUTE)
      await app.sweep()
      await write(...asked)
    },
  })
  expect((await send(admin)).status).toBe(200)
  expect(since()).toBe(0)
  app.platform.override(storage, app.storage)
  for (let sent = 0; sent < 3; sent++) await send(admin)
  expect(await unkept(app)).toHaveLength(1)
  app.clock.advance(6 * MINUTE)
  since()
  expect((await send(admin)).status).toBe(200)
  expect(since()).toBe(1)
  app.clock.advance(125 * MINUTE)
  await app.sweep()
  expect(await unkept(app)).toEqual([])
  expect(await app.stored()).toHaveLength(8)
})

test('where the database has forgotten what was announced, uploads succeed as long as their bytes are there', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const forget = async () => {
    for (let sent = 0; sent < 5; sent++) expect((await send(admin)).status).toBe(200)
    expect((await unkept(app)).length).toBeGreaterThan(0)
    await app.sql("delete from attachment_objects where state = 'announced'")
  }
  // With a text of its own, and without.
  for (const file of [{ bytes: 'text' }, { bytes: '\0\x01', name: 'a.bin' }]) {
    await forget()
    const { status, body } = await send(admin, file)
    expect(status).toBe(200)
    expect((await admin.get(body.item.url)).text).toBe(file.bytes)
    expect(await unkept(app)).toEqual([])
  }
  // Its bytes may be on their way to their name when the database refuses its row.
  await forget()
  const { write } = app.storage
  app.platform.override(storage, {
    ...app.storage,
    async write(address, source, options) {
      const late = new PassThrough()
      source.pipe(late, { end: false })
      source.once('end', () => {
        options?.onFlush?.()
        setTimeout(() => late.end(), 100)
      })
      await write(address, late)
    },
  })
  expect((await send(admin)).status).toBe(200)
  app.platform.override(storage, app.storage)
  await forget()
  const before = await app.stored()
  app.platform.override(storage, { ...app.storage, stat: async () => null })
  expect((await send(admin)).status).toBe(409)
  expect(await app.stored()).toEqual(before)
  app.platform.override(storage, app.storage)
  expect((await send(admin)).status).toBe(200)
})
