import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { MIB } from '@plinth/core'
import type { ObjectAddress, Storage } from '../storage/storage.ts'

/**
 * Checks that a driver fulfills the contract of `Storage`. Writes to the partition `storageCheck` and removes what it wrote.
 * Throws an `AssertionError` that names the first violated requirement.
 */
export async function checkStorage(storage: Storage): Promise<void> {
  const run = randomBytes(6).toString('hex')
  const at = (name: string): ObjectAddress => ({ partition: 'storageCheck', key: `${run}/${name}` })
  const written = new Set<ObjectAddress>()
  const write = (address: ObjectAddress, bytes: Buffer, gate?: Promise<void>) => {
    written.add(address)
    return storage.write(address, inPieces(bytes, gate))
  }
  try {
    await checkWholeObjects(storage, { at, write })
    await checkRanges(storage, { at, write })
    await checkSideBySide(storage, { at, write })
    await checkAbsent(storage, at('absent.bin'))
    await checkInterrupted(storage, at('interrupted.bin'))
    await checkAborted(storage, at('aborted.bin'))
    await checkAddresses(storage)
  } finally {
    for (const address of written) await storage.delete(address)
  }
}

interface StorageFixture {
  readonly at: (name: string) => ObjectAddress
  /** If there is a gate, the stream ends when it opens. */
  readonly write: (address: ObjectAddress, bytes: Buffer, gate?: Promise<void>) => Promise<void>
}

async function checkWholeObjects(storage: Storage, { at, write }: StorageFixture): Promise<void> {
  for (const [name, size] of Object.entries({ 'empty.bin': 0, 'small.txt': 10, 'deep/er/large.bin': 12 * MIB + 7 })) {
    const bytes = randomBytes(size)
    await write(at(name), bytes)
    const stat = await storage.stat(at(name))
    assert.equal(stat?.size, size, `stat tells the size of an object of ${size} bytes`)
    assert.ok(stat.modifiedAt instanceof Date, 'stat tells when an object was written')
    assert.ok((await readAll(storage, at(name)))?.equals(bytes), `an object of ${size} bytes is read as it was written`)
  }
  const replaced = randomBytes(99)
  await write(at('small.txt'), replaced)
  assert.ok((await readAll(storage, at('small.txt')))?.equals(replaced), 'a second write replaces the object')
}

async function checkRanges(storage: Storage, { at, write }: StorageFixture): Promise<void> {
  const bytes = randomBytes(1000)
  await write(at('range.bin'), bytes)
  for (const [start, end] of [
    [5, 5],
    [10, 19],
    [990, 999],
    [0, 999],
  ] as const) {
    const part = await storage.read(at('range.bin'), { start, end })
    assert.ok(part, 'a range of an object is read')
    assert.equal(part.size, bytes.length, 'a range tells the size of the whole object')
    assert.ok(
      (await buffer(part.stream)).equals(bytes.subarray(start, end + 1)),
      `bytes ${start} to ${end} are read exactly`,
    )
  }
}

async function checkSideBySide(storage: Storage, { at, write }: StorageFixture): Promise<void> {
  const address = at('side-by-side.bin')
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const writers = gates.map(async ({ promise: gate }, number) => {
    const bytes = Buffer.alloc(4 * MIB, number + 1)
    await write(address, bytes, gate)
    return bytes
  })
  gates[0].resolve()
  const first = await writers[0]!
  assert.ok(
    (await readAll(storage, address))?.equals(first),
    'what is written is read whole while another write goes on',
  )
  gates[1].resolve()
  const second = await writers[1]!
  assert.ok((await readAll(storage, address))?.equals(second), 'the write that ends last is what is read')
}

async function checkAbsent(storage: Storage, address: ObjectAddress): Promise<void> {
  assert.equal(await storage.read(address), null, 'read answers null for an absent object')
  assert.equal(await storage.stat(address), null, 'stat answers null for an absent object')
  await storage.delete(address)
  await storage.write(address, Readable.from([Buffer.from('now')]))
  await storage.delete(address)
  assert.equal(await storage.stat(address), null, 'a deleted object is absent')
}

async function checkInterrupted(storage: Storage, address: ObjectAddress): Promise<void> {
  const source = Readable.from(breaking())
  await assert.rejects(storage.write(address, source), /the source broke/, 'write rejects as its source does')
  assert.equal(await storage.read(address), null, 'an interrupted write leaves no object')
  await storage.delete(address)
}

async function checkAborted(storage: Storage, address: ObjectAddress): Promise<void> {
  const stop = new AbortController()
  const source = Readable.from(endless(() => stop.abort()))
  await assert.rejects(storage.write(address, source, { signal: stop.signal }), 'an aborted write rejects')
  assert.ok(source.destroyed, 'an aborted write stops reading')
  assert.equal(await storage.stat(address), null, 'an aborted write leaves no object')
  await storage.delete(address)
}

async function checkAddresses(storage: Storage): Promise<void> {
  const hostile = ['../x', 'a/../../x', '/etc/passwd', 'a//b', '', '.', 'a/..', 'a\\b', 'a\0b', 'x'.repeat(501)]
  const addresses = [
    ...hostile.map((key) => ({ partition: 'storageCheck', key })),
    ...['..', '../x', 'a/b', '', 'x', 'a\0'].map((partition) => ({ partition, key: 'file' })),
  ]
  for (const address of addresses) {
    const words = `refuses the address ${JSON.stringify(address).slice(0, 80)}`
    await assert.rejects(storage.write(address, Readable.from(['x'])), `write ${words}`)
    await assert.rejects(storage.read(address), `read ${words}`)
    await assert.rejects(storage.stat(address), `stat ${words}`)
    await assert.rejects(storage.delete(address), `delete ${words}`)
  }
}

async function readAll(storage: Storage, address: ObjectAddress): Promise<Buffer | null> {
  const found = await storage.read(address)
  return found && buffer(found.stream)
}

function inPieces(bytes: Buffer, gate?: Promise<void>): Readable {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 70_000) {
      yield bytes.subarray(at, at + 70_000)
      if (at > bytes.length / 2) await gate
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}

function* breaking() {
  yield Buffer.alloc(MIB)
  throw new Error('the source broke')
}

async function* endless(stop: () => void) {
  for (let at = 0; ; at++) {
    if (at === 8) stop()
    yield randomBytes(MIB)
    await new Promise(setImmediate)
  }
}
