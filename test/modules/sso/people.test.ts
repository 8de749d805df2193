import { createUser } from '@plinth/auth'
import { addRole, addUser, superAdminOf } from '@plinth/auth/testing'
import { businessRules } from '@plinth/business-rules'
import { defineModule } from '@plinth/core'
import { accountKeepers } from '@plinth/points'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { deliverMails, signIn } from '../auth/_accounts.ts'
import { connect, type OwnApp, ownApp, signInBy } from './_sso.ts'

const ann = { sub: 'ann', email: 'ann@corp.example', email_verified: true, name: 'Ann' }
const scope = { tenantId: tenantA.id, organizationId: tenantA.organization, organizationIds: null }

const accountOf = async (app: OwnApp, email: string) =>
  (await app.sql('select id, name, email, is_claimed from users where email = $1', [email]))[0]!

/** An account that was provisioned, and that nobody has used. */
const provision = (app: OwnApp, email: string) =>
  app.platform.actAs({ actor: 'platform', reason: 'test', scope }, ({ run }) =>
    run(createUser, { email, organizationId: tenantA.organization, isClaimed: false }),
  )

const entries = (app: OwnApp) => app.sql('select count(*)::int as entries from plinth.action_log')

test('a name and an address that change at the provider reach the account, once', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  app.provider.claims = ann
  await signInBy(app, id)
  const { id: userId } = await accountOf(app, ann.email)
  app.provider.claims = { ...ann, name: 'Ann Lee', email: 'ann.lee@corp.example' }
  await signInBy(app, id)
  expect(await accountOf(app, 'ann.lee@corp.example')).toMatchObject({ id: userId, name: 'Ann Lee' })
  const [before] = await entries(app)
  await signInBy(app, id)
  // The sign-in itself, and nothing else.
  expect((await entries(app))[0]!['entries'] as number).toBe((before!['entries'] as number) + 1)
  // Another spelling of the address is the same one; no name is not an empty one.
  app.provider.claims = { ...ann, name: undefined, email: 'Ann.Lee@Corp.Example' }
  await signInBy(app, id)
  expect(await accountOf(app, 'ann.lee@corp.example')).toMatchObject({ id: userId, name: 'Ann Lee' })
})

test('an address that is not verified, not of a proven domain, or not free is not taken over', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  app.provider.claims = ann
  await signInBy(app, id)
  await addUser(superAdminOf(app), { email: 'taken@corp.example' })
  for (const claims of [
    { email: 'new@corp.example', email_verified: false },
    { email: 'new@elsewhere.example' },
    { email: 'Taken@corp.example' },
    { email: 'not an address' },
  ]) {
    app.provider.claims = { ...ann, ...claims }
    expect((await signInBy(app, id)).location).toBe('/backend')
    expect(await accountOf(app, ann.email)).toBeTruthy()
  }
})

test('the former address is told', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const admin = superAdminOf(app)
  const userId = await addUser(admin, { email: ann.email })
  await app.sql(
    `insert into sso_identities (id, tenant_id, user_id, connection_id, issuer, subject)
      values (gen_random_uuid(), $1, $2, $3, $4, 'ann')`,
    [tenantA.id, userId, id, app.provider.issuer],
  )
  app.provider.claims = { ...ann, email: 'ann.new@corp.example' }
  await signInBy(app, id)
  await deliverMails(app)
  expect(app.mails.map(({ to }) => to)).toEqual([ann.email])
})

test('accounts that another system keeps up to date are left to it', async () => {
  const kept = new Set<string>()
  const keeper = defineModule({
    id: 'keeper',
    title: 'Keeper',
    requires: ['auth'],
    contributes: [accountKeepers.of({ id: 'keeper.people', keeps: async (_ctx, userId) => kept.has(userId) })],
  })
  await using app = await ownApp({ modules: [keeper] })
  const id = await connect(app)
  app.provider.claims = ann
  await signInBy(app, id)
  const { id: userId } = await accountOf(app, ann.email)
  kept.add(String(userId))
  app.provider.claims = { ...ann, name: 'Other', email: 'other@corp.example' }
  expect((await signInBy(app, id)).location).toBe('/backend')
  expect(await accountOf(app, ann.email)).toMatchObject({ name: 'Ann' })
})

test('somebody provisioned signs in to the account that was made for them, and nobody else does', async () => {
  await using app = await ownApp()
  const id = await connect(app, { createsAccounts: false })
  const { id: userId } = await provision(app, 'Ann@corp.example')
  app.provider.claims = { ...ann, email_verified: false }
  expect((await signInBy(app, id)).location).toBe('/login?error=sso_email_not_verified')
  app.provider.claims = ann
  expect((await signInBy(app, id)).location).toBe('/backend')
  expect(await app.sql('select user_id from sso_identities')).toEqual([{ user_id: userId }])
  await deliverMails(app)
  expect(app.mails).toMatchObject([{ to: 'Ann@corp.example', subject: expect.stringContaining('Corp') }])
  // Another identity with the same address.
  app.provider.claims = { ...ann, sub: 'somebody else' }
  expect((await signInBy(app, id)).location).toBe('/login?error=sso_link_required')
})

test('an account that is in use, or in a domain that is not proven, is not claimed', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  await addUser(superAdminOf(app), { email: 'used@corp.example' })
  await provision(app, 'ann@elsewhere.example')
  const { id: inactive } = await provision(app, 'gone@corp.example')
  await superAdminOf(app).put('/auth/users', { id: inactive, isActive: false })
  const codeOf = async (email: string) => {
    app.provider.claims = { sub: crypto.randomUUID(), email }
    return (await signInBy(app, id)).location
  }
  expect(await codeOf('used@corp.example')).toBe('/login?error=sso_link_required')
  expect(await codeOf('ann@elsewhere.example')).toBe('/login?error=sso_domain_not_proven')
  expect(await codeOf('gone@corp.example')).toBe('/login?error=sso_link_required')
})

test('after its issuer was replaced, a connection links the accounts it knew that have no password', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const codeOf = async (claims: object) => {
    app.provider.claims = { ...ann, ...claims }
    return (await signInBy(app, id)).location
  }
  expect(await codeOf({})).toBe('/backend')
  const { id: userId } = await accountOf(app, ann.email)
  // Another person of the same issuer.
  expect(await codeOf({ sub: 'other' })).toBe('/login?error=sso_link_required')
  const replaced = () => app.sql(`update sso_identities set issuer = 'https://former.example'`)
  await replaced()
  expect(await codeOf({ sub: 'new', email_verified: false })).toBe('/login?error=sso_email_not_verified')
  await app.sql(`update users set password_hash = 'x' where id = $1`, [userId])
  expect(await codeOf({ sub: 'new' })).toBe('/login?error=sso_link_required')
  await app.sql('update users set password_hash = null, is_active = false where id = $1', [userId])
  expect(await codeOf({ sub: 'new' })).toBe('/login?error=sso_link_required')
  await app.sql('update users set is_active = true where id = $1', [userId])
  const visits = await Promise.all([codeOf({ sub: 'new' }), codeOf({ sub: 'new' })])
  expect(visits).toEqual(['/backend', '/backend'])
  expect(await app.sql('select user_id, issuer, subject from sso_identities')).toEqual([
    { user_id: userId, issuer: app.provider.issuer, subject: 'new' },
  ])
  await deliverMails(app)
  expect(app.mails).toMatchObject([{ to: ann.email, subject: expect.stringContaining('Corp') }])
  // The link of another connection says nothing about this one.
  const second = await connect(app, { name: 'Second' }, { domain: 'second.example' })
  await app.sql('update sso_identities set connection_id = $1', [second])
  await replaced()
  expect(await codeOf({ sub: 'third' })).toBe('/login?error=sso_link_required')
})

test('two first sign-ins at the same time make one account', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  app.provider.claims = ann
  const visits = await Promise.all([1, 2, 3, 4].map(() => signInBy(app, id)))
  expect(visits.map(({ location }) => location)).toEqual(['/backend', '/backend', '/backend', '/backend'])
  expect(await app.sql('select count(*)::int as people from users where email = $1', [ann.email])).toEqual([
    { people: 1 },
  ])
})

test('a connection takes what it gave, and leaves what others gave', async () => {
  await using app = await ownApp()
  const admin = app.as({ features: ['*'] })
  const [staff, sales, own] = [
    await addRole(superAdminOf(app), 'Staff', { features: ['auth.users.list'] }),
    await addRole(superAdminOf(app), 'Sales', { features: ['auth.roles.list'] }),
    await addRole(superAdminOf(app), 'Default', { features: [] }),
  ]
  const manager = await addUser(superAdminOf(app), {
    roles: [await addRole(superAdminOf(app), 'Mapper', { features: ['*'] })],
  })
  const as = app.as({ features: ['*'], userId: manager })
  const groupRoles = [
    { group: 'staff', roleId: staff },
    { group: 'sales', roleId: sales },
  ]
  const id = await connect(app, { groupsClaim: 'groups', groupRoles, defaultRoleIds: [own] }, { as })
  const other = await connect(app, { groupsClaim: 'groups', groupRoles }, { as, domain: 'other.example' })
  const held = async () => {
    const { id: userId } = await accountOf(app, ann.email)
    const rows = await app.sql(
      'select distinct r.name from user_roles h join roles r on r.id = h.role_id where h.user_id = $1 order by 1',
      [userId],
    )
    return rows.map(({ name }) => name)
  }
  const come = async (groups: unknown, connectionId = id) => {
    app.provider.claims = { ...ann, groups }
    expect((await signInBy(app, connectionId)).location).toBe('/backend')
    return held()
  }
  expect(await come(['staff'])).toEqual(['Default', 'Staff'])
  // An administrator gives a role by hand, which a group gives later, too.
  const { id: userId } = await accountOf(app, ann.email)
  const given = await superAdminOf(app).put('/auth/users', { id: userId, roles: [own, staff, sales] })
  expect([given.status, given.text]).toEqual([200, expect.anything()])
  expect(await come(['sales'])).toEqual(['Default', 'Sales'])
  expect(await come([])).toEqual(['Default', 'Sales'])
  await app.sql(`delete from user_roles where user_id = $1 and source = ''`, [userId])
  expect(await come(['sales'])).toEqual(['Default', 'Sales'])
  // Groups in another form, none at all, and a mapping that is gone.
  expect(await come('staff')).toEqual(['Default', 'Staff'])
  expect(await come({ staff: true })).toEqual(['Default'])
  expect(await come(['staff', 'sales'])).toEqual(['Default', 'Sales', 'Staff'])
  expect((await as.put('/sso/connections', { id, groupRoles: [groupRoles[0]] })).status).toBe(200)
  expect(await come(['staff', 'sales'])).toEqual(['Default', 'Staff'])
  expect((await as.put('/sso/connections', { id, defaultRoleIds: [] })).status).toBe(200)
  expect(await come(['staff', 'sales'])).toEqual(['Staff'])
  await app.sql(
    `insert into sso_identities (id, tenant_id, user_id, connection_id, issuer, subject)
      select gen_random_uuid(), tenant_id, user_id, $1, issuer, subject from sso_identities`,
    [other],
  )
  expect(await come(['staff'], other)).toEqual(['Staff'])
  const deleted = await admin.del(`/sso/connections?id=${id}`)
  expect(deleted.status).toBe(200)
  expect(await held()).toEqual(['Staff'])
  expect((await admin.del(`/sso/connections?id=${other}`)).status).toBe(200)
  expect(await held()).toEqual([])
})

test('deleting a connection takes its roles, and undo gives them back', async () => {
  await using app = await ownApp()
  const admin = superAdminOf(app)
  const roleId = await addRole(admin, 'Default', { features: ['sso.view'] })
  const manager = await addUser(admin, { roles: [await addRole(admin, 'Mapper', { features: ['*'] })] })
  const as = app.as({ features: ['*'], userId: manager })
  const id = await connect(app, { defaultRoleIds: [roleId] }, { as })
  app.provider.claims = ann
  await signInBy(app, id)
  const given = () => app.sql(`select role_id from user_roles where source = $1`, [`sso:${id}`])
  expect(await given()).toEqual([{ role_id: roleId }])
  const deleted = await as.del(`/sso/connections?id=${id}`)
  expect(await given()).toEqual([])
  const able = app.callerOf({ features: ['*'] })
  await app.platform.actAs(able, ({ undo }) => undo(deleted.operation!.id, { ofOthers: true }))
  expect(await given()).toEqual([{ role_id: roleId }])
  await app.platform.actAs(able, ({ redo }) => redo(deleted.operation!.id, { ofOthers: true }))
  expect(await given()).toEqual([])
  await expect(signIn(app, 'admin@acme.com')).resolves.toBeTruthy()
})

test('rules of the organization of the connection decide on accounts that a sign-in creates and changes', async () => {
  await using app = await ownApp({ modules: [businessRules()] })
  const id = await connect(app)
  const rules = app.as({ features: ['*'] })
  const guard = async (eventType: string, conditionExpression: object) => {
    const rule = { ruleId: eventType, ruleName: 'No', ruleType: 'GUARD', entityType: 'auth:user', eventType }
    const made = await rules.post('/business_rules/rules', { ...rule, conditionExpression })
    expect(made.status, made.text).toBe(201)
    return made.body.id as string
  }
  const created = await guard('beforeCreate', { field: 'email', operator: 'ENDS_WITH', value: '@acme.com' })
  app.provider.claims = ann
  expect((await signInBy(app, id)).location).not.toBe('/backend')
  expect(await accountOf(app, ann.email)).toBeUndefined()
  await rules.put('/business_rules/rules', { id: created, enabled: false })
  await guard('beforeUpdate', { field: 'name', operator: '!=', value: 'Eve' })
  await signInBy(app, id)
  app.provider.claims = { ...ann, name: 'Eve' }
  expect((await signInBy(app, id)).location).toBe('/backend')
  expect(await accountOf(app, ann.email)).toMatchObject({ name: 'Ann' })
})
