import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
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

async function crashHost(
  { url, round, point }: { url: string; round: number; point: CrashPoint | undefined },
  { acknowledged, recoveries, kills }: CrashReport,
): Promise<void> {
  const began = performance.now()
  const child = fork(fileURLToPath(new URL('./crash-host.ts', import.meta.url)), {
    execArgv: ['--conditions=source', '--no-warnings'],
    env: {
      ...process.env,
      HOST_DATABASE_URL: url,
      CRASH_ROUND: String(round),
      ...(point && { CRASH_POINT: point, CRASH_AFTER: String(Math.floor(Math.random() * 30)) }),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let isFirst = true
  child.on('message', (message: 'started' | { acknowledged: string }) => {
    if (message === 'started') return
    if (isFirst) recoveries.push(performance.now() - began)
    isFirst = false
    acknowledged.add(message.acknowledged)
  })
  const exited = once(child, 'exit')
  await Promise.race([once(child, 'message'), exited])
  if (point === undefined) await killLater(child)
  else await Promise.race([exited, setTimeout(20_000)])
  child.kill('SIGKILL')
  const [, signal] = (await exited) as [number | null, string | null]
  if (signal !== 'SIGKILL') throw new Error(`The host of round ${round} ended by itself`)
  const how = point ?? 'at a random moment'
  kills[how] = (kills[how] ?? 0) + 1
}

async function killLater(child: ChildProcess): Promise<void> {
  await setTimeout(Math.random() * 250)
  child.kill('SIGKILL')
}
