import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { progress } from '@plinth/progress'
import { type Client, tenantB, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { casework, written } from './_cases.ts'

let app: TestPlatform
let admin: Client
const unknown = 'f0000000-0000-4000-8000-00000000000f'

beforeAll(async () => {
  app = await authApp({ modules: [progress, auditLogs, casework] })
  admin = superAdminOf(app)
})
afterAll(() => app[Symbol.asyncDispose]())

async function person(features: readonly string[], policies?: { row?: object; field?: object }) {
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: [...features] })
  for (const [sort, given] of Object.entries(policies ?? {})) {
    const answer = await admin.put(`/auth/roles/${sort}-policies`, { roleId, policies: given })
    expect([answer.status, answer.body]).toMatchObject([200, { ok: true }])
  }
  const email = `${crypto.randomUUID()}@acme.com`
  const userId = await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  return Object.assign(await signIn(app, email), { userId, roleId })
}

async function made(client: Client, path: string, body: object): Promise<string> {
  const answer = await client.post(path, body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.body.id
}

const ownerOf = async (id: string, path = '/cases/cases') =>
  (await admin.get(`${path}?id=${id}`)).body.items[0].ownerId as string | null

const EVERYTHING = ['cases.*', 'auth.users.edit', 'auth.users.list', 'audit_logs.*']
const isMine = { field: 'ownerId', operator: '=', value: null, valueField: 'me.id' }

test('a record belongs to who creates it, and to somebody else if they say so', async () => {
  const [clerk, other] = [await person(['cases.*']), await person(['cases.*'])]
  const own = await made(clerk, '/cases/cases', { title: 'Own' })
  const given = await made(clerk, '/cases/cases', { title: 'Given', ownerId: other.userId })
  const nobodys = await made(clerk, '/cases/cases', { title: "Nobody's", ownerId: null })
  expect([await ownerOf(own), await ownerOf(given), await ownerOf(nobodys)]).toEqual([clerk.userId, other.userId, null])
  const shown = async (query: string) =>
    (await clerk.get(`/cases/cases?ids=${[own, given, nobodys].join()}&${query}`)).body.items.map(
      ({ title }: { title: string }) => title,
    )
  expect(await shown(`ownerId=${other.userId}`)).toEqual(['Given'])
  expect(await shown(`ownerId_not=${other.userId}&sortField=title`)).toEqual(["Nobody's", 'Own'])
  expect((await shown('sortField=ownerId')).at(-1)).toBe("Nobody's")
})

test('an owner is a person of the tenant who can sign in', async () => {
  const clerk = await person(['cases.*'])
  const id = await made(clerk, '/cases/cases', { title: 'A' })
  const elsewhere = await app.as({ isSuperAdmin: true, tenantId: tenantB.id }).post('/auth/users', {
    email: `${crypto.randomUUID()}@b.com`,
    password: PASSWORD,
    organizationId: tenantB.organization,
  })
  const inactive = await addUser(admin, { isActive: false })
  for (const ownerId of [unknown, elsewhere.body.id, inactive, clerk.roleId, 'x', 5]) {
    for (const answer of [
      await clerk.post('/cases/cases', { title: 'B', ownerId }),
      await clerk.put('/cases/cases', { id, ownerId }),
    ]) {
      expect([ownerId, answer.status]).toEqual([ownerId, 400])
      expect(JSON.stringify(answer.body)).toContain('ownerId')
    }
  }
  // What is stored is accepted, whatever has become of the person.
  const leaver = await person(['cases.*'])
  const left = await made(leaver, '/cases/cases', { title: 'Left' })
  expect((await admin.put('/auth/users', { id: leaver.userId, isActive: false })).status).toBe(200)
  expect((await clerk.put('/cases/cases', { id: left, title: 'Changed', ownerId: leaver.userId })).status).toBe(200)
  expect(await ownerOf(left)).toBe(leaver.userId)
})

test('super admins of another tenant own nothing, and change the owner like everybody else', async () => {
  const stranger = app.as({ isSuperAdmin: true, userId: crypto.randomUUID(), organizationId: null })
  const clerk = await person(['cases.*'])
  const id = await made(clerk, '/cases/cases', { title: 'A' })
  expect((await stranger.put('/cases/cases', { id, ownerId: null })).status).toBe(200)
  expect(await ownerOf(id)).toBeNull()
})

test('a policy leaves only own records, and a change of the owner is undone and redone', async () => {
  const clerk = await person(['cases.*', 'audit_logs.*'], { row: { 'cases.case': { read: isMine } } })
  const other = await person(['cases.*'])
  const own = await made(clerk, '/cases/cases', { title: 'Own' })
  await made(other, '/cases/cases', { title: 'Other' })
  expect((await clerk.get('/cases/cases')).body.items.map(({ id }: { id: string }) => id)).toEqual([own])
  // A new row must be readable.
  expect((await clerk.post('/cases/cases', { title: 'B', ownerId: other.userId })).status).toBe(403)
  const answer = await admin.put('/cases/cases', { id: own, ownerId: other.userId })
  expect((await clerk.get('/cases/cases')).body.items).toEqual([])
  const undone = await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken: answer.operation!.undoToken })
  expect([undone.status, await ownerOf(own)]).toEqual([200, clerk.userId])
  const redone = await admin.post('/audit_logs/audit-logs/actions/redo', { logId: undone.body.logId })
  expect([redone.status, await ownerOf(own)]).toEqual([200, other.userId])
})

test('everything of a leaver is handed over at once, with one undo', async () => {
  const [manager, leaver, heir] = [await person(EVERYTHING), await person(['cases.*']), await person(['cases.*'])]
  const ids: string[] = []
  for (const title of ['A', 'B', 'C']) ids.push(await made(leaver, '/cases/cases', { title }))
  const note = await made(leaver, '/cases/notes', { text: 'N', case: ids[0]! })
  const kept = await made(heir, '/cases/cases', { title: 'Kept' })
  // More than one slice.
  await app.sql(
    `insert into cases (id, tenant_id, organization_id, title, owner_id, created_at, updated_at)
     select gen_random_uuid(), tenant_id, organization_id, 'Many', owner_id, now(), now()
     from cases, generate_series(1, 1200) where id = $1`,
    [ids[0]],
  )
  await admin.put('/auth/users', { id: leaver.userId, isActive: false })
  const body = { fromUserId: leaver.userId, toUserId: heir.userId }
  const answer = await manager.post('/auth/users/hand-over', body)
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      items: [
        { kind: 'cases.case', count: 1203 },
        { kind: 'cases.note', count: 1 },
      ],
      withheld: [],
      hasMore: false,
    },
  ])
  expect([await ownerOf(ids[1]!), await ownerOf(note, '/cases/notes'), await ownerOf(kept)]).toEqual([
    heir.userId,
    heir.userId,
    heir.userId,
  ])
  expect(written).toContain(`updated ${ids[1]} ${heir.userId}`)
  const [logged] = (await admin.get('/audit_logs/audit-logs/actions')).body.items
  expect(logged).toMatchObject({ commandId: 'auth.users.hand_over', resourceId: leaver.userId })
  const undone = await manager.post('/audit_logs/audit-logs/actions/undo', { undoToken: answer.operation!.undoToken })
  expect(undone.status).toBe(200)
  const left = await app.sql('select count(*)::int as count from cases where owner_id = $1', [leaver.userId])
  expect([left, await ownerOf(kept)]).toEqual([[{ count: 1203 }], heir.userId])
  const back = await manager.post('/auth/users/hand-over', { fromUserId: unknown, toUserId: heir.userId })
  expect(back.body).toEqual({ items: [], withheld: [], hasMore: false })
})

test('handing over gives nothing that the caller may not change', async () => {
  const [leaver, heir] = [await person(['cases.*']), await person(['cases.*'])]
  const [own, other] = [
    await made(leaver, '/cases/cases', { title: 'Open' }),
    await made(leaver, '/cases/cases', { title: 'Secret' }),
  ]
  const note = await made(leaver, '/cases/notes', { text: 'N', case: own })
  const body = { fromUserId: leaver.userId, toUserId: heir.userId }
  const isOpen = { field: 'title', operator: '=', value: 'Open' }
  const handOver = (client: Client, more: object = {}) => client.post('/auth/users/hand-over', { ...body, ...more })

  // Without the feature of the route, and without those of the resources.
  expect((await handOver(await person(['cases.*']))).status).toBe(403)
  const none = await handOver(await person(['auth.users.edit']))
  expect(none.body).toEqual({ items: [], withheld: ['cases.case', 'cases.note'], hasMore: false })
  // A field that may not be written.
  const field = { 'cases.case': { read: ['title', 'ownerId'], write: ['title'] } }
  const unable = await handOver(await person(['auth.users.edit', 'cases.view', 'cases.manage'], { field }))
  expect(unable.body).toEqual({ items: [], withheld: ['cases.case', 'cases.note'], hasMore: false })
  // Rows that may be read, but not changed.
  const readers = await person(['auth.users.edit', 'cases.*'], { row: { 'cases.case': { update: isOpen } } })
  expect((await handOver(readers)).status).toBe(403)
  expect(await ownerOf(own)).toBe(leaver.userId)
  // Rows that are hidden.
  const some = await handOver(
    await person(['auth.users.edit', 'cases.view', 'cases.manage'], { row: { 'cases.case': { read: isOpen } } }),
  )
  expect(some.body).toEqual({ items: [{ kind: 'cases.case', count: 1 }], withheld: ['cases.note'], hasMore: false })
  expect([await ownerOf(own), await ownerOf(other), await ownerOf(note, '/cases/notes')]).toEqual([
    heir.userId,
    leaver.userId,
    leaver.userId,
  ])
  // Of another tenant, and to nobody.
  const foreign = app.as({ isSuperAdmin: true, tenantId: tenantB.id })
  expect((await foreign.post('/auth/users/hand-over', body)).status).toBe(400)
  for (const toUserId of [unknown, leaver.userId, 'x']) expect((await handOver(admin, { toUserId })).status).toBe(400)
})

test('an undo of handing over needs what handing over needs', async () => {
  const [leaver, heir] = [await person(['cases.*']), await person(['cases.*'])]
  await made(leaver, '/cases/cases', { title: 'A' })
  const manager = await person(EVERYTHING)
  const answer = await manager.post('/auth/users/hand-over', { fromUserId: leaver.userId, toUserId: heir.userId })
  await admin.put('/auth/roles/acl', { roleId: manager.roleId, features: ['auth.users.edit', 'audit_logs.*'] })
  const undone = await manager.post('/audit_logs/audit-logs/actions/undo', { undoToken: answer.operation!.undoToken })
  expect(undone.status).toBe(403)
})

test('what conditions find in related records is told to those who may read these', async () => {
  const about = await made(admin, '/cases/cases', { title: 'Secret' })
  const recordId = await made(admin, '/cases/notes', { text: 'Wet', case: about })
  const policies = { 'cases.note': { read: { field: 'case.title', operator: 'STARTS_WITH', value: 'S' } } }
  const restricted = await person(['cases.*'], { row: policies })
  const asked = [
    [await person(['auth.*', 'cases.viewNotes']), 403, null],
    [await person(['auth.*', 'cases.viewNotes', 'cases.view']), 200, true],
  ] as const
  for (const [keeper, status, isSatisfied] of asked) {
    const { roleId, userId } = restricted
    const tried = await keeper.post('/auth/roles/row-policies/try', { roleId, policies, userIds: [userId] })
    expect(tried.status).toBe(status)
    const query = new URLSearchParams({ userId, feature: 'cases.viewNotes', kind: 'cases.note', recordId })
    const [read] = (await keeper.get(`/auth/access/explain?${query}`)).body.record.actions
    expect(read.policies).toEqual([expect.objectContaining({ isSatisfied })])
  }
})
