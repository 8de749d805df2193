import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../host/_run-host.ts'
import { cpuOf } from './costs.ts'
import type { Reporter } from './reporter.ts'
import { PASSWORD, type Stage } from './stage.ts'

const LANES = 8
const TELL_EVERY = 1_000
const IDLE_SECONDS = 5

/** Writes on one host and reads on both at once, as the writer and as somebody else, until so many reads are done. */
export async function readAfterWrites(
  stage: Stage,
  { tell, fault }: Reporter,
  { reads }: { readonly reads: number },
): Promise<object> {
  const { hosts } = stage
  await untilReadThere(stage)
  const [writer, other] = await logInAll(hosts[0]!)
  const before = await readsByServer(hosts)
  let [done, stale, next] = [0, 0, 0]
  const lane = async () => {
    while (next < reads) {
      next += 2
      const id = await makeProduct(hosts[next % 4 === 0 ? 0 : 1]!, writer)
      const asked = [hosts[0]!, hosts[1]!].map((host, at) => findProduct(host, at === next % 2 ? writer : other, id))
      for (const isFound of await Promise.all(asked)) {
        if (!isFound) fault(`product ${id} was answered and not found, stale read ${++stale}`)
        if (++done % TELL_EVERY === 0) tell(`${done} of ${reads} reads after writes`)
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { reads: done, stale, statements: difference(before, await readsByServer(hosts)) }
}

/** Reads a second, and the CPU seconds of host and servers that a thousand of them take. */
export async function measureReads(stage: Stage, { fault }: Reporter, count: number): Promise<object> {
  const [host] = stage.hosts
  if (stage.standby) await untilReadThere(stage)
  const [token] = await logInAll(host!)
  const id = await makeProduct(host!, token)
  for (let made = 1; made < 50; made++) await makeProduct(host!, token)
  const idle = await cpuOfAll(stage)
  await sleep(IDLE_SECONDS * 1_000)
  const unasked = perUnit(idle, await cpuOfAll(stage), IDLE_SECONDS)
  const kinds = { 'a product by its id': `?id=${id}`, 'a list of 50 products': '?pageSize=50' }
  const measured: Record<string, object> = {}
  for (const [kind, query] of Object.entries(kinds)) {
    const run = async (requests: number) => {
      let next = 0
      const lane = async () => {
        while (next++ < requests) {
          const answer = await host!.call(`/api/catalog/products${query}`, { token })
          const text = await answer.text()
          if (!answer.ok) fault(`${kind}: ${answer.status} ${text.slice(0, 200)}`)
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    }
    await run(Math.ceil(count / 4))
    const [before, statements, began] = [await cpuOfAll(stage), await readsByServer(stage.hosts), performance.now()]
    await run(count)
    const seconds = (performance.now() - began) / 1_000
    measured[kind] = {
      perSecond: Math.round(count / seconds),
      cpuSecondsPerThousand: perUnit(before, await cpuOfAll(stage), count / 1_000),
      statements: difference(statements, await readsByServer(stage.hosts)),
    }
  }
  return { cpuSecondsASecondUnasked: unasked, ...measured }
}

const logInAll = (host: Host) =>
  Promise.all(['admin@acme.com', 'superadmin@acme.com'].map((email) => host.logIn(email, PASSWORD))) as Promise<
    [string, string]
  >

async function makeProduct(host: Host, token: string): Promise<string> {
  const json = { title: 'read at once', sku: crypto.randomUUID() }
  const answer = await host.call('/api/catalog/products', { method: 'POST', token, json })
  if (answer.status !== 201) throw new Error(`No product was made: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

async function findProduct(host: Host, token: string, id: string): Promise<boolean> {
  const answer = await host.call(`/api/catalog/products?id=${id}`, { token })
  if (answer.status !== 200) throw new Error(`Products are not read: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { items: unknown[] }).items.length === 1
}

async function cpuOfAll({ hosts, primary, standby }: Stage): Promise<Record<string, number>> {
  const host = await cpuOf(hosts[0]!)
  return { host, primary: await primary.cpuSeconds(), ...(standby && { standby: await standby.cpuSeconds() }) }
}

const perUnit = (before: Record<string, number>, after: Record<string, number>, units: number) =>
  Object.fromEntries(Object.entries(difference(before, after)).map(([name, cpu]) => [name, round(cpu / units)]))

const round = (value: number) => Number(value.toFixed(3))

/** What all hosts have counted; nothing where there are no replicas. */
async function readsByServer(hosts: readonly Host[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const host of hosts) {
    const metrics = await (await host.call('/metrics')).text()
    for (const [, server, count] of metrics.matchAll(/^db_reads_total\{server="([^"]+)"\} (\d+)$/gm))
      counts[server!] = (counts[server!] ?? 0) + Number(count)
  }
  return counts
}

const difference = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(Object.entries(after).map(([server, count]) => [server, count - (before[server] ?? 0)]))

/** Each process of each host finds out for itself that the standby follows. */
async function untilReadThere({ hosts, workers, standbyServer }: Stage): Promise<void> {
  const line = `\ndb_read_server_used{server="${standbyServer}"} ${workers}\n`
  for (const host of hosts) {
    for (let attempt = 1; !(await (await host.call('/metrics')).text()).includes(line); attempt++) {
      if (attempt === 300) throw new Error('A host does not read on the standby')
      await sleep(100)
    }
  }
}
