import { Readable } from 'node:stream'
import { localStorage, readRows, storage } from '@plinth/attachments'
import { postFile, workOn } from '@plinth/transfer/testing'
import { afterAll, afterEach, expect, test } from 'vitest'
import { CLERK, importApp } from './_shop.ts'

const app = await importApp()
afterAll(() => app[Symbol.asyncDispose]())
const { client } = app.person(CLERK)
const files = localStorage({ root: app.root })
afterEach(() => app.platform.override(storage, files))

const bigFile = () => `title\n${Array.from({ length: 30_000 }, (_, row) => `Chair ${row}\n`).join('')}`

/** Breaks off in the middle of each file. */
function breakFiles(bytes: number): void {
  app.platform.override(storage, {
    ...files,
    async read(address, range) {
      const object = await files.read(address, range)
      if (!object) return null
      async function* cut() {
        let left = bytes
        for await (const chunk of object!.stream as AsyncIterable<Buffer>) {
          yield chunk.subarray(0, left)
          left -= chunk.length
          if (left <= 0) throw new Error('The storage has gone')
        }
      }
      return { ...object, stream: Readable.from(cut(), { objectMode: false }) }
    },
  })
}

test('what a storage has given before it broke off is not taken for the whole file', async () => {
  const { body } = await postFile(client, { bytes: bigFile(), entity: 'catalog.product' })
  // In the middle of a row, which would be imported as a shorter one.
  breakFiles(150_003)
  const done = await workOn(app, client, { id: body.id, work: 'rehearse' })
  expect(done).toMatchObject({ status: 'failed', errorMessage: 'Something went wrong' })
})

test('a text is read by a confined process, which ends with its reader, and beside others', async () => {
  const { body } = await postFile(client, { bytes: bigFile(), entity: 'catalog.product' })
  const { attachmentId } = (await client.get(`/transfer/imports?id=${body.id}`)).body.items[0]
  const format = { type: 'csv', encoding: 'utf-8', delimiter: ',' } as const
  await app.platform.actAs(app.callerOf({ features: CLERK }), async (ctx) => {
    const open = () => readRows(ctx, attachmentId, { format, rows: 100_000, columns: 10 })
    // More than may be read at the same time, one after another: each makes room for the next.
    for (let count = 0; count < 8; count++) {
      const opened = (await open())!
      expect(opened.header).toEqual(['title'])
      expect((await opened.rows.next()).value).toMatchObject({ row: 2, cells: ['Chair 0'], isTooLong: false })
      opened.close()
    }
    const few = (await readRows(ctx, attachmentId, { format, rows: 100, columns: 10 }))!
    const readAll = async () => {
      for await (const { row } of few.rows) expect(row).toBeLessThanOrEqual(100)
    }
    await expect(readAll()).rejects.toThrow('The file is too large')
    expect(await readRows(ctx, crypto.randomUUID(), { format, rows: 100, columns: 10 })).toBeNull()
  })
})

/** Gives something else in the place of a stored file. */
function giveInstead(stream: () => Readable): void {
  app.platform.override(storage, {
    ...files,
    async read(address, range) {
      const object = await files.read(address, range)
      return object && { ...object, stream: stream() }
    },
  })
}

test('rows of millions of characters cost as much as many short ones', async () => {
  const { body } = await postFile(client, { bytes: 'title\nChair\n', entity: 'catalog.product' })
  const { attachmentId } = (await client.get(`/transfer/imports?id=${body.id}`)).body.items[0]
  const format = { type: 'csv', encoding: 'utf-8', delimiter: ',' } as const
  // Six times as many characters when they are passed on.
  const long = '\u0001'.repeat(4_000_000)
  giveInstead(() =>
    Readable.from(
      ['title\n', `${long}\n`, `${long}\n`].map((text) => Buffer.from(text)),
      { objectMode: false },
    ),
  )
  await app.platform.actAs(app.callerOf({ features: CLERK }), async (ctx) => {
    const began = process.cpuUsage()
    const opened = (await readRows(ctx, attachmentId, { format, rows: 10, columns: 10 }))!
    const lengths: number[] = []
    for await (const { cells } of opened.rows) lengths.push(String(cells[0]).length)
    expect(lengths).toEqual([long.length, long.length])
    expect(process.cpuUsage(began).user / 1_000_000).toBeLessThan(3)
  })
}, 60_000)

test('a file whose reading cannot begin leaves its place to others', async () => {
  const { body } = await postFile(client, { bytes: 'title\nChair\n', entity: 'catalog.product' })
  const { attachmentId } = (await client.get(`/transfer/imports?id=${body.id}`)).body.items[0]
  const format = { type: 'csv', encoding: 'utf-8', delimiter: ',' } as const
  const open = () =>
    app.platform.actAs(app.callerOf({ features: CLERK }), (ctx) =>
      readRows(ctx, attachmentId, { format, rows: 10, columns: 10 }),
    )
  const stream = () =>
    Object.assign(Readable.from(['title\n'], { objectMode: false }), {
      pipe() {
        throw new Error('No pipes are left')
      },
    })
  giveInstead(stream)
  // More than may be read at the same time.
  for (let count = 0; count < 8; count++) await expect(open()).rejects.toThrow('No pipes are left')
})

test('a key occurs once in a file, however many there are', async () => {
  const rows = Array.from({ length: 700 }, (_, row) => `Chair ${row},K-${row}\n`)
  const bytes = `title,sku\n${rows.join('')}Last,K-3\nLast,K-690\n`
  const { body } = await postFile(client, { bytes, entity: 'catalog.product' })
  const key = { by: 'field', field: 'sku' }
  await client.put('/transfer/imports', { id: body.id, settings: { ...body.settings, mode: 'both', key } })
  const { rehearsal } = await workOn(app, client, { id: body.id, work: 'rehearse' })
  expect(rehearsal).toEqual({ created: 700, updated: 0, unchanged: 0, refused: 2 })
  const { items } = (await client.get(`/transfer/refusals?importId=${body.id}`)).body
  const problems = [{ column: 'sku', message: 'An earlier row has the same' }]
  expect(items).toMatchObject([
    { row: 702, problems },
    { row: 703, problems },
  ])
})
