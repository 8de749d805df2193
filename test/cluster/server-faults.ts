import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Host } from '../host/_run-host.ts'
import type { Reporter } from './reporter.ts'
import { PASSWORD, type Stage } from './stage.ts'

const run = promisify(execFile)

const PRELOAD = fileURLToPath(new URL('./_shift-clock.ts', import.meta.url))

/** The environment of a host whose clock is ahead by this many milliseconds. */
export const withClock = (milliseconds: number): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=${PRELOAD}`,
  CLOCK_SHIFT_MS: String(milliseconds),
})

/** Milliseconds within which hosts are ready again. */
const RECOVERY = 30_000
/** Milliseconds within which the server's trouble is told. */
const NOTICE = 60_000

type Written = Readonly<Record<'id' | 'sku', string>>

/** Creates, renames and undoes products by turns on hosts whose clocks are apart, and compares the log with what happened. */
export async function undoAcrossClocks(stage: Stage, { tell, fault }: Reporter, rounds: number): Promise<object> {
  const token = await stage.hosts[0]!.logIn('admin@acme.com', PASSWORD)
  const hostAt = (turn: number) => stage.hosts[turn % stage.hosts.length]!
  let undone = 0
  for (let round = 0; round < rounds; round++) {
    const made = await send(hostAt(round), { token, method: 'POST', body: { title: 'one', sku: `clocks-${round}` } })
    const { id } = made.body as { id: string }
    const renamed = await send(hostAt(round + 1), { token, method: 'PUT', body: { id, title: 'two' } })
    for (const [index, undoToken] of [renamed.undoToken, made.undoToken].entries()) {
      const answer = await hostAt(round + index).call('/api/audit_logs/audit-logs/actions/undo', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ undoToken }),
      })
      if (answer.status === 200) undone++
      else fault(`undo ${index} of round ${round}: ${answer.status} ${await answer.text()}`)
    }
  }
  const [order] = await stage.query<{ disordered: number; late: number }>(`
    select count(*) filter (where created_at < before)::int as disordered,
      count(*) filter (where abs(extract(epoch from created_at - clock_timestamp())) > 3600)::int as late
    from (select created_at, lag(created_at) over (order by seq) as before from plinth.action_log) e`)
  if (order!.disordered + order!.late > 0) fault(`entries out of order: ${JSON.stringify(order)}`)
  const details = await Promise.all(stage.hosts.map(async (host) => (await readiness(host)).details))
  tell(JSON.stringify(details))
  if (!details.some((found) => found?.some((sentence) => sentence.includes('clock'))))
    fault('no host tells of its clock')
  return { rounds, undone, ...order }
}

/** Writes while the disk of the database is full, and while its operator has made it read-only. Nothing acknowledged is lost. */
export async function writeThroughTrouble(stage: Stage, reporter: Reporter, folder: string): Promise<object> {
  const token = await stage.hosts[0]!.logIn('admin@acme.com', PASSWORD)
  const acknowledged: Written[] = []
  const shared = { stage, reporter, token, acknowledged }
  const filler = join(folder, 'filler')
  const whileFull = await outlast({
    ...shared,
    sentence: 'The disk of the database is full',
    begin: () => fill(filler),
    end: () => rm(filler),
  })
  const set = async (value: 'on' | 'off') => {
    await stage.primary.query(`alter system set default_transaction_read_only = ${value}`)
    await stage.primary.query('select pg_reload_conf()')
  }
  const whileReadOnly = await outlast({
    ...shared,
    sentence: 'The database is read-only',
    begin: () => set('on'),
    // The superuser's own session is read-only, too.
    end: async () => {
      await stage.primary.query('begin read write; alter role postgres set default_transaction_read_only = off; commit')
      await set('off')
    },
  })
  const rows = await stage.query<Written>(`select id, sku from catalog_products where sku like 'trouble-%'`)
  const known = new Map(rows.map(({ id, sku }) => [sku, id]))
  const lost = acknowledged.filter(({ id, sku }) => known.get(sku) !== id)
  for (const { sku } of lost) reporter.fault(`${sku} was acknowledged and is lost`)
  return { acknowledged: acknowledged.length, lost: lost.length, whileFull, whileReadOnly }
}

interface Trouble {
  readonly stage: Stage
  readonly reporter: Reporter
  readonly token: string
  readonly acknowledged: Written[]
  /** What responses and readiness say. */
  readonly sentence: string
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

async function outlast(trouble: Trouble): Promise<object> {
  const { stage, reporter, token, acknowledged, sentence, begin, end } = trouble
  const { tell, fault } = reporter
  const answers: Record<string, number> = {}
  let next = 0
  const write = async () => {
    const sku = `trouble-${randomUUID()}`
    const host = stage.hosts[next++ % stage.hosts.length]!
    // Rows of some size, so that they need new pages.
    const { status, body, retryAfter } = await send(host, {
      token,
      method: 'POST',
      body: { title: sku, sku, description: 'x'.repeat(4_000) },
    })
    answers[status] = (answers[status] ?? 0) + 1
    if (status === 201) acknowledged.push({ id: (body as { id: string }).id, sku })
    else if (status !== 503) fault(`${sentence}: ${status} ${JSON.stringify(body)}`)
    else if (retryAfter === null) fault(`${sentence}: 503 without Retry-After`)
    return status
  }
  for (let count = 0; count < 20; count++) await write()
  await begin()
  const began = performance.now()
  let refused = 0
  while (refused < 20 && performance.now() - began < NOTICE) if ((await write()) === 503) refused++
  if (refused < 20) fault(`${sentence}: only ${refused} writes were refused`)
  const states = await Promise.all(stage.hosts.map(readiness))
  tell(JSON.stringify(states))
  if (!states.some(({ status, details }) => status === 503 && details?.includes(sentence)))
    fault(`${sentence}: no host is unready and says so`)
  await end()
  const over = performance.now()
  while ((await Promise.all(stage.hosts.map(readiness))).some(({ status }) => status !== 200)) {
    if (performance.now() - over > RECOVERY) {
      fault(`${sentence}: not ready again after ${RECOVERY} ms`)
      break
    }
    await sleep(100)
  }
  const milliseconds = Math.round(performance.now() - over)
  if ((await write()) !== 201) fault(`${sentence}: no write after it was over`)
  return { answers, readyAgainAfter: milliseconds }
}

async function readiness(host: Host) {
  const answer = await host.call('/readyz')
  const { details } = (await answer.json()) as { details?: readonly string[] }
  return { status: answer.status, details }
}

interface Sent {
  readonly token: string
  readonly method: 'POST' | 'PUT'
  readonly body: object
}

async function send(host: Host, { token, method, body }: Sent) {
  const answer = await host.call('/api/catalog/products', {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const operation = answer.headers.get('x-om-operation')?.slice('omop:'.length)
  const { undoToken } = operation
    ? (JSON.parse(decodeURIComponent(operation)) as { undoToken: string })
    : { undoToken: '' }
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    undoToken,
    body: (await answer.json()) as unknown,
  }
}

/** A small disk in memory, which the database may have for itself. Needs root (Linux). */
export async function makeSmallDisk(megabytes: number): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  await chmod(folder, 0o755)
  return {
    folder,
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  const block = Buffer.alloc(1 << 20)
  try {
    for (let size = block.length; size > 0;) {
      const { bytesWritten } = await file.write(block, 0, size).catch(() => ({ bytesWritten: 0 }))
      if (bytesWritten === 0) size >>= 1
    }
  } finally {
    await file.close()
  }
}
