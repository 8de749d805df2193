import { createPlatform } from '@plinth/core'
import pg from 'pg'
import { startTestPostgres } from '../_setup/test-server.ts'
import { crewModule } from '../core/_lab/crew-module.ts'
import { crashHosts, type CrashReport, crashServer } from './crash-rounds.ts'
import { findFaults } from './invariants.ts'

// node --conditions=@plinth/source test/crash/campaign.ts [kills of hosts] [kills of the server]
const [hostKills = 1_000, serverKills = 100] = process.argv.slice(2).map(Number)
const server = await startTestPostgres()
const client = new pg.Client({ connectionString: server.url })
await client.connect()
await client.query('create database crash')
// A commit that is acknowledged has to be in the log, as on any server that matters; the test server is laxer.
await client.query('alter database crash set synchronous_commit = on')
await client.end()
const url = Object.assign(new URL(server.url), { pathname: '/crash' }).href
const platform = await createPlatform({
  modules: [crewModule],
  database: { url, privilegedLogin: true },
  secret: 'x'.repeat(32),
})
await platform.migrate()

const started = performance.now()
const faults: string[] = []
const report = await crashHosts(url, hostKills)
tell('hosts', report)
await check(report)
const after = await crashServer(url, { kills: serverKills, first: hostKills })
tell('server', after)
await check(after)
await checkDeliveries()
await platform.close()
await server.stop()
console.log(`${faults.length} faults in ${((performance.now() - started) / 60_000).toFixed(1)} min`)
for (const fault of faults.slice(0, 50)) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

function tell(what: string, { kills, recoveries, acknowledged }: CrashReport): void {
  const sorted = recoveries.sort((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
  console.log(`killed ${what}:`, kills)
  console.log(
    `acknowledged writes: ${acknowledged.size}; ready again: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`,
  )
}

async function check({ acknowledged }: CrashReport): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  faults.push(...(await findFaults(client, acknowledged)))
  await client.end()
}

/** Durable events are heard at least once, under the one key they were queued with; a sample of them all. */
async function checkDeliveries(): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`delete from plinth_jobs.job where name <> 'lab.hear'
    or id not in (select id from plinth_jobs.job where name = 'lab.hear' order by random() limit 2000)`)
  const { rows: queued } = await client.query<{ line: string }>(`select format('heard %s %s',
    data -> 'payload' -> 'payload' ->> 'name', data -> 'payload' ->> 'deliveryId') as line from plinth_jobs.job`)
  console.log(`deliveries done: ${await platform.runJobs()} of ${queued.length}`)
  const { rows: heard } = await client.query<{ name: string }>(`select name from items where name like 'heard %'`)
  const lines = new Set(heard.map(({ name }) => name.split(' ').slice(0, -2).join(' ')))
  for (const { line } of queued) if (!lines.has(line)) faults.push(`an event that nobody heard: ${line}`)
  await client.end()
}
