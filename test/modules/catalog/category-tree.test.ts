import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { catalog } from '@plinth/catalog'
import { tenantA, type TestPlatform, type TestResponse } from '@plinth/testing'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { make } from './_shop.ts'

const path = '/catalog/categories'
const others = [directory, auth({ secret: 'trees'.repeat(8) }), auditLogs, progress]
const shopApp = () => testApp({ modules: [...others, catalog] })
const undo = (app: TestPlatform, { operation }: TestResponse) =>
  app.as('admin').post('/audit_logs/audit-logs/actions/undo', { undoToken: operation?.undoToken })

/** The category above each, by name. */
async function tree({ sql }: TestPlatform): Promise<Record<string, string | null>> {
  const rows = await sql<{ name: string; above: string | null }>(
    `select c.name, p.name as above from catalog_categories c left join catalog_categories p on p.id = c.parent_id order by c.name`,
  )
  return Object.fromEntries(rows.map(({ name, above }) => [name, above]))
}

test('undo closes no circle of categories', async () => {
  await using app = await shopApp()
  const admin = app.as('admin')
  const b = await make(admin, 'categories', { name: 'B' })
  const a = await make(admin, 'categories', { name: 'A', parentId: b })
  const freed = await admin.put(path, { id: a, parentId: null })
  await admin.put(path, { id: b, parentId: a })
  const undone = await undo(app, freed)
  expect([undone.status, undone.body.error]).toEqual([400, 'A category cannot be below itself'])
  expect(await tree(app)).toEqual({ A: null, B: 'A' })
  expect((await admin.del(`${path}?id=${a}`)).status).toBe(200)
})

test('neither undo nor a move of what has others below it makes a tree too deep', async () => {
  await using app = await shopApp()
  const admin = app.as('admin')
  let deepest = await make(admin, 'categories', { name: '1' })
  for (let level = 2; level <= 31; level++)
    deepest = await make(admin, 'categories', { name: `${level}`, parentId: deepest })
  const top = await make(admin, 'categories', { name: 'top', parentId: deepest })
  const freed = await admin.put(path, { id: top, parentId: null })
  await make(admin, 'categories', { name: 'below', parentId: top })
  const moved = await admin.put(path, { id: top, parentId: deepest })
  expect([moved.status, moved.body.error]).toEqual([400, 'Categories have at most 32 levels'])
  expect((await undo(app, freed)).status).toBe(400)
  expect(await tree(app)).toMatchObject({ top: null, below: 'top' })
})

test('who does not see all of a tree closes no circle in it either', async () => {
  await using app = await shopApp()
  const admin = app.as('admin')
  const other = crypto.randomUUID()
  const upper = await make(admin, 'categories', { name: 'upper' })
  const lower = await make(admin, 'categories', { name: 'lower' })
  await app.sql(`insert into catalog_categories (id, tenant_id, organization_id, name, search_text, parent_id)
    values ('${other}', '${tenantA.id}', '${crypto.randomUUID()}', 'hidden', 'hidden', '${lower}')`)
  await app.sql(`update catalog_categories set parent_id = '${other}' where id = '${upper}'`)
  const restricted = app.as({ features: ['*'], organizationIds: [tenantA.organization] })
  const moved = await restricted.put(path, { id: lower, parentId: upper })
  expect([moved.status, moved.body.error]).toEqual([400, 'A category cannot be below itself'])
})
