import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { localStorage } from '@plinth/attachments'
import { s3Storage } from '@plinth/attachments/s3'
import { checkStorage } from '@plinth/attachments/testing'
import { expect, test } from 'vitest'
import { memoryStorage } from '../../_setup/memory-storage.ts'
import { startS3Server } from './_s3-server.ts'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'plinth-files-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('the local driver keeps the contract', async () => {
  await using root = await folder()
  await checkStorage(localStorage({ root: root.path }))
  expect(await readdir(join(root.path, 'storageCheck'), { recursive: true, withFileTypes: true })).toSatisfy(
    (entries: { isFile(): boolean }[]) => entries.every((entry) => !entry.isFile()),
  )
})

test('the S3 driver keeps the contract', async () => {
  await using server = await startS3Server()
  const storage = s3Storage(server.options)
  await checkStorage(storage)
  storage.close()
})

test('a driver of somebody else keeps the contract', () => checkStorage(memoryStorage()))

test('a prefix keeps several products in one bucket apart', async () => {
  await using server = await startS3Server()
  const [one, other] = ['one', 'other'].map((prefix) => s3Storage({ ...server.options, prefix }))
  const address = { partition: 'files', key: 'a.txt' }
  await one!.write(address, Readable.from([Buffer.from('one')]))
  expect(await other!.read(address)).toBeNull()
  expect(await text((await one!.read(address))!.stream)).toBe('one')
})

test('a partition may have a folder of its own', async () => {
  await using root = await folder()
  await using own = await folder()
  const storage = localStorage({
    root: root.path,
    rootOf: (partition) => (partition === 'media' ? own.path : undefined),
  })
  await storage.write({ partition: 'media', key: 'a.txt' }, Readable.from([Buffer.from('a')]))
  await storage.write({ partition: 'other', key: 'b.txt' }, Readable.from([Buffer.from('b')]))
  expect(await readdir(own.path)).toEqual(['a.txt'])
  expect(await readdir(root.path)).toEqual(['other'])
})

test('links lead nowhere: not a file, not a folder', async () => {
  await using root = await folder()
  await using outside = await folder()
  await writeFile(join(outside.path, 'secret.txt'), 'secret')
  await mkdir(join(root.path, 'media'))
  await symlink(join(outside.path, 'secret.txt'), join(root.path, 'media', 'link.txt'))
  await symlink(outside.path, join(root.path, 'media', 'away'))
  const storage = localStorage({ root: root.path })
  for (const key of ['link.txt', 'away/secret.txt']) {
    expect(await storage.read({ partition: 'media', key })).toBeNull()
    expect(await storage.stat({ partition: 'media', key })).toBeNull()
  }
  const written = storage.write({ partition: 'media', key: 'away/new.txt' }, Readable.from([Buffer.from('x')]))
  await expect(written).rejects.toThrow('leads out of it')
  await storage.delete({ partition: 'media', key: 'away/secret.txt' })
  expect(await readdir(outside.path)).toEqual(['secret.txt'])
})
