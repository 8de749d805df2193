import { auditLogs } from '@plinth/audit-logs'
import { auth, seedAccounts } from '@plinth/auth'
import { catalog } from '@plinth/catalog'
import { createPlatform, type Platform } from '@plinth/core'
import { directory, provisionTenant } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { type BenchDatabase, PASSWORD } from '../database.ts'
import type { Result } from '../result.ts'

const COUNT = 10_000
const SECONDS = 5
const secret = 'bench'.repeat(8)
const email = 'bulk@bench.com'
// A tenant of its own, whose roles know of the catalog.
const tenantId = '10000000-0000-4000-8000-0000000000bb'
const organizationId = '20000000-0000-4000-8000-0000000000bb'

/** 10,000 products with two variants, two prices and a category each: deleted by the job, brought back by one undo. */
export async function bulkDelete(database: BenchDatabase): Promise<Result[]> {
  await using platform = await createPlatform({
    database: { url: database.url, privilegedLogin: true },
    modules: [directory, auth({ secret }), auditLogs, progress, catalog],
    secret,
    rateLimits: { enabled: false },
  })
  await platform.migrate()
  await platform.start({ workers: false })
  await settle(platform)
  const ids = await fill(database)
  const floor = await measureFloor(database)
  const token = await logIn(platform)
  const send = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = await platform.fetch(new Request(`http://localhost${path}`, init))
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, string>
  }
  const { progressJobId } = await send('/catalog/bulk-delete', { confirm: true, ids, scope: 'selected' })
  const deleted = await secondsOf(() => platform.runJobs())
  const { undoToken } = await send(`/progress/jobs/${progressJobId}`)
  const undone = await secondsOf(() => send('/audit_logs/audit-logs/actions/undo', { undoToken }))
  const { rows } = await database.query('select count(*)::int as count from catalog_products')
  if (rows[0].count !== COUNT) throw new Error(`${rows[0].count} products came back`)
  return [
    {
      name: 'bulk delete of 10,000 products, 60,000 rows',
      unit: 's',
      subject: deleted,
      floor: floor.deleted,
      target: SECONDS,
      atMost: true,
    },
    { name: 'undo of that deletion', unit: 's', subject: undone, floor: floor.restored, target: SECONDS, atMost: true },
  ]
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** What the machine needs at this moment for the same rows without a log: gone in one transaction, back in another. */
async function measureFloor({ query }: BenchDatabase): Promise<{ deleted: number; restored: number }> {
  const tables = ['catalog_prices', 'catalog_variants', 'catalog_product_categories', 'catalog_products']
  for (const table of tables) await query(`create table floor_${table} as table ${table}`)
  const all = (statements: readonly string[]) => secondsOf(() => query(statements.join('; ')))
  const deleted = await all(tables.map((table) => `delete from ${table}`))
  const restored = await all(tables.toReversed().map((table) => `insert into ${table} table floor_${table}`))
  for (const table of tables) await query(`drop table floor_${table}`)
  return { deleted, restored }
}

async function settle(platform: Platform): Promise<void> {
  const caller = { actor: 'platform', reason: 'bench', scope: { tenantId, organizationId } } as const
  await platform.actAs(caller, async ({ run }) => {
    await run(provisionTenant, { tenantName: 'Shop', organizationName: 'Shop' })
    await run(seedAccounts, { accounts: [{ email, password: PASSWORD, role: 'admin' }] })
  })
}

async function logIn({ fetch }: Platform): Promise<string> {
  const body = new URLSearchParams({ email, password: PASSWORD })
  const answer = await fetch(new Request('http://localhost/auth/login', { method: 'POST', body }))
  return ((await answer.json()) as { token: string }).token
}

async function fill({ query }: BenchDatabase): Promise<string[]> {
  await query(
    `with c as (insert into catalog_categories (id, tenant_id, organization_id, name, search_text)
      values (gen_random_uuid(), $1, $2, 'All', 'all') returning id),
    p as (insert into catalog_products (id, tenant_id, organization_id, title, sku, search_text)
      select gen_random_uuid(), $1, $2, 'Product ' || n, 'SKU-' || n, 'product ' || n from generate_series(1, $3::int) n
      returning id),
    v as (insert into catalog_variants (id, tenant_id, organization_id, product_id, name, search_text)
      select gen_random_uuid(), $1, $2, p.id, 'Variant ' || n, 'variant ' || n from p, generate_series(1, 2) n
      returning id, product_id),
    r as (insert into catalog_prices (id, tenant_id, organization_id, product_id, variant_id, currency_code, unit_price)
      select gen_random_uuid(), $1, $2, product_id, v.id, 'EUR', 9.99 from v)
    insert into catalog_product_categories (id, tenant_id, organization_id, product_id, category_id)
      select gen_random_uuid(), $1, $2, p.id, c.id from p, c`,
    [tenantId, organizationId, COUNT],
  )
  const { rows } = await query('select id from catalog_products')
  return rows.map(({ id }) => id as string)
}
