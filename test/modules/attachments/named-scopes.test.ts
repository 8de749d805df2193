import { tenantA, tenantB } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { filesApp, uploadForm, send } from './_files.ts'

const scope = { tenantId: tenantA.id, organizationId: tenantA.otherOrganization }

test('the parts of a form name the tenant and organization of its file (decisions 31 and 48)', async () => {
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
    body: { error: 'The parts tenantId and organizationId go before the file' },
  })
  expect(await app.stored()).toEqual([])
})

test('a file is sent twice under one key for a scope that its form names, and answered alike (decision 22)', async () => {
  await using app = await filesApp()
  const root = app.as({ isSuperAdmin: true, tenantId: tenantB.id, organizationId: tenantB.organization })
  const sendOnce = () =>
    root.send('POST', '/attachments', { body: uploadForm({ fields: scope }), headers: { 'idempotency-key': 'k1' } })
  const [first, again] = [await sendOnce(), await sendOnce()]
  expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true'])
  expect(again.body).toEqual(first.body)
  expect(await app.stored()).toHaveLength(1)
})
