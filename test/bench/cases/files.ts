import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { MIB } from '@plinth/core'
import sharp, { type SharpOptions } from 'sharp'
import { type Child, startChild } from '../child.ts'
import { type BenchDatabase, logIn } from '../database.ts'
import { temporaryFolder } from '../folder.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

const ROUNDS = 5
/** Of uploads that take milliseconds; and how many go before them. */
const [MANY, WARM] = [41, 40]

/** Uploads, downloads and pictures, beside servers of the same work without Plinth. */
export async function files({ url: database, query }: BenchDatabase): Promise<Result[]> {
  await using folder = await temporaryFolder()
  await query(`update role_acls set features = features || '{attachments.*}' where not features @> '{attachments.*}'`)
  await using platform = await startChild('files', { DATABASE_URL: database, FILES: folder.path })
  await using plain = await startChild('node-files', { FILES: folder.path })
  const headers = { authorization: `Bearer ${await logIn(platform.url)}` }
  const upload = (child: Child, size: number) => () => timeOf(() => send(`${child.url}/attachments`, headers, size))
  const results: Result[] = []
  // A small upload is over before a fresh process has compiled what it does, and one flush of the disk says little.
  for (const child of [plain, platform]) for (let sent = 0; sent < WARM; sent++) await upload(child, 1)()
  for (const [size, rounds] of [
    [1, MANY],
    [100, ROUNDS],
  ] as const) {
    const measured = await compare(rounds, upload(plain, size), upload(platform, size))
    results.push({ name: `upload of ${size} MiB`, unit: '/s', ...measured, target: 0.8 })
  }
  {
    // Says how much of the difference is the ledger, without which a killed host leaves bytes that nobody knows of.
    await using kept = await startChild('node-files', { FILES: folder.path, LEDGER: database })
    const measured = await compare(MANY, upload(kept, 1), upload(platform, 1))
    results.push({ name: '  1 MiB, beside the same with rows before and behind', unit: '/s', ...measured })
  }
  results.push(
    await memoryOf(platform, headers),
    ...(await downloads({ platform, plain, headers, folder: folder.path })),
  )
  return [...results, ...(await pictures({ platform, plain, headers, folder: folder.path }))]
}

/** A form whose file is made while it is sent. */
async function send(url: string, headers: Record<string, string>, size: number): Promise<{ url: string; id: string }> {
  const boundary = 'bench'
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
  const block = Buffer.alloc(MIB, 7)
  async function* body() {
    yield Buffer.from(
      `${part('entityId')}\r\n\r\nbench:file\r\n${part('recordId')}\r\n\r\n1\r\n${part('file')}; filename="a.bin"\r\n\r\n`,
    )
    for (let sent = 0; sent < size; sent++) yield block
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Readable.toWeb(Readable.from(body())) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${text}`)
  return text.startsWith('{') ? JSON.parse(text).item : { url: '', id: '' }
}

/** How often that is done in a second. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return 1000 / (performance.now() - started)
}

async function memoryOf(platform: Child, headers: Record<string, string>): Promise<Result> {
  const idle = await platform.memory()
  let most = idle
  const look = setInterval(() => void platform.memory().then((now) => (most = Math.max(most, now))), 500)
  await Promise.all([1, 2, 3, 4].map(() => send(`${platform.url}/attachments`, headers, 1024)))
  clearInterval(look)
  await platform.memory()
  return {
    name: 'memory above idle while four clients upload 1 GiB each',
    unit: 'MiB',
    subject: most - idle,
    target: 64,
    atMost: true,
  }
}

interface Servers {
  readonly platform: Child
  readonly plain: Child
  readonly headers: Record<string, string>
  readonly folder: string
}

async function downloads({ platform, plain, headers, folder }: Servers): Promise<Result[]> {
  await writeFile(join(folder, 'served.bin'), Buffer.alloc(MIB, 7))
  const [small, large] = [
    await sendBytes({ platform, headers }, 'a.bin', Buffer.alloc(MIB, 7)),
    await sendBytes({ platform, headers }, 'b.bin', Buffer.alloc(MIB + 1, 7)),
  ]
  const results: Result[] = []
  for (const [name, url, extra] of [
    ['file of 1 MiB', small.url, {}],
    ['the same from its middle', small.url, { range: `bytes=${MIB / 2}-` }],
    // What is larger is not kept in memory. It has no target of its own.
    ['  a file of 1 MiB and a byte', large.url, {}],
    ['  the same from its middle', large.url, { range: `bytes=${MIB / 2}-` }],
  ] as const) {
    const load = async (target: string) =>
      (await applyLoad({ url: target, headers: { ...headers, ...extra }, duration: 3 })).perSecond
    const measured = await compare(
      3,
      () => load(plain.url),
      () => load(platform.url + url),
    )
    results.push({ name, unit: 'requests/s', ...measured, ...(url === small.url && { target: 0.8 }) })
  }
  return results
}

/** A form with bytes that are there. */
async function sendBytes({ platform, headers }: Pick<Servers, 'platform' | 'headers'>, name: string, bytes: Buffer) {
  const form = new FormData()
  for (const [field, value] of Object.entries({ entityId: 'bench:file', recordId: '1' })) form.set(field, value)
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await fetch(`${platform.url}/attachments`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { item: { id: string; url: string } }).item
}

/** Cold: as many pictures as sharp renders by itself at once. Cached: beside bare h3 that holds the same bytes. */
async function pictures({ platform, headers, folder }: Servers): Promise<Result[]> {
  const noise = {
    create: { width: 2725, height: 2225, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  } as const
  const source = await sharp(noise as unknown as SharpOptions)
    .jpeg()
    .toBuffer()
  const { id } = await sendBytes({ platform, headers }, 'a.jpg', source)
  let width = 720
  const TURNS = 4
  const bare = () =>
    timeOf(() =>
      Promise.all(
        Array.from({ length: TURNS }, () => sharp(source, { autoOrient: true }).resize(width).jpeg().toBuffer()),
      ),
    )
  const cold = () =>
    timeOf(() =>
      Promise.all(
        // Another width each time, so that none of them is kept.
        Array.from({ length: TURNS }, async () =>
          (await fetch(`${platform.url}/attachments/image/${id}?width=${width++}`, { headers })).arrayBuffer(),
        ),
      ),
    )
  const measured = await compare(ROUNDS, bare, cold)
  const small = `${platform.url}/attachments/image/${id}?width=64`
  const BYTES = join(folder, 'small.jpg')
  const answer = await fetch(small, { headers })
  await writeFile(BYTES, Buffer.from(await answer.arrayBuffer()))
  await using floor = await startChild('bare-h3', { BYTES })
  // Half of the difference is the headers: Node writes each, and the load generator reads each.
  const ofNode = ['connection', 'date', 'keep-alive']
  const HEADERS = JSON.stringify(Object.fromEntries([...answer.headers].filter(([name]) => !ofNode.includes(name))))
  await using alike = await startChild('bare-h3', { BYTES, HEADERS })
  const load = async (url: string) => (await applyLoad({ url, headers, duration: 3 })).perSecond
  const besides = (server: Child) =>
    compare(
      3,
      () => load(server.url),
      () => load(small),
    )
  return [
    { name: 'picture of 2725 × 2225 to 720 wide, cold', unit: '/s', ...measured, target: 0.95 },
    { name: 'the same, cached (64 wide)', unit: 'requests/s', ...(await besides(floor)), target: 0.5 },
    { name: '  beside the same bytes with the same headers', unit: 'requests/s', ...(await besides(alike)) },
  ]
}
