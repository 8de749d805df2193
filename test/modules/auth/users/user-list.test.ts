import { expect, test } from 'vitest'
import { authApp, signIn } from '../_accounts.ts'
import {
  addOrganization,
  adminOf,
  branchAdminOf,
  addRole,
  addUser,
  idOf,
  nobody,
  roleOf,
  superAdminOf,
  tenantA,
  tenantB,
} from '../_people.ts'

const emails = (answer: { body: { items: { email: string }[] } }) => answer.body.items.map(({ email }) => email)

test('an administrator sees the users of the tenant by e-mail, with names and roles', async () => {
  await using app = await authApp()
  const list = await app.as('admin').get('/auth/users')
  expect(list.status).toBe(200)
  const { items, ...envelope } = list.body
  expect(envelope).toEqual({ total: 4, page: 1, pageSize: 50, totalPages: 1, isSuperAdmin: false })
  expect(emails(list)).toEqual(['admin@acme.com', 'employee@acme.com', 'superadmin@acme.com', 'twin@acme.com'])
  expect(items[0]).toEqual({
    id: await idOf(app, 'admin@acme.com'),
    email: 'admin@acme.com',
    isActive: true,
    name: null,
    organizationId: tenantA.organization,
    organizationName: 'Acme',
    tenantId: tenantA.id,
    tenantName: 'Acme',
    roles: ['admin'],
    roleIds: [await roleOf(app, 'admin')],
    updatedAt: expect.any(String),
  })
})

test('pages neither overlap nor skip, and odd numbers are clamped', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  const seen: string[] = []
  for (const page of [1, 2, 3]) {
    const answer = await admin.get(`/auth/users?page=${page}&pageSize=2`)
    expect(answer.body).toMatchObject({ total: 4, totalPages: 2, page, pageSize: 2 })
    seen.push(...emails(answer))
  }
  expect(seen).toEqual(['admin@acme.com', 'employee@acme.com', 'superadmin@acme.com', 'twin@acme.com'])
  const clamped = {
    'pageSize=1000': 100,
    'pageSize=0': 50,
    'pageSize=x': 50,
    'page=1.5&pageSize=1.5': 1,
    'page=-3': 50,
  }
  for (const [query, pageSize] of Object.entries(clamped)) {
    const { status, body } = await admin.get(`/auth/users?${query}`)
    expect({ query, status, page: body.page, pageSize: body.pageSize }).toEqual({
      query,
      status: 200,
      page: 1,
      pageSize,
    })
  }
})

test('the total follows writes at once', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  const total = async () => (await admin.get('/auth/users?pageSize=1')).body.total
  expect(await total()).toBe(4)
  const before = app.queries()
  expect(await total()).toBe(4)
  expect(app.statements.slice(before).filter((text) => text.includes('count(*)'))).toEqual([])
  const id = await addUser(admin)
  expect(await total()).toBe(5)
  await admin.del(`/auth/users?id=${id}`)
  expect(await total()).toBe(4)
})

test('filters: id, search, organization, roles in every spelling', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const admin = app.as('admin')
  const named = { email: 'Per_Cent@acme.com', name: 'Wilhelmine Müller' }
  const id = await addUser(admin, { ...named, organizationId: branch, roles: ['employee'] })
  const [adminRole, employeeRole] = [await roleOf(app, 'admin'), await roleOf(app, 'employee')]
  const found = async (query: string) => emails(await admin.get(`/auth/users?${query}`))
  expect(await found(`id=${id}`)).toEqual(['Per_Cent@acme.com'])
  expect(await found('search=PER_CENT')).toEqual(['Per_Cent@acme.com'])
  expect(await found('search=_cent')).toEqual(['Per_Cent@acme.com'])
  for (const text of ['Müller', 'wilhelmine m', 'MÜLLER'])
    expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(['Per_Cent@acme.com'])
  expect(await found('search=_dmin')).toEqual([])
  expect(await found('search=per%25')).toEqual([])
  expect(await found('search=min%40')).toEqual(['admin@acme.com', 'superadmin@acme.com'])
  expect(await found('search=%00')).toEqual([])
  expect(await found(`organizationId=${branch}`)).toEqual(['Per_Cent@acme.com'])
  const both = ['Per_Cent@acme.com', 'admin@acme.com', 'employee@acme.com', 'twin@acme.com']
  for (const query of [
    `roleIds=${adminRole}&roleIds=${employeeRole}`,
    `roleIds=${adminRole},${employeeRole}`,
    `roleId=${adminRole}&roleId=${employeeRole}`,
    `roleId=${adminRole}&roleIds=${employeeRole}`,
  ]) {
    expect((await found(query)).toSorted()).toEqual(both.toSorted())
  }
  expect(await found(`roleIds=${employeeRole}&id=${id}`)).toEqual(['Per_Cent@acme.com'])
  for (const query of ['id=x', 'organizationId=x', 'roleIds=x', 'roleId=', `id=${nobody}`, `roleIds=${nobody}`]) {
    expect((await admin.get(`/auth/users?${query}`)).body).toMatchObject({ items: [], total: 0, isSuperAdmin: false })
  }
  const single = await admin.get(`/auth/users?id=${id}`)
  expect(single.body.items[0].hasPassword).toBe(true)
})

test('a page of users is one statement, its names come from memory', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  for (let index = 0; index < 20; index++) await addUser(superAdminOf(app), { roles: ['employee'] })
  const words = async () => {
    const before = app.queries()
    await admin.get('/auth/users?pageSize=10')
    return app.statements.slice(before).map((text) => text.trim().split(/\s/)[0])
  }
  // The notices of the writes come back from the database a moment later and make it count once more.
  await expect.poll(words).toEqual(['begin', 'select'])
})

test('whoever is confined to an organization sees its users only', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  await addUser(app.as('admin'), { email: 'branch@acme.com', organizationId: branch })
  await app.sql(`insert into users (id, tenant_id, email) values (gen_random_uuid(), $1, 'homeless@acme.com')`, [
    tenantA.id,
  ])
  const confined = branchAdminOf(app)
  const list = await confined.get('/auth/users')
  expect(emails(list)).toEqual(['branch@acme.com'])
  expect(list.body.total).toBe(1)
  expect(emails(await confined.get(`/auth/users?organizationId=${tenantA.organization}`))).toEqual([])
  expect(emails(await confined.get('/auth/users?search=acme'))).toEqual(['branch@acme.com'])
  expect(emails(await app.as('admin').get('/auth/users?search=homeless'))).toEqual(['homeless@acme.com'])
})

test('the organization somebody looks at does not hide the users they administer', async () => {
  await using app = await authApp()
  const beside = await addOrganization(app, 'Beside', null)
  const admin = await signIn(app, 'admin@acme.com')
  const id = await addUser(admin, { email: 'beside@acme.com', organizationId: beside })
  expect(emails(await admin.get('/auth/users?search=beside'))).toEqual(['beside@acme.com'])
  expect((await admin.put('/auth/users', { id, name: 'Beside' })).status).toBe(200)
  expect((await admin.del(`/auth/users?id=${id}`)).status).toBe(200)
})

test('a super administrator sees all tenants, and one by its id', async () => {
  await using app = await authApp()
  const all = await superAdminOf(app).get('/auth/users')
  expect(all.body).toMatchObject({ total: 6, isSuperAdmin: true })
  expect(new Set(all.body.items.map(({ tenantName }: { tenantName: string }) => tenantName))).toEqual(
    new Set(['Acme', 'Other & <Co>']),
  )
  const one = await superAdminOf(app).get(`/auth/users?tenantId=${tenantB.id}`)
  expect(emails(one)).toEqual(['other@acme.com', 'twin@acme.com'])
  expect((await adminOf(app).get(`/auth/users?tenantId=${tenantB.id}`)).status).toBe(403)
  expect(
    (await adminOf(app).get(`/auth/users?id=${await idOf(app, 'other@acme.com', tenantB.id)}`)).body.items,
  ).toEqual([])
})

test('an API key lists like a user', async () => {
  await using app = await authApp()
  const key = app.as({ kind: 'api_key', features: ['auth.users.list'] })
  expect((await key.get('/auth/users')).body.total).toBe(4)
})

test('roles of another tenant do not count', async () => {
  await using app = await authApp()
  const role = await addRole(superAdminOf(app), 'Clerk')
  const id = await addUser(adminOf(app))
  const foreign = await roleOf(app, 'admin', tenantB.id)
  const hold = () =>
    app.sql(`insert into user_roles (id, tenant_id, user_id, role_id) values (gen_random_uuid(), $1, $2, $3)`, [
      tenantA.id,
      id,
      foreign,
    ])
  await expect(hold()).rejects.toThrow('user_roles_role_id_fkey')
  // As after a move of the role: it was this tenant's.
  await app.sql('insert into role_places (tenant_id, id) values ($1, $2)', [tenantA.id, foreign])
  await hold()
  const { body } = await adminOf(app).get(`/auth/users?id=${id}`)
  expect(body.items[0]).toMatchObject({ roles: [], roleIds: [] })
  expect(role).toBeTruthy()
})
