import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, deliverMails, urlEncoded, linkToken, type Login, PASSWORD, signIn, withHeaders } from './_accounts.ts'

interface Story {
  readonly app: TestPlatform
  readonly root: Login
  readonly employeeId: string
}

/** What makes the access token of an employee worthless. */
const endings: Record<string, (story: Story, employee: Login) => Promise<unknown>> = {
  logout: (_, employee) => employee.post('/auth/logout'),
  'their own change of password': (_, employee) =>
    employee.put('/auth/profile', { currentPassword: PASSWORD, password: 'Another-456' }),
  reset: async ({ app }) => {
    await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))
    await deliverMails(app)
    return app.anonymous.post('/auth/reset/confirm', urlEncoded({ token: linkToken(app), password: 'Another-456' }))
  },
  'a new password set by an administrator': ({ root, employeeId }) =>
    root.put('/auth/users', { id: employeeId, password: 'Another-456' }),
  deletion: ({ root, employeeId }) => root.del(`/auth/users?id=${employeeId}`),
}

async function tell(app: TestPlatform): Promise<Story> {
  const [user] = await app.sql("select id from users where email = 'employee@acme.com'")
  return { app, root: await signIn(app, 'superadmin@acme.com'), employeeId: user!['id'] }
}

test.each(Object.keys(endings))('%s takes effect on the next request', async (name) => {
  await using app = await authApp()
  const story = await tell(app)
  const employee = await signIn(app, 'employee@acme.com', { remember: 'on' })
  expect((await employee.get('/auth/profile')).status).toBe(200)
  const done = (await endings[name]!(story, employee)) as { status: number; text: string }
  expect([name, done.status < 400, done.text]).toEqual([name, true, done.text])
  expect((await employee.get('/auth/profile')).status).toBe(401)
  const { refreshToken } = employee
  expect((await app.anonymous.post('/auth/session/refresh', { refreshToken })).status).toBe(401)
})

test.each([
  ['organizations', { id: tenantB.organization, isActive: false }],
  ['tenants', { id: tenantB.id, isActive: false }],
])('whose place among the %s is inactive is out on the next request', async (resource, change) => {
  await using app = await authApp()
  // Another admin of the tenant remains, of no organization: the last one could not be locked out (decision: Revocation boundary).
  await app.sql(
    `with moved as (update users set organization_id = null where tenant_id = $1 and email = 'twin@acme.com' returning id)
     insert into user_roles (id, tenant_id, user_id, role_id) select gen_random_uuid(), $1, moved.id, r.id
     from moved, roles r where r.tenant_id = $1 and r.name = 'admin'`,
    [tenantB.id],
  )
  const { token } = await signIn(app, 'superadmin@acme.com')
  const root = withHeaders(app, { cookie: `auth_token=${token}; om_selected_tenant=${tenantB.id}` })
  const other = await signIn(app, 'other@acme.com', { remember: 'on' })
  expect((await other.get('/auth/profile')).status).toBe(200)
  expect(await root.put(`/directory/${resource}`, change)).toMatchObject({ status: 200, body: { ok: true } })
  expect((await other.get('/auth/profile')).status).toBe(401)
  const { refreshToken } = other
  expect((await app.anonymous.post('/auth/session/refresh', { refreshToken })).status).toBe(401)
  await expect(signIn(app, 'other@acme.com')).rejects.toThrow('401')
})

test('another role takes effect on the next request, without another login', async () => {
  await using app = await authApp()
  const { root, employeeId } = await tell(app)
  const employee = await signIn(app, 'employee@acme.com')
  expect((await employee.get('/auth/users')).status).toBe(403)
  expect((await root.put('/auth/users', { id: employeeId, roles: ['admin'] })).status).toBe(200)
  expect((await employee.get('/auth/users')).status).toBe(200)
  expect((await employee.get('/auth/profile')).body.roles).toEqual(['admin'])
  expect((await root.put('/auth/users', { id: employeeId, roles: [] })).status).toBe(200)
  expect((await employee.get('/auth/users')).status).toBe(403)
})

test('another grant of a role takes effect on the next request', async () => {
  await using app = await authApp()
  const { root } = await tell(app)
  const employee = await signIn(app, 'employee@acme.com')
  const [role] = await app.sql("select id from roles where name = 'employee' and tenant_id = $1", [tenantA.id])
  const grant = (features: string[]) => root.put('/auth/roles/acl', { roleId: role!['id'], features })
  expect((await grant(['auth.users.list'])).status).toBe(200)
  expect((await employee.get('/auth/users')).status).toBe(200)
  expect((await grant([])).status).toBe(200)
  expect((await employee.get('/auth/users')).status).toBe(403)
})
