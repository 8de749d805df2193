import { join } from 'node:path'
import pg from 'pg'
import { startChild } from '../child.ts'
import type { BenchDatabase } from '../database.ts'
import { startShippedHost } from '../host.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

const CONNECTIONS = 16
/** Seconds of reading without a pause, after which the memory is looked at. */
const READING = 24

/** The example host as it is shipped, its lines of requests included: a read, a write that invalidates, and memory. */
export async function shippedHost(database: BenchDatabase): Promise<Result[]> {
  await database.query('create database bench_host')
  const url = new URL(database.url)
  url.pathname = '/bench_host'
  await using host = await startShippedHost(url.href)
  const { headers } = host
  const profile = `${host.url}/auth/profile`
  const BODY = await (await fetch(profile, { headers })).text()
  await using logging = await startChild('pino-h3', { BODY, LINES: join(host.folder, 'floor.log') })
  const read = await compare(
    5,
    async () => (await applyLoad({ url: logging.url, headers, connections: CONNECTIONS })).perSecond,
    async () => (await applyLoad({ url: profile, headers, connections: CONNECTIONS })).perSecond,
  )

  const rules = `${host.url}/business_rules/rules`
  const answer = await (await fetch(rules, { method: 'POST', headers, body: ruleOf() })).text()
  const TABLES = 'business_rules,plinth.changes,plinth.action_log,plinth.invalidations'
  await using bare = await startChild('pg-rows', { DATABASE_URL: url.href, BODY: answer, TABLES })
  const write = { method: 'POST', headers, connections: CONNECTIONS, duration: 2, bodies: ruleOf } as const
  const pool = new pg.Pool({ connectionString: url.href, max: 1 })
  const written = await compare(
    5,
    async () => (await applyLoad({ ...write, url: bare.url })).perSecond,
    async () => {
      // A tenant may have so and so many rules.
      await pool.query('truncate business_rules cascade')
      return (await applyLoad({ ...write, url: rules })).perSecond
    },
  )
  await pool.end()
  await applyLoad({ url: profile, headers, connections: CONNECTIONS, duration: READING })
  return [
    { name: 'host as shipped: GET /auth/profile', unit: 'requests/s', ...read, target: 0.6 },
    { name: 'host as shipped: POST /business_rules/rules', unit: 'requests/s', ...written, target: 0.5 },
    { name: 'its memory after all that', unit: 'MiB', subject: await host.memory(), target: 300, atMost: true },
    { name: 'the most it had', unit: 'MiB', subject: host.peak(), target: 400, atMost: true },
  ]
}

let count = 0

/** A rule with a name of its own; what rules of one type may weigh is limited, so the types take turns. */
function ruleOf(): string {
  count++
  return JSON.stringify({
    ruleId: `BENCH-${count}`,
    ruleName: `Bench ${count}`,
    ruleType: 'GUARD',
    entityType: `order${count % 50}`,
    eventType: 'beforeCreate',
    conditionExpression: { field: 'total', operator: '>', value: count },
  })
}
