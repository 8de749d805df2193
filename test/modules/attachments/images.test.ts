import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { findPackageJSON } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Storage, storage } from '@plinth/attachments'
import { toNodeHandler } from '@plinth/core'
import { tenantB } from '@plinth/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type FilesApp, filesApp, send } from './_files.ts'
import { blackPng } from './_hostile/pictures.ts'

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } })

/** The platform of all tests that need no options of their own. Its processes have started when the next test asks for a picture. */
let app: FilesApp
beforeAll(async () => {
  app = await filesApp()
})
afterAll(() => app[Symbol.asyncDispose]())

/** Replaces methods of the storage until the test ends. */
function overrideStorage(changes: Partial<Storage>): void {
  app.platform.override(storage, { ...app.storage, ...changes })
  onTestFinished(() => app.platform.override(storage, app.storage))
}

/** What is stored when other tests have left nothing to sweep. */
async function cleared(): Promise<string[]> {
  await app.settled()
  await app.sweep()
  return app.stored()
}

async function upload(app: FilesApp, bytes: Buffer, name: string): Promise<string> {
  const { body } = await send(app.as('admin'), { bytes: new Uint8Array(bytes), name, type: 'image/x' })
  return body.item.id
}

async function read(app: FilesApp, path: string) {
  const response = await app.as('admin').fetch(`/attachments/image/${path}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
}

test.for([
  ['?width=100', 100, 50],
  ['?height=100', 200, 100],
  ['?width=100&height=100', 100, 100],
  ['?width=100&height=100&cropType=contain', 100, 100],
  ['/whatever/name.png?width=1e2', 100, 50],
  ['?width=1200', 1200, 600],
  ['', 400, 200],
] as const)('a picture in the size that is asked for: %s', async ([path, width, height]) => {
  const id = await upload(app, await plain(400, 200).jpeg().toBuffer(), 'a.jpg')
  for (const _ of ['rendered', 'kept']) {
    const answer = await read(app, id + path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ width, height, format: 'jpeg' })
  }
})

test.for([
  ['a small picture, to 4 million pixels', [300, 300], '?width=4000', [2000, 2000]],
  ['in the shape that was asked for', [300, 300], '?width=4000&height=2000&cropType=contain', [2828, 1414]],
  ['a larger one to twice its sides', [1100, 1100], '?height=2300', [2200, 2200]],
  ['a thin one not along the side that follows', [2, 4000], '?width=4000', [44, 88_000]],
  ['nothing beyond 40 million pixels', [1000, 10_100], '?width=4000', [1990, 20_099]],
] as const)('pictures are enlarged within limits: %s', async ([, [width, height], query, size]) => {
  const id = await upload(app, blackPng({ width, height }), 'a.png')
  const answer = await read(app, id + query)
  expect(answer.status).toBe(200)
  const made = await sharp(answer.bytes, { limitInputPixels: false }).metadata()
  expect([made.width, made.height]).toEqual(size)
})

test('who looked at a private picture is in the access log, in whatever size, and no stranger is', async () => {
  const id = await upload(app, await plain(400, 200).jpeg().toBuffer(), 'a.jpg')
  for (const path of [id, `${id}?width=90`, `${id}/a.jpg?width=90`]) await read(app, path)
  await app.anonymous.get(`/attachments/image/${id}`)
  await app.settled()
  expect(
    await app.sql(
      `select resource_kind as kind, resource_uuids as ids from plinth.access_log where $1 = any(resource_uuids)`,
      [id],
    ),
  ).toEqual(Array.from({ length: 3 }, () => ({ kind: 'attachments.attachment', ids: [id] })))
})

test('what a camera turned is upright, a drawing becomes PNG, and what is no picture is refused', async () => {
  const turned = await upload(
    app,
    await plain(400, 200).withExif({}).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    't.jpg',
  )
  expect(await sharp((await read(app, turned)).bytes).metadata()).toMatchObject({ width: 200, height: 400 })
  // Browsers display no TIFF.
  const scan = await read(app, `${await upload(app, await plain(40, 20).tiff().toBuffer(), 'scan.tiff')}?width=20`)
  expect([scan.status, scan.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(await sharp(scan.bytes).metadata()).toMatchObject({ width: 20, height: 10, format: 'png' })
  const svg = await upload(
    app,
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script></svg>'),
    'a.svg',
  )
  const drawn = await read(app, `${svg}?width=80`)
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
  const text = await upload(app, Buffer.from('hello'), 'a.png')
  expect((await read(app, text)).text).toBe('{"error":"Unsupported media type"}')
  const cut = await upload(app, (await plain(400, 200).png().toBuffer()).subarray(0, 300), 'cut.png')
  expect([(await read(app, cut)).status]).toEqual([400])
})

test.for(['width=0', 'width=-1', 'width=1.5', 'width=', 'height=4001', 'width=abc', 'cropType=other'])(
  'a size that is none is 400 before anything is told: %s',
  async (query) => {
    const { status, text } = await read(app, `00000000-0000-4000-8000-000000000000?${query}`)
    expect([status, text]).toEqual([400, '{"error":"Invalid size parameters"}'])
  },
)

test('renditions are stored for the next host, and removed with their file', async () => {
  const { length } = await cleared()
  const id = await upload(app, await plain(400, 200).png().toBuffer(), 'a.png')
  await Promise.all([1, 2, 3].map(() => read(app, `${id}?width=50`)))
  await app.settled()
  expect(await app.stored()).toHaveLength(length + 2)
  await app.as('admin').del(`/attachments?id=${id}`)
  await app.sweep()
  expect(await app.stored()).toHaveLength(length + 1)
  expect(await app.sql('select from attachment_renditions where attachment_id = $1', [id])).toEqual([])
})

test('sizes of one picture that are asked for within a moment read its bytes once, and its end is the end of them', async () => {
  let reads = 0
  overrideStorage({ read: (...place) => (reads++, app.storage.read(...place)) })
  const id = await upload(app, await plain(400, 200).png().toBuffer(), 'a.png')
  await Promise.all([50, 51].map((width) => read(app, `${id}?width=${width}`)))
  expect((await read(app, `${id}?width=52`)).status).toBe(200)
  expect(reads).toBe(1)
  await app.as('admin').del(`/attachments?id=${id}`)
  expect((await read(app, `${id}?width=53`)).status).toBe(404)
})

test('who asks first may go away while the bytes are read: those who wait for the same ones get their picture', async () => {
  const id = await upload(app, await plain(400, 200).png().toBuffer(), 'a.png')
  const [reading, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  overrideStorage({
    async read(...place) {
      if (++reads === 1) reading.resolve()
      await released.promise
      return app.storage.read(...place)
    },
  })
  const answers: ServerResponse[] = []
  const server = createServer(toNodeHandler(app.platform)).on('request', (_, answer) => answers.push(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const ask = (width: number, init: RequestInit = {}) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/attachments/image/${id}?width=${width}`
    return fetch(url, { ...init, headers: app.headersOf('admin') })
  }
  const leaving = new AbortController()
  const first = ask(60, { signal: leaving.signal }).catch((error: Error) => error.name)
  await reading.promise
  const others = Promise.all([60, 61, 62].map((width) => ask(width)))
  await expect.poll(() => answers.length).toBe(4)
  leaving.abort()
  expect(await first).toBe('AbortError')
  await expect.poll(() => answers[0]!.closed).toBe(true)
  released.resolve()
  expect((await others).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(reads).toBe(1)
  server.closeAllConnections()
  server.close()
})

test('renditions are limited in number as well, for each takes some room; those beyond are still answered', async () => {
  await using app = await filesApp({ renditionQuota: 3 * 4096 })
  const id = await upload(app, await plain(400, 200).png().toBuffer(), 'a.png')
  for (const width of [10, 11, 12, 13, 14]) {
    expect((await read(app, `${id}?width=${width}`)).status).toBe(200)
    await app.settled()
  }
  expect(await app.sql('select count(*)::int as count from attachment_renditions')).toEqual([{ count: 3 }])
  expect(await app.stored()).toHaveLength(4)
})

test('a rendition that is stored when its file is gone goes as well', async () => {
  const id = await upload(app, await plain(400, 200).png().toBuffer(), 'a.png')
  const { length } = await cleared()
  const { write } = app.storage
  overrideStorage({
    async write(...asked) {
      await app.as('admin').del(`/attachments?id=${id}`)
      await app.sweep()
      await write(...asked)
    },
  })
  expect((await read(app, `${id}?width=50`)).status).toBe(200)
  await app.settled()
  expect(await app.stored()).toHaveLength(length)
})

test('a picture of too many pixels is refused, not decoded', async () => {
  const id = await upload(app, blackPng({ width: 6400, height: 6400 }), 'big.png')
  expect((await read(app, `${id}?width=10`)).status).toBe(413)
})

test('strangers of one network have some pictures rendered in a minute; what is kept is not counted', async () => {
  const rateLimits = { enabled: true, overrides: { 'strangers-renditions': { points: 3 } } }
  await using app = await filesApp({}, undefined, { rateLimits })
  const bytes = new Uint8Array(await plain(400, 200).png().toBuffer())
  const sent = await send(app.as('admin'), { bytes, name: 'a.png', fields: { partitionCode: 'productsMedia' } })
  const path = `/attachments/image/${sent.body.item.id}`
  const ask = async (width: number, as = app.anonymous) => (await as.fetch(`${path}?width=${width}`)).status
  for (const width of [10, 11, 12]) expect(await ask(width)).toBe(200)
  const refused = await app.anonymous.fetch(`${path}?width=13`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect(await ask(12)).toBe(200)
  expect(await ask(14, app.as('admin'))).toBe(200)
  expect(await ask(14)).toBe(200)
  // Whoever waits for a picture that a stranger has begun does not share the refusal.
  expect(await Promise.all([ask(15), ask(15, app.as('admin')), ask(15)])).toEqual([429, 200, expect.any(Number)])
})

test('a picture in its own size is stored as the others are, and then not rendered again', async () => {
  const rateLimits = { enabled: true, overrides: { 'strangers-renditions': { points: 1 } } }
  await using app = await filesApp({}, undefined, { rateLimits })
  // More than what is kept in memory.
  const bytes = new Uint8Array(await noise(400))
  expect(bytes.length).toBeGreaterThan(256 * 1024)
  const sent = await send(app.as('admin'), { bytes, name: 'a.png', fields: { partitionCode: 'productsMedia' } })
  const ask = () => app.anonymous.fetch(`/attachments/image/${sent.body.item.id}`)
  const first = await ask()
  expect([first.status, (await first.arrayBuffer()).byteLength]).toEqual([200, expect.any(Number)])
  await app.settled()
  expect(await app.stored()).toHaveLength(2)
  for (let call = 0; call < 3; call++) expect((await ask()).status).toBe(200)
})

/** A picture that cannot be packed. */
const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** A picture of another tenant. */
async function othersPicture(app: FilesApp, bytes: Buffer, name: string) {
  const other = app.as({ tenantId: tenantB.id, organizationId: tenantB.organization, features: ['attachments.*'] })
  const { body } = await send(other, { bytes: new Uint8Array(bytes), name })
  return async (width: number) => {
    const answer = await other.fetch(`/attachments/image/${body.item.id}?width=${width}`)
    await answer.arrayBuffer()
    return answer.status
  }
}

/** Asks for a picture in several sizes; says whether one of them has been answered. */
function askForAll(app: FilesApp, paths: readonly string[]) {
  let isOver = false
  const answers = Promise.all(
    paths.map((path) =>
      read(app, path).then((answer) => {
        isOver = true
        return answer
      }),
    ),
  )
  return { answers, isOver: () => isOver }
}

const small =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="red"/></svg>'
const FAILED = [400, '{"error":"Failed to render image"}']

test('a drawing that would take hours is ended, and nobody else waits for it', { timeout: 400_000 }, async () => {
  await using app = await filesApp({ pictureSeconds: 0.5 })
  const many = '<circle cx="3000" cy="3000" r="2900" fill="none" stroke="#000" stroke-dasharray="1 1"/>'.repeat(400)
  const endless = `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="6000"><g id="a">${many}</g>${'<use href="#a"/>'.repeat(60_000)}</svg>`
  const id = await upload(app, Buffer.from(endless), 'endless.svg')
  const photo = await othersPicture(app, await plain(400, 200).png().toBuffer(), 'a.png')
  const logo = await othersPicture(app, Buffer.from(small), 'small.svg')
  const own = await upload(app, Buffer.from(small), 'small.svg')
  // From here on, the two processes have started.
  expect(await Promise.all([photo(10), read(app, `${own}?width=10`)])).toMatchObject([200, { status: 200 }])
  const { answers, isOver } = askForAll(app, [`${id}?width=100`])
  for (const width of [20, 30, 40]) expect([await photo(width), await logo(width), isOver()]).toEqual([200, 200, false])
  for (const { status, text } of await answers) expect([status, text]).toEqual(FAILED)
  // It takes as long in every other size, which is refused at once.
  const other = await read(app, `${id}?width=101`)
  expect([other.status, other.text]).toEqual(FAILED)
  const drawn = await read(app, `${own}?width=40`)
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(await sharp(drawn.bytes).metadata()).toMatchObject({ width: 40, height: 20 })
})

/** A picture which is expected to take more than a second in a size of nearly a million pixels. */
const longPicture = () => plain(300, 300).avif().toBuffer()

test('a picture that takes long to encode holds up no other tenant', { timeout: 240_000 }, async () => {
  const id = await upload(app, await longPicture(), 'a.avif')
  const photo = await othersPicture(app, await plain(400, 200).png().toBuffer(), 'a.png')
  expect(await photo(10)).toBe(200)
  const { answers, isOver } = askForAll(
    app,
    [1000, 999].map((size) => `${id}?width=${size}&height=${size}`),
  )
  for (const width of [20, 30, 40]) expect([await photo(width), isOver()]).toEqual([200, false])
  for (const { status, headers } of await answers)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/avif'])
})

test('a picture that would take more than it may is refused, in that size', { timeout: 240_000 }, async () => {
  await using app = await filesApp({ pictureSeconds: 0.15 })
  const id = await upload(app, await longPicture(), 'a.avif')
  const refused = await read(app, `${id}?width=2000`)
  expect([refused.status, refused.text]).toEqual(FAILED)
  expect((await read(app, `${id}?width=20`)).status).toBe(200)
})

test('strangers of one network have few long pictures rendered in a minute', { timeout: 240_000 }, async () => {
  const rateLimits = { enabled: true, overrides: { 'strangers-renditions': { points: 35 } } }
  await using app = await filesApp({}, undefined, { rateLimits })
  const bytes = new Uint8Array(await longPicture())
  const sent = await send(app.as('admin'), { bytes, name: 'a.avif', fields: { partitionCode: 'productsMedia' } })
  const ask = async (width: number, as = app.anonymous) => {
    const answer = await as.fetch(`/attachments/image/${sent.body.item.id}?width=${width}`)
    await answer.arrayBuffer()
    return answer.status
  }
  expect([await ask(1000), await ask(999), await ask(998, app.as('admin'))]).toEqual([200, 429, 200])
})

test('a process that renders may read its own code and nothing else of the host', { timeout: 60_000 }, async () => {
  const id = await upload(app, await plain(400, 200).png().toBuffer(), 'a.png')
  expect((await read(app, `${id}?width=30`)).status).toBe(200)
  const flags = (await startedFlags('render')).filter((flag) => !flag.startsWith('--import='))
  const files = ['/etc/passwd', join(app.root, 'a'), join(process.cwd(), 'package.json'), process.cwd()]
  const code = findPackageJSON('sharp', import.meta.url)!
  const script = 'process.argv.slice(1).map((path) => process.permission.has("fs.read", path))'
  const asked = await promisify(execFile)(process.execPath, [
    ...flags,
    '-p',
    `JSON.stringify(${script})`,
    code,
    ...files,
  ])
  expect(JSON.parse(asked.stdout)).toEqual([true, ...files.map(() => false)])
})

/** The options of Node with which this process has started a program of ours for some task. */
async function startedFlags(task: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'ppid=,args='])
  const started = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  const [, , ...args] = started.find(([parent, ...rest]) => Number(parent) === process.pid && rest.at(-1) === task)!
  return args.filter((argument) => /^--(permission|allow-)/.test(argument))
}

test('pictures that their readers do not take are limited in bytes', { timeout: 240_000 }, async () => {
  const id = await upload(app, await noise(2_800), 'noise.png')
  const server = createServer(toNodeHandler(app.platform))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const path = `/attachments/image/${id}`
  const reader = new AbortController()
  const ask = (size: number) =>
    fetch(`http://127.0.0.1:${port}${path}?width=${size}`, { headers: app.headersOf('admin'), signal: reader.signal })
  // They are answered, and not read.
  const slow = [await ask(2_800), await ask(2_799), await ask(2_798)]
  expect(slow.map(({ status }) => status)).toEqual([200, 200, 200])
  const refused = await read(app, `${id}?width=2797`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  reader.abort()
  await expect.poll(async () => (await read(app, `${id}?width=20`)).status, { timeout: 10_000 }).toBe(200)
  server.closeAllConnections()
  server.close()
})
