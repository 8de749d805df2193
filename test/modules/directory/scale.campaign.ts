import { tenantA, type TestPlatform, type TestResponse } from '@plinth/testing'
import { expect, test } from 'vitest'
import { createBelow, directoryApp, limitedTo, manager, superAdmin } from './directory-app.ts'

const path = '/directory/organizations'
const ORGANIZATIONS = 5000
const TENANTS = 1000

type Branch = { readonly children: readonly Branch[] }
const sizeOf = (branches: readonly Branch[]): number =>
  branches.reduce((size, { children }) => size + 1 + sizeOf(children), 0)

/** A tree of 5,000 organizations, ten below each, in tenant A, and 1,000 more tenants with one organization each. */
async function fill(app: TestPlatform): Promise<void> {
  await app.sql(
    `insert into organizations (tenant_id, id, parent_id, name, slug)
    select $1, overlay($2::text placing lpad(to_hex(i), 8, '0') from 29)::uuid,
      case i when 1 then $2::uuid else overlay($2::text placing lpad(to_hex(i / 10), 8, '0') from 29)::uuid end,
      'Unit ' || i, 'unit-' || i
    from generate_series(1, ${ORGANIZATIONS - 1}) i`,
    [tenantA.id, tenantA.organization],
  )
  await app.sql(`with made as (
      insert into tenants (tenant_id, id, name) select i, i, 'Tenant ' || i
      from (select gen_random_uuid() as i from generate_series(1, ${TENANTS})) s returning id)
    insert into organizations (tenant_id, id, name, slug) select id, gen_random_uuid(), 'Root', 'root' from made`)
  await app.sql('analyze tenants, organizations')
}

test('5,000 organizations in a tenant, 1,000 tenants', { timeout: 180_000 }, async () => {
  const reads: { readonly resultCount: number; readonly resourceIds: readonly string[]; readonly fields: unknown }[] =
    []
  const listener = {
    id: 'listener',
    title: 'Listener',
    onRead: (_: unknown, read: (typeof reads)[number]) => void reads.push(read),
  }
  await using app = await directoryApp({ modules: [listener] })
  await fill(app)
  const client = app.as(manager)
  expect((await client.get(path)).body.items).toHaveLength(ORGANIZATIONS)
  const call = async (answer: Promise<TestResponse>) => expect((await answer).status).toBe(200)
  const queries = app.queries()
  await call(client.get(`${path}?view=manage`))
  await call(client.get(`${path}?view=manage&page=100`))
  await call(client.get(`${path}?view=manage&search=unit%2049`))
  await call(client.get(path))
  const { body: tree } = await client.get(`${path}?view=tree`)
  expect(sizeOf(tree.items)).toBe(ORGANIZATIONS)
  expect(reads.at(-1)).toMatchObject({ resultCount: ORGANIZATIONS, fields: Object.keys(tree.items[0]) })
  expect(reads.at(-1)?.resourceIds).toHaveLength(1000)
  await call(client.get('/directory/organization-switcher'))
  // Each would ask several times; a host that is late to look once has its caches count anew.
  expect(app.queries() - queries).toBeLessThan(60)
  const part = (await app.sql('select id from organizations where tenant_id = $1 limit 500', [tenantA.id])).map(
    ({ id }) => id,
  )
  const limited = app.as(limitedTo(...part))
  await call(limited.get(`${path}?view=manage`))

  const a = await createBelow(client, 'A', tenantA.organization)
  const b = await createBelow(client, 'B', tenantA.organization)
  const before = app.queries()
  for (const parentId of [b, tenantA.organization, b]) await call(client.put(path, { id: a, parentId }))
  expect((app.queries() - before) / 3).toBeLessThanOrEqual(20)
  const written = await app.sql(
    `select count(*)::int from plinth.changes where row_id <> all ($1) and before is not null`,
    [[a, b]],
  )
  expect(written).toEqual([{ count: 0 }])
  await call(client.put(path, { id: part[0], isActive: true }))

  const governor = app.as(superAdmin)
  await call(governor.get(`${path}?view=manage`))
  await call(governor.get(`${path}?view=manage&page=110`))
  await call(governor.get(`${path}?view=manage&search=root`))
  await call(governor.get('/directory/tenants'))
  await call(app.anonymous.get('/directory/organizations/lookup?slug=unit-77'))
})
