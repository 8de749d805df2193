import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { scim } from '@plinth/scim'
import { type Client, tenantB, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { casework } from '../auth/rights/_cases.ts'
import { connect } from './_scim.ts'

let app: TestPlatform
let admin: Client
let provider: Client
const unknown = 'f0000000-0000-4000-8000-00000000000f'

beforeAll(async () => {
  app = await authApp({ modules: [apiKeys, auditLogs, scim, casework] })
  admin = superAdminOf(app)
  provider = await connect(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const made = async (answer: { status: number; body: { id: string }; text: string }) => {
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}
const team = async (parentId?: string) =>
  made(await admin.post('/auth/teams', { name: crypto.randomUUID(), ...(parentId && { parentId }) }))
const person = async () => made(await provider.post('/scim/v2/Users', { userName: `${crypto.randomUUID()}@a.example` }))
const group = async (...members: string[]) =>
  made(
    await provider.post('/scim/v2/Groups', {
      displayName: crypto.randomUUID(),
      members: members.map((value) => ({ value })),
    }),
  )
const patch = (id: string, operation: object, as = provider) =>
  as.patch(`/scim/v2/Groups/${id}`, { Operations: [operation] })
const toJoin = (userId: string) => ({ op: 'add', path: 'members', value: [{ value: userId }] })
const toLeave = (userId: string) => ({ op: 'remove', path: `members[value eq "${userId}"]` })
const join = (id: string, userId: string) => patch(id, toJoin(userId))
const leave = (id: string, userId: string) => patch(id, toLeave(userId))
const map = (id: string, teamId: string | null, as = admin) => as.put('/scim/groups', { id, teamId })
const undo = (answer: { operation: { undoToken?: string | null } | null }, as = admin) =>
  as.post('/audit_logs/audit-logs/actions/undo', { undoToken: answer.operation!.undoToken })

/** The sources by which somebody belongs to a team. */
const sources = async (userId: string, teamId: string) =>
  (
    await app.sql('select source from team_members where user_id = $1 and team_id = $2 order by source', [
      userId,
      teamId,
    ])
  ).map(({ source }) => source)

test('members of groups belong to the team as long as one of their groups says so', async () => {
  const [east, ann] = [await team(), await person()]
  const [one, other] = [await group(ann), await group(ann)]
  expect((await map(one, east)).status).toBe(200)
  expect((await map(other, east)).status).toBe(200)
  expect(await sources(ann, east)).toEqual([`scim:${one}`, `scim:${other}`].toSorted())
  const { items } = (await admin.get(`/auth/teams/members?teamId=${east}`)).body
  expect(items.map(({ source }: { source: string }) => source).toSorted()).toEqual(await sources(ann, east))
  expect((await leave(one, ann)).status).toBe(204)
  expect(await sources(ann, east)).toEqual([`scim:${other}`])
  // By hand, beside the group, and neither takes what the other gave.
  expect((await admin.put('/auth/teams/members', { teamId: east, add: [ann] })).status).toBe(200)
  expect(await sources(ann, east)).toEqual(['', `scim:${other}`])
  await leave(other, ann)
  expect(await sources(ann, east)).toEqual([''])
  await join(other, ann)
  await admin.put('/auth/teams/members', { teamId: east, remove: [ann] })
  expect(await sources(ann, east)).toEqual([`scim:${other}`])
  // Another team for the group, and none.
  const west = await team()
  const mapped = await map(other, west)
  expect([await sources(ann, east), await sources(ann, west)]).toEqual([[], [`scim:${other}`]])
  expect((await undo(mapped)).status).toBe(200)
  expect([await sources(ann, east), await sources(ann, west)]).toEqual([[`scim:${other}`], []])
  expect((await admin.put('/scim/groups', { id: other, roleId: null })).status).toBe(200)
  expect(await sources(ann, east)).toEqual([`scim:${other}`])
  expect((await map(other, null)).status).toBe(200)
  expect(await sources(ann, east)).toEqual([])
})

test('what a team sees is seen from the next request on, and no longer once a person or a group is deleted', async () => {
  const [east, ann] = [await team(), await person()]
  const id = await group()
  await map(id, east)
  const ofMyTeams = { field: 'teamId', operator: 'IN', value: null, valueField: 'me.teams' }
  const roleId = await addRole(admin, crypto.randomUUID(), { features: ['cases.*'] })
  await admin.put('/auth/roles/row-policies', { roleId, policies: { 'cases.case': { read: ofMyTeams } } })
  const email = `${crypto.randomUUID()}@acme.com`
  const bea = await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  // The provider takes no account over, so one that signs in by password is made its own here.
  await app.sql(
    `insert into scim_users (id, tenant_id, user_id, service_account_id, user_name, user_name_key)
      select gen_random_uuid(), tenant_id, $1, service_account_id, $2, $2 from scim_users where user_id = $3`,
    [bea, email, ann],
  )
  await admin.post('/cases/cases', { title: 'East', teamId: await team(east) })
  await admin.post('/cases/cases', { title: 'Of the team', teamId: east })
  const client = await signIn(app, email)
  const seen = async () => (await client.get('/cases/cases')).body.items.map(({ title }: { title: string }) => title)
  expect(await seen()).toEqual([])
  await join(id, bea)
  expect(await seen()).toEqual(['Of the team'])
  await leave(id, bea)
  expect(await seen()).toEqual([])
  await join(id, ann)
  expect((await provider.send('DELETE', `/scim/v2/Users/${ann}`)).status).toBe(204)
  expect(await sources(ann, east)).toEqual([])
  const [account] = await app.sql('select service_account_id from scim_users where user_id = $1', [ann])
  const again = { serviceAccountId: account!['service_account_id'], since: '2020-01-01T00:00:00Z' }
  expect((await admin.post('/scim/reactivate', again)).body.reactivated).toBeGreaterThan(0)
  expect(await sources(ann, east)).toEqual([`scim:${id}`])
  expect((await provider.send('DELETE', `/scim/v2/Groups/${id}`)).status).toBe(204)
  expect(await sources(ann, east)).toEqual([])
})

test('a deleted team is mapped no longer, and undoing the deletion brings back mapping and members', async () => {
  const [east, ann] = [await team(), await person()]
  const id = await group(ann)
  await map(id, east)
  const deleted = await admin.send('DELETE', `/auth/teams?id=${east}`)
  expect(deleted.status).toBe(200)
  const mapped = async () => (await app.sql('select team_id from scim_groups where id = $1', [id]))[0]!['team_id']
  expect(await mapped()).toBeNull()
  expect((await join(id, await person())).status).toBe(204)
  expect((await undo(deleted)).status).toBe(200)
  expect([await mapped(), await sources(ann, east)]).toEqual([east, [`scim:${id}`]])
})

test('who maps a group, and who provisions, could change the members of the team by hand', async () => {
  const [east, ann] = [await team(), await person()]
  const id = await group(ann)
  const weak = app.as({ features: ['scim.*'] })
  expect((await map(id, east, weak)).status).toBe(403)
  expect((await map(id, unknown)).status).toBe(400)
  const elsewhere = await made(
    await app.as({ features: ['*'], tenantId: tenantB.id }).post('/auth/teams', { name: 'Elsewhere' }),
  )
  expect((await map(id, elsewhere)).status).toBe(400)
  const mapped = await map(id, east)
  // Neither takes it back nor by undo gives it anew.
  expect((await map(id, null, weak)).status).toBe(403)
  const unmapped = await map(id, null)
  const [entry] = await app.sql('select id from plinth.action_log order by seq desc limit 1')
  const revert = (features: readonly string[]) =>
    app.platform.actAs(app.callerOf({ features: [...features] }), (ctx) =>
      ctx.undo(String(entry!['id']), { ofOthers: true }),
    )
  await expect(revert(['scim.*'])).rejects.toMatchObject({ status: 403 })
  expect([mapped.status, unmapped.status, await sources(ann, east)]).toEqual([200, 200, []])
  await revert(['scim.*', 'auth.*'])
  expect(await sources(ann, east)).toEqual([`scim:${id}`])
  // A service account that may provision, and nothing with teams.
  const plain = await connect(app, ['scim.provision', 'auth.users.*'])
  const bob = await made(await plain.post('/scim/v2/Users', { userName: `${crypto.randomUUID()}@a.example` }))
  const theirs = await made(await plain.post('/scim/v2/Groups', { displayName: crypto.randomUUID() }))
  expect((await patch(theirs, toJoin(bob), plain)).status).toBe(204)
  expect((await map(theirs, east)).status).toBe(200)
  expect(await sources(bob, east)).toEqual([`scim:${theirs}`])
  expect((await patch(theirs, toLeave(bob), plain)).status).toBe(403)
  expect(await sources(bob, east)).toEqual([`scim:${theirs}`])
})

test('an undone mapping gives no role that its actor could not give, to a group that nobody is in', async () => {
  const roleId = await addRole(admin, crypto.randomUUID(), { features: ['auth.acl.manage'] })
  const id = await group()
  await admin.put('/scim/groups', { id, roleId })
  await admin.put('/scim/groups', { id, roleId: null })
  const [entry] = await app.sql('select id from plinth.action_log order by seq desc limit 1')
  const revert = (features: string[]) =>
    app.platform.actAs(app.callerOf({ features }), (ctx) => ctx.undo(String(entry!['id']), { ofOthers: true }))
  await expect(revert(['scim.*'])).rejects.toMatchObject({ status: 403 })
  await revert(['scim.*', 'auth.*'])
})

test('workers who change groups while they are mapped leave each member in the team, and nobody else', async () => {
  const [east, west] = [await team(), await team()]
  const people = await Promise.all(Array.from({ length: 6 }, person))
  const groups = [await group(...people.slice(0, 3)), await group(...people.slice(2))]
  const targets = [east, west, null]
  const work = Array.from({ length: 24 }, (_, index) => async () => {
    const id = groups[index % 2]!
    const userId = people[(index * 5) % 6]!
    if (index % 4 === 3) return map(id, targets[index % 3]!)
    return index % 3 === 0 ? leave(id, userId) : join(id, userId)
  })
  for (const { status } of await Promise.all(work.map((one) => one()))) expect([200, 204]).toContain(status)
  const stored = await app.sql(
    `select team_id, user_id, source from team_members where source = any ($1) order by 1, 2, 3`,
    [groups.map((id) => `scim:${id}`)],
  )
  const wanted = await app.sql(
    `select g.team_id, m.user_id, 'scim:' || g.id as source from scim_members m join scim_groups g on g.id = m.group_id
      where g.id = any ($1) and g.team_id is not null order by 1, 2, 3`,
    [groups],
  )
  expect(stored).toEqual(wanted)
})
