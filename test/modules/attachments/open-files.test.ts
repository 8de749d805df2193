import { readdir, readlink, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { defineModule, sql, toNodeHandler } from '@plinth/core'
import { defineBatchedLog } from '@plinth/core/data'
import { internalRequests } from '@plinth/core/http'
import { expect, test } from 'vitest'
import { type FilesApp, filesApp, send } from './_files.ts'

const SIZE = 3_000_000

/** How many files of the store this process holds open. Linux tells; elsewhere none are counted. */
async function openFiles({ root }: FilesApp): Promise<number> {
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const targets = await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')))
  return targets.filter((target) => target.startsWith(root)).length
}

test('no file stays open of an answer that is cancelled, before or after its first bytes are read', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const { url } = (await send(admin, { bytes: 'x'.repeat(SIZE) })).body.item
  for (let time = 0; time < 20; time++) {
    const [unread, begun] = [await admin.fetch(url), await admin.fetch(url, { headers: { range: 'bytes=5-' } })]
    await unread.body!.cancel()
    const reader = begun.body!.getReader()
    await reader.read()
    await reader.cancel()
    await (await admin.fetch(url, { method: 'HEAD' })).body?.cancel()
  }
  await expect.poll(() => openFiles(app)).toBe(0)
})

test('no file stays open where a program inside asks for one and gets no JSON', async () => {
  await using app = await filesApp()
  const { url } = (await send(app.as('admin'), { bytes: 'x'.repeat(SIZE) })).body.item
  const caller = app.callerOf('admin')
  const credential = { identify: async () => caller, ip: '127.0.0.1' }
  await app.platform.actAs(caller, async ({ inject }) => {
    for (let time = 0; time < 5; time++) {
      const answer = await inject(internalRequests).serve({ method: 'GET', path: url, credential })
      expect(answer).toMatchObject({ status: 200, body: undefined })
    }
  })
  await expect.poll(() => openFiles(app)).toBe(0)
})

test('no file stays open of a connection that breaks', async () => {
  await using app = await filesApp()
  const { url } = (await send(app.as('admin'), { bytes: 'x'.repeat(SIZE) })).body.item
  const server = createServer(toNodeHandler(app.platform))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const [[name, secret]] = Object.entries(app.headersOf('admin')) as [[string, string]]
  const head = `GET ${url} HTTP/1.1\r\nhost: x\r\n${name}: ${secret}\r\n\r\n`
  for (let time = 0; time < 10; time++)
    await new Promise<void>((resolve) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.write(head)
      socket.once('data', () => socket.destroy())
      socket.once('close', () => resolve())
    })
  await expect.poll(() => openFiles(app)).toBe(0)
  server.close()
})

test('no file stays open that is written, nor one whose source breaks, is given up, or finds what another write has left', async () => {
  await using app = await filesApp({}, [])
  const { storage, root } = app
  const at = (key: string) => ({ partition: 'written', key })
  async function* breaking() {
    yield Buffer.alloc(SIZE)
    throw new Error('the source broke')
  }
  for (let time = 0; time < 10; time++) {
    const left = join(root, 'written', `${time}.part`)
    await storage.write(at('whole'), Readable.from([Buffer.alloc(SIZE)]))
    await writeFile(left, 'half')
    await utimes(left, 0, 0)
    await storage.write(at(String(time)), Readable.from([Buffer.from('all')]))
    expect((await storage.stat(at(String(time))))!.size).toBe(3)
    await expect(storage.write(at('broken'), Readable.from(breaking()))).rejects.toThrow('the source broke')
    const signal = AbortSignal.abort()
    await expect(storage.write(at('gone'), Readable.from([Buffer.alloc(SIZE)]), { signal })).rejects.toThrow()
  }
  await expect.poll(() => openFiles(app)).toBe(0)
  expect((await readdir(join(root, 'written'))).toSorted()).toEqual([...Array(10).keys(), 'whole'].map(String))
})

/** Lines that the database refuses, which whoever asked has to wait for. */
const lines = defineBatchedLog<string>({
  id: 'strict.lines',
  isAwaited: true,
  statements: () => [sql`select 1 / 0`],
})

test('no file stays open of an answer that is taken back because it could not be written down', async () => {
  const strict = defineModule({ id: 'strict', title: 'Strict', onRead: ({ record }) => record(lines, 'read') })
  await using app = await filesApp({}, [strict])
  const admin = app.as('admin')
  const { id, url } = (await send(admin, { bytes: 'x'.repeat(SIZE) })).body.item
  expect(id).toBeTypeOf('string')
  for (let time = 0; time < 3; time++) expect((await admin.get(url)).status).toBe(503)
  await expect.poll(() => openFiles(app)).toBe(0)
})
