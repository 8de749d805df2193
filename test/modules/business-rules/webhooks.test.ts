import { businessRules } from '@plinth/business-rules'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { startReceiver } from './_receiver.ts'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

const path = '/business_rules/execute'
const about = { ...guardRule, ruleType: 'ACTION' }
const calls = (config: object) => ({ ...about, successActions: [{ type: 'CALL_WEBHOOK', config }] })

test('a webhook arrives at an allow-listed receiver, signed, once, and not in a dry run', async () => {
  await using receiver = await startReceiver()
  await using app = await rulesApp({ modules: [businessRules({ webhookLocalHosts: [receiver.host] })] })
  const admin = app.as('admin')
  const headers = { 'X-Custom': 'yes', Host: 'evil.example', 'webhook-signature': 'forged', 'Bad Name': 'x' }
  const template = {
    id: '{{data.id}}',
    '{{data.id}}': ['No {{data.id}}: {{data.note}}', '{{data.lines}}', '{{data.sum}}', 7, null],
  }
  const order = { id: 7, note: '"}, {"evil": "\n', lines: [{ n: 1 }] }
  const tokens = { ...headers, 'x-order': '{{data.id}}', 'x-note': 'of {{user.id}}' }
  await create(admin, rulesPath, calls({ url: `${receiver.url}/{{data.id}}`, headers: tokens, body: template }))
  await admin.post(path, { entityType: 'Order', data: order, dryRun: true })
  expect(await app.jobs()).toBe(0)
  const { body } = await admin.post(path, { entityType: 'Order', data: order })
  expect(body.executedRules[0].actionsExecuted).toEqual({
    success: true,
    results: [{ type: 'CALL_WEBHOOK', success: true }],
  })
  await app.jobs()
  expect(receiver.received).toHaveLength(1)
  const [call] = receiver.received
  expect(call).toMatchObject({ method: 'POST', path: '/hook/7' })
  expect(JSON.parse(call!.body)).toEqual({
    id: 7,
    '{{data.id}}': [`No 7: ${order.note}`, [{ n: 1 }], '{{data.sum}}', 7, null],
  })
  expect(call!.headers).toMatchObject({ 'x-order': '7', 'x-note': expect.stringMatching(/^of \S{36}/) })
  expect(call!.headers).toMatchObject({ 'x-custom': 'yes', host: receiver.host, 'content-type': 'application/json' })
  const { key } = (await admin.get('/business_rules/webhook-key')).body
  expect(new Webhook(key).verify(call!.body, call!.headers as Record<string, string>)).toEqual(JSON.parse(call!.body))
  const viewer = app.as({ features: ['business_rules.view'] })
  expect((await viewer.get('/business_rules/webhook-key')).status).toBe(403)
})

test('a value behind the host of an address leads nowhere else, and adds nothing', async () => {
  await using receiver = await startReceiver()
  await using app = await rulesApp({ modules: [businessRules({ webhookLocalHosts: [receiver.host] })] })
  const admin = app.as('admin')
  await create(admin, rulesPath, calls({ url: `${receiver.url}/{{data.name}}?of={{data.of}}&kind=order` }))
  const sent = [
    { name: '../../admin', of: 'a&kind=x#y' },
    { name: 'a/b?c', of: '100%' },
    { name: 'Müller & Söhne', of: 7 },
    { name: '\ud800', of: null },
  ]
  for (const data of sent) await admin.post(path, { entityType: 'Order', data })
  const folder = await admin.post(path, { entityType: 'Order', data: { name: '..', of: '' } })
  expect(folder.body.executedRules[0].actionsExecuted.results).toEqual([
    { type: 'CALL_WEBHOOK', success: false, error: 'an address cannot contain a value that means a folder' },
  ])
  await admin.post(path, { entityType: 'Order', data: { name: 'dots', of: '..' } })
  await app.jobs()
  expect(receiver.received.map((one) => one.path).toSorted()).toEqual([
    '/hook/%EF%BF%BD?of={{data.of}}&kind=order',
    '/hook/..%2F..%2Fadmin?of=a%26kind%3Dx%23y&kind=order',
    '/hook/M%C3%BCller%20%26%20S%C3%B6hne?of=7&kind=order',
    '/hook/a%2Fb%3Fc?of=100%25&kind=order',
    '/hook/dots?of=..&kind=order',
  ])
})

test.each(['http:/', 'http:', 'http:\\\\', ' HTTP:///'])('so it does behind a host after %j', async (scheme) => {
  await using receiver = await startReceiver()
  await using app = await rulesApp({ modules: [businessRules({ webhookLocalHosts: [receiver.host] })] })
  const admin = app.as('admin')
  await create(admin, rulesPath, calls({ url: `${scheme}${receiver.host}/hook/{{data.name}}` }))
  await admin.post(path, { entityType: 'Order', data: { name: '../admin?x' } })
  await app.jobs()
  expect(receiver.received.map((one) => one.path)).toEqual(['/hook/..%2Fadmin%3Fx'])
})

test('a value that a header cannot hold fails the action, and adds no header', async () => {
  await using receiver = await startReceiver()
  await using app = await rulesApp({ modules: [businessRules({ webhookLocalHosts: [receiver.host] })] })
  const admin = app.as('admin')
  await create(admin, rulesPath, calls({ url: receiver.url, headers: { 'x-note': '{{data.note}}' } }))
  const { body } = await admin.post(path, { entityType: 'Order', data: { note: 'a\r\nx-evil: 1' } })
  expect(body.executedRules[0].actionsExecuted.results).toEqual([
    { type: 'CALL_WEBHOOK', success: false, error: 'The header x-note holds characters that headers cannot hold' },
  ])
  expect(await app.jobs()).toBe(0)
})

test('a failing receiver is tried again, a refusing one is not, redirects are not followed', async () => {
  await using receiver = await startReceiver(503, 400, 302)
  await using app = await rulesApp({ modules: [businessRules({ webhookLocalHosts: [receiver.host] })] })
  const admin = app.as('admin')
  await create(admin, rulesPath, calls({ url: receiver.url, method: 'put' }))
  await admin.post(path, { entityType: 'Order' })
  await app.jobs()
  const [waiting] = await app.sql(
    `select state, retry_count, id from plinth_jobs.job where name = 'business_rules.call-webhook'`,
  )
  expect(waiting).toMatchObject({ state: 'retry' })
  await app.sql(`update plinth_jobs.job set start_after = now() where id = $1`, [waiting!['id']])
  await app.jobs()
  expect(receiver.received.map(({ method, headers }) => [method, headers['webhook-id']])).toEqual([
    ['PUT', waiting!['id']],
    ['PUT', waiting!['id']],
  ])
  await admin.post(path, { entityType: 'Order' })
  await app.jobs()
  expect(receiver.received.map((call) => call.path)).toEqual(['/hook', '/hook', '/hook'])
  expect(app.log.at('warn').map(({ facts }) => facts['status'])).toEqual([400, 302])
})

test('nothing is sent where the host has not allowed it', async () => {
  await using receiver = await startReceiver()
  const [, port] = receiver.host.split(':')
  const module = businessRules({ webhookHosts: ['hooks.example.com', '*.partner.example'] })
  await using app = await rulesApp({ modules: [module] })
  const admin = app.as('admin')
  const urls = {
    [receiver.url]: 'Webhooks go to https only',
    'https://hooks.example.org/': 'Webhooks may not go to hooks.example.org',
    'https://partner.example/': 'Webhooks may not go to partner.example',
    'https://user:pass@hooks.example.com/': 'The URL of a webhook must not contain a login',
    'https://127.0.0.1/': 'The address of the webhook is not public',
    [`https://[::ffff:127.0.0.1]:${port}/`]: 'The address of the webhook is not public',
    'https://0x7f.1/': 'The address of the webhook is not public',
    'https://169.254.169.254/latest/meta-data': 'The address of the webhook is not public',
    'ftp://hooks.example.com/': 'Webhooks go to https only',
    nonsense: 'The URL of the webhook is not valid',
  }
  const refusals = await Promise.all(Object.keys(urls).map((url) => admin.post(rulesPath, calls({ url }))))
  expect(refusals.map(({ status, body }) => [status, body.fieldErrors.successActions])).toEqual(
    Object.values(urls).map((why) => [400, expect.stringContaining(`Action 1: CALL_WEBHOOK: ${why}`)]),
  )
  // What is computed is judged when it is known.
  await create(admin, rulesPath, calls({ url: '{{data.url}}' }))
  const errors = await Promise.all(
    Object.keys(urls).map(async (url) => {
      const { body } = await admin.post(path, { entityType: 'Order', data: { url } })
      return body.executedRules[0].actionsExecuted.results[0].error
    }),
  )
  expect(errors).toEqual(Object.values(urls).map((why) => expect.stringContaining(why)))
  expect(await app.jobs()).toBe(0)
  expect(receiver.received).toEqual([])
})

test('a name that leads to a private address is refused when the connection is made', async () => {
  await using app = await rulesApp({ modules: [businessRules({ webhookHosts: ['LocalHost'] })] })
  const admin = app.as('admin')
  expect((await admin.post(rulesPath, calls({ url: 'https://localhost/' }))).status).toBe(400)
  await create(admin, rulesPath, calls({ url: 'https://{{data.host}}/' }))
  await admin.post(path, { entityType: 'Order', data: { host: 'localhost' } })
  await app.jobs()
  expect(app.log.at('warn')).toMatchObject([
    { facts: { host: 'localhost', reason: 'The address of localhost is not public' }, message: 'webhook not sent' },
  ])
})

test('of all addresses only those of the public internet are called', async () => {
  await using app = await rulesApp({ modules: [businessRules({ webhookHosts: ['*'] })] })
  const admin = app.as('admin')
  await create(admin, rulesPath, calls({ url: 'https://{{data.host}}/' }))
  const errorOf = async (address: string) => {
    const host = address.includes(':') ? `[${address}]` : address
    const { body } = await admin.post(path, { entityType: 'Order', data: { host } })
    return body.executedRules[0].actionsExecuted.results[0].error
  }
  for (const address of ['8.8.8.8', '2606:4700::1111']) expect(await errorOf(address), address).toBeUndefined()
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
    '2002:a00:1::',
    '2001::1',
    '2001:db8::1',
  ])
    expect(await errorOf(address), address).toBe('The address of the webhook is not public')
})
