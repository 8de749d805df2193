import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { paste } from '../docs/_processes.ts'
import { readBlock } from '../docs/_pages.ts'
import { type Host, type HostEnv, ROOT, runHost } from '../host/_run-host.ts'
import { Cluster, missingPackages, query, untilHealthy, untilLeader } from './_cluster.ts'
import { compare, startWriters, type Writers } from './_writers.ts'

// `npm run campaign:patroni`: the configurations and commands of `docs/patroni.md`, with machines that are namespaces.

const PASSWORD = 'Chosen-Secret-1'
/** How long a replica lags. */
const LAG = Number(process.env['PATRONI_LAG_SECONDS'] ?? 60) * 1_000

const missing = missingPackages()
if (missing.length > 0) throw new Error(`Debian: apt install ${missing.join(' ')}`)

let cluster: Cluster
let env: HostEnv
let hosts: Host[] = []
let token: string
let writers: Writers

const startHosts = async () => {
  hosts = [await runHost(env), await runHost(env)]
}

beforeAll(async () => {
  cluster = await Cluster.start()
  env = {
    ...cluster.env,
    JWT_SECRET: 'the same in every host of one database',
    SEED_PASSWORD: PASSWORD,
    RATE_LIMIT_ENABLED: 'false',
  }
  await startHosts()
  token = await hosts[0]!.logIn('admin@acme.com', PASSWORD)
}, 300_000)
afterAll(async () => {
  await Promise.all(hosts.map((host) => host[Symbol.asyncDispose]()))
  await cluster?.[Symbol.asyncDispose]()
}, 180_000)
beforeEach(async () => {
  writers = startWriters(hosts, token)
})
afterEach(() => writers.stop(), 180_000)

/** Lets something happen to the cluster under writers, until all members are well again; then everything confirmed is there once. */
async function outlast(name: string, happen: (roles: Roles) => Promise<void>): Promise<void> {
  const roles = await untilHealthy()
  await writers.reach(20)
  const since = Date.now()
  await happen(roles)
  const healthy = await untilHealthy()
  const seconds = Math.round((Date.now() - since) / 1_000)
  await writers.reach(20)
  await writers.stop()
  const unavailable = writers.longestPause(since)
  const { confirmed, answers, reads, faults } = writers
  const compared = await compare(confirmed)
  tell(name, {
    roles,
    now: healthy,
    unavailable,
    healthyAfter: seconds,
    confirmed: confirmed.length,
    answers,
    reads,
    ...compared,
  })
  expect(faults).toEqual([])
  expect(compared).toEqual({ lost: 0, double: 0 })
  await verify()
}

type Roles = Awaited<ReturnType<typeof untilHealthy>>

const tell = (name: string, facts: object) => process.stdout.write(`${name} ${JSON.stringify(facts)}\n`)

const VERIFY = `npm --silent --prefix ${ROOT} run plinth -- audit verify`

async function verify(): Promise<void> {
  expect(await paste(VERIFY, cluster.folder, env)).toMatch(/[1-9]\d* entries and .* 0 faults/)
}

test('a planned switchover', { timeout: 300_000 }, () =>
  outlast('switchover', async ({ leader, synchronous }) => {
    const command = readBlock('docs/patroni.md', 'switchover').text
    await cluster.machine(leader).run(command.replace('db1', leader).replace('db2', synchronous))
    expect(await untilLeader(leader)).toBe(synchronous)
  }),
)

test('PostgreSQL of the leader is killed', { timeout: 300_000 }, () =>
  outlast('killed PostgreSQL', async ({ leader }) => {
    await cluster.machine(leader).run('kill -KILL $(head -n 1 /var/lib/postgresql/15/product/postmaster.pid)')
    await sleep(2_000)
    await untilLeader()
  }),
)

test('the machine of the leader dies', { timeout: 400_000 }, () =>
  outlast('dead leader', async ({ leader }) => {
    const machine = cluster.machine(leader)
    await machine.powerOff()
    await untilLeader(leader)
    await writers.reach(20)
    await machine.powerOn()
    await machine.run(readBlock('docs/patroni.md', 'start').text)
  }),
)

test('the leader loses contact to all others', { timeout: 400_000 }, () =>
  outlast('partitioned leader', async ({ leader }) => {
    const machine = cluster.machine(leader)
    await machine.setCable('down')
    await untilLeader(leader)
    await writers.reach(20)
    // Nobody takes writes beside the new leader.
    expect(await isTakingWrites(leader)).toBe(false)
    await machine.setCable('up')
  }),
)

test('the leader loses contact to the other machines of the database, not to the hosts', { timeout: 400_000 }, () =>
  outlast('leader without members', async ({ leader }) => {
    const machine = cluster.machine(leader)
    const others = cluster.machines.filter(({ name }) => name !== leader).map(({ address }) => address)
    await machine.run(others.map((address) => `ip route add blackhole ${address}`).join('\n'))
    await untilLeader(leader)
    await writers.reach(20)
    expect(await isTakingWrites(leader)).toBe(false)
    await machine.run(others.map((address) => `ip route del blackhole ${address}`).join('\n'))
  }),
)

/** Asked on the machine itself, whatever its network. */
async function isTakingWrites(name: string): Promise<boolean> {
  const said = await cluster
    .machine(name)
    .run('cd /tmp; runuser -u postgres -- psql -Atc "select pg_is_in_recovery()" || true')
  return said.trim() === 'f'
}

test('a replica lags', { timeout: LAG + 400_000 }, () =>
  outlast('lagging replica', async ({ replica }) => {
    const machine = cluster.machine(replica)
    const at = `${machine.address}:5432`
    // Patroni undoes a pause of the replay, and every such setting that is not its own.
    const configure = (change: string) =>
      machine.run(`sed -i '${change}' /etc/patroni/config.yml && kill -HUP $(cat /tmp/patroni.pid)`)
    await configure(`s/^  recovery_conf:$/&\\n    recovery_min_apply_delay: ${LAG}ms/`)
    await sleep(LAG + 10_000)
    const [lag] = await query<{ seconds: number }>(
      'select extract(epoch from now() - pg_last_xact_replay_timestamp())::int as seconds',
      { at },
    )
    const metrics = await Promise.all(hosts.map(async (host) => (await host.call('/metrics')).text()))
    const used = metrics.map((text) => [...text.matchAll(/^db_read_server_used\{server="(.+?)"\} (\d)$/gm)])
    tell('lag', {
      replica: at,
      ...lag,
      used: used.map((found) => found.map(([, server, count]) => `${server} ${count}`)),
    })
    expect(lag!.seconds).toBeGreaterThan(LAG / 2_000)
    expect(metrics.map((text) => text.includes(`db_read_server_used{server="${at}"} 0\n`))).toEqual([true, true])
    await configure('/recovery_min_apply_delay/d')
  }),
)

test('a time is restored by the page', { timeout: 1_200_000 }, async () => {
  const { leader } = await untilHealthy()
  await writers.reach(50)
  const since = Date.now()
  await cluster.follow('backup', leader)
  await writers.reach(50)
  const [now] = await query<{ text: string }>('select clock_timestamp()::text as text')
  const target = now!.text
  // What was confirmed by now was committed before, and what is confirmed later may have been.
  const before = writers.confirmed.slice()
  await sleep(1_500)
  const begun = writers.confirmed.length
  await writers.reach(50)
  await writers.stop()
  const after = writers.confirmed.slice(begun + 4)
  // The mistake, and then checkpoints that know of what is about to be lost.
  await query(`delete from catalog_products where sku like 'patroni-%'`).catch(() => undefined)
  await sleep(75_000)
  for (const host of hosts) expect((await host.end('SIGTERM')).code).toBe(0)
  const began = Date.now()
  for (const { name } of cluster.machines) await cluster.follow('stop', name)
  await cluster.follow('restore', 'db1', { TARGET: target })
  expect(await untilLeader()).toBe('db1')
  for (const name of ['db2', 'db3']) await cluster.follow('copy', name)
  const healthy = await untilHealthy()
  await cluster.follow('full-backup', healthy.leader)
  const block = readBlock('docs/patroni.md', 'verify').text.replace('npm run', `npm --silent --prefix ${ROOT} run`)
  const report = await paste(block, cluster.folder, env)
  await startHosts()
  const seconds = Math.round((Date.now() - began) / 1_000)
  const [compared, lost] = [await compare(before), await compare(after)]
  tell('restore', {
    target,
    seconds,
    since,
    before: before.length,
    compared,
    after: after.length,
    lost,
    report: report.slice(-800),
  })
  expect(compared).toEqual({ lost: 0, double: 0 })
  expect(lost.lost).toBe(after.length)
  await verify()
  token = await hosts[0]!.logIn('admin@acme.com', PASSWORD)
  const again = startWriters(hosts, token)
  await again.reach(50)
  await again.stop()
  expect([again.faults, await compare(again.confirmed)]).toEqual([[], { lost: 0, double: 0 }])
})
