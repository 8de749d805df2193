import { percentile } from '../attack/_campaign/honest-client.ts'
import { Load, type Timed } from '../attack/_campaign/load.ts'
import { complaintsOf, type Sample, soakHosts } from '../attack/_campaign/soak-hosts.ts'
import { prepareHonest } from '../attack/_campaign/tenants.ts'
import { cpuOf } from './costs.ts'
import type { Reporter } from './reporter.ts'
import { PASSWORD, type Stage } from './stage.ts'

const PEOPLE = 16
const TELL_EVERY = 5_000
/** Code is compiled and caches fill in the first part of a soak. */
const WARM_UP = 0.2

/** So many requests of all kinds, as fast as they are answered: each has to be answered well. */
export async function sendRequests({ hosts }: Stage, { tell, fault }: Reporter, count: number): Promise<object> {
  const load = new Load({ hosts, tenant: await prepareTenant(hosts), onError: fault })
  let reported = 0
  await load.work(PEOPLE, (requests) => {
    if (requests - reported >= TELL_EVERY) tell(`${(reported = requests)} of ${count} requests`)
    return requests >= count
  })
  const seconds = (performance.now() - load.began) / 1_000
  const requests = load.answered.length
  return { requests, errors: load.errors.length, perSecond: requests / seconds, ms: percentiles(load.answered) }
}

/** Half an hour of mixed load: no error, and neither memory nor time may rise from the first third to the last. */
export async function soak(
  { hosts }: Stage,
  { tell, fault }: Reporter,
  { minutes, rate }: { readonly minutes: number; readonly rate: number },
): Promise<object> {
  const onSample = ({ answered, errors }: Load) => tell(`${answered.length} requests, ${errors.length} errors`)
  const tenant = await prepareTenant(hosts)
  const { load, samples } = await soakHosts({ hosts, tenant, rate, onError: fault }, { minutes, onSample })
  for (const line of complaintsOf(hosts)) fault(line)
  const settled = minutes * WARM_UP
  const third = (minutes - settled) / 3
  const isFirst = (minute: number) => minute >= settled && minute < settled + third
  const isLast = (minute: number) => minute >= minutes - third
  const [first, last] = [isFirst, isLast].map((isPart) =>
    percentiles(load.answered.filter(({ at }) => isPart(at / 60_000))),
  ) as [Percentiles, Percentiles]
  if (last.p99 > first.p99 * 1.2) fault(`p99 rose from ${first.p99} ms to ${last.p99} ms`)
  const memory = samples.map((taken, index) => {
    const [before, after] = [meanOf(taken, isFirst), meanOf(taken, isLast)]
    if (after > before * 1.1) fault(`RSS of host ${index + 1} rose from ${before} MiB to ${after} MiB`)
    return { host: index + 1, firstThirdMiB: before, lastThirdMiB: after }
  })
  return { minutes, requests: load.answered.length, errors: load.errors.length, ms: { first, last }, memory }
}

/** Requests a second, and the CPU seconds of the host that a thousand of them take. */
export async function measureThroughput({ hosts }: Stage, seconds: number): Promise<object> {
  const [host] = hosts
  const tenant = await prepareTenant(hosts)
  const run = async (until: number) => {
    const load = new Load({ hosts, tenant })
    await load.work(PEOPLE, () => performance.now() >= until)
    return load
  }
  await run(performance.now() + seconds * 500)
  const before = await cpuOf(host!)
  const { answered, errors, began } = await run(performance.now() + seconds * 1_000)
  const took = (performance.now() - began) / 1_000
  return {
    perSecond: answered.length / took,
    cpuSecondsPerThousand: (((await cpuOf(host!)) - before) / answered.length) * 1_000,
    errors: errors.length,
    ms: percentiles(answered),
  }
}

const prepareTenant = async (hosts: Stage['hosts']) =>
  prepareHonest(hosts[0]!, await hosts[0]!.logIn('admin@acme.com', PASSWORD))

interface Percentiles {
  readonly p50: number
  readonly p99: number
  readonly worst: number
}

function percentiles(answered: readonly Timed[]): Percentiles {
  const times = answered.map(({ took }) => took).toSorted((one, other) => one - other)
  const at = (part: number) => Math.round(percentile(times, part))
  return { p50: at(50), p99: at(99), worst: at(100) }
}

function meanOf(samples: readonly Sample[], isPart: (minute: number) => boolean): number {
  const part = samples.filter(({ minute }) => isPart(minute))
  return Math.round(part.reduce((sum, { residentMiB }) => sum + residentMiB, 0) / part.length)
}
