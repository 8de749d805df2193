import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { toNodeHandler } from '@plinth/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilesApp, filesApp, uploadForm, send } from './_files.ts'
import { archives } from './_hostile/archives.ts'
import { bodies } from './_hostile/bodies.ts'
import { drawings, entityBombs, polyglots, scriptedPdfs } from './_hostile/markup.ts'
import { names } from './_hostile/names.ts'
import { brokenPictures, endlessPictures, hugePictures } from './_hostile/pictures.ts'
import { type HostileFile, Random } from './_hostile/random.ts'

const SEED = 4711
const limits = { maxFileSize: 2_000_000, firstReadingSeconds: 0.8, readingSeconds: 2 }

/**
 * Without the campaign, every fifth of what chance has made: as five has no factor in common with the number of formats that
 * follow each other, each of them remains.
 */
const isCampaign = process.env['HOSTILE_FILES'] === 'all'
const sample = <T>(all: readonly T[], every = 5) => (isCampaign ? all : all.filter((_, index) => index % every === 0))

/** What a browser may show in a page; everything else has to be a download. */
const PASSIVE =
  /^(image\/(avif|bmp|gif|jpeg|png|webp)|application\/pdf|text\/(plain|csv|markdown); charset=(utf-8|utf-16[lb]e|windows-1252)|(audio|video)\/.+)$/
const ACTIVE = /html|xml|svg|script|flash|wasm/

/** Uploads each, reads it back, and draws it where it is a picture. Answers how often each status came. */
async function attack(app: FilesApp, files: readonly HostileFile[], fields: Record<string, string> = {}) {
  const admin = app.as('admin')
  const seen = new Map<string, number>()
  const note = ({ what }: HostileFile, ...[step, status, allowed]: [string, number, readonly number[]]) => {
    expect(allowed, `${what}: ${step} answers ${status}`).toContain(status)
    seen.set(`${step} ${status}`, (seen.get(`${step} ${status}`) ?? 0) + 1)
  }
  const meet = async (file: HostileFile) => {
    const sent = await send(admin, { bytes: new Uint8Array(file.bytes), name: file.name, type: file.type, fields })
    note(file, 'upload', sent.status, [200, 400, 413])
    if (sent.status !== 200) return
    const { id, url, fileName } = sent.body.item
    expect(fileName).toMatch(/^[^\0-,/:-@[-^`{-\x7f\p{C}\p{Z}]{1,200}$/u)
    const read = await admin.fetch(url)
    note(file, 'file', read.status, [200])
    expect(Buffer.from(await read.arrayBuffer()).equals(file.bytes), `${file.what} is what it was`).toBe(true)
    assertHarmless(read.headers)
    const drawn = await admin.fetch(`/attachments/image/${id}?width=32`)
    note(file, 'image', drawn.status, [200, 400, 413])
    if (drawn.status === 200)
      expect(drawn.headers.get('content-type')).toMatch(/^image\/(avif|gif|jpeg|png|tiff|webp)$/)
    await drawn.arrayBuffer()
  }
  const waiting = [...files]
  const worker = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) await meet(file)
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return seen
}

function assertHarmless(headers: Headers): void {
  const [type, place] = ['content-type', 'content-disposition'].map((name) => headers.get(name) ?? '') as [
    string,
    string,
  ]
  expect(type).not.toMatch(ACTIVE)
  expect(place).toMatch(PASSIVE.test(type) ? /^(inline|attachment); filename/ : /^attachment; filename/)
  expect(place).toMatch(/^[\x20-\x7e]{1,2000}$/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
}

/** Every stored byte belongs to a row or will be purged, and the host still answers. */
async function assertUnharmed(app: FilesApp): Promise<void> {
  expect((await app.as('admin').get('/attachments/library?pageSize=1')).status).toBe(200)
  // Listed before the rows are counted: renditions are kept after they have been sent, and their row is written first.
  const stored = await app.stored()
  const [row] = await app.sql<{ files: number }>('select count(*)::int as files from attachments')
  const [kept] = await app.sql<{ files: number }>(
    "select count(*)::int as files from attachment_objects where state <> 'kept'",
  )
  const [renditions] = await app.sql<{ files: number }>('select count(*)::int as files from attachment_renditions')
  expect(stored.length).toBeGreaterThanOrEqual(row!.files)
  expect(stored.length).toBeLessThanOrEqual(row!.files + kept!.files + renditions!.files)
}

/** The platform of all tests except that of documents, which reads all texts that wait. */
let app: FilesApp
beforeAll(async () => {
  app = await silentApp()
})
afterAll(() => app[Symbol.asyncDispose]())

async function silentApp(): Promise<FilesApp> {
  const app = await filesApp(limits)
  await app.as('admin').post('/attachments/partitions', { code: 'silent', title: 'Silent', requiresOcr: false })
  return app
}

test('the corpus has more than 500 files and forms, the same ones in every run', async () => {
  const make = async () => {
    const random = new Random(SEED)
    const drawn = [...(await brokenPictures(random)), ...hugePictures(random), ...endlessPictures()]
    const written = [...polyglots(random), ...names(random), ...entityBombs(random), ...drawings(random, '')]
    const documents = [...(await archives(random)), ...scriptedPdfs(random)]
    return [
      ...[...drawn, ...written, ...documents].map(({ bytes }) => bytes),
      ...Object.values(bodies(random))
        .flat()
        .map(({ body }) => body),
    ]
  }
  const [one, again] = [await make(), await make()]
  expect(one.length).toBeGreaterThan(500)
  expect(Buffer.concat(again).equals(Buffer.concat(one))).toBe(true)
})

test('files under every name and type are stored and served harmlessly', { timeout: 240_000 }, async () => {
  const random = new Random(SEED)
  const files = [polyglots(random), names(random), entityBombs(random)].flatMap((all) => sample(all))
  const seen = await attack(app, files)
  // Names that break the form are refused.
  expect(seen.get('file 200')).toBeGreaterThan(files.length * 0.9)
  await assertUnharmed(app)
})

test('pictures that lie, are cut or never end are drawn within limits or refused', { timeout: 240_000 }, async () => {
  const random = new Random(SEED)
  const [broken, huge, endless] = [await brokenPictures(random), hugePictures(random), endlessPictures()]
  const files = [...sample(broken), ...sample(huge), ...sample(endless, 3)]
  const seen = await attack(app, files, { partitionCode: 'silent' })
  expect(seen.get('image 413')).toBeGreaterThan(0)
  expect(seen.get('image 200')).toBeGreaterThan(files.length * 0.07)
  await assertUnharmed(app)
})

test('drawings ask nobody and run nothing', { timeout: 240_000 }, async () => {
  const asked: string[] = []
  const trap = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  const { port } = trap.address() as AddressInfo
  await attack(app, sample(drawings(new Random(SEED), `http://127.0.0.1:${port}`), 2))
  expect(asked).toEqual([])
  await assertUnharmed(app)
  trap.close()
})

test('documents that explode, nest, lie or run are given up in time', { timeout: 300_000 }, async () => {
  await using app = await silentApp()
  const random = new Random(SEED)
  const [packed, pdfs] = [await archives(random), scriptedPdfs(random)]
  // Each takes a process of its own to read; one of each kind is enough of those.
  await attack(app, [...packed.slice(0, 8), ...pdfs.slice(0, 4)])
  await attack(app, sample([...packed.slice(8), ...pdfs.slice(4)]), { partitionCode: 'silent' })
  await app.jobs()
  const states = await app.sql<{ state: string; reason: string | null; length: number }>(
    'select state, reason, length(content) as length from attachment_texts',
  )
  expect(states.filter(({ state }) => state === 'waiting')).toEqual([])
  expect(Math.max(...states.map(({ length }) => length))).toBeLessThanOrEqual(1_000_000)
  expect(new Set(states.map(({ reason }) => reason))).toContain('too_large')
  const passwords = await app.sql("select from attachment_texts where content like '%root:%'")
  expect(passwords).toEqual([])
  await assertUnharmed(app)
})

test(
  'forms that are cut, lie or have too much of everything are refused as documented',
  { timeout: 240_000 },
  async () => {
    const admin = app.as('admin')
    const { damaged, built } = bodies(new Random(SEED))
    for (const { what, type, body } of [...sample(damaged), ...built]) {
      const init = { body: new Uint8Array(body), headers: { 'content-type': type } }
      const { status, headers } = await admin.send('POST', '/attachments', init)
      expect([200, 400, 403, 413, 422], `${what} answers ${status}`).toContain(status)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
    expect(({} as Record<string, unknown>)['isPublic']).toBeUndefined()
    app.clock.advance(30 * 3_600_000)
    await app.sweep()
    await assertUnharmed(app)
    expect(await app.sql("select from attachment_objects where state <> 'kept'")).toEqual([])
  },
)

/** Opens a connection, sends the head of an upload and then the body in its own way; answers what came back. */
function slowly(port: number, ...[head, body]: [string, (socket: Socket) => Promise<void>]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')))
    socket.on('close', () => resolve(answer))
    // Whoever is refused may find the connection closed.
    socket.on('error', () => resolve(answer))
    socket.write(head)
    body(socket).catch(reject)
  })
}

test('bodies that come slowly, stop or lie about their length hold up nobody', { timeout: 120_000 }, async () => {
  const { length } = await app.sql('select from attachments')
  const server = createServer(toNodeHandler(app.platform))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const request = new Request('http://x', { method: 'POST', body: uploadForm({ bytes: 'slow'.repeat(500) }) })
  const [[name, secret]] = Object.entries(app.headersOf('admin')) as [[string, string]]
  const type = request.headers.get('content-type')!
  const whole = Buffer.from(await request.arrayBuffer()).toString('latin1')
  const head = (length: string) =>
    `POST /attachments HTTP/1.1\r\nhost: x\r\n${name}: ${secret}\r\ncontent-type: ${type}\r\n${length}\r\nconnection: close\r\n\r\n`
  const piecemeal = async (socket: Socket) => {
    for (let at = 0; at < whole.length && !socket.destroyed; at += 300) {
      socket.write(whole.slice(at, at + 300))
      await wait(50)
    }
  }
  const attacks = [
    slowly(port, head(`content-length: ${whole.length}`), piecemeal),
    slowly(port, head('content-length: 99999999999'), piecemeal),
    slowly(port, head('content-length: 100'), piecemeal),
    slowly(port, head('transfer-encoding: chunked'), async (socket) => void socket.write('zz\r\nnot a chunk')),
    slowly(port, head(`content-length: ${whole.length + 5000}`), async (socket) => {
      await piecemeal(socket)
      socket.destroy()
    }),
    ...Array.from({ length: 10 }, (_, index) =>
      slowly(port, head(`content-length: ${whole.length}`), async (socket) => {
        socket.write(whole.slice(0, index * 150))
        await wait(200)
        socket.destroy()
      }),
    ),
  ]
  const others = await Promise.all(Array.from({ length: 10 }, () => send(app.as('admin'))))
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  const answers = (await Promise.all(attacks)).map((answer) => Number(answer.slice(9, 12)))
  expect(answers.slice(0, 4)).toEqual([200, 413, 400, 400])
  expect(answers.filter((status) => status >= 500)).toEqual([])
  server.close()
  app.clock.advance(30 * 3_600_000)
  await app.sweep()
  await assertUnharmed(app)
  expect(await app.sql('select from attachments')).toHaveLength(length + 11)
})
