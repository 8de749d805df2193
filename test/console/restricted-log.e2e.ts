import { addRole, addUser, PASSWORD, superAdminOf } from '@plinth/auth/testing'
import { tenantA } from '@plinth/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { look } from './_look-at.ts'
import { heading, openVisits } from './_visit.ts'

/** Entries about products, of which somebody may see each hundredth. */
const ENTRIES = 6_000

vi.setConfig({ testTimeout: 240_000 })

let visits: Awaited<ReturnType<typeof openVisits>>
let clerkId: string
let roleId: string

beforeAll(async () => {
  visits = await openVisits()
  const { app } = visits.host
  const admin = superAdminOf(app)
  roleId = await addRole(admin, 'Auditor of chairs', {
    features: ['catalog.*', 'audit_logs.*', 'dashboards.*', 'auth.list_views.*'],
  })
  clerkId = await addUser(admin, { email: 'auditor@acme.com', password: PASSWORD, roles: [roleId] })
  const read = { field: 'title', operator: 'STARTS_WITH', value: 'Chair' }
  const policies = { 'catalog.product': { read } }
  expect((await admin.put('/auth/roles/row-policies', { roleId, policies })).body).toMatchObject({ ok: true })
  const text = (start: number) => `('${start}0000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid`
  await app.sql(`begin; set local session_replication_role = replica;
    insert into plinth.action_log (tenant_id, id, organization_id, command_id, action_label, actor_id, actor_user_id, resource_kind, resource_id, created_at)
      select '${tenantA.id}', ${text(1)}, o.id, 'catalog.products.update', 'Update product', '${clerkId}', '${clerkId}', 'catalog.product', ${text(2)}::text, now() - interval '1 day' + i * interval '1 s'
      from generate_series(1, ${ENTRIES}) i, (select organization_id as id from users where id = '${clerkId}') o;
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
      select '${tenantA.id}', ${text(1)}, 'catalog_products', ${text(2)}, image || '{"sku":"A"}', image from generate_series(1, ${ENTRIES}) i,
        lateral (values (jsonb_build_object('title', case when i % 100 = 0 then 'Chair ' || i else 'Secret ' || i end, 'tenant_id', '${tenantA.id}', 'sku', 'B'))) x (image);
    commit`)
}, 400_000)
afterAll(() => visits[Symbol.asyncDispose]())

test('somebody with policies reads a long log page by page, each entry once', async () => {
  await using visit = await visits.visit('/audit-logs?resourceKind=catalog.product', { email: 'auditor@acme.com' })
  const { page } = visit
  const entries = page.locator('tr:has(td.record)')
  await entries.first().waitFor()
  expect(await entries.count()).toBe(50)
  await look(page, 'restricted-log')
  await page.setViewportSize({ width: 1280, height: 800 })
  const older = page.getByRole('button', { name: 'Show older' })
  for (const count of [60]) {
    await older.click()
    await expect.poll(() => entries.count()).toBe(count)
  }
  expect(await older.count()).toBe(0)
  const links = await page
    .locator('tbody tr td:first-child a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(new Set(links).size).toBe(60)
  expect(await page.content()).not.toContain('Secret')
})

test('administrators see which views, charts and exports name hidden fields, and edit policies', async () => {
  const { app } = visits.host
  const settings = { query: { sort: 'sku' }, shown: {}, order: [], widths: {} }
  await using own = await visits.visit('/', { email: 'auditor@acme.com' })
  await own.ask('POST', '/auth/list-views', { name: 'By SKU', list: '/catalog/products {}', settings })
  const admin = superAdminOf(app)
  await admin.put('/auth/roles/field-policies', {
    roleId,
    policies: { 'catalog.product': { read: ['title', 'isActive'] } },
  })
  await using visit = await visits.visit(`/roles?tab=faults`)
  const { page } = visit
  await page.getByText("The owner may not read 'sku'").first().waitFor()
  await look(page, 'faults')
  await page.goto(`${visits.host.url}/backend/roles/${roleId}?tab=policies`)
  await heading(page, 'Auditor of chairs')
  await page.getByRole('link', { name: 'Show problems' }).waitFor()
  await look(page, 'policy-editor')
})

test('every page of a view as somebody is marked', async () => {
  await using visit = await visits.visit(`/users/${clerkId}`)
  const { page } = visit
  await page.getByRole('button', { name: 'View as' }).click()
  // The page loads anew by itself.
  await page.getByText('You are viewing as').waitFor()
  for (const path of ['/', '/audit-logs', '/catalog/products', '/me']) {
    await page.goto(`${visits.host.url}/backend${path}`)
    const bar = page.getByRole('region', { name: 'View as' })
    await bar.getByText('You are viewing as').waitFor()
    await bar.getByRole('button', { name: 'Stop viewing' }).waitFor()
    if (path === '/audit-logs') await look(page, 'view-as')
  }
})
