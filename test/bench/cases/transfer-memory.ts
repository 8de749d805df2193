import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../child.ts'
import { type BenchDatabase, logIn } from '../database.ts'
import { temporaryFolder } from '../folder.ts'
import { type Watched, watchMemory } from '../memory.ts'
import type { Result } from '../result.ts'

/** Rows of the file, and bytes of each: a gigabyte. */
const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const ROW_BYTES = 1_000

/** Rows of a part of the file. */
const PART = 500

const HEADER = 'code,title,color,supplier,weight,height,stock,isSold,soldFrom,note\n'

/** The memory that a host takes to upload, rehearse and import a file of 1 GB, and that of the process that reads the file. */
export async function* transferMemory({ url: database }: BenchDatabase): AsyncGenerator<Result> {
  await using folder = await temporaryFolder()
  await using host = await startChild('transfer', { DATABASE_URL: database, FILES: folder.path })
  const headers = { authorization: `Bearer ${await logIn(host.url)}` }
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${host.url}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { id: string; items: { status: string }[] }
  }
  const importFile = async (file: AsyncIterable<Buffer>) => {
    const attachmentId = await upload(`${host.url}/attachments`, headers, file)
    return call('POST', '/transfer/imports', { attachmentId, entity: 'bench.good' })
  }
  const finish = async (id: string, what: string) => {
    await call('POST', `/transfer/imports/${id}/${what}`)
    for (;;) {
      const { items } = await call('GET', `/transfer/imports?id=${id}`)
      if (['draft', 'completed'].includes(items[0]!.status)) return
      if (!['rehearsing', 'running'].includes(items[0]!.status))
        throw new Error(`The import is ${JSON.stringify(items[0])}`)
      await sleep(500)
    }
  }
  // What a small import loads and compiles is not what a large one needs.
  const { id: small } = await importFile(rowsOf('A', 2_000))
  for (const what of ['rehearse', 'run']) await finish(small, what)

  const idle = await host.live()
  const above = (name: string, { live, resident, children }: Watched<unknown>): Result[] => [
    {
      name: `memory above idle while ${ROWS} rows of 1 KB are ${name}`,
      unit: 'MiB',
      subject: live - idle,
      target: 64,
      atMost: true,
    },
    { name: '  resident, with garbage', unit: 'MiB', subject: resident },
    { name: '  of the process that reads the file', unit: 'MiB', subject: children },
  ]
  const uploaded = await watchMemory(host, () => importFile(rowsOf('B', ROWS)))
  yield* above('uploaded', uploaded)
  yield* above('rehearsed', await watchMemory(host, () => finish(uploaded.result.id, 'rehearse')))
  yield* above('imported', await watchMemory(host, () => finish(uploaded.result.id, 'run')))
}

async function* rowsOf(series: string, count: number): AsyncGenerator<Buffer> {
  yield Buffer.from(HEADER)
  for (let first = 0; first < count; first += PART) {
    let text = ''
    for (let row = first; row < Math.min(count, first + PART); row++) {
      const line = `${series}${row},Chair of ${wordOf(row)} ${wordOf(row * 7)},blue,"Acme, Sons",${row % 100},${row % 70},${row % 9},true,2026-05-11,`
      text += `${line}${'n'.repeat(ROW_BYTES - line.length - 1)}\n`
    }
    yield Buffer.from(text)
  }
}

/** A word of its own for each number. */
const wordOf = (value: number) =>
  (value * 2_654_435_761).toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)

/** Sends a form whose file is made meanwhile. */
async function upload(url: string, headers: Record<string, string>, file: AsyncIterable<Buffer>): Promise<string> {
  const boundary = 'bench'
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
  async function* body() {
    yield Buffer.from(
      `${part('entityId')}\r\n\r\ntransfer:import\r\n${part('recordId')}\r\n\r\ngoods\r\n${part('file')}; filename="goods.csv"\r\n\r\n`,
    )
    yield* file
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Readable.toWeb(Readable.from(body())) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { item: { id: string } }).item.id
}
