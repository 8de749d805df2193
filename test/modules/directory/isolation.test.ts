import { sql } from '@plinth/core'
import { findEntityDrift, tenantA, tenantB } from '@plinth/testing'
import { directory } from '@plinth/directory'
import { expect, test } from 'vitest'
import { createBelow, directoryApp, limitedTo, manager } from './directory-app.ts'

const tables = ['tenants', 'organizations']
const root = tenantA.organization

test('the database shows only the own tenant and the own organizations, whatever a query forgets', async () => {
  await using app = await directoryApp()
  const mine = await createBelow(app.as(manager), 'Mine', root)
  const see = (tenantId: string, organizationIds: readonly string[] | null) =>
    app.platform.actAs({ actor: 'platform', reason: 'test', scope: { tenantId, organizationIds } }, async ({ db }) => {
      const namesIn = async (table: string) =>
        (await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db)).rows.map(
          ({ name }) => name,
        )
      return { tenants: await namesIn('tenants'), organizations: await namesIn('organizations') }
    })
  expect(await see(tenantA.id, null)).toEqual({ tenants: ['Acme Tenant'], organizations: ['Acme Corp', 'Mine'] })
  expect(await see(tenantA.id, [mine])).toEqual({ tenants: ['Acme Tenant'], organizations: ['Mine'] })
  expect(await see(tenantA.id, [])).toEqual({ tenants: ['Acme Tenant'], organizations: [] })
  expect(await see(tenantB.id, [mine, root])).toEqual({ tenants: ['Beta Tenant'], organizations: [] })
})

test('the module shows and changes only the own tenant and organizations, also without row level security', async () => {
  await using app = await directoryApp()
  const mine = await createBelow(app.as(manager), 'Mine', root)
  await createBelow(app.as(manager), 'Hidden', root)
  for (const table of tables) await app.sql(`alter table ${table} disable row level security`)
  const governor = { ...limitedTo(mine), features: ['*'] }
  for (const { who, shown } of [
    { who: governor, shown: ['Mine'] },
    { who: { features: ['*'], tenantId: tenantB.id }, shown: ['Beta Corp'] },
  ]) {
    const client = app.as(who)
    for (const view of ['options', 'manage', 'tree']) {
      const { body } = await client.get(`/directory/organizations?view=${view}`)
      expect(body.items.map(({ name }: { name: string }) => name)).toEqual(shown)
    }
    expect((await client.get('/directory/tenants')).body.total).toBe(1)
    const path = '/directory/organizations'
    expect((await client.put(path, { id: root, name: 'Stolen' })).status).toBe(404)
    expect((await client.del(`${path}?id=${root}`)).status).toBe(404)
    expect((await client.post(path, { name: 'New', parentId: root })).status).toBe(400)
    const own = who === governor ? mine : tenantB.organization
    expect((await client.put(path, { id: own, parentId: root })).status).toBe(400)
    expect((await client.put(path, { id: own, childIds: [root] })).status).toBe(400)
  }
  const foreign = app.as({ features: ['*'], tenantId: tenantB.id })
  expect((await foreign.put('/directory/tenants', { id: tenantA.id, name: 'Stolen' })).status).toBe(404)
  expect(await app.sql(`select from organizations where name in ('Stolen', 'New')`)).toHaveLength(0)
})

test('entities and tables say the same', async () => {
  await using app = await directoryApp()
  expect(await findEntityDrift([directory], app.sql)).toEqual([])
})
