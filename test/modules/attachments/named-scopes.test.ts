import { continueUpload, postUpload, tusHeaders } from '@plinth/attachments/testing'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { prepareAccounts, signIn, withHeaders } from '../auth/_accounts.ts'
import { addOrganization } from '../auth/_people.ts'
import { filesApp, uploadForm, send } from './_files.ts'

const scope = { tenantId: tenantA.id, organizationId: tenantA.otherOrganization }

test('the parts of a form name the tenant and organization of its file (decisions: Super admins and tenants; Organization of a request)', async () => {
  await using app = await filesApp()
  const root = app.as({ isSuperAdmin: true, tenantId: tenantB.id, organizationId: tenantB.organization })
  expect((await send(root, { fields: scope })).status).toBe(200)
  expect(await app.sql('select tenant_id, organization_id from attachments')).toEqual([
    { tenant_id: tenantA.id, organization_id: tenantA.otherOrganization },
  ])
  const [path] = await app.stored()
  expect(path).toBeDefined()
  expect((await app.sql('select from plinth.action_log where tenant_id = $1', [tenantB.id])).length).toBe(0)
  const admin = app.as('admin')
  expect((await send(admin, { fields: { tenantId: '', organizationId: tenantA.otherOrganization } })).status).toBe(200)
  expect((await send(admin, { fields: { tenantId: tenantB.id } })).body.error).toBe(
    'Not authorized to target this tenant.',
  )
  expect((await send(admin, { fields: { organizationId: tenantB.organization } })).body.error).toBe(
    'Organization out of scope',
  )
  const homeless = app.as({ features: ['*'], organizationId: null })
  expect(await send(homeless)).toMatchObject({ status: 400, body: { details: [{ path: ['organizationId'] }] } })
  expect((await send(homeless, { fields: { organizationId: tenantA.organization } })).status).toBe(200)
  expect(await app.stored()).toHaveLength(3)
})

test('a scope that is named after the file is refused, and nothing stays', async () => {
  await using app = await filesApp()
  const late = uploadForm()
  late.set('organizationId', tenantA.otherOrganization)
  expect(await app.as('admin').post('/attachments', late)).toMatchObject({
    status: 400,
    body: { error: 'The parts tenantId and organizationId must come before the file' },
  })
  expect(await app.stored()).toEqual([])
})

test('a file is sent twice under one key for a scope that its form names, and answered alike (decision: Idempotency keys)', async () => {
  await using app = await filesApp()
  const root = app.as({ isSuperAdmin: true, tenantId: tenantB.id, organizationId: tenantB.organization })
  const sendOnce = () =>
    root.send('POST', '/attachments', { body: uploadForm({ fields: scope }), headers: { 'idempotency-key': 'k1' } })
  const [first, again] = [await sendOnce(), await sendOnce()]
  expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true'])
  expect(again.body).toEqual(first.body)
  expect(await app.stored()).toHaveLength(1)
})

/** Whoever signs in with a password is identified anew by every request, and where a request names another place. */
async function signedIn() {
  const app = await filesApp({}, undefined, { prepare: prepareAccounts })
  const branch = await addOrganization(app)
  const { token } = await signIn(app, 'admin@acme.com')
  const cookie = `auth_token=${token}`
  return {
    app,
    branch,
    at: (selected?: string) =>
      withHeaders(app, { cookie: selected === undefined ? cookie : `${cookie}; om_selected_org=${selected}` }),
  }
}

const placesOf = (app: TestPlatform) => app.sql('select organization_id as place from attachments order by created_at')

test('an account uploads into an organization that its form names', async () => {
  const { app, branch, at } = await signedIn()
  await using _ = app
  expect((await send(at(), { fields: { organizationId: branch } })).status).toBe(200)
  expect((await send(at(branch), { fields: { organizationId: tenantA.organization } })).status).toBe(200)
  expect((await send(at('__all__'), { fields: { organizationId: branch } })).status).toBe(200)
  expect(await placesOf(app)).toEqual([{ place: branch }, { place: tenantA.organization }, { place: branch }])
})

test('an account begins an upload in one organization, and goes on or gives up with another one selected', async () => {
  const { app, branch, at } = await signedIn()
  await using _ = app
  const named = await postUpload(at(), 5, { organizationId: branch })
  expect(named.status).toBe(201)
  expect((await continueUpload(at(), named.body.id, { offset: 0, body: 'hel' })).status).toBe(204)
  expect((await continueUpload(at('__all__'), named.body.id, { offset: 3, body: 'lo' })).status).toBe(204)
  expect((await at(branch).get(`/attachments/file/${named.body.id}`)).text).toBe('hello')
  const begun = await postUpload(at(), 5)
  expect((await continueUpload(at(branch), begun.body.id, { offset: 0, body: 'hello' })).status).toBe(204)
  expect(await placesOf(app)).toEqual([{ place: branch }, { place: tenantA.organization }])
  const abandoned = (await postUpload(at(), 5)).body
  expect((await continueUpload(at(), abandoned.id, { offset: 0, body: 'he' })).status).toBe(204)
  const ended = await at(branch).send('DELETE', `/attachments/uploads/${abandoned.id}`, { headers: tusHeaders })
  expect(ended.status).toBe(204)
  expect(await app.sql('select open_uploads as uploads, open_bytes::int as bytes from attachment_usage')).toEqual([
    { uploads: 0, bytes: 0 },
  ])
  expect(await app.stored()).toHaveLength(2)
})

test('a super admin who signs in with a password uploads into the tenant that the form names', async () => {
  await using app = await filesApp({}, undefined, { prepare: prepareAccounts })
  const { token } = await signIn(app, 'superadmin@acme.com')
  const root = withHeaders(app, { authorization: `Bearer ${token}` })
  const place = { tenantId: tenantB.id, organizationId: tenantB.organization }
  expect((await send(root, { fields: place })).status).toBe(200)
  const { body } = await postUpload(root, 5, place)
  expect((await continueUpload(root, body.id, { offset: 0, body: 'hello' })).status).toBe(204)
  expect(
    await app.sql('select distinct tenant_id as "tenantId", organization_id as "organizationId" from attachments'),
  ).toEqual([place])
})
