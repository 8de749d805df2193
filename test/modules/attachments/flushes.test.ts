import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MIB } from '@plinth/core'
import { type Storage, storage } from '@plinth/attachments'
import { expect, test } from 'vitest'
import { type FilesApp, filesApp, send } from './_files.ts'

/** Bytes that have no text, so that nobody reads them before they are flushed. */
const BYTES = '\0'.repeat(100_000)

/** Lets the test end the flushes of uploads, in their order. */
function holdFlushes(app: FilesApp) {
  const held: PromiseWithResolvers<void>[] = []
  const { write } = app.storage
  const holding: Storage = {
    ...app.storage,
    async write(address, source, options) {
      const flush = Promise.withResolvers<void>()
      held.push(flush)
      const ended = Promise.allSettled([flush.promise])
      await write(address, source, options)
      const [{ status }] = await ended
      if (status === 'rejected') await rm(join(app.root, address.partition, address.key))
      await flush.promise
    },
  }
  app.platform.override(storage, holding)
  return held
}

const rowsWritten = (app: FilesApp) => app.statements.filter((text) => /insert into "?attachments"? /.test(text)).length

const rowsKept = async (app: FilesApp) => (await app.sql('select from attachments')).length

test('a row is written while the disk flushes its bytes, and nobody sees it before they are flushed', async () => {
  await using app = await filesApp()
  const held = holdFlushes(app)
  let isAnswered = false
  const sending = send(app.as('admin'), { bytes: BYTES }).finally(() => (isAnswered = true))
  await expect.poll(() => rowsWritten(app)).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect([isAnswered, await rowsKept(app)]).toEqual([false, 0])
  held[0]!.resolve()
  expect((await sending).status).toBe(200)
  expect(await rowsKept(app)).toBe(1)
})

test.for(['ENOSPC', 'EIO'])('a flush that fails with %s takes back the row, its entry and its quota', async (code) => {
  await using app = await filesApp()
  const held = holdFlushes(app)
  const sending = send(app.as('admin'), { bytes: BYTES })
  await expect.poll(() => rowsWritten(app)).toBe(1)
  held[0]!.reject(Object.assign(new Error(`${code}: the disk`), { code }))
  const { status, body } = await sending
  expect([status, body.error]).toEqual([500, 'Internal server error'])
  expect(await rowsKept(app)).toBe(0)
  expect(await app.stored()).toEqual([])
  expect(await app.sql("select from plinth.action_log where command_id = 'attachments.attachments.create'")).toEqual([])
  expect(await app.sql("select from attachment_objects where state <> 'purging'")).toEqual([])
  expect(await app.sql('select from attachment_usage where kept_bytes > 0 or kept_files > 0')).toEqual([])
  app.platform.override(storage, app.storage)
  expect((await send(app.as('admin'), { bytes: BYTES })).status).toBe(200)
})

test('one upload of a tenant at a time holds its rows while a disk flushes: others flush before', async () => {
  await using app = await filesApp()
  const held = holdFlushes(app)
  const admin = app.as('admin')
  const first = send(admin, { bytes: BYTES })
  await expect.poll(() => rowsWritten(app)).toBe(1)
  const second = send(admin, { bytes: BYTES })
  await expect.poll(() => held.length).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(rowsWritten(app)).toBe(1)
  held[1]!.resolve()
  await expect.poll(() => rowsWritten(app)).toBe(2)
  held[0]!.resolve()
  expect([(await first).status, (await second).status]).toEqual([200, 200])
})

test('a large file is flushed before its row is written', async () => {
  await using app = await filesApp()
  const held = holdFlushes(app)
  const sending = send(app.as('admin'), { bytes: '\0'.repeat(9 * MIB) })
  await expect.poll(() => app.stored()).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(rowsWritten(app)).toBe(0)
  held[0]!.resolve()
  expect((await sending).status).toBe(200)
})
