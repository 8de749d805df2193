import { businessRules } from '@plinth/business-rules'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { startReceiver } from './_receiver.ts'
import { create, guardRule, rulesPath } from './_rules.ts'

const execute = '/business_rules/execute'
const notifying = (...recipients: string[]) => ({
  ...guardRule,
  ruleId: crypto.randomUUID(),
  ruleType: 'ACTION',
  successActions: [{ type: 'NOTIFY', config: { recipients, message: 'Look' } }],
})
const rightful = { features: ['*'], isSuperAdmin: true }
const open = (options: Parameters<typeof businessRules>[0] = {}) => authApp({ modules: [businessRules(options)] })

test('NOTIFY reaches people of the tenant, by address, id and role, and says whose rule it was', async () => {
  await using app = await open()
  const admin = app.as(rightful)
  const [{ id }] = (await app.sql(`select id from users where tenant_id = $1 and email = 'employee@acme.com'`, [
    tenantA.id,
  ])) as [{ id: string }]
  await create(admin, rulesPath, notifying('Admin@acme.com', id, 'employee'))
  await admin.post(execute, { entityType: 'Order' })
  await app.jobs()
  const holders = await app.sql(
    `select u.email from users u join user_roles h on h.user_id = u.id join roles r on r.id = h.role_id
     where u.tenant_id = $1 and r.name = 'employee'`,
    [tenantA.id],
  )
  const expected = ['admin@acme.com', 'employee@acme.com', ...holders.map(({ email }) => email as string)]
  expect(app.mails.map(({ to }) => to.toLowerCase()).toSorted()).toEqual(expected.toSorted())
  for (const { text, html } of app.mails) {
    expect(text).toBe('Look\n\n-- \nSent by a rule of Acme.\n')
    expect(html).toContain('Sent by a rule of Acme.')
  }
})

test('strangers, people of other tenants and the unconfirmed are refused when the rule is written', async () => {
  await using app = await open({ mailAddresses: ['Desk@Acme.com'] })
  const admin = app.as(rightful)
  await app.sql(`update users set is_confirmed = false where tenant_id = $1 and email = 'employee@acme.com'`, [
    tenantA.id,
  ])
  const others = await app.sql(`select email, id from users where tenant_id <> $1 and email like 'other%'`, [
    tenantA.id,
  ])
  const foreign = others.flatMap(({ email, id }) => [String(email), String(id)])
  for (const recipient of ['stranger@example.com', 'nobody', 'employee@acme.com', ...foreign]) {
    const { status, body } = await admin.post(rulesPath, notifying('desk@acme.com', recipient))
    const fault = `Invalid actions: Action 1: NOTIFY: ${recipient} is no person, role or confirmed address`
    expect([status, body.fieldErrors]).toEqual([400, { successActions: fault }])
  }
  const id = await create(admin, rulesPath, notifying('desk@acme.com'))
  const { successActions: failureActions } = notifying('nobody')
  expect((await admin.put(rulesPath, { id, failureActions })).body.fieldErrors).toHaveProperty('failureActions')
})

test('who is nobody any more gets nothing, and the log says so', async () => {
  await using app = await open()
  const admin = app.as(rightful)
  await create(admin, rulesPath, notifying('employee@acme.com'))
  await app.sql(`update users set is_confirmed = false where tenant_id = $1 and email = 'employee@acme.com'`, [
    tenantA.id,
  ])
  await admin.post(execute, { entityType: 'Order' })
  await app.jobs()
  expect(app.mails).toEqual([])
  expect(app.log.at('warn').map(({ message }) => message)).toContain('nobody to notify')
})

test('mails and webhooks of a tenant end with its quota of the day, and begin again the next', async () => {
  await using hook = await startReceiver()
  const { host } = hook
  await using app = await open({ maxMailsPerDay: 2, maxWebhooksPerDay: 1, webhookLocalHosts: [host] })
  const admin = app.as(rightful)
  await create(admin, rulesPath, notifying('admin@acme.com'))
  const call = { type: 'CALL_WEBHOOK', config: { url: hook.url } }
  await create(admin, rulesPath, { ...notifying(), successActions: [call] })
  const runThree = async () => {
    for (let run = 0; run < 3; run++) await admin.post(execute, { entityType: 'Order' })
    await app.jobs()
    return [app.mails.length, hook.received.length]
  }
  expect(await runThree()).toEqual([2, 1])
  expect(app.log.at('warn').map(({ message }) => message)).toContain('the quota of the day is used up')
  app.clock.set(new Date(app.clock.now.getTime() + 86_400_000))
  expect(await runThree()).toEqual([4, 2])
})
