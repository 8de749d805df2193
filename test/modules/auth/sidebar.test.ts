import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, signIn, withHeaders } from './_accounts.ts'

const PATH = '/auth/sidebar/preferences'
const empty = { version: 2, groupOrder: [], groupLabels: {}, itemLabels: {}, hiddenItems: [], itemOrder: {} }

async function roleId(app: TestPlatform, name: string, tenantId: string = tenantA.id): Promise<string> {
  const [role] = await app.sql('select id from roles where name = $1 and tenant_id = $2', [name, tenantId])
  return role!['id']
}

test('a personal preference is kept by language, and replaced as a whole', async () => {
  await using app = await authApp()
  const login = await signIn(app, 'employee@acme.com')
  const view = { locale: 'en', canApplyToRoles: false, roles: [] }
  expect(await login.get(PATH)).toMatchObject({ status: 200, body: { ...view, settings: empty } })
  const saved = await login.put(PATH, {
    version: 3,
    groupOrder: [' a ', 'b', 'a', '  '],
    groupLabels: { ' a ': ' Group A ' },
    itemLabels: { '/x': 'X' },
    hiddenItems: ['/y', '/y'],
  })
  const settings = {
    version: 3,
    groupOrder: ['a', 'b'],
    groupLabels: { a: 'Group A' },
    itemLabels: { '/x': 'X' },
    hiddenItems: ['/y'],
  }
  expect(saved).toMatchObject({ status: 200 })
  expect(saved.body).toMatchObject({ ...view, settings, appliedRoles: [], clearedRoles: [] })
  expect((await login.get(PATH)).body.settings).toMatchObject(settings)
  const german = withHeaders(app, { authorization: `Bearer ${login.token}`, 'accept-language': 'de' })
  expect((await german.get(PATH)).body).toMatchObject({ ...view, locale: 'de', settings: empty })
  await login.put(PATH, { hiddenItems: ['/z'] })
  expect((await login.get(PATH)).body.settings).toEqual({ ...empty, hiddenItems: ['/z'] })
  expect(await app.sql('select count(*)::int as count from user_sidebars')).toEqual([{ count: 1 }])
})

test('roles are given a preference, and lose it', async () => {
  await using app = await authApp()
  const admin = await signIn(app, 'admin@acme.com')
  const [adminRole, employee] = [await roleId(app, 'admin'), await roleId(app, 'employee')]
  const saved = await admin.put(PATH, {
    groupOrder: ['a'],
    applyToRoles: [employee, employee],
    clearRoleIds: [employee, adminRole],
  })
  expect(saved).toMatchObject({
    status: 200,
    operation: { commandId: 'auth.sidebars.save' },
    body: { appliedRoles: [employee], clearedRoles: [adminRole], canApplyToRoles: true },
  })
  expect(saved.body.roles).toEqual([
    { id: adminRole, name: 'admin', hasPreference: false },
    { id: employee, name: 'employee', hasPreference: true },
    { id: await roleId(app, 'superadmin'), name: 'superadmin', hasPreference: false },
  ])
  const cleared = await admin.put(PATH, { clearRoleIds: [employee] })
  expect(cleared.body.roles.map(({ hasPreference }: { hasPreference: boolean }) => hasPreference)).toEqual([
    false,
    false,
    false,
  ])
})

test('an unknown role saves nothing at all', async () => {
  await using app = await authApp()
  const admin = await signIn(app, 'admin@acme.com')
  const foreign = await roleId(app, 'admin', tenantB.id)
  const unknown = crypto.randomUUID()
  const own = await roleId(app, 'employee')
  const refused = await admin.put(PATH, { groupOrder: ['a'], applyToRoles: [own, foreign, unknown] })
  expect(refused).toMatchObject({ status: 400, body: { error: 'Invalid roles', missing: [foreign, unknown] } })
  expect((await admin.get(PATH)).body.settings).toEqual(empty)
  expect(await app.sql('select id from role_sidebars')).toEqual([])
})

test('role targets need the feature', async () => {
  await using app = await authApp()
  const login = await signIn(app, 'employee@acme.com')
  for (const targets of [{ applyToRoles: [await roleId(app, 'employee')] }, { clearRoleIds: [crypto.randomUUID()] }]) {
    const refused = await login.put(PATH, { groupOrder: ['a'], ...targets })
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'Forbidden', requiredFeatures: ['auth.sidebar.manage'] },
    })
  }
  expect((await login.get(PATH)).body.settings).toEqual(empty)
})

test('what cannot be read or understood is told', async () => {
  await using app = await authApp()
  const login = await signIn(app, 'employee@acme.com')
  expect(await login.put(PATH, '{')).toMatchObject({ status: 400, body: { error: 'Invalid JSON' } })
  const bad = [
    { version: 0 },
    { groupOrder: Array.from({ length: 201 }, (_, index) => `${index}`) },
    { groupOrder: [''] },
    { itemLabels: { a: 'x'.repeat(121) } },
    { hiddenItems: 'all' },
    { applyToRoles: ['x'] },
  ]
  for (const body of bad) {
    const answer = await login.put(PATH, body)
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'Invalid payload', details: { formErrors: [], fieldErrors: expect.any(Object) } },
    })
    expect(Object.keys(answer.body.details.fieldErrors)).toEqual(Object.keys(body))
  }
  expect(
    await login.put(PATH, { hiddenItems: Array.from({ length: 70 }, (_, index) => `${index}`.padEnd(1_000)) }),
  ).toMatchObject({ status: 200 })
  expect(
    await login.put(PATH, { hiddenItems: Array.from({ length: 70 }, (_, index) => `${index}`.padEnd(1_000, 'x')) }),
  ).toMatchObject({
    status: 400,
    body: { error: 'The preferences take more than 64 KB' },
  })
  const key = { kind: 'api_key', features: ['*'] } as const
  expect(await app.as(key).put(PATH, {})).toMatchObject({
    status: 403,
    body: { error: 'Cannot save preferences: no user associated with this API key' },
  })
  expect((await app.as(key).get(PATH)).body.settings).toEqual(empty)
  expect((await app.anonymous.get(PATH)).status).toBe(401)
})

test('saving at the same time leaves one preference', async () => {
  await using app = await authApp()
  const admin = await signIn(app, 'admin@acme.com')
  const applyToRoles = [await roleId(app, 'employee')]
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => admin.put(PATH, { groupOrder: [`${index}`], applyToRoles })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  const counts = await app.sql(`select (select count(*)::int from user_sidebars) as personal,
    (select count(*)::int from role_sidebars) as roles`)
  expect(counts).toEqual([{ personal: 1, roles: 1 }])
})

test('a super admin who works in another tenant keeps their own preference and sets that of its roles', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, 'superadmin@acme.com')
  const browser = withHeaders(app, { cookie: `auth_token=${token}; om_selected_tenant=${tenantB.id}` })
  const role = await roleId(app, 'employee', tenantB.id)
  const saved = await browser.put(PATH, { groupOrder: ['a'], applyToRoles: [role] })
  expect(saved).toMatchObject({ status: 200, body: { settings: { groupOrder: ['a'] }, appliedRoles: [role] } })
  expect(await app.sql('select tenant_id from user_sidebars')).toEqual([{ tenant_id: tenantA.id }])
  expect(await app.sql('select tenant_id from role_sidebars')).toEqual([{ tenant_id: tenantB.id }])
})
