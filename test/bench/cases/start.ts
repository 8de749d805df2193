import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HostEnv, runHost } from '../../host/_run-host.ts'
import type { BenchDatabase } from '../database.ts'
import type { Result } from '../result.ts'

const STARTS = 5
const IDLE_MS = 3000

/** The example host as `npm start` runs it: from the start of the process to the first 200, and its memory when idle. */
export async function start(database: BenchDatabase): Promise<Result[]> {
  await database.query('create database bench_start')
  const url = new URL(database.url)
  url.pathname = '/bench_start'
  const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-start-'))
  try {
    const own = { DATA_DIR: join(folder, 'server'), DATABASE_URL: url.href, LOG_LEVEL: 'warn' }
    const embedded = { DATA_DIR: join(folder, 'embedded'), LOG_LEVEL: 'warn' }
    const [server, bundled] = [await measure(own), await measure(embedded)]
    const name = 'start to the first 200 on a migrated database'
    return [
      { name, unit: 'ms', subject: server.milliseconds, target: 1000, atMost: true },
      { name: `${name}, CPU`, unit: 'ms', subject: server.cpu },
      { name: `${name}, embedded`, unit: 'ms', subject: bundled.milliseconds },
      { name: 'memory of the idle host', unit: 'MiB', subject: server.memory, target: 160, atMost: true },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Medians of several starts. The first, which migrates, seeds and compiles, is not among them. */
async function measure(env: HostEnv) {
  await startOnce(env)
  const starts: Start[] = []
  for (let count = 0; count < STARTS; count++) starts.push(await startOnce(env))
  const median = (of: (start: Start) => number) => starts.map(of).toSorted((a, b) => a - b)[STARTS >> 1]!
  return {
    milliseconds: median(({ milliseconds }) => milliseconds),
    cpu: median(({ cpu }) => cpu),
    memory: median(({ memory }) => memory),
  }
}

type Start = Awaited<ReturnType<typeof startOnce>>

async function startOnce(env: HostEnv) {
  const begun = performance.now()
  const host = await runHost(env)
  const { status } = await host.call('/readyz')
  const milliseconds = performance.now() - begun
  const cpu = cpuOf(host.pid)
  await sleep(IDLE_MS)
  const memory = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(host.pid)], { encoding: 'utf8' })) / 1024
  const { code } = await host.end('SIGTERM')
  if (status !== 200 || code !== 0) throw new Error(`The host answered ${status} and ended with ${code}`)
  return { milliseconds, cpu, memory }
}

/** Milliseconds of user and system time, which other processes on the machine disturb less; 0 where it cannot be read. */
function cpuOf(pid: number): number {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
