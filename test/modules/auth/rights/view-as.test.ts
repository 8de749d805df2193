import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, cookiesOf, PASSWORD, signIn, superAdminOf, withHeaders } from '@plinth/auth/testing'
import { catalog } from '@plinth/catalog'
import { progress } from '@plinth/progress'
import { type Client, tenantB, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { desk } from './_desk.ts'

const COOKIE = 'plinth_view'
const readOnly = { status: 403, body: { code: 'viewing_as' } }
const over = { status: 403, body: { code: 'view_ended' } }
const isOpen = { field: 'isOpen', operator: '=', value: true }

let app: TestPlatform
let boss: Client
/** Sees open customers' tickets only, and no prices. */
let clerk: { readonly id: string; readonly email: string; readonly roleId: string }
let viewerRole: string
let viewer: Person

interface Person extends Client {
  readonly id: string
  readonly token: string
}

beforeAll(async () => {
  app = await authApp({ modules: [progress, catalog, auditLogs, desk] })
  boss = superAdminOf(app)
  const customer = await made('/desk/customers', { name: 'Acme' })
  for (const [title, open] of [
    ['Open', true],
    ['Closed', false],
  ] as const)
    await made('/desk/tickets', { title, isOpen: open, amount: 7, customer })
  const roleId = await addRole(boss, 'Clerk', { features: ['desk.view', 'desk.manage'] })
  const { status } = await boss.put('/auth/roles/row-policies', {
    roleId,
    policies: { 'desk.ticket': { read: isOpen } },
  })
  await boss.put('/auth/roles/field-policies', { roleId, policies: { 'desk.ticket': { read: ['title'] } } })
  expect(status).toBe(200)
  clerk = {
    id: await addUser(boss, { email: 'clerk@acme.com', password: PASSWORD, roles: [roleId] }),
    email: 'clerk@acme.com',
    roleId,
  }
  viewerRole = await addRole(boss, 'Support', {
    features: ['desk.*', 'auth.users.list', 'auth.users.view_as', 'audit_logs.*'],
  })
})
afterAll(() => app[Symbol.asyncDispose]())

beforeEach(async () => {
  viewer = await person([viewerRole])
})

async function made(path: string, body: object): Promise<string> {
  const answer = await boss.post(path, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

async function person(roles: readonly string[]): Promise<Person> {
  const email = `${crypto.randomUUID()}@acme.com`
  const id = await addUser(boss, { email, password: PASSWORD, roles })
  return Object.assign(await signIn(app, email), { id })
}

/** The session of somebody as it goes on with the cookie of an answer. */
const withView = ({ token }: Pick<Person, 'token'>, value: string) =>
  withHeaders(app, { cookie: `auth_token=${token}; ${COOKIE}=${value}` })

async function view(who: Person, userId = clerk.id): Promise<Client & { readonly cookie: string }> {
  const answer = await who.post('/auth/view-as', { userId })
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('endsAt')])
  const { value } = cookiesOf(answer)[COOKIE]!
  return Object.assign(withView(who, value), { cookie: value })
}

const tickets = async (client: Client) => (await client.get('/desk/tickets')).body.items as Record<string, unknown>[]

test('a view shows the rows, fields, pages and the profile of the person, and says who views', async () => {
  const viewing = await view(viewer)
  const seen = await tickets(viewing)
  expect(seen).toEqual(await tickets(await signIn(app, clerk.email)))
  expect(seen.map(({ title, amount }) => [title, amount])).toEqual([['Open', undefined]])
  expect(await tickets(viewer)).toHaveLength(2)
  const { body } = await viewing.get('/auth/profile')
  expect(body).toMatchObject({ email: clerk.email, roles: ['Clerk'], viewedBy: { userId: viewer.id } })
  expect((await viewer.get('/auth/profile')).body).not.toHaveProperty('viewedBy')
  const { grantedFeatures } = (await viewing.get('/auth/admin/nav')).body
  expect(grantedFeatures.toSorted()).toEqual(['desk.manage', 'desk.view'])
  expect(await viewing.get('/auth/users')).toMatchObject({ status: 403 })
})

test('a view changes nothing, whatever the person may change, and shows nothing personal', async () => {
  const viewing = await view(viewer)
  const [ticket] = await tickets(viewing)
  const writes = [
    viewing.post('/desk/customers', { name: 'New' }),
    viewing.put('/desk/tickets', { id: ticket!['id'], title: 'Changed' }),
    viewing.del(`/desk/tickets?id=${String(ticket!['id'])}`),
    viewing.put('/auth/profile', { email: 'thief@acme.com' }),
    viewing.post('/auth/login', { email: clerk.email, password: PASSWORD }),
    viewing.post('/auth/reset', { email: clerk.email }),
    viewing.post('/audit_logs/audit-logs/actions/undo', { undoToken: 'x' }),
    viewing.put('/auth/sidebar/preferences', { groupOrder: [] }),
    viewing.get('/auth/sessions'),
    viewing.get('/auth/sign-ins'),
    viewing.get('/auth/consents/own'),
  ]
  for (const answer of await Promise.all(writes)) if (answer.status !== 404) expect(answer).toMatchObject(readOnly)
  const german = await withHeaders(app, {
    cookie: `auth_token=${viewer.token}; ${COOKIE}=${viewing.cookie}`,
    'accept-language': 'de',
  }).put('/desk/tickets', {})
  expect(german.body.error).toMatch(/^Sie sehen die Anwendung als jemand anderes/)
  expect((await tickets(viewer)).map(({ title }) => title).toSorted()).toEqual(['Closed', 'Open'])
})

test('views are not nested, and are of nobody with more rights, of nobody else’s tenant, and not of oneself', async () => {
  const other = await person([viewerRole])
  expect(await (await view(viewer, other.id)).post('/auth/view-as', { userId: clerk.id })).toMatchObject(readOnly)
  const stronger = await addUser(boss, { roles: [await addRole(boss, 'More', { features: ['catalog.*'] })] })
  const { body } = await boss.get(`/auth/users?tenantId=${tenantB.id}`)
  const attempt = (userId: string, who: Client = viewer) => who.post('/auth/view-as', { userId })
  expect(await attempt(stronger)).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('more permissions') },
  })
  expect(await attempt(body.items[0].id)).toMatchObject({ status: 404 })
  expect(await attempt(viewer.id)).toMatchObject({ status: 400 })
  expect(await attempt(clerk.id, await person([clerk.roleId]))).toMatchObject({ status: 403 })
  const inactive = await addUser(boss, { isActive: false })
  expect(await attempt(inactive)).toMatchObject({ status: 400 })
  // Conditions on `me` are about somebody else in a view.
  const roleId = await addRole(boss, 'Restricted', { features: ['desk.*', 'auth.users.view_as', 'auth.users.list'] })
  await boss.put('/auth/roles/row-policies', { roleId, policies: { 'desk.ticket': { read: isOpen } } })
  expect(await attempt(clerk.id, await person([roleId]))).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('policies restrict') },
  })
  // A key has no session that a view could belong to.
  expect(await attempt(clerk.id, app.as({ kind: 'api_key', features: ['auth.*', 'desk.*'] }))).toMatchObject({
    status: 403,
  })
})

test('a view is of one session: other sessions and made-up cookies change nothing', async () => {
  const { cookie } = await view(viewer)
  const other = await person([viewerRole])
  const mine = await withView(other, cookie).get('/auth/profile')
  expect([mine.status, mine.body.roles, mine.body.viewedBy]).toEqual([200, ['Support'], undefined])
  const parts = cookie.split('_')
  const forged = [parts.with(2, other.id).join('_'), parts.with(4, '99999999999999').join('_'), 'x'.repeat(4_000)]
  for (const value of forged) {
    const { status, body } = await withView(viewer, encodeURIComponent(value)).get('/auth/profile')
    expect([status, body.roles]).toEqual([200, ['Support']])
  }
  expect(await withHeaders(app, { cookie: `${COOKIE}=${cookie}` }).get('/auth/profile')).toMatchObject({ status: 401 })
  // Another site cannot begin one.
  const crossSite = withHeaders(app, { cookie: `auth_token=${viewer.token}`, origin: 'https://evil.example' })
  expect((await crossSite.post('/auth/view-as', { userId: clerk.id })).status).toBe(403)
})

test('a view ends when it is ended, after an hour, with the session, and with a right or a person that is taken away', async () => {
  const ended = await view(viewer)
  expect((await ended.del('/auth/view-as')).status).toBe(200)
  const told = await ended.get('/desk/tickets')
  expect(told).toMatchObject(over)
  expect(cookiesOf(told)[COOKIE]).toMatchObject({ value: '' })
  expect(await tickets(viewer)).toHaveLength(2)
  // A page that does not know yet writes nothing.
  expect(await ended.post('/desk/customers', { name: 'New' })).toMatchObject(over)

  const weak = await person([viewerRole])
  const ofWeak = await view(viewer, weak.id)
  await boss.put('/auth/users', {
    id: weak.id,
    roles: [viewerRole, await addRole(boss, 'Much', { features: ['catalog.*'] })],
  })
  expect(await ofWeak.get('/desk/tickets')).toMatchObject(over)
  const gone = await person([viewerRole])
  const ofGone = await view(viewer, gone.id)
  await boss.put('/auth/users', { id: gone.id, isActive: false })
  expect(await ofGone.get('/desk/tickets')).toMatchObject(over)

  const former = await person([viewerRole])
  const byFormer = await view(former)
  await boss.put('/auth/users', { id: former.id, roles: [] })
  expect(await byFormer.get('/desk/tickets')).toMatchObject(over)

  const leaver = await person([viewerRole])
  const byLeaver = await view(leaver)
  expect((await byLeaver.post('/auth/logout', {})).status).toBe(302)
  expect((await byLeaver.get('/desk/tickets')).status).toBe(401)

  const late = await view(viewer)
  expect(await tickets(late)).toHaveLength(1)
  app.clock.advance(60 * 60_000 + 1)
  expect(await late.get('/desk/tickets')).toMatchObject(over)
})

test('the logs name the viewer, and whom they viewed as', async () => {
  const viewing = await view(viewer)
  await tickets(viewing)
  await viewing.get('/directory/settings')
  await viewing.del('/auth/view-as')
  await app.settled()
  const actions = await boss.get(`/audit_logs/audit-logs/actions?actorUserId=${viewer.id}`)
  expect(actions.body.items.slice(0, 2)).toEqual([
    expect.objectContaining({ commandId: 'auth.users.end_view', resourceId: clerk.id, actorUserId: viewer.id }),
    expect.objectContaining({ commandId: 'auth.users.view_as', resourceId: clerk.id, actorUserId: viewer.id }),
  ])
  const accesses = async (actorUserId: string) =>
    (await boss.get(`/audit_logs/audit-logs/access?actorUserId=${actorUserId}&resourceKind=directory.tenant`)).body
      .items
  expect(await accesses(viewer.id)).toEqual([
    expect.objectContaining({ actorUserId: viewer.id, context: expect.objectContaining({ viewedAs: clerk.id }) }),
  ])
  expect(await accesses(clerk.id)).toEqual([])
})

test('a super admin views as people of the tenant that they have selected', async () => {
  const { body } = await boss.get(`/auth/users?tenantId=${tenantB.id}`)
  const { id, email } = body.items.find((one: { roles: string[] }) => one.roles.includes('employee'))
  const root = await signIn(app, 'superadmin@acme.com')
  const viewing = await view(Object.assign(root, { id: '' }), id)
  expect((await viewing.get('/auth/profile')).body).toMatchObject({ email, viewedBy: { email: 'superadmin@acme.com' } })
  const ofB = await app.as({ isSuperAdmin: true, tenantId: tenantB.id }).get('/audit_logs/audit-logs/actions')
  expect(ofB.body.items[0]).toMatchObject({ commandId: 'auth.users.view_as', resourceId: id })
})
