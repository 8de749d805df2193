import { auditLogs } from '@plinth/audit-logs'
import { type Client, type Persona, tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { addOrganization, addRole, idOf } from '../auth/_people.ts'

const PATH = '/audit_logs/audit-logs/access'
const NOON = new Date('2030-05-15T12:00:00Z')
const DAY = 86_400_000
const open = () => authApp({ modules: [auditLogs], startAt: NOON })

type Item = Record<string, unknown>
interface AccessPage {
  readonly items: readonly Item[]
  readonly total: number
}

async function page(app: TestPlatform, client: Client, query: Record<string, string> = {}): Promise<AccessPage> {
  await app.settled()
  const answer = await client.get(`${PATH}?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

async function account(app: TestPlatform, email: string, persona: Persona = {}): Promise<Client> {
  const features = ['auth.*', 'directory.*', 'audit_logs.*']
  return app.as({ features, userId: await idOf(app, email), ...persona })
}

test('a list leaves one entry for each record that it told, in one statement', async () => {
  await using app = await open()
  const admin = await account(app, 'admin@acme.com')
  const before = app.queries()
  const listed = await admin.get('/auth/users?pageSize=3&search=acme')
  const { items, ...rest } = await page(app, admin)
  expect(rest).toEqual({ page: 1, pageSize: 50, total: 3, totalPages: 1, canViewTenant: true })
  expect(app.statements.slice(before).filter((text) => text.includes('insert into plinth.access_log'))).toHaveLength(1)
  expect(items.map((item) => item.resourceId).toSorted()).toEqual(
    listed.body.items.map(({ id }: Item) => id).toSorted(),
  )
  expect(items[0]).toEqual({
    id: expect.any(String),
    resourceKind: 'auth.user',
    resourceId: expect.any(String),
    accessType: 'read:list',
    actorUserId: await idOf(app, 'admin@acme.com'),
    ownerUserId: null,
    actorUserName: 'admin@acme.com',
    tenantId: tenantA.id,
    tenantName: 'Acme',
    organizationId: tenantA.organization,
    organizationName: 'Acme',
    fields: Object.keys(listed.body.items[0]),
    context: {
      resultCount: 3,
      accessType: 'read:list',
      queryKeys: ['pageSize', 'search'],
      path: '/api/auth/users',
    },
    createdAt: NOON.toISOString(),
  })
})

test('an answer is one line; lines of before, with one record each, are listed, counted and exported with them', async () => {
  await using app = await open()
  const admin = await account(app, 'admin@acme.com')
  const reads = 200
  for (let read = 0; read < reads; read++) await admin.get('/auth/users?pageSize=3&search=acme')
  await app.settled()
  const [line] = await app.sql(`select count(*)::int as lines, min(cardinality(resource_uuids)) as records,
    count(resource_ids)::int as texts from plinth.access_log`)
  expect(line).toEqual({ lines: reads, records: 3, texts: 0 })
  const old = crypto.randomUUID()
  await app.sql(
    `insert into plinth.access_log (id, tenant_id, created_at, organization_id, actor_id, resource_kind, resource_id,
       access_type, fields, context) select $1, tenant_id, created_at - interval '1 hour', organization_id, actor_id,
       resource_kind, 'by its code', access_type, fields, context from plinth.access_log limit 1`,
    [old],
  )
  const first = await page(app, admin, { pageSize: '200' })
  const [last] = (await page(app, admin, { pageSize: '200', page: '4' })).items
  expect(last).toMatchObject({ id: old, resourceId: 'by its code' })
  // Of a day in which a filter begins, lines are counted; of others, what the counts of days say.
  expect((await page(app, admin, { after: new Date(NOON.getTime() - DAY / 4).toISOString() })).total).toBe(
    3 * reads + 1,
  )
  const exported = (await admin.get(`${PATH}/export`)).text
  const entries = exported
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Item)
  expect(entries.slice(0, 200)).toEqual(first.items)
  expect(entries.at(-1)).toEqual(last)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(3 * reads + 1)
})

test('what is read of auth and directory is noted, with its kind and type; refusals and empty answers are not', async () => {
  await using app = await open()
  const admin = await account(app, 'superadmin@acme.com', { isSuperAdmin: true })
  const roleId = await addRole(admin, 'Clerk')
  const userId = await idOf(app, 'employee@acme.com')
  const reads = [
    [`/auth/users?id=${userId}`, 'auth.user', 'read:item', userId],
    [`/auth/users/acl?userId=${userId}`, 'auth.user_acl', 'read', userId],
    [`/auth/roles?id=${roleId}`, 'auth.role', 'read:item', roleId],
    [`/auth/roles/acl?roleId=${roleId}`, 'auth.role_acl', 'read', roleId],
    ['/directory/organizations?view=tree', 'directory.organization', 'read', tenantA.organization],
    [`/directory/tenants?id=${tenantA.id}`, 'directory.tenant', 'read:item', tenantA.id],
    ['/directory/organization-switcher', 'directory.organization_switcher', 'read', tenantA.id],
  ] as const
  for (const [path, resourceKind, accessType, resourceId] of reads) {
    expect((await admin.get(path)).status, path).toBe(200)
    const { items } = await page(app, admin, { resourceKind })
    expect(items, path).toMatchObject([{ resourceKind, accessType, resourceId }])
  }
  const { total } = await page(app, admin)
  expect(total).toBe(reads.length)
  for (const path of ['/auth/users?id=none', '/auth/users/acl?userId=x', '/auth/profile', '/auth/features', PATH])
    await admin.get(path)
  expect((await page(app, admin)).total).toBe(total)
  // HEAD tells that there is something to read, and how long it is.
  await admin.send('HEAD', `/auth/users?id=${userId}`)
  expect((await page(app, admin)).total).toBe(total + 1)
})

test('branches of a tree are records of their own', async () => {
  await using app = await open()
  const branch = await addOrganization(app)
  const admin = await account(app, 'admin@acme.com')
  await admin.get('/directory/organizations?view=tree')
  const { items } = await page(app, admin)
  expect(items.map((item) => item.resourceId).toSorted()).toEqual([tenantA.organization, branch])
})

test('one sees one’s own; with the right somebody else’s, never everybody’s, no other tenant or organization', async () => {
  await using app = await open()
  const branch = await addOrganization(app)
  const [admin, employee] = [await account(app, 'admin@acme.com'), await account(app, 'employee@acme.com')]
  const key = app.as({ kind: 'api_key', userId: crypto.randomUUID(), features: ['auth.*', 'audit_logs.*'] })
  for (const reader of [admin, employee, key]) await reader.get('/auth/roles?pageSize=1')
  const [adminId, employeeId] = [await idOf(app, 'admin@acme.com'), await idOf(app, 'employee@acme.com')]
  const actors = async (client: Client, query = {}) =>
    (await page(app, client, query)).items.map((item) => item.actorUserId)
  expect(await actors(admin)).toEqual([adminId])
  expect(await actors(admin, { actorUserId: employeeId })).toEqual([employeeId])
  expect(await actors(key)).toHaveLength(1)
  const modest = await account(app, 'employee@acme.com', { features: ['audit_logs.view_self'] })
  expect(await actors(modest, { actorUserId: adminId })).toEqual([employeeId])
  const elsewhere = { tenantId: tenantB.id, organizationId: tenantB.organization }
  expect(await actors(await account(app, 'admin@acme.com', elsewhere))).toEqual([])
  const atBranch = await account(app, 'admin@acme.com', { organizationIds: [branch] })
  expect(await actors(atBranch)).toEqual([])
  expect(await actors(atBranch, { organizationId: tenantA.organization })).toEqual([])
  expect(await actors(admin, { organizationId: branch })).toEqual([])
})

test('filters, pages and totals agree, whatever the day', async () => {
  await using app = await open()
  const admin = await account(app, 'admin@acme.com')
  const times: string[] = []
  for (let read = 0; read < 8; read++) {
    await admin.get('/auth/roles?pageSize=1')
    if (read % 2 === 0) await admin.get('/directory/organization-switcher')
    times.push(app.clock.now.toISOString())
    app.clock.advance(DAY / 2)
  }
  const total = async (query: Record<string, string>) => {
    const body = await page(app, admin, { ...query, pageSize: '200' })
    expect(body.total, JSON.stringify(query)).toBe(body.items.length)
    return body.total
  }
  expect(await total({})).toBe(12)
  expect(await total({ resourceKind: 'auth.role' })).toBe(8)
  expect(await total({ accessType: 'read:list' })).toBe(0)
  for (const [from, after] of times.entries()) {
    expect(await total({ after, resourceKind: 'auth.role' })).toBe(7 - from)
    expect(await total({ before: after, resourceKind: 'auth.role' })).toBe(from)
    for (const [to, before] of times.entries())
      expect(await total({ after, before, resourceKind: 'auth.role' })).toBe(Math.max(0, to - from - 1))
  }
  const body = await page(app, admin, { page: '3', pageSize: '5' })
  expect(body).toMatchObject({ page: 3, pageSize: 5, total: 12, totalPages: 3, items: [{}, {}] })
  expect(await page(app, admin, { page: '9', limit: '5' })).toMatchObject({ page: 9, pageSize: 5, items: [] })
  expect(await page(app, admin, { page: 'x', pageSize: '0', limit: '5' })).toMatchObject({ page: 1, pageSize: 1 })
  for (const bad of ['before=x', 'after=2030-13-01', 'actorUserId=1', 'organizationId=x'])
    expect((await admin.get(`${PATH}?${bad}`)).status, bad).toBe(400)
})

test('months nobody keeps are dropped, tenants keep as long as they say', async () => {
  await using app = await open()
  const here = await account(app, 'admin@acme.com')
  const there = await account(app, 'admin@acme.com', { tenantId: tenantB.id, organizationId: tenantB.organization })
  const days = async () => {
    await app.settled()
    await app.platform.runJobs()
    const rows = await app.sql(
      `select tenant_id = $1 as here, ($2::date - created_at::date) as age
      from (select tenant_id, created_at from plinth.access_log
        union all select tenant_id, unnest(told_at) from plinth.access_packs) a order by 1, 2`,
      [tenantA.id, NOON],
    )
    return rows.map(({ here: isHere, age }) => `${isHere ? 'here' : 'there'} ${age}`)
  }
  for (const age of [200, 80, 20, 0]) {
    app.clock.set(new Date(NOON.getTime() - age * DAY))
    for (const reader of [here, there]) await reader.get('/directory/organization-switcher')
    await app.settled()
  }
  const retention = auditLogs.jobs!.filter(({ id }) => /retain-accesses|accesses\.purge/.test(id))
  const caller = app.callerOf({ isSuperAdmin: true })
  const enforce = async () => {
    await app.platform.actAs(caller, async ({ enqueue }) => retention.forEach((job) => enqueue(job, {})))
    return days()
  }
  expect(await enforce()).toEqual(['there 0', 'there 20', 'there 80', 'here 0', 'here 20', 'here 80'])
  const months = await app.sql(`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'plinth.access_log'::regclass order by 1`)
  expect(months.map(({ name }) => name.slice(-7))).toEqual(['2030_02', '2030_04', '2030_05', '2030_06', '2030_07'])
  expect((await here.put('/audit_logs/audit-logs/settings', { accessDays: 10 })).status).toBe(200)
  expect((await there.put('/audit_logs/audit-logs/settings', { accessDays: 100 })).status).toBe(200)
  expect((await here.get('/audit_logs/audit-logs/settings')).body).toMatchObject({
    accessDays: 10,
    isUsual: false,
    actionDays: null,
  })
  expect(await enforce()).toEqual(['there 0', 'there 20', 'there 80', 'here 0'])
  expect((await page(app, here)).total).toBe(1)
  await there.put('/audit_logs/audit-logs/settings', { accessDays: null })
  expect((await there.get('/audit_logs/audit-logs/settings')).body).toMatchObject({
    accessDays: 90,
    isUsual: true,
    actionDays: null,
  })
  app.clock.set(new Date(NOON.getTime() + 15 * DAY))
  expect(await enforce()).toEqual(['there 0', 'there 20'])
})

test('the application’s role can only read the log', async () => {
  await using app = await open()
  await (await account(app, 'admin@acme.com')).get('/auth/roles')
  await app.settled()
  const rights = await app.sql(`select t, p from unnest(array['access_log', 'access_days', 'action_log', 'changes']) t,
    unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p where has_table_privilege('plinth_app', 'plinth.' || t, p)`)
  expect(rights).toEqual([{ t: 'action_log', p: 'INSERT' }])
  const [month] = await app.sql(
    `select relname from pg_class where relname like 'access_log_20%' and relkind = 'r' limit 1`,
  )
  const direct = await app.sql(`select has_table_privilege('plinth_app', 'plinth.' || $1, 'SELECT') as may`, [
    month!['relname'],
  ])
  expect(direct).toEqual([{ may: false }])
})
