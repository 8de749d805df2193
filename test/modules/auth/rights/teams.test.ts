import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { progress } from '@plinth/progress'
import { type Client, tenantA, tenantB, type TestPlatform, testSecret, withLayers } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { casework } from './_cases.ts'

let app: TestPlatform
let admin: Client
const unknown = 'f0000000-0000-4000-8000-00000000000f'
const LAYERS = ['both layers', 'no ORM filters', 'no row level security'] as const

beforeAll(async () => {
  app = await authApp({ modules: [progress, auditLogs, casework] })
  admin = superAdminOf(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const ofMyTeams = { field: 'teamId', operator: 'IN', value: null, valueField: 'me.teams' }

async function person(features: readonly string[], policy?: object) {
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: [...features] })
  if (policy)
    expect(
      (await admin.put('/auth/roles/row-policies', { roleId, policies: { 'cases.case': { read: policy } } })).body,
    ).toMatchObject({ ok: true })
  const email = `${crypto.randomUUID()}@acme.com`
  const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  return Object.assign(await signIn(app, email), { email, userId, roleId })
}

async function team(parentId?: string, members: readonly string[] = []): Promise<string> {
  const answer = await admin.post('/auth/teams', { name: `Team ${crypto.randomUUID()}`, ...(parentId && { parentId }) })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  const { id } = answer.body
  if (members.length > 0) expect((await join(id, members)).status).toBe(200)
  return id
}

const join = (teamId: string, add: readonly string[], client = admin) =>
  client.put('/auth/teams/members', { teamId, add })
const leave = (teamId: string, remove: readonly string[], client = admin) =>
  client.put('/auth/teams/members', { teamId, remove })
const titles = async (client: Client) =>
  (await client.get('/cases/cases?sortField=title')).body.items.map(({ title }: { title: string }) => title)
const addCase = (title: string, teamId: string | null) => admin.post('/cases/cases', { title, teamId })

test('members see the records of their teams and of those above, from the next request on', async () => {
  const clerk = await person(['cases.*'], ofMyTeams)
  const sales = await team()
  const east = await team(sales)
  const berlin = await team(east)
  const tag = crypto.randomUUID().slice(0, 8)
  for (const [title, id] of [
    ['1', sales],
    ['2', east],
    ['3', berlin],
    ['4', await team()],
    ['5', null],
  ] as const)
    await addCase(`${tag} ${title}`, id)
  const seen = async () => (await titles(clerk)).map((title: string) => title.split(' ')[1])
  expect(await seen()).toEqual([])
  await join(east, [clerk.userId])
  for (const layers of LAYERS)
    await withLayers(app, layers, async () => expect([layers, ...(await seen())]).toEqual([layers, '1', '2']))
  // The structure counts at once as well.
  expect((await admin.put('/auth/teams', { id: east, parentId: null })).status).toBe(200)
  expect(await seen()).toEqual(['2'])
  await admin.put('/auth/teams', { id: east, parentId: sales })
  expect(await seen()).toEqual(['1', '2'])
  const left = await leave(east, [clerk.userId])
  expect(await seen()).toEqual([])
  expect(
    (await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken: left.operation!.undoToken })).status,
  ).toBe(200)
  expect(await seen()).toEqual(['1', '2'])
  const deleted = await admin.send('DELETE', `/auth/teams?id=${berlin}`)
  expect([deleted.status, await seen()]).toEqual([200, ['1', '2']])
  // A team with others below it stays.
  expect((await admin.send('DELETE', `/auth/teams?id=${sales}`)).status).toBe(400)
})

test('a change of teams counts on another host', async () => {
  const clerk = await person(['cases.*'], ofMyTeams)
  const own = await team()
  const title = crypto.randomUUID()
  await addCase(title, own)
  await using other = await authApp({
    modules: [progress, auditLogs, casework],
    databaseUrl: app.databaseUrl,
    secret: testSecret,
  })
  const there = await signIn(other, clerk.email)
  expect(await titles(there)).toEqual([])
  await join(own, [clerk.userId])
  await expect.poll(() => titles(there), { timeout: 5_000 }).toEqual([title])
})

test('teams are no circle, and at most ten levels deep', async () => {
  const chain = [await team()]
  for (let depth = 2; depth <= 10; depth++) chain.push(await team(chain.at(-1)))
  const tooDeep = await admin.post('/auth/teams', { name: 'Too deep', parentId: chain.at(-1) })
  expect([tooDeep.status, tooDeep.body.fieldErrors]).toEqual([400, { parentId: 'Too deep' }])
  for (const parentId of [chain[0], chain[5], chain[9]]) {
    const answer = await admin.put('/auth/teams', { id: chain[0], parentId })
    expect([answer.status, answer.body.fieldErrors]).toEqual([400, { parentId: 'Circle' }])
  }
  // Moving a team moves those below it.
  const answer = await admin.put('/auth/teams', { id: chain[0], parentId: await team() })
  expect([answer.status, answer.body.fieldErrors]).toEqual([400, { parentId: 'Too deep' }])
  // Two that would make a circle together.
  const [one, two] = [await team(), await team()]
  const both = await Promise.all([
    admin.put('/auth/teams', { id: one, parentId: two }),
    admin.put('/auth/teams', { id: two, parentId: one }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('an undo makes no circle either', async () => {
  const [one, two] = [await team(), await team()]
  await admin.put('/auth/teams', { id: one, parentId: two })
  const apart = await admin.put('/auth/teams', { id: one, parentId: null })
  await admin.put('/auth/teams', { id: two, parentId: one })
  const answer = await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken: apart.operation!.undoToken })
  expect(answer.status).toBe(400)
})

test('members are accounts that the caller sees', async () => {
  const foreign = app.as({ isSuperAdmin: true, tenantId: tenantB.id })
  const email = `${crypto.randomUUID()}@b.com`
  const { id: stranger } = (
    await foreign.post('/auth/users', { email, password: PASSWORD, organizationId: tenantB.organization })
  ).body
  const own = await team()
  for (const add of [[stranger], [unknown]]) expect((await join(own, add)).status).toBe(400)
  expect((await join(own, [stranger], foreign)).status).toBe(404)
  expect((await foreign.get('/auth/teams')).body.items).toEqual([])
  const manager = app.as({ features: ['auth.teams.*'], organizationIds: [tenantA.otherOrganization] })
  const local = await addUser(admin)
  expect((await join(own, [local], manager)).status).toBe(400)
  await join(own, [local])
  expect((await manager.get(`/auth/teams/members?teamId=${own}`)).body.items).toEqual([])
  expect((await admin.get(`/auth/teams/members?teamId=${own}`)).body.items).toMatchObject([{ userId: local }])
  expect((await leave(own, [local], manager)).status).toBe(400)
})

test('nobody with a policy gets into teams of others', async () => {
  const clerk = await person(['cases.*', 'auth.teams.*', 'audit_logs.*'], ofMyTeams)
  const [own, other] = [await team(undefined, [clerk.userId]), await team()]
  const colleague = await addUser(admin)
  expect((await join(other, [clerk.userId], clerk)).status).toBe(403)
  expect((await clerk.put('/auth/teams', { id: own, parentId: other })).status).toBe(403)
  expect((await join(own, [colleague], clerk)).status).toBe(200)
  // One that they have made, and one from which somebody has taken them.
  const made = await clerk.post('/auth/teams', { name: crypto.randomUUID(), parentId: own })
  expect(made.status).toBe(201)
  expect((await join(made.body.id, [clerk.userId], clerk)).status).toBe(403)
  const left = await leave(own, [clerk.userId], clerk)
  expect(left.status).toBe(200)
  const undone = await clerk.post('/audit_logs/audit-logs/actions/undo', { undoToken: left.operation!.undoToken })
  expect(undone.status).toBe(403)
})
