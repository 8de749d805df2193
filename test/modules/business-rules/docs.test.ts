import { businessRules } from '@plinth/business-rules'
import { tenantA } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { readBlock } from '../../docs/_pages.ts'
import { authApp } from '../auth/_accounts.ts'
import { create, rulesPath } from './_rules.ts'

const example = (name: string) => JSON.parse(readBlock('docs/5-rules.md', name).text) as object

test('the examples of the page on rules do what it says', async () => {
  await using app = await authApp({ modules: [businessRules()] })
  const admin = app.as('admin')
  await create(admin, rulesPath, example('guard.json'))
  const invite = (email: string) =>
    admin.post('/auth/users', { email, password: 'Secret-123', organizationId: tenantA.organization })
  expect(await invite('eve@example.com')).toMatchObject({ status: 422, body: example('refused.json') })
  expect((await invite('ann@acme.com')).status).toBe(201)
  const { body } = await admin.post('/business_rules/execute', example('execute.json'))
  expect(body).toMatchObject({
    allowed: false,
    executedRules: [{ ruleId: 'USER-MAIL', explanation: { verdict: false, actual: 'eve@example.com' } }],
  })
  await app.settled()
  expect((await admin.get('/business_rules/logs')).body.total).toBe(2)
})
