import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, superAdminOf } from '@plinth/auth/testing'
import { progress } from '@plinth/progress'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, signIn, withHeaders } from './_accounts.ts'

const PATH = '/auth/list-views'
const settings = { query: { search: 'oak', sort: 'title' }, shown: { sku: true }, order: ['sku'], widths: { sku: 90 } }
const view = (fields: object = {}) => ({ name: 'Oak', list: '/catalog/products {}', settings, ...fields })

type Client = Pick<Awaited<ReturnType<typeof signIn>>, 'get' | 'post'>
const save = async (client: Client, fields: object = {}) => {
  const { status, body } = await client.post(PATH, view(fields))
  expect([status, body.error]).toEqual([201, undefined])
  return body.id as string
}
const names = async (client: Client, query = '') =>
  (await client.get(PATH + query)).body.items.map(({ name }: { readonly name: string }) => name)

/** Somebody with one role of their own. */
async function clerk(app: TestPlatform, features: readonly string[] = []) {
  const role = await addRole(superAdminOf(app), `Clerk ${crypto.randomUUID()}`, { features })
  const email = `${crypto.randomUUID()}@acme.com`
  const id = await addUser(superAdminOf(app), { email, password: 'Secret-123', roles: [role] })
  return { id, role, login: await signIn(app, email, { password: 'Secret-123' }) }
}

test('a view is its maker’s own: others neither see, change nor revert it, administrators included', async () => {
  await using app = await authApp({ modules: [progress, auditLogs] })
  const [owner, admin] = [await clerk(app, ['audit_logs.undo_self']), await signIn(app, 'superadmin@acme.com')]
  const id = await save(owner.login)
  const { body } = await owner.login.get(`${PATH}?list=${encodeURIComponent('/catalog/products {}')}`)
  expect(body.items).toMatchObject([{ id, ...view(), isShared: false, roleIds: null, createdBy: owner.id }])
  expect(await names(owner.login, '?list=%2Fother')).toEqual([])
  expect(await names(admin)).toEqual([])
  expect(await names(admin, `?id=${id}`)).toEqual([])
  expect(await admin.put(PATH, { id, name: 'Taken' })).toMatchObject({ status: 404 })
  expect(await admin.del(`${PATH}?id=${id}`)).toMatchObject({ status: 404 })
  const renamed = await owner.login.put(PATH, { id, name: 'Beech', list: '/ignored' })
  expect(renamed).toMatchObject({ status: 200, operation: { commandId: 'auth.list_views.update' } })
  const undo = async (client: Client) =>
    client.post('/audit_logs/audit-logs/actions/undo', { undoToken: renamed.operation!.undoToken })
  expect(await undo(admin)).toMatchObject({ status: 403, body: { error: 'This is a view of somebody else.' } })
  expect(await names(owner.login)).toEqual(['Beech'])
  expect(await undo(owner.login)).toMatchObject({ status: 200 })
  expect(await names(owner.login)).toEqual(['Oak'])
  await owner.login.del(`${PATH}?id=${id}`)
  expect(await names(owner.login)).toEqual([])
})

test('a view is shared with roles or with everybody by those who may, who alone change it', async () => {
  await using app = await authApp()
  const [one, other, admin] = [await clerk(app), await clerk(app), await signIn(app, 'admin@acme.com')]
  expect(await one.login.post(PATH, view({ isShared: true }))).toMatchObject({
    status: 403,
    body: { requiredFeatures: ['auth.views.share'] },
  })
  const own = await save(one.login)
  expect(await one.login.put(PATH, { id: own, isShared: true })).toMatchObject({ status: 403 })
  const [forRole, forAll] = [
    await save(admin, { name: 'For one', isShared: true, roleIds: [one.role] }),
    await save(admin, { name: 'For all', isShared: true }),
  ]
  expect(await names(one.login)).toEqual(['For all', 'For one', 'Oak'])
  expect(await names(other.login)).toEqual(['For all'])
  for (const id of [forRole, forAll]) {
    expect(await one.login.put(PATH, { id, name: 'Mine' })).toMatchObject({ status: 403 })
    expect(await one.login.del(`${PATH}?id=${id}`)).toMatchObject({ status: 403 })
  }
  expect(await other.login.put(PATH, { id: forRole, name: 'Mine' })).toMatchObject({ status: 404 })
  expect(await other.login.del(`${PATH}?id=${forRole}`)).toMatchObject({ status: 404 })
  expect(await admin.post(PATH, view({ isShared: true, roleIds: [crypto.randomUUID()] }))).toMatchObject({
    status: 400,
    body: { fieldErrors: { roleIds: 'Not found' } },
  })
  // Another who may share changes it, but cannot make it their own.
  const sharer = await clerk(app, ['auth.views.share'])
  expect(await names(sharer.login)).toEqual(['For all', 'For one'])
  expect(await sharer.login.put(PATH, { id: forRole, roleIds: [other.role] })).toMatchObject({ status: 200 })
  expect(await sharer.login.put(PATH, { id: forRole, isShared: false })).toMatchObject({ status: 403 })
  expect(await names(other.login)).toEqual(['For all', 'For one'])
  expect(await names(one.login)).toEqual(['For all', 'Oak'])
  expect(await admin.put(PATH, { id: forRole, isShared: false })).toMatchObject({ status: 200 })
  expect(await names(sharer.login)).toEqual(['For all'])
  expect((await admin.get(`${PATH}?id=${forRole}`)).body.items).toMatchObject([{ isShared: false, roleIds: null }])
})

test('a list opens with one view for a role, which comes before that for everybody', async () => {
  await using app = await authApp()
  const [one, other, admin] = [await clerk(app), await clerk(app), await signIn(app, 'admin@acme.com')]
  const list = '/x'
  const defaults = async ({ login }: Awaited<ReturnType<typeof clerk>>) =>
    (await login.get(`${PATH}/defaults`)).body.items
  const forAll = await save(admin, { name: 'All', list, isShared: true, isDefault: true })
  const forRole = await save(admin, { name: 'Role', list, isShared: true, roleIds: [one.role], isDefault: true })
  expect(await defaults(one)).toEqual([{ list, id: forRole }])
  expect(await defaults(other)).toEqual([{ list, id: forAll }])
  const again = view({ list, isShared: true, roleIds: [other.role, one.role], isDefault: true })
  expect(await admin.post(PATH, again)).toMatchObject({
    status: 400,
    body: { error: 'The list opens with “Role” already', fieldErrors: { isDefault: 'Taken by “Role”' } },
  })
  expect(await admin.put(PATH, { id: forAll, settings })).toMatchObject({ status: 200 })
  await admin.put(PATH, { id: forRole, isDefault: false })
  expect(await defaults(one)).toEqual([{ list, id: forAll }])
  expect(await admin.post(PATH, again)).toMatchObject({ status: 201 })
  // Nobody opens a list with what is not shared.
  expect(await save(one.login, { list, isDefault: true })).toBeTypeOf('string')
  await admin.del(`${PATH}?id=${forAll}`)
  expect((await admin.get(`${PATH}/defaults`)).body.items).toEqual([])
})

test('of requests that set a default view at the same moment, one wins, and undo makes no second one', async () => {
  await using app = await authApp({ modules: [progress, auditLogs] })
  const [one, other] = [await clerk(app), await clerk(app)]
  const sharers = await Promise.all(
    Array.from({ length: 4 }, () => clerk(app, ['auth.views.share', 'audit_logs.undo_self'])),
  )
  const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).toSorted()
  for (let round = 0; round < 8; round++) {
    const list = `/race/${round}`
    const fields = (name: string) => ({ list, name, isShared: true, isDefault: true })
    // Roles of several views overlap in one.
    const roles = round % 2 ? [[one.role], [other.role, one.role], [one.role, other.role], [one.role]] : []
    const answers = await Promise.all(
      sharers.map(({ login }, at) => login.post(PATH, view({ ...fields(`View ${at}`), roleIds: roles[at] ?? null }))),
    )
    expect(statuses(answers)).toEqual([201, 400, 400, 400])
    // The same for views that exist already.
    const stored = `${list}/stored`
    const ids = await Promise.all(
      sharers.map(({ login }, at) => save(login, { list: stored, name: `View ${at}`, isShared: true })),
    )
    const changed = await Promise.all(sharers.map(({ login }, at) => login.put(PATH, { id: ids[at], isDefault: true })))
    expect(statuses(changed)).toEqual([200, 400, 400, 400])
  }
  expect(
    await app.sql(
      `select list from list_views where is_default group by list having count(*) > 1 union all
       select list from list_views where not is_default and list not like '%stored'`,
    ),
  ).toEqual([])
  const [{ login }] = sharers as [(typeof sharers)[0]]
  const first = await save(login, { list: '/undo', name: 'First', isShared: true, isDefault: true })
  const deleted = await login.del(`${PATH}?id=${first}`)
  await save(login, { list: '/undo', name: 'Second', isShared: true, isDefault: true })
  const undone = await login.post('/audit_logs/audit-logs/actions/undo', {
    undoToken: deleted.operation!.undoToken,
  })
  expect(undone).toMatchObject({ status: 400, body: { error: 'The list opens with “Second” already' } })
})

test('views are read page by page', async () => {
  await using app = await authApp()
  const { login, id } = await clerk(app)
  await app.sql(
    `insert into list_views (id, tenant_id, name, list, settings, user_id, created_by)
      select gen_random_uuid(), $1, to_char(i, 'FM000'), '/x', $3, $2, $2 from generate_series(1, 130) i`,
    [tenantA.id, id, JSON.stringify(settings)],
  )
  const { body } = await login.get(`${PATH}?list=/x&pageSize=100&page=2`)
  expect(body).toMatchObject({ total: 130, page: 2, pageSize: 100, totalPages: 2 })
  expect(body.items.map(({ name }: { readonly name: string }) => name)).toEqual(
    Array.from({ length: 30 }, (_, at) => String(101 + at)),
  )
  expect((await login.get(`${PATH}?pageSize=10000`)).body.items).toHaveLength(100)
})

test('views are limited, go with their maker unless they are shared, and stay in their tenant', async () => {
  await using app = await authApp()
  const [owner, admin] = [await clerk(app), await signIn(app, 'admin@acme.com')]
  const wide = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, 'x'.repeat(2_000)]))
  for (const fields of [
    { settings: { ...settings, query: wide } },
    { settings: { ...settings, order: Array.from({ length: 501 }, String) } },
    { settings: {} },
    { name: 'x'.repeat(61) },
    { isShared: true, roleIds: [] },
  ])
    expect(await admin.post(PATH, view(fields))).toMatchObject({ status: 400 })
  await app.sql(
    `insert into list_views (id, tenant_id, name, list, settings, user_id, created_by)
      select gen_random_uuid(), $1, 'x', 'x', '{}', $2, $2 from generate_series(1, 500)`,
    [tenantA.id, owner.id],
  )
  expect(await owner.login.post(PATH, view())).toMatchObject({
    status: 409,
    body: { error: 'A user can have made at most 500 views' },
  })
  await app.sql(`delete from list_views where name = 'x'`)
  await save(owner.login)
  const shared = await save(owner.login, { name: 'Stays' })
  await app.sql('update list_views set is_shared = true, user_id = null where id = $1', [shared])
  expect((await superAdminOf(app).del(`/auth/users?id=${owner.id}`)).status).toBe(200)
  expect(await app.sql('select name from list_views')).toEqual([{ name: 'Stays' }])
  // A super admin who visits another tenant shares views there, but keeps none.
  const { token } = await signIn(app, 'superadmin@acme.com')
  const visitor = withHeaders(app, { cookie: `auth_token=${token}; om_selected_tenant=${tenantB.id}` })
  expect(await visitor.post(PATH, view())).toMatchObject({ status: 403 })
  expect(await visitor.post(PATH, view({ isShared: true }))).toMatchObject({ status: 201 })
  expect(await names(visitor)).toEqual(['Oak'])
  expect(await names(await signIn(app, 'admin@acme.com'))).toEqual(['Stays'])
})

test('whoever views the platform as somebody sees the views that are shared with them', async () => {
  await using app = await authApp()
  const [one, admin] = [await clerk(app), await signIn(app, 'admin@acme.com')]
  await save(one.login)
  await save(admin, { name: 'For one', isShared: true, roleIds: [one.role], isDefault: true })
  await save(admin, { name: 'Admins' })
  const started = await admin.post('/auth/view-as', { userId: one.id })
  expect(started.status).toBe(200)
  const cookies = [`auth_token=${admin.token}`, ...started.headers.getSetCookie().map((one) => one.split(';')[0])]
  const viewer = withHeaders(app, { cookie: cookies.join('; ') })
  expect(await names(viewer)).toEqual(['For one'])
  expect((await viewer.get(`${PATH}/defaults`)).body.items).toHaveLength(1)
})
