import { type Child, startChild } from '../child.ts'
import { type BenchDatabase, logIn, organizationId, tenantId } from '../database.ts'
import { temporaryFolder } from '../folder.ts'
import { watchMemory } from '../memory.ts'
import type { Result } from '../result.ts'

/** Rows of the list. */
const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const ROUNDS = 3

const COLUMNS = 'id, code, title, color, supplier, weight, height, stock, is_sold, sold_from, note'
const QUERY = `select ${COLUMNS} from bench_goods where tenant_id = '${tenantId}' order by title, id`

const FORMATS = [
  {
    format: 'csv',
    target: 0.5,
    floorName: 'COPY through HTTP',
    knownMiss: 'rows are read page by page, with the rights of the moment, and checked against their schema',
  },
  { format: 'xlsx', target: 1, floorName: 'write-excel-file on rows in memory' },
] as const

/** Exports of a list, against `COPY … to stdout` through HTTP, and against `write-excel-file` on rows in memory. */
export async function* transferExports({ url: database, query }: BenchDatabase): AsyncGenerator<Result> {
  await using folder = await temporaryFolder()
  await using host = await startChild('transfer', { DATABASE_URL: database, FILES: folder.path })
  await using plain = await startChild('pg-copy', { DATABASE_URL: database, QUERY })
  const headers = { authorization: `Bearer ${await logIn(host.url)}` }
  await query(`begin; set local plinth.tenant = '${tenantId}'; set local plinth.entry = '${crypto.randomUUID()}';
    insert into bench_goods (id, tenant_id, organization_id, code, title, color, supplier, weight, height, stock, is_sold, sold_from, note)
    select gen_random_uuid(), '${tenantId}', '${organizationId}', 'E' || n, 'Chair number ' || n, 'blue', 'Acme & Sons', n % 100, n % 70,
      n % 9, n % 2 = 0, date '2026-01-11' + n % 200, 'A chair that is used in offices'
    from generate_series(1, ${ROWS}) n; commit`)
  await query('vacuum analyze bench_goods')
  const rate = async ({ url }: Child, path: string) => {
    const began = performance.now()
    const answer = await fetch(url + path, { headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    let bytes = 0
    for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length
    if (bytes < ROWS) throw new Error(`${path} ended after ${bytes} bytes`)
    return ROWS / ((performance.now() - began) / 1_000)
  }
  const idle = await host.live()
  for (const { format, target, floorName, ...known } of FORMATS) {
    const path = `/bench/goods?sortField=title&format=${format}`
    const pairs: { floor: number; subject: number }[] = []
    for (let round = 0; round < ROUNDS; round++)
      pairs.push({ floor: await rate(plain, `/${format}`), subject: await rate(host, path) })
    const [pair] = pairs.toSorted((a, b) => a.subject / a.floor - b.subject / b.floor).slice(1)
    const { floor, subject } = pair!
    yield {
      name: `export of ${ROWS} rows as ${format}, against ${floorName}`,
      unit: 'rows/s',
      floor,
      subject,
      ratio: subject / floor,
      target,
      ...known,
    }
    const { live } = await watchMemory(host, () => rate(host, path))
    yield { name: '  memory above idle meanwhile', unit: 'MiB', subject: live - idle, target: 64, atMost: true }
  }
}
