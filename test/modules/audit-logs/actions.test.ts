import { auditLogs } from '@plinth/audit-logs'
import { type TestResponse, type Client, type Persona, tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { addOrganization, addRole, addUser, idOf } from '../auth/_people.ts'

const PATH = '/audit_logs/audit-logs/actions'
const open = () => authApp({ modules: [auditLogs] })

type Entry = TestResponse['body']

async function list(client: Client, query: Record<string, string> = {}): Promise<Entry[]> {
  const answer = await client.get(`${PATH}?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items
}

/** Somebody with an account, so that the log can name them. */
async function account(app: TestPlatform, email: string, persona: Persona = {}): Promise<Client> {
  return app.as({ features: ['auth.*', 'audit_logs.*'], userId: await idOf(app, email), ...persona })
}

const undo = (client: Client, answer: TestResponse) =>
  client.post(`${PATH}/undo`, { undoToken: answer.operation?.undoToken })

test('an entry tells who did what where, and what changed', async () => {
  await using app = await open()
  const admin = await account(app, 'admin@acme.com')
  const made = await admin.post('/auth/roles', { name: 'Clerk' })
  app.clock.advance(1000)
  const { id } = made.body
  const renamed = await admin.put('/auth/roles', { id, name: 'Scribe' })
  const [entry, first] = await list(admin, { resourceKind: 'auth.role', resourceId: id })
  expect(entry).toEqual({
    id: renamed.operation?.id,
    commandId: 'auth.roles.update',
    actionLabel: 'Update role',
    executionState: 'done',
    actorUserId: await idOf(app, 'admin@acme.com'),
    ownerUserId: null,
    actorUserName: 'admin@acme.com',
    tenantId: tenantA.id,
    tenantName: 'Acme',
    organizationId: tenantA.organization,
    organizationName: 'Acme',
    resourceKind: 'auth.role',
    resourceId: id,
    parentResourceKind: null,
    parentResourceId: null,
    undoToken: renamed.operation?.undoToken,
    createdAt: app.clock.now.toISOString(),
    updatedAt: app.clock.now.toISOString(),
    snapshotBefore: expect.objectContaining({ id, name: 'Clerk' }),
    snapshotAfter: expect.objectContaining({ id, name: 'Scribe', tenantId: tenantA.id }),
    changes: { name: { from: 'Clerk', to: 'Scribe' } },
    context: null,
  })
  expect(first).toMatchObject({ commandId: 'auth.roles.create', snapshotBefore: null, changes: null })
  // By its id alone, however old it is, but not from another tenant.
  expect(await list(admin, { id: first.id, limit: '1' })).toEqual([first])
  const stranger = app.as({ features: ['audit_logs.*'], tenantId: tenantB.id })
  expect(await list(stranger, { id: first.id })).toEqual([])
})

test('states follow undo and redo, and reverts are entries with the changes the other way round', async () => {
  await using app = await open()
  const admin = await account(app, 'admin@acme.com')
  const { body } = await admin.post('/auth/roles', { name: 'Clerk' })
  const renamed = await admin.put('/auth/roles', { id: body.id, name: 'Scribe' })
  app.clock.advance(1000)
  const { logId } = (await undo(admin, renamed)).body
  app.clock.advance(1000)
  await admin.post(`${PATH}/redo`, { logId })
  const entries = await list(admin, { resourceId: body.id })
  const context = { sourceLogId: logId, sourceCommandId: 'auth.roles.update' }
  const changes = { name: { from: 'Clerk', to: 'Scribe' } }
  expect(entries).toMatchObject([
    { executionState: 'done', undoToken: expect.any(String), changes, context: { ...context, historyAction: 'redo' } },
    {
      executionState: 'done',
      undoToken: null,
      changes: { name: { from: 'Scribe', to: 'Clerk' } },
      context: { ...context, historyAction: 'undo' },
    },
    { id: logId, executionState: 'redone', undoToken: null, changes, updatedAt: app.clock.now.toISOString() },
    { commandId: 'auth.roles.create', executionState: 'done', undoToken: expect.any(String) },
  ])
  expect(entries[2].createdAt < entries[2].updatedAt).toBe(true)
  const undoable = await list(admin, { resourceId: body.id, undoableOnly: 'Yes' })
  expect(undoable.map(({ id }) => id)).toEqual([entries[0].id, entries[3].id])
})

test('other rows of an entry stand beside its own, secrets nowhere', async () => {
  await using app = await open()
  const admin = await account(app, 'superadmin@acme.com', { isSuperAdmin: true })
  const roleId = await addRole(admin, 'Clerk', { features: ['auth.users.list'] })
  const id = await addUser(admin, { roles: [roleId], password: 'Secret-456' })
  await admin.put('/auth/users', { id, password: 'Secret-789' })
  const [changed, made] = await list(admin, { resourceKind: 'auth.user', resourceId: id })
  expect(made.snapshotAfter).toMatchObject({ id, userRoles: { [await roleRow(app, id)]: { userId: id, roleId } } })
  expect(changed.changes).toEqual({})
  expect(JSON.stringify([changed, made])).not.toMatch(/argon2|hash|secret-/i)
  const [rights] = await list(admin, { resourceKind: 'auth.role_acl' })
  expect(rights).toMatchObject({ resourceId: roleId, parentResourceKind: 'auth.role', parentResourceId: roleId })
  expect(rights.snapshotAfter.features).toEqual(['auth.users.list'])
})

async function roleRow(app: TestPlatform, userId: string): Promise<string> {
  const [row] = await app.sql('select id from user_roles where user_id = $1', [userId])
  return row!['id']
}

test('entries are found by a text, and counted by day and by hour of the week', async () => {
  await using app = await open()
  const admin = await account(app, 'admin@acme.com')
  app.clock.advance(Date.parse('2031-03-30T00:30:00Z') - app.clock.now.getTime())
  const { body } = await admin.post('/auth/roles', { name: 'Clerk of 100%' })
  app.clock.advance(3_600_000)
  await admin.put('/auth/roles', { id: body.id, name: 'Scribe' })
  const found = async (search: string, client = admin) =>
    (await list(client, { search, after: '2031-01-01' })).map(({ commandId }) => commandId)
  // The old name is in both entries.
  expect(await found('clerk OF 100%')).toEqual(['auth.roles.update', 'auth.roles.create'])
  expect(await found('scribe')).toEqual(['auth.roles.update'])
  expect(await found('roles.CREATE')).toEqual(['auth.roles.create'])
  expect(await found(body.id)).toHaveLength(2)
  expect(await found('100_')).toEqual([])
  expect(await found('Scribe', app.as({ features: ['audit_logs.*'], tenantId: tenantB.id }))).toEqual([])
  const counted = async (query: Record<string, string>) =>
    (await admin.get(`/audit_logs/audit-logs/activity?${new URLSearchParams({ after: '2031-01-01', ...query })}`)).body
  // Between the two, clocks in Berlin were put forward.
  expect(await counted({ timeZone: 'Europe/Berlin' })).toEqual({
    total: 2,
    isPartial: false,
    days: [{ date: '2031-03-30', count: 2 }],
    hours: [
      { weekday: 7, hour: 1, count: 1 },
      { weekday: 7, hour: 3, count: 1 },
    ],
    kinds: [{ resourceKind: 'auth.role', count: 2 }],
  })
  expect((await counted({ timeZone: 'America/New_York' })).days).toEqual([{ date: '2031-03-29', count: 2 }])
  expect((await counted({ search: 'Scribe' })).total).toBe(1)
})

test('related entries are those of children; both filters are needed', async () => {
  await using app = await open()
  const admin = await account(app, 'admin@acme.com')
  const roleId = await addRole(admin, 'Clerk', { features: ['auth.users.list'] })
  const query = { resourceKind: 'auth.role', resourceId: roleId }
  const kinds = async (more: object) => (await list(admin, { ...query, ...more })).map((entry) => entry.resourceKind)
  expect(await kinds({})).toEqual(['auth.role'])
  expect(await kinds({ includeRelated: 'true' })).toEqual(['auth.role_acl', 'auth.role'])
  expect(await kinds({ includeRelated: 'false' })).toEqual(['auth.role'])
  expect(await kinds({ includeRelated: '1', limit: '1' })).toEqual(['auth.role_acl'])
  expect(await list(admin, { resourceKind: 'auth.role', resourceId: '', includeRelated: 'on' })).toHaveLength(1)
})

test('without the right to view the tenant one sees oneself, and nobody’s tokens', async () => {
  await using app = await open()
  const admin = await account(app, 'admin@acme.com')
  const employee = await account(app, 'employee@acme.com', {
    features: ['audit_logs.view_self', 'audit_logs.undo_self', 'auth.*'],
  })
  const viewer = await account(app, 'twin@acme.com', { features: ['audit_logs.view_self', 'audit_logs.view_tenant'] })
  await addRole(admin, 'One')
  await addRole(employee, 'Two')
  const adminId = await idOf(app, 'admin@acme.com')
  const own = await list(employee, { actorUserId: adminId })
  expect(own).toMatchObject([{ actorUserName: 'employee@acme.com', undoToken: expect.any(String) }])
  expect((await employee.get(PATH)).body.canViewTenant).toBe(false)
  const seen = await list(viewer, { resourceKind: 'auth.role' })
  expect(seen.map((entry) => entry.undoToken)).toEqual([null, null])
  expect(await list(viewer, { resourceKind: 'auth.role', undoableOnly: 'true' })).toEqual([])
  expect((await viewer.get(PATH)).body.canViewTenant).toBe(true)
  expect(await list(viewer, { actorUserId: adminId })).toMatchObject([{ actorUserId: adminId }])
  const reader = await account(app, 'twin@acme.com', {
    features: ['audit_logs.view_self', 'audit_logs.view_tenant', 'audit_logs.undo_self'],
  })
  expect((await list(reader)).filter((entry) => entry.undoToken)).toEqual([])
})

test('API keys act under their own id, and undo their own work', async () => {
  await using app = await open()
  const keyId = crypto.randomUUID()
  const features = ['auth.*', 'audit_logs.view_self', 'audit_logs.undo_self']
  const key = app.as({ kind: 'api_key', userId: keyId, features })
  const made = await key.post('/auth/roles', { name: 'Clerk' })
  expect(await list(key)).toMatchObject([
    {
      actorUserId: `api_key:${keyId}`,
      ownerUserId: null,
      actorUserName: null,
      undoToken: made.operation?.undoToken,
    },
  ])
  const admin = await account(app, 'admin@acme.com')
  for (const actorUserId of [keyId, `api_key:${keyId}`]) expect(await list(admin, { actorUserId })).toHaveLength(1)
  expect((await undo(key, made)).status).toBe(200)
})

test('other tenants and organizations are never shown', async () => {
  await using app = await open()
  const branch = await addOrganization(app)
  const headOffice = await account(app, 'admin@acme.com')
  const features = ['auth.*', 'audit_logs.*']
  const atBranch = app.as({ features, organizationIds: [branch] })
  const elsewhere = app.as({ features, tenantId: tenantB.id, organizationId: tenantB.organization })
  const made = await headOffice.post('/auth/roles', { name: 'One' })
  await addRole(atBranch, 'Two')
  const namesSeen = async (client: Client, query = {}) =>
    (await list(client, { resourceKind: 'auth.role', ...query })).map((entry) => entry.snapshotAfter.name)
  expect(await namesSeen(headOffice)).toEqual(['One'])
  expect(await namesSeen(headOffice, { organizationId: branch })).toEqual(['Two'])
  expect(await namesSeen(atBranch, { organizationId: tenantA.organization })).toEqual(['Two'])
  expect(await namesSeen(app.as({ features, organizationId: null }))).toEqual(['Two', 'One'])
  expect(await namesSeen(app.as({ features, organizationIds: [] }))).toEqual([])
  expect(await namesSeen(elsewhere)).toEqual([])
  for (const stranger of [elsewhere, atBranch]) expect((await undo(stranger, made)).status).toBe(400)
})

test('the list says that other organizations have more, and shows it with __all__', async () => {
  await using app = await open()
  const branch = await addOrganization(app)
  const headOffice = await account(app, 'admin@acme.com')
  const features = ['auth.*', 'audit_logs.*']
  const userId = crypto.randomUUID()
  const someone = (organizationId: string) => app.as({ userId, features, organizationId })
  await addRole(someone(tenantA.organization), 'One')
  const ask = async (client: Client, query: Record<string, string> = {}) => {
    const asked = new URLSearchParams({ actorUserId: userId, resourceKind: 'auth.role', ...query })
    const { body } = await client.get(`${PATH}?${asked}`)
    const names = body.items.map((entry: { snapshotAfter: { name: string } }) => entry.snapshotAfter.name)
    return { names, more: body.hasMoreInOtherOrganizations }
  }
  expect(await ask(headOffice)).toEqual({ names: ['One'], more: undefined })
  await addRole(someone(branch), 'Two')
  expect(await ask(headOffice)).toEqual({ names: ['One'], more: true })
  expect(await ask(headOffice, { organizationId: '__all__' })).toEqual({ names: ['Two', 'One'], more: undefined })
  expect(await ask(headOffice, { resourceId: 'x' })).toEqual({ names: [], more: undefined })
  const confined = app.as({ features, organizationIds: [branch] })
  expect(await ask(confined, { organizationId: '__all__' })).toEqual({ names: ['Two'], more: undefined })
  const exported = await headOffice.get(`${PATH}/export?actorUserId=${userId}&organizationId=__all__`)
  expect(exported.text.trim().split('\n')).toHaveLength(2)
  expect((await headOffice.get(`${PATH}?organizationId=all`)).status).toBe(400)
})

test('an account that was moved to another tenant leaves no trace of it', async () => {
  await using app = await open()
  const superAdmin = await account(app, 'superadmin@acme.com', { isSuperAdmin: true })
  const id = await addUser(superAdmin)
  await superAdmin.put('/auth/users', { id, organizationId: tenantB.organization })
  const [moved] = await list(await account(app, 'admin@acme.com'), { resourceKind: 'auth.user', resourceId: id })
  expect(moved).toMatchObject({ commandId: 'auth.users.update', snapshotBefore: { id }, changes: null })
  expect(JSON.stringify(moved)).not.toContain(tenantB.id)
})

test('pages go back with `before`, times and limits are read as published', async () => {
  await using app = await open()
  const admin = await account(app, 'admin@acme.com')
  for (const name of ['One', 'Two', 'Three']) {
    await addRole(admin, name)
    app.clock.advance(1000)
  }
  const kind = { resourceKind: 'auth.role' }
  const all = await list(admin, kind)
  const names = (entries: Entry[]) => entries.map((entry) => entry.snapshotAfter.name)
  expect(names(all)).toEqual(['Three', 'Two', 'One'])
  expect(names(await list(admin, { ...kind, before: all[0].createdAt }))).toEqual(['Two', 'One'])
  expect(names(await list(admin, { ...kind, after: all[1].createdAt }))).toEqual(['Three'])
  expect(await list(admin, { ...kind, before: '2001-01-01' })).toEqual([])
  expect(await list(admin, { ...kind, after: '2001-01-01T00:00:00+02:00', before: '' })).toHaveLength(3)
  for (const [limit, count] of [
    ['1.9', 1],
    ['0', 1],
    ['-5', 1],
    ['many', 3],
    ['', 3],
    ['1e9', 3],
  ] as const)
    expect(await list(admin, { ...kind, limit }), limit).toHaveLength(count)
  for (const bad of ['before=yesterday', 'after=5', 'actorUserId=x', "organizationId=1'--"])
    expect((await admin.get(`${PATH}?${bad}`)).status, bad).toBe(400)
  expect((await app.as({ features: ['audit_logs.view_tenant'] }).get(PATH)).status).toBe(403)
})
