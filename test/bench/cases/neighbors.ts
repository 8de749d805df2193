import { auth, seedAccounts } from '@plinth/auth'
import { catalog } from '@plinth/catalog'
import { createPlatform, mailer, provide } from '@plinth/core'
import { directory, provisionTenant } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startChild } from '../child.ts'
import { type BenchDatabase, PASSWORD } from '../database.ts'
import type { Result } from '../result.ts'

const ROUNDS = 7
/** Milliseconds of reading in each half of a round. */
const READING = 4_000
const tenants = {
  noisy: { tenantId: '50000000-0000-4000-8000-000000000001', products: 20_000 },
  honest: { tenantId: '50000000-0000-4000-8000-000000000002', products: 100 },
} as const
type Tenant = keyof typeof tenants

/** The reads of a tenant, one every 20 ms: alone, and beside another one that writes, exports and searches on 32 connections. */
export async function neighbors(database: BenchDatabase): Promise<Result[]> {
  await database.query('create database bench_neighbors')
  const url = new URL(database.url)
  url.pathname = '/bench_neighbors'
  await prepare(url.href)
  await using host = await startChild('neighbors', { DATABASE_URL: url.href })
  const headers = { authorization: `Bearer ${await logIn(host.url, 'honest')}` }
  const noise = fork(new URL('../servers/noisy-client.ts', import.meta.url), {
    env: { ...process.env, URL: host.url, TOKEN: await logIn(host.url, 'noisy') },
    execArgv: ['--conditions=@plinth/source'],
  })
  const read = async () => {
    const times: number[] = []
    for (const end = performance.now() + READING; performance.now() < end; await sleep(20)) {
      const started = performance.now()
      const answer = await fetch(`${host.url}/catalog/products?pageSize=20`, { headers })
      await answer.text()
      if (answer.status !== 200) throw new Error(`A read got ${answer.status}`)
      times.push(performance.now() - started)
    }
    return { median: at(times, 0.5), p99: at(times, 0.99) }
  }
  await read()
  const ratios = { median: [] as number[], p99: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    const calm = await read()
    noise.send('noise')
    await sleep(500)
    const beside = await read()
    noise.send('calm')
    // Exports that have begun go on for a while.
    await sleep(5_000)
    ratios.median.push(beside.median / calm.median)
    ratios.p99.push(beside.p99 / calm.p99)
  }
  noise.kill()
  const line = { unit: 'times calm', target: 5, atMost: true }
  return [
    { name: 'median of an honest tenant beside a noisy one', subject: at(ratios.median, 0.5), ...line },
    { name: 'p99 of an honest tenant beside a noisy one', subject: at(ratios.p99, 0.5), ...line },
  ]
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

async function logIn(url: string, who: Tenant): Promise<string> {
  const body = new URLSearchParams({ email: `${who}@bench.com`, password: PASSWORD })
  const answer = await fetch(`${url}/auth/login`, { method: 'POST', body })
  return ((await answer.json()) as { token: string }).token
}

/** Both tenants, with an admin and products. */
async function prepare(url: string): Promise<void> {
  await using platform = await createPlatform({
    database: { url, privilegedLogin: true },
    modules: [directory, auth({ secret: 'bench'.repeat(8) }), progress, catalog],
    services: [provide(mailer, () => ({ send: async () => {} }))],
    secret: 'bench'.repeat(8),
  })
  await platform.migrate()
  const client = new pg.Client(url)
  await client.connect()
  for (const who of Object.keys(tenants) as Tenant[]) {
    const { tenantId, products } = tenants[who]
    const organizationId = tenantId.replace(/^5/, '6')
    const caller = { actor: 'platform', reason: 'bench', scope: { tenantId, organizationId } } as const
    await platform.actAs(caller, ({ run }) => run(provisionTenant, { tenantName: who, organizationName: who }))
    await platform.actAs(caller, ({ run }) =>
      run(seedAccounts, { accounts: [{ email: `${who}@bench.com`, password: PASSWORD, role: 'admin' }] }),
    )
    await client.query(
      `insert into catalog_products (id, tenant_id, organization_id, title, sku, search_text)
       select gen_random_uuid(), $1, $2, 'Product ' || word, 'SKU-' || n, 'product ' || word
       from generate_series(1, $3::int) n, lateral (select substr(md5(n::text), 1, 8) as word) words`,
      [tenantId, organizationId, products],
    )
  }
  await client.query('analyze catalog_products')
  await client.end()
}
