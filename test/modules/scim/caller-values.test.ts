import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import { addRole, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { customFields } from '@plinth/custom-fields'
import { scim } from '@plinth/scim'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { casework } from '../auth/rights/_cases.ts'
import { connect } from './_scim.ts'

const EXTENSION = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

test('neither a provider nor the person changes the value by which policies decide', { timeout: 120_000 }, async () => {
  await using app = await authApp({ modules: [apiKeys, auditLogs, customFields, scim, casework] })
  const admin = superAdminOf(app)
  const provider = await connect(app)
  await admin.post('/entities/definitions', { entityId: 'auth:user', key: 'region', kind: 'text', configJson: {} })
  for (const title of ['north', 'south']) await admin.post('/cases/cases', { title })
  const features = ['cases.*', 'auth.users.*', 'scim.*', 'api_keys.*', 'entities.*']
  const roleId = await addRole(admin, 'Clerk', { features })
  const read = { field: 'title', operator: '=', value: null, valueField: 'me.cf_region' }
  await admin.put('/auth/roles/row-policies', { roleId, policies: { 'cases.case': { read } } })
  const email = 'clerk@acme.com'
  const { id } = (await provider.post('/scim/v2/Users', { userName: email })).body
  const changed = await admin.put('/auth/users', { id, password: PASSWORD, roles: [roleId], cf_region: 'north' })
  expect([changed.status, changed.text]).toEqual([200, expect.any(String)])
  const clerk = await signIn(app, email)
  const seen = async () => (await clerk.get('/cases/cases')).body.items.map(({ title }: { title: string }) => title)
  expect(await seen()).toEqual(['north'])
  const stored = () => app.sql('select custom from users where id = $1', [id])

  const south = {
    cf_region: 'south',
    region: 'south',
    custom: { region: 'south' },
    [EXTENSION]: { cf_region: 'south' },
  }
  await provider.put(`/scim/v2/Users/${id}`, { userName: email, ...south })
  for (const path of ['cf_region', 'custom.region', `${EXTENSION}:cf_region`])
    await provider.patch(`/scim/v2/Users/${id}`, { Operations: [{ op: 'replace', path, value: 'south' }] })
  await provider.patch(`/scim/v2/Users/${id}`, { Operations: [{ op: 'replace', value: south }], ...south })
  expect(await stored()).toEqual([{ custom: { region: 'north' } }])

  await clerk.put('/auth/profile', { email, currentPassword: PASSWORD, ...south })
  await clerk.put('/auth/profile/settings', { ...south, userId: id, id })
  const refused = await clerk.put('/auth/users', { id, cf_region: 'south' })
  const [{ organizationId }] = (await app.sql('select organization_id as "organizationId" from users where id = $1', [
    id,
  ])) as [{ organizationId: string }]
  const added = await clerk.post('/auth/users', {
    email: 'newcomer@acme.com',
    password: PASSWORD,
    organizationId,
    roles: [roleId],
    cf_region: 'south',
  })
  expect(await stored()).toEqual([{ custom: { region: 'north' } }])
  expect([refused.status, added.status, added.text]).toEqual([403, 403, expect.any(String)])
  expect(await app.sql(`select 1 from users where email = 'newcomer@acme.com'`)).toEqual([])

  // What the field is by default is for forms: nobody gets it by being without a value.
  await admin.put('/auth/users', { id, cf_region: null })
  const definition = { entityId: 'auth:user', key: 'region', kind: 'text', configJson: { defaultValue: 'south' } }
  await clerk.post('/entities/definitions', definition)
  expect(await seen()).toEqual([])
})
