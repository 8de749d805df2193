import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Host } from '../../host/_run-host.ts'
import type { MailServer } from '../../host/_mail-server.ts'
import { percentile, type Served, workHonestly } from './honest-client.ts'
import type { HostileReport, Order } from './hostile-tenant.ts'
import type { ModelServer, ModelServerReport } from './model-server.ts'
import { readGauges, watchMemory } from './memory.ts'
import { foundHostile, prepareHonest, readDocument } from './tenants.ts'

export interface CampaignOptions {
  readonly host: Host
  readonly mails: MailServer
  /** What answers for the assistant of the host. */
  readonly model: ModelServer
  /** Whoever works honestly. */
  readonly token: string
  readonly seed: number
  /** The number of the first hostile request, and how many there are. */
  readonly from: number
  readonly requests: number
  /** Requests of the honest tenant before the attack, which tell how fast a quiet host is. */
  readonly quietRequests: number
}

export interface CampaignReport {
  readonly quiet: Served
  readonly attacked: Served
  readonly hostile: HostileReport
  readonly model: ModelServerReport
  /** What became of a document of the honest tenant. */
  readonly documentState: string
  readonly idleMiB: number
  readonly peakMiB: number
  readonly seconds: number
}

/** Requests of the attack that are under way at the same time. */
const LANES = 8
const WARM_UP = 100
const UNTIL_DOCUMENT = 3_000
/** Kinds of requests that make a host do far more than they take to send. */
export const WEAPONS = [
  'a picture that takes long',
  'a drawing that takes long',
  'a document that takes long',
  'a question to a hostile model',
]

/** A hostile tenant attacks a host while an honest one works on it. */
export async function attack(options: CampaignOptions): Promise<CampaignReport> {
  const { host, mails, model, token, seed, from, requests, quietRequests } = options
  const honest = await prepareHonest(host, token)
  const targets = await foundHostile(host, mails, honest)
  await workHonestly(host, honest, (done) => done >= WARM_UP)
  const quiet = await workHonestly(host, honest, (done) => done >= quietRequests)
  const { residentMiB: idleMiB } = await readGauges(host)
  const began = performance.now()
  let isOver = false
  const sending = attackFromElsewhere({ targets, seed, from, requests, lanes: LANES }).finally(() => (isOver = true))
  const [hostile, documentState, attacked, peakMiB] = await Promise.all([
    sending,
    // A document that comes behind many of the hostile ones.
    sleep(UNTIL_DOCUMENT).then(() => readDocument(host, honest)),
    workHonestly(host, honest, () => isOver),
    watchMemory(host, () => isOver),
  ])
  const seconds = (performance.now() - began) / 1_000
  return { quiet, attacked, hostile, model: await model.report(), documentState, idleMiB, peakMiB, seconds }
}

/** What people want to know, in one table. */
export function summarize({ quiet, attacked, hostile, model, idleMiB, peakMiB, seconds }: CampaignReport): object {
  const milliseconds = (times: readonly number[], part: number) => Math.round(percentile(times, part) * 10) / 10
  return {
    'hostile requests': hostile.sent,
    'hostile requests a second': Math.round(hostile.sent / seconds),
    'MiB they were answered': Math.round(hostile.bytes / 2 ** 20),
    'accepted hostile writes': hostile.entryIds.length,
    ...Object.fromEntries(WEAPONS.map((kind) => [kind, hostile.sentByKind[kind] ?? 0])),
    'requests to the hostile model': model.asked,
    'MiB it answered': Math.round(model.sent / 2 ** 20),
    faults: hostile.faults.length,
    'honest requests': attacked.times.length,
    'failed of them': attacked.failures.length,
    'quiet p50, p99 (ms)': [50, 99].map((part) => milliseconds(quiet.times, part)).join(', '),
    'attacked p50, p99, worst (ms)': [50, 99, 100].map((part) => milliseconds(attacked.times, part)).join(', '),
    'p99 against quiet': Math.round((percentile(attacked.times, 99) / percentile(quiet.times, 99)) * 100) / 100,
    'memory idle, peak (MiB)': `${Math.round(idleMiB)}, ${Math.round(peakMiB)}`,
  }
}

/** Medians and 99th percentiles of the honest requests, by kind, in milliseconds: quiet, then attacked. */
export function slowedKinds({ quiet, attacked }: CampaignReport): object {
  const round = (times: readonly number[], part: number) => Math.round(percentile(times, part) * 10) / 10
  return Object.fromEntries(
    Object.entries(attacked.timesByKind).map(([kind, times]) => {
      const before = quiet.timesByKind[kind] ?? []
      return [
        kind,
        {
          'quiet p50': round(before, 50),
          'quiet p99': round(before, 99),
          p50: round(times, 50),
          p95: round(times, 95),
          p99: round(times, 99),
        },
      ]
    }),
  )
}

/** Where the time of the attack went: seconds by kind of request. */
export function slowestKinds({ milliseconds }: HostileReport): object {
  const sorted = Object.entries(milliseconds).toSorted(([, one], [, other]) => other - one)
  return Object.fromEntries(sorted.slice(0, 12).map(([kind, time]) => [kind, Math.round(time / 1_000)]))
}

async function attackFromElsewhere(order: Order): Promise<HostileReport> {
  const child = fork(fileURLToPath(new URL('./hostile-process.ts', import.meta.url)), {
    execArgv: ['--conditions=@plinth/source', '--no-warnings'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // Attackers use machines of their own: what the attack costs here must not slow the host. A short run shares the machine with other
  // tests, which would leave such an attacker no time.
  if (child.pid !== undefined && order.requests >= 10_000) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The attack ended with ${code}`)
  })
  ended.catch(() => {})
  child.send(order)
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [HostileReport]
  return report
}
