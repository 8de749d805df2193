import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { forkProgram } from '../_setup/fork-program.ts'
import { type CrashPoint, crashPoints } from './crash-points.ts'

export interface CrashReport {
  readonly acknowledged: Set<string>
  /** Milliseconds from the start of a host's process to its first acknowledged write. */
  readonly recoveries: number[]
  readonly kills: Record<string, number>
}

const points = Object.keys(crashPoints) as CrashPoint[]

/** Kills so many writing hosts on one migrated database, two at a time: half at random moments, half at named points. */
export async function crashHosts(url: string, kills: number): Promise<CrashReport> {
  const report: CrashReport = { acknowledged: new Set(), recoveries: [], kills: {} }
  let next = 0
  const lane = async () => {
    for (let round = next++; round < kills; round = next++) {
      const point = round % 2 === 0 ? undefined : points[((round - 1) / 2) % points.length]
      await crashHost({ url, round, point }, report)
    }
  }
  await Promise.all([lane(), lane()])
  return report
}

/** Kills the server under two writing hosts, so many times. They have to go on by themselves. */
export async function crashServer(
  url: string,
  { kills, first }: { kills: number; first: number },
): Promise<CrashReport> {
  const report: CrashReport = { acknowledged: new Set(), recoveries: [], kills: {} }
  let heard = 0
  const starting = [0, 1].map(async (index) => {
    const child = await spawnHost({ url, round: first + index })
    child.on('message', (message: 'started' | { acknowledged: string }) => {
      if (message === 'started') return
      heard++
      report.acknowledged.add(message.acknowledged)
    })
    return child
  })
  const hosts = await Promise.all(starting)
  for (let kill = 0; kill < kills; kill++) {
    await wait(() => heard > 20)
    await setTimeout(Math.random() * 100)
    const began = performance.now()
    await killServer(url)
    // What was on its way may still arrive; only later writes show that the server is back.
    await setTimeout(50)
    heard = 0
    await wait(() => heard > 0)
    report.recoveries.push(performance.now() - began)
    report.kills['of the server'] = kill + 1
  }
  for (const host of hosts) {
    const exited = once(host, 'exit')
    host.kill('SIGKILL')
    await exited
  }
  return report
}

/** A server that loses one process to -9 ends all of them and recovers from its log, as after any crash. */
async function killServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]!.pid, 'SIGKILL')
  await client.end().catch(() => {})
}

async function wait(done: () => boolean): Promise<void> {
  for (let waited = 0; !done(); waited += 5) {
    if (waited > 60_000) throw new Error('The hosts did not go on')
    await setTimeout(5)
  }
}

function spawnHost({
  url,
  round,
  point,
}: {
  url: string
  round: number
  point?: CrashPoint | undefined
}): Promise<ChildProcess> {
  return forkProgram(new URL('./crash-host.ts', import.meta.url), {
    HOST_DATABASE_URL: url,
    CRASH_ROUND: String(round),
    ...(point && { CRASH_POINT: point, CRASH_AFTER: String(Math.floor(Math.random() * 30)) }),
  })
}

async function crashHost(
  { url, round, point }: { url: string; round: number; point: CrashPoint | undefined },
  { acknowledged, recoveries, kills }: CrashReport,
): Promise<void> {
  const began = performance.now()
  const child = await spawnHost({ url, round, point })
  let writes = 0
  child.on('message', (message: 'started' | { acknowledged: string }) => {
    if (message === 'started') return
    if (++writes === 1) recoveries.push(performance.now() - began)
    acknowledged.add(message.acknowledged)
  })
  const exited = once(child, 'exit')
  await Promise.race([once(child, 'message'), exited])
  if (point === undefined) await atRandomMoment(() => writes)
  else await Promise.race([exited, setTimeout(20_000)])
  child.kill('SIGKILL')
  const [, signal] = (await exited) as [number | null, string | null]
  if (signal !== 'SIGKILL') throw new Error(`The host of round ${round} ended by itself`)
  const how = point ?? 'at a random moment'
  kills[how] = (kills[how] ?? 0) + 1
}

/** While a host starts, or somewhere in its writes, however slow the machine is. */
async function atRandomMoment(writes: () => number): Promise<void> {
  const enough = Math.floor(Math.random() * 40)
  await wait(() => writes() >= enough)
  await setTimeout(Math.random() * 20)
}
