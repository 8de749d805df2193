import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { customFields } from '@plinth/custom-fields'
import { progress } from '@plinth/progress'
import { type Client, tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { desk } from './_desk.ts'

let app: TestPlatform
let admin: Client

beforeAll(async () => {
  app = await authApp({ modules: [progress, customFields, auditLogs, desk] })
  admin = superAdminOf(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const rowPolicies = {
  'desk.customer': { read: { field: 'ownerId', operator: '=', value: null, valueField: 'me.id' } },
  'desk.ticket': { read: { field: 'isOpen', operator: '=', value: true } },
}
const fieldPolicies = { 'desk.ticket': { read: ['title', 'isOpen'], write: ['title'] } }
const documentOf = (members: object = {}) => ({
  format: 'plinth.role.v1',
  name: `Role ${crypto.randomUUID()}`,
  features: ['desk.view'],
  ...members,
})
const importAs = (client: Client, document: object, roleId?: string) =>
  client.post('/auth/roles/import', { document, ...(roleId && { roleId }) })
const exported = async (roleId: string) => (await admin.get(`/auth/roles/export?roleId=${roleId}`)).body
const pathsOf = ({ body }: { readonly body: { readonly details?: readonly { readonly path: readonly string[] }[] } }) =>
  body.details?.map(({ path }) => path.join('.'))

test('a role goes to another tenant and back as a document, with its policies and without ids', async () => {
  const roleId = await addRole(admin, `Clerk ${Date.now()}`, {
    features: ['desk.view', 'desk.manage'],
    organizations: [tenantA.organization],
  })
  await admin.put('/auth/roles/row-policies', { roleId, policies: rowPolicies })
  await admin.put('/auth/roles/field-policies', { roleId, policies: fieldPolicies })
  const document = await exported(roleId)
  expect(document).toEqual({
    format: 'plinth.role.v1',
    name: expect.stringMatching(/^Clerk /),
    isSuperAdmin: false,
    features: ['desk.view', 'desk.manage'],
    organizations: [['Acme']],
    rowPolicies,
    fieldPolicies,
  })
  expect(JSON.stringify(document)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)

  const elsewhere = app.as({ features: ['auth.*', 'desk.*'], tenantId: tenantB.id })
  const refused = await importAs(elsewhere, document)
  expect([refused.status, pathsOf(refused)]).toEqual([400, ['document.organizations.0']])
  const { status, body } = await importAs(elsewhere, { ...document, organizations: null })
  expect([status, body.warnings]).toEqual([200, []])
  const there = await elsewhere.get(`/auth/roles/row-policies?roleId=${body.id}`)
  expect(there.body.policies).toEqual(rowPolicies)

  // Into a role that exists, whose name stays.
  const other = await addRole(admin, 'Other', { features: ['auth.users.list'] })
  expect((await importAs(admin, document, other)).status).toBe(200)
  expect(await exported(other)).toEqual({ ...document, name: 'Other' })
})

test('an import is one action: undo removes the role, or restores what it allowed', async () => {
  const before = await addRole(admin, `Before ${crypto.randomUUID()}`, { features: ['auth.users.list'] })
  const kept = await exported(before)
  const undo = async (answer: { readonly headers: Headers }) => {
    const { undoToken } = JSON.parse(decodeURIComponent(answer.headers.get('x-om-operation')!.slice('omop:'.length)))
    expect((await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken })).status).toBe(200)
  }
  await undo(await importAs(admin, documentOf({ rowPolicies, fieldPolicies }), before))
  expect(await exported(before)).toEqual(kept)
  const created = await importAs(admin, documentOf({ rowPolicies }))
  await undo(created)
  expect((await admin.get(`/auth/roles/export?roleId=${created.body.id}`)).status).toBe(404)
})

test('what is not here is refused by name, all at once', async () => {
  const answer = await importAs(
    admin,
    documentOf({
      features: ['desk.view', 'desk.fly'],
      organizations: [['Nowhere']],
      rowPolicies: {
        'desk.ticket': { read: { field: 'colour', operator: '=', value: 'red' } },
        'desk.order': { read: { field: 'title', operator: '=', value: 'A' } },
        'desk.customer': {
          read: { operator: 'OR', rules: [{ field: 'ownerId', operator: 'IN', value: [tenantA.organization] }] },
        },
      },
      fieldPolicies: { 'desk.ticket': { read: ['title', 'colour'] } },
    }),
  )
  expect([answer.status, pathsOf(answer)]).toEqual([
    400,
    [
      'document.features.1',
      'document.organizations.0',
      'document.rowPolicies.desk.ticket.read',
      'document.rowPolicies.desk.order.read',
      'document.rowPolicies.desk.customer.read',
      'document.fieldPolicies.desk.ticket.read',
    ],
  ])
  const none = { 'desk.ticket': { read: null } }
  expect((await importAs(admin, documentOf({ rowPolicies: none }))).status).toBe(200)
  for (const wrong of [{ format: 'plinth.role.v2' }, { id: tenantA.id }, { features: 'all' }])
    expect((await importAs(admin, documentOf(wrong))).status).toBe(400)
})

test('a document grants nothing that the importer could not grant', async () => {
  const weak = app.as({ features: ['auth.*'] })
  // Names of organizations that the importer does not see are not told.
  const confined = app.as({ features: ['auth.*', 'desk.*'], organizationIds: [crypto.randomUUID()] })
  expect(pathsOf(await importAs(confined, documentOf({ organizations: [['Acme']] })))).toEqual([
    'document.organizations.0',
  ])
  const ofAcme = await addRole(admin, `Acme ${Date.now()}`, { organizations: [tenantA.organization] })
  expect((await confined.get(`/auth/roles/export?roleId=${ofAcme}`)).status).toBe(403)
  expect(await importAs(weak, documentOf())).toMatchObject({ status: 403, body: { missingFeatures: ['desk.view'] } })
  expect((await importAs(weak, documentOf({ features: [], isSuperAdmin: true }))).status).toBe(403)
  expect((await importAs(weak, documentOf({ features: ['*'] }))).status).toBe(403)
  expect((await importAs(app.as({ features: ['auth.roles.manage'] }), documentOf({ features: [] }))).status).toBe(403)
  const foreign = (await app.as({ isSuperAdmin: true, tenantId: tenantB.id }).get('/auth/roles')).body.items.find(
    ({ tenantId }: { tenantId: string | null }) => tenantId === tenantB.id,
  )
  const strong = app.as({ features: ['auth.*', 'desk.*'] })
  if (foreign) expect((await importAs(strong, documentOf(), foreign.id)).status).toBe(404)
})

test('a policy that no index of a large table serves is reported when it is saved', async () => {
  const customer = (await admin.post('/desk/customers', { name: 'Large' })).body.id
  const insert = `insert into policy_tickets (id, tenant_id, organization_id, title, amount, customer_id, created_at, updated_at)
    select gen_random_uuid(), $1, $2, 'T' || n, n, $3, now(), now() from generate_series(1, 15000) n`
  await app.sql(insert, [tenantA.id, tenantA.organization, customer])
  await app.sql('analyze policy_tickets')
  const roleId = await addRole(admin, `Slow ${crypto.randomUUID()}`, { features: ['desk.*'] })
  const save = async (read: object, kind = 'desk.ticket') => {
    const { status, body } = await admin.put('/auth/roles/row-policies', { roleId, policies: { [kind]: { read } } })
    expect(status).toBe(200)
    return body.warnings
  }
  const [warning] = await save({ field: 'amount', operator: '=', value: 7 })
  expect(warning).toMatchObject({ kind: 'desk.ticket', action: 'read', message: expect.stringContaining('No index') })
  expect(warning.rows).toBeGreaterThan(10_000)
  // Found by the index of customers, nearly all rows, a small table, nothing at all.
  expect(await save({ field: 'customer', operator: '=', value: crypto.randomUUID() })).toEqual([])
  expect(await save({ field: 'amount', operator: '>', value: 100 })).toEqual([])
  expect(await save({ field: 'name', operator: '=', value: 'A' }, 'desk.customer')).toEqual([])
  expect(await save({ field: 'me.roles', operator: 'CONTAINS', value: 'Slow' })).toEqual([])

  // What another tenant has many of makes no difference, for conditions that are as selective as these.
  const elsewhere = app.as({
    features: ['auth.*', 'desk.*'],
    tenantId: tenantB.id,
    organizationId: tenantB.organization,
  })
  const theirs = (await elsewhere.post('/desk/customers', { name: 'Theirs' })).body.id
  await app.sql(insert, [tenantB.id, tenantB.organization, theirs])
  await app.sql(`update policy_tickets set title = 'Frequent' where tenant_id = $1 and amount % 2 = 0`, [tenantA.id])
  await app.sql('analyze policy_tickets')
  const there = (await elsewhere.post('/auth/roles', { name: `There ${Date.now()}` })).body.id
  const warned = async (client: Client, id: string, value: string) => {
    const policies = { 'desk.ticket': { read: { field: 'title', operator: '=', value } } }
    return (await client.put('/auth/roles/row-policies', { roleId: id, policies })).body.warnings
  }
  expect(await warned(elsewhere, there, 'Frequent')).toHaveLength(1)
  expect(await warned(elsewhere, there, 'Frequent')).toEqual(await warned(elsewhere, there, 'Unknown'))
  // Neither does it tell how many records there are to somebody who may not read them.
  expect(await warned(app.as({ features: ['auth.*'] }), roleId, 'Unknown')).toEqual([])
})

test('administering rights tells nothing of records that the administrator may not read', async () => {
  const keeper = app.as({ features: ['auth.*'] })
  const customer = (await admin.post('/desk/customers', { name: 'Secret' })).body.id
  const userId = await addUser(admin)
  const roleId = await addRole(admin, `Kept ${crypto.randomUUID()}`)
  const policies = { 'desk.customer': { read: { field: 'name', operator: 'STARTS_WITH', value: 'S' } } }
  const attempt = (client: Client) =>
    client.post('/auth/roles/row-policies/try', { roleId, policies, userIds: [userId] })
  expect(await attempt(keeper)).toMatchObject({ status: 403, body: { error: expect.stringContaining('may not read') } })
  expect((await attempt(admin)).body.items[0].total).toBeGreaterThan(0)
  const query = new URLSearchParams({ userId, feature: 'desk.view', kind: 'desk.customer', recordId: customer })
  for (const path of ['explain', 'holders']) {
    expect((await keeper.get(`/auth/access/${path}?${query}`)).status).toBe(404)
    expect((await admin.get(`/auth/access/${path}?${query}`)).status).toBe(200)
  }
})

test('an explanation does not tell what a hidden field contains', async () => {
  const policies = { 'desk.ticket': { read: { field: 'amount', operator: '>', value: 100 } } }
  const sellers = await addRole(admin, `Seller ${crypto.randomUUID()}`, { features: ['desk.*'] })
  await admin.put('/auth/roles/row-policies', { roleId: sellers, policies })
  const userId = await addUser(admin, { roles: [sellers] })
  const keepers = await addRole(admin, `Keeper ${crypto.randomUUID()}`, { features: ['desk.*', 'auth.*'] })
  const own = { 'desk.ticket': { read: ['title', 'customer'] } }
  await admin.put('/auth/roles/field-policies', { roleId: keepers, policies: own })
  const email = `${crypto.randomUUID()}@acme.com`
  await addUser(admin, { email, password: PASSWORD, roles: [keepers] })
  const keeper = await signIn(app, email)
  const customer = (await admin.post('/desk/customers', { name: 'C' })).body.id
  const [few, many] = [
    (await admin.post('/desk/tickets', { title: 'Few', amount: 1, customer })).body.id,
    (await admin.post('/desk/tickets', { title: 'Many', amount: 500, customer })).body.id,
  ]
  const ask = async (client: Client, recordId: string, feature = 'desk.view') => {
    const query = new URLSearchParams({ userId, feature, kind: 'desk.ticket', recordId })
    return (await client.get(`/auth/access/explain?${query}`)).body.record.actions
  }
  const told = ([read]: readonly { isPermitted: boolean; policies: readonly { isSatisfied: boolean }[] }[]) => [
    read!.isPermitted,
    read!.policies[0]!.isSatisfied,
  ]
  expect([told(await ask(admin, few)), told(await ask(admin, many))]).toEqual([
    [false, false],
    [true, true],
  ])
  const [one, other] = [await ask(keeper, few), await ask(keeper, many)]
  expect(one).toEqual(other)
  expect(told(one)).toEqual([null, null])
  expect(one[0].sentence).toMatch(/^The record may or may not be seen: the policy of role "Seller .+" compares fields/)
  expect(one.map(({ isPermitted }: { isPermitted: null }) => isPermitted)).toEqual([null, null, null])
  // Without the feature, no policy is needed to know.
  expect(told(await ask(keeper, many, 'audit_logs.view_self'))[0]).toBe(false)
  const holders = await Promise.all(
    [few, many].map(async (id) => {
      const query = `feature=desk.view&pageSize=100&kind=desk.ticket&recordId=${id}`
      const { items } = (await keeper.get(`/auth/access/holders?${query}`)).body
      return items.find((holder: { id: string }) => holder.id === userId).record
    }),
  )
  expect(holders).toEqual([holders[0], holders[0]])
  expect(holders[0]).toEqual({ read: null, update: null, delete: null })
  // Trying policies of another role for the same person would tell it as well.
  const roleId = await addRole(admin, `Tried ${crypto.randomUUID()}`, { features: ['desk.*'] })
  const tried = { 'desk.ticket': { read: { field: 'title', operator: '=', value: 'None' } } }
  const attempt = (client: Client) =>
    client.post('/auth/roles/row-policies/try', { roleId, policies: tried, userIds: [userId] })
  expect(await attempt(keeper)).toMatchObject({ status: 403, body: { error: expect.stringContaining('may not read') } })
  expect((await attempt(admin)).body.items[0].visible).toBeGreaterThan(0)
})
