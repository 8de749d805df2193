import { availableParallelism, loadavg } from 'node:os'
import { complaintsOf } from '../attack/_campaign/soak-hosts.ts'
import { findPgBouncer } from '../_setup/pgbouncer.ts'
import { findPostgresPrograms } from '../_setup/streaming.ts'
import { measureCosts } from './costs.ts'
import { createReporter, type Reporter } from './reporter.ts'
import { measureReads, readAfterWrites } from './replicas.ts'
import { measureThroughput, sendRequests, soak } from './requests.ts'
import { revokeRights } from './revocations.ts'
import { makeSmallDisk, undoAcrossClocks, withClock, writeThroughTrouble } from './server-faults.ts'
import { Stage, type StageOptions } from './stage.ts'
import { writeThroughOutages } from './writes.ts'

// npm run campaign:cluster [-- revocations writes clocks trouble pooler soak throughput costs replicas]
const sizes = {
  revocations: size('CLUSTER_REVOCATIONS', 1_000),
  mostStale: size('CLUSTER_STALE_MS', 1_000),
  writes: size('CLUSTER_WRITES', 10_000),
  restarts: size('CLUSTER_RESTARTS', 10),
  failovers: size('CLUSTER_FAILOVERS', 3),
  rounds: size('CLUSTER_ROUNDS', 100),
  requests: size('CLUSTER_REQUESTS', 100_000),
  minutes: size('CLUSTER_MINUTES', 30),
  rate: size('CLUSTER_RATE', 100),
  seconds: size('CLUSTER_SECONDS', 30),
  operations: size('CLUSTER_OPERATIONS', 1_000),
  reads: size('CLUSTER_READS', 10_000),
}
const programs = await findPostgresPrograms()
const pgBouncer = await findPgBouncer()
const named = process.argv.slice(2)
/** Parts that need no PgBouncer. */
const UNPOOLED = ['writes', 'clocks', 'trouble', 'soak', 'throughput', 'costs', 'replicas']
const isPooled = named.length === 0 || named.some((name) => !UNPOOLED.includes(name))
if (programs === undefined || (pgBouncer === undefined && isPooled)) {
  console.error('The campaign needs PostgreSQL and PgBouncer; on Debian: apt install postgresql pgbouncer')
  process.exit(2)
}
const open = (options: Omit<StageOptions, 'programs'>) => Stage.open({ programs, ...options })

const parts: Readonly<Record<string, (reporter: Reporter) => Promise<object>>> = {
  async revocations(reporter) {
    const targets = { count: sizes.revocations, mostStale: sizes.mostStale }
    await using pair = await open({ hasStandby: true })
    const direct = await revokeRights(pair, reporter, targets)
    reporter.tell('failover')
    await pair.failOver()
    const afterFailover = await revokeRights(pair, reporter, targets)
    await pair[Symbol.asyncDispose]()
    reporter.tell('behind PgBouncer')
    await using pooled = await open({ pgBouncer })
    const behindPgBouncer = await revokeRights(pooled, reporter, targets)
    await pooled[Symbol.asyncDispose]()
    reporter.tell('immediate')
    await using immediate = await open({ env: { IMMEDIATE_REVOCATION: 'true' } })
    const none = { ...targets, mostStale: 0 }
    return { direct, afterFailover, behindPgBouncer, immediate: await revokeRights(immediate, reporter, none) }
  },
  async writes(reporter) {
    await using stage = await open({ hasStandby: true })
    const { writes: count, restarts, failovers } = sizes
    return await writeThroughOutages(stage, reporter, { count, restarts, failovers })
  },
  async clocks(reporter) {
    const measured: Record<string, object> = {}
    for (const minutes of [-2, 2]) {
      await using stage = await open({ lastEnv: withClock(minutes * 60_000) })
      measured[`${minutes} minutes`] = await undoAcrossClocks(stage, reporter, sizes.rounds)
    }
    return measured
  },
  async trouble(reporter) {
    await using disk = await makeSmallDisk(150)
    await using stage = await open({ disk: disk.folder })
    return await writeThroughTrouble(stage, reporter, disk.folder)
  },
  async pooler(reporter) {
    await using stage = await open({ pgBouncer })
    const measured = await sendRequests(stage, reporter, sizes.requests)
    for (const line of complaintsOf(stage.hosts)) reporter.fault(line)
    return measured
  },
  async soak(reporter) {
    await using stage = await open({})
    return await soak(stage, reporter, sizes)
  },
  async throughput({ tell }) {
    const measured: Record<string, object> = {}
    for (const workers of [1, 2]) {
      await using stage = await open({ hosts: 1, workers })
      measured[`WORKERS=${workers}`] = await measureThroughput(stage, sizes.seconds)
      tell(`WORKERS=${workers}: ${JSON.stringify(measured[`WORKERS=${workers}`])}`)
    }
    return measured
  },
  async costs(reporter) {
    await using stage = await open({ hosts: 1, workers: 1 })
    return await measureCosts(stage, reporter, sizes.operations)
  },
  async replicas(reporter) {
    await using alone = await open({ hosts: 1, workers: 1 })
    const withoutReplica = await measureReads(alone, reporter, sizes.operations)
    await alone[Symbol.asyncDispose]()
    await using follower = await open({ hosts: 1, workers: 1, hasReplica: true })
    const withReplica = await measureReads(follower, reporter, sizes.operations)
    await follower[Symbol.asyncDispose]()
    reporter.tell(JSON.stringify({ withoutReplica, withReplica }))
    await using stage = await open({ hasReplica: true })
    return { withoutReplica, withReplica, afterWrites: await readAfterWrites(stage, reporter, sizes) }
  },
}

const chosen = named.length > 0 ? named : Object.keys(parts)
const unknown = named.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No part of the campaign: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}
// What was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const report: Record<string, object> = {}
let faults = 0
for (const name of chosen) {
  const reporter = createReporter(name)
  const began = performance.now()
  const load = loadavg()[0]
  const measured = await parts[name]!(reporter).catch((error: unknown) => {
    reporter.fault(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return {}
  })
  faults += reporter.faults.length
  const seconds = Math.round((performance.now() - began) / 1_000)
  report[name] = { ...measured, faults: reporter.faults.slice(0, 50), seconds, load: [load, loadavg()[0]] }
  reporter.tell(JSON.stringify(report[name]))
}
const machine = { cores: availableParallelism(), node: process.version, programs, pgBouncer }
console.log(JSON.stringify({ at: new Date().toISOString(), machine, sizes, faults, report }, null, 2))
process.exit(faults > 0 ? 1 : 0)

function size(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise)
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} is no size`)
  return value
}
