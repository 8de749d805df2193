import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { addAccount, authFixtures } from '@plinth/auth/testing'
import { type Context, defineFeatures, defineModule, type Job, mailer, type Module } from '@plinth/core'
import { wire } from '@plinth/core/http'
import { directory } from '@plinth/directory'
import { directoryFixtures } from '@plinth/directory/testing'
import { createMailTransport } from '@plinth/host'
import { mailTemplates } from '@plinth/mail-templates'
import { mail, mails, type MailSpec, sendMail } from '@plinth/points'
import { type Client, tenantA, tenantB, type TestPlatform, type TestPlatformOptions } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'
import { argon2 } from '../../_setup/cheap-passwords.ts'
import { makeFolder } from '../../docs/_folder.ts'
import { readBlock } from '../../docs/_pages.ts'
import { startMailServer } from '../../host/_mail-server.ts'

const features = defineFeatures('rental', { view: 'View rentals' })

const sample = { customer: 'Ada <b>', due: '2026-03-01', items: 1234.5, link: 'https://rental.example/c/1?a=1&b=2' }
const reminder = mail({
  id: 'rental.reminder',
  title: 'Reminder of a return',
  values: z.object({
    customer: z.string(),
    due: z.iso.date(),
    items: z.number(),
    at: z.date().optional(),
    link: z.url(),
  }),
  sample,
  required: ['link'],
  texts: {
    en: { subject: 'Return of {items} items', text: 'Dear {customer},\n\nreturn by {due}.\n\n{link}' },
    de: { subject: 'Rückgabe von {items} Geräten', text: 'Guten Tag {customer},\n\nbis {due}.\n\n{link}' },
  },
  record: {
    access: features.view,
    find: async ({ scope }, id) => (id === record ? { ...sample, customer: `Record of ${scope.tenantId}` } : null),
  },
})
const record = '11111111-1111-4111-8111-111111111111'

const product = (listed: MailSpec = reminder): Module =>
  defineModule({ id: 'rental', title: 'Rental', features, contributes: [mails.of(listed)] })

const open = (listed?: MailSpec, more: Partial<TestPlatformOptions> = {}, others: readonly Module[] = []) =>
  testApp({
    modules: [
      directory,
      auth({ secret: 'x'.repeat(32), argon2 }),
      auditLogs,
      mailTemplates,
      product(listed),
      ...others,
    ],
    prepare: [directoryFixtures.prepare!, authFixtures.prepare!],
    ...more,
  })

interface Page {
  readonly loans: Module
  readonly remind: Job
}

let app: TestPlatform
let admin: Client
let page: Page
beforeAll(async () => {
  await using folder = await makeFolder()
  page = (await import(await folder.write('loans.ts', readBlock('docs/emails.md', 'loans.ts').text))) as Page
  app = await open(reminder, {}, [page.loans])
  admin = app.as('admin')
})
afterAll(() => app[Symbol.asyncDispose]())

const own = { subject: 'Bitte, {customer}', text: 'Gerät zurück: {link}', html: null }
const template = (fields: object = {}) => ({ mail: reminder.id, language: 'de', ...own, ...fields })
const path = '/mail_templates/templates'

const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
const within = <T>(tenantId: string, work: (ctx: Context) => Promise<T>) =>
  app.platform.actAs({ actor: 'platform', reason: 'test', scope: { ...scope, tenantId } }, work)

async function sent(language: string, fields: object = {}, tenantId: string = tenantA.id) {
  const values = { ...reminder.sample, ...fields }
  await within(tenantId, (ctx) => sendMail(ctx, reminder, { to: 'ann@example.com', language, values }))
  return app.mails.at(-1)!
}

test('a text in a language replaces the declared one, for its tenant only, with undo, redo and versions', async () => {
  expect(await sent('de')).toMatchObject({ subject: 'Rückgabe von 1.234,5 Geräten' })
  const created = await admin.post(path, template())
  expect(created.status).toBe(201)
  expect(await sent('de')).toMatchObject({ subject: 'Bitte, Ada <b>', text: `Gerät zurück: ${reminder.sample.link}` })
  expect((await sent('de', {}, tenantB.id)).subject).toBe('Rückgabe von 1.234,5 Geräten')
  expect((await sent('en')).subject).toBe('Return of 1,234.5 items')
  expect((await admin.post(path, template())).status).toBe(400)
  const { id } = created.body
  const stranger = app.as({ features: ['mail_templates.*'], tenantId: tenantB.id })
  expect([(await stranger.put(path, { id, subject: 'Evil' })).status, (await stranger.get(path)).body.total]).toEqual([
    404, 0,
  ])
  const { texts } = (await stranger.get(`/mail_templates/mails/${reminder.id}`)).body
  expect(texts.map((one: { template: object | null }) => one.template)).toEqual([null, null, null, null])
  const confined = app.as({ features: ['mail_templates.*'], organizationIds: [tenantA.organization] })
  expect((await confined.put(path, { id, subject: 'Evil' })).status).toBe(403)
  expect((await confined.del(`${path}?id=${id}`)).status).toBe(403)
  expect((await app.as({ features: ['mail_templates.view'] }).put(path, { id, subject: 'Evil' })).status).toBe(403)
  const { updatedAt } = (await admin.get(path)).body.items[0]
  app.clock.advance(1_000)
  const changed = await admin.put(path, { id, subject: 'Neu' })
  expect([changed.status, (await sent('de')).subject]).toEqual([200, 'Neu'])
  const late = await app.fetch(path, {
    method: 'PUT',
    headers: {
      ...app.headersOf('admin'),
      [wire.expectedUpdatedAtHeader]: updatedAt,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ id, subject: 'Zu spät' }),
  })
  expect(late.status).toBe(409)
  const undo = { undoToken: changed.operation!.undoToken }
  const reverter = app.as({
    features: ['mail_templates.*', 'audit_logs.*'],
    organizationIds: [tenantA.organization],
  })
  expect((await reverter.post('/audit_logs/audit-logs/actions/undo', undo)).status).toBe(403)
  expect((await admin.post('/audit_logs/audit-logs/actions/undo', undo)).status).toBe(200)
  expect((await sent('de')).subject).toBe('Bitte, Ada <b>')
  const redo = await admin.post('/audit_logs/audit-logs/actions/redo', { logId: changed.operation!.id })
  expect([redo.status, (await sent('de')).subject]).toEqual([200, 'Neu'])
  expect((await admin.del(`${path}?id=${id}`)).status).toBe(200)
  expect((await sent('de')).subject).toBe('Rückgabe von 1.234,5 Geräten')
})

test('the module of the page sends its email', async () => {
  const order = {
    to: 'ada@example.com',
    customer: 'Ada',
    dueAt: '2026-03-31',
    link: 'https://loans.example/2',
    language: 'de',
  }
  await within(tenantA.id, async ({ enqueue }) => enqueue(page.remind, order))
  await app.jobs()
  expect(app.mails.at(-1)).toMatchObject({ to: order.to, subject: 'Bitte bis 31. März 2026 zurückgeben' })
})

test('without a text in the language, that of English is sent, the tenant’s own first', async () => {
  expect((await sent('pl')).subject).toMatch(/^Return of/)
  const { body } = await admin.post(path, template({ language: 'en', subject: 'Ours' }))
  expect([(await sent('pl')).subject, (await sent('de')).subject]).toEqual(['Ours', 'Rückgabe von 1.234,5 Geräten'])
  await admin.del(`${path}?id=${body.id}`)
})

test('values are text: escaped in HTML, one line in subjects, and links lead to pages', async () => {
  const mailed = await sent('en', { customer: 'Eve\r\nBcc: x@y.example <script>\nsecond', at: new Date(0) })
  expect(mailed.html).toContain('<p>Dear Eve<br>Bcc: x@y.example &lt;script&gt;<br>second,</p>')
  expect(mailed.html).toContain('<a href="https://rental.example/c/1?a=1&amp;b=2">')
  const { body } = await admin.post(path, template({ language: 'en', subject: 'For {customer} {at}' }))
  expect((await sent('en', { customer: 'Eve\r\nBcc: x@y.example', at: new Date(0) })).subject).toBe(
    'For Eve Bcc: x@y.example January 1, 1970 at 12:00 AM',
  )
  // A longer line would be refused by servers.
  expect((await sent('en', { customer: '😀'.repeat(5000) })).subject).toBe(`For ${'😀'.repeat(245)}…`)
  await admin.del(`${path}?id=${body.id}`)
  await expect(sent('en', { link: 'javascript:alert(1)' })).rejects.toThrow(/must begin with/)
})

const html = '<p title="x">Hello {customer}</p><a href="{link}" style="color: #0f0">go</a>'
test.each([
  ['subject', 'Hi {tenat}', 'Line 1, column 4: this email has no value "tenat"'],
  ['subject', 'Hi\r\nBcc: eve@example.com', 'Control, invisible and direction characters are not allowed'],
  [
    'text',
    'a\nb {link} {{customer}}',
    'Line 2, column 10: a brace must be followed by the name of a value and another brace',
  ],
  ['text', '{link} {__proto__}', 'Line 1, column 8: a brace must be followed by the name of a value and another brace'],
  ['text', '{link} {constructor}', 'Line 1, column 8: this email has no value "constructor"'],
  ['text', 'no link', 'Line 1, column 8: the value "link" is missing'],
  ['text', '{link}'.repeat(201), 'Line 1, column 1201: there are more than 200 values'],
  ['html', '<p>no link</p>', 'Line 1, column 15: the value "link" is missing'],
  ['html', `${html}\n <script>alert(1)</script>`, 'Line 2, column 2: <script> is not allowed'],
  ['html', `${html}<style>p{}</style>`, undefined],
  ['html', `${html}<!-- x -->`, 'comments are not allowed'],
  ['html', `<!doctype html>${html}`, 'only what stands within <body> is needed'],
  ['html', `${html}<p onclick="x">`, 'the attribute "onclick" of <p> is not allowed'],
  ['html', `${html}<svg/onload=x>`, '<svg> is not allowed'],
  ['html', `${html}<a href="javascript:alert(1)">`, 'a link must be'],
  ['html', `${html}<a href="JaVa&#115;cript&colon;x">`, 'a link must be'],
  ['html', `${html}<a href="data:text/html,x">`, 'a link must be'],
  ['html', `${html}<a href="{customer}">`, '"customer" is not a link'],
  ['html', `${html}<a href=" {customer}">`, 'a link must be'],
  ['html', `${html}<a href=&#123;customer}>`, 'a link must be'],
  ['html', `${html}<a href="https://x.example/{customer}">`, 'a link must be'],
  ['html', `${html}<img src="http://x.example/a.png">`, 'an image must begin with https:'],
  ['html', `${html}<p title="{customer}">`, '"customer" is not a link'],
  ['html', `${html}<p style="background: url(https://x.example)">`, 'the style "background" is not allowed'],
  ['html', `${html}<p style="color: expression(1)">`, 'the value of the style "color" is not allowed'],
  ['html', `${html}<p style="color: u\\72l(x)">`, 'the value of the style "color" is not allowed'],
  ['html', `${html}${'<div>'.repeat(51)}`, 'elements are nested deeper than 50'],
])('a %s that says %j is refused, with line and column', async (part, value, message) => {
  const refused = await admin.post(path, template({ [part]: value }))
  expect(refused.status).toBe(400)
  expect(refused.body.details[0]).toMatchObject({ path: [part] })
  if (message) expect(JSON.stringify(refused.body)).toContain(JSON.stringify(message).slice(1, -1))
})

test('a regional language has the texts of its language', async () => {
  for (const language of ['de-AT', 'de_CH', 'DE'])
    expect((await sent(language)).subject, language).toBe('Rückgabe von 1.234,5 Geräten')
  for (const language of ['', '!', 'x-y', 'constructor'])
    expect((await sent(language)).subject).toMatch(/^Return of 1,2/)
})

test('what is unknown, too long or in another language is refused', async () => {
  for (const language of ['', '!', 'xx', 'de-AT']) {
    const { status } = await admin.post('/mail_templates/preview', template({ language }))
    expect([language, status]).toEqual([language, 400])
  }
  for (const wrong of [
    { mail: 'rental.nothing' },
    { mail: 'toString' },
    { language: 'xx' },
    { subject: 'x'.repeat(201) },
    { text: `{link}${'x'.repeat(20_000)}` },
    { html: `{link}${'x'.repeat(60_000)}` },
  ])
    expect((await admin.post(path, template(wrong))).status, JSON.stringify(wrong)).toBe(400)
})

test('HTML is stored as it was understood, and stays so when it is saved again', async () => {
  const source = `<P>5 > 3 & &#123;x &lt;b&gt; <b>bold<br/>${html}<img src=https://x.example/a.png alt='"'>`
  const created = await admin.post(path, template({ html: source }))
  const read = async () => (await admin.get(`${path}?mail=${reminder.id}`)).body.items[0].html
  const stored = await read()
  expect(stored).toBe(
    `<p>5 &gt; 3 &amp; &#123;x &lt;b&gt; <b>bold<br>${html}<img src="https://x.example/a.png" alt="&quot;"></b></p>`,
  )
  const { id } = created.body
  await admin.put(path, { id, html: stored })
  expect(await read()).toBe(stored)
  await admin.put(path, { id, subject: 'Other' })
  expect(await read()).toBe(stored)
  expect((await sent('de', { customer: '<i>{link}' })).html).toContain('<p title="x">Hello &lt;i&gt;{link}</p>')
  await admin.put(path, { id, html: ' ' })
  expect(await read()).toBe(null)
  await admin.del(`${path}?id=${id}`)
})

test('a preview shows examples or a record, and a test reaches the writer by SMTP', async () => {
  await using server = await startMailServer()
  const transport = createMailTransport({
    smtpUrl: server.url,
    from: 'no-reply@rental.example',
    folder: '',
    log: { info() {} },
  })
  app.platform.override(mailer, transport)
  try {
    const draft = template({ subject: 'Grüße, {customer}', html: `<p>Hallo</p>${html}` })
    const shown = await admin.post('/mail_templates/preview', draft)
    expect(shown.body).toMatchObject({ subject: 'Grüße, Ada <b>' })
    expect(shown.body.html).toContain('Hello Ada &lt;b&gt;')
    const ofRecord = { ...draft, recordId: record }
    expect((await admin.post('/mail_templates/preview', ofRecord)).status).toBe(403)
    const clerk = await addAccount(app, { features: ['mail_templates.*', features.view] })
    const seen = await app.as(clerk).post('/mail_templates/preview', ofRecord)
    expect(seen.body.subject).toBe(`Grüße, Record of ${tenantA.id}`)
    const missing = { ...draft, recordId: crypto.randomUUID() }
    expect((await app.as(clerk).post('/mail_templates/preview', missing)).status).toBe(404)
    const tested = await app.as(clerk).post('/mail_templates/test', draft)
    expect([tested.status, tested.body]).toEqual([200, { to: clerk.email }])
    const arrived = await server.mailTo(clerk.email!)
    expect([arrived.subject, arrived.text?.trim()]).toEqual(['Grüße, Ada <b>', `Gerät zurück: ${reminder.sample.link}`])
    expect(arrived.html).toContain('Hello Ada &lt;b&gt;')
    const key = app.as({ kind: 'api_key', features: ['mail_templates.*'] })
    expect((await key.post('/mail_templates/test', draft)).status).toBe(400)
  } finally {
    await transport.close()
    app.platform.override(mailer, { send: async (one) => void (app.mails as object[]).push(one) })
  }
})

test('the emails of the platform use templates, and a reset stays usable', async () => {
  const reset = { mail: 'auth.password_reset', language: 'en', subject: 'Reset at {tenant}', text: 'Go: {link}' }
  expect((await admin.post(path, { ...reset, text: 'No way' })).status).toBe(400)
  const { body } = await admin.post(path, reset)
  const { email } = await addAccount(app)
  await app.anonymous.post('/auth/reset', new URLSearchParams({ email: email! }))
  await app.jobs()
  const mailed = app.mails.findLast(({ to }) => to === email)!
  expect(mailed.subject).toMatch(/^Reset at /)
  expect(mailed.text).toMatch(/^Go: http:\/\/.*\/reset\/[\w-]+$/)
  const list = await admin.get('/mail_templates/mails')
  expect(list.body.items).toContainEqual({
    id: 'auth.password_reset',
    title: 'Link to choose a new password',
    module: 'Authentication & Accounts',
    languages: ['en'],
    invalid: [],
  })
  await admin.del(`${path}?id=${body.id}`)
})

test('an email in a language that is written from right to left says so', async () => {
  const welcome = mail({
    ...reminder,
    texts: { en: { subject: 'Reminder', text: '{link}' }, ar: { subject: 'تذكير', text: '{link}' } },
  })
  await using own = await open(welcome, { languages: ['en', 'ar'] })
  await own.platform.actAs({ actor: 'platform', reason: 'test', scope }, async (ctx) => {
    for (const language of ['ar', 'en'])
      await sendMail(ctx, welcome, { to: 'ann@example.com', language, values: sample })
  })
  expect(own.mails.map(({ html }) => /<html.*>/.exec(html!)![0])).toEqual([
    '<html lang="ar" dir="rtl">',
    '<html lang="en">',
  ])
})

test('a template that a new version makes invalid is left aside, and administrators are told once', async () => {
  const later = mail({
    ...reminder,
    values: reminder.values.omit({ customer: true }),
    required: ['link'],
    texts: { en: { subject: 'Return of {items} items', text: '{link}' } },
    record: undefined as never,
  })
  await using first = await open()
  expect((await first.as('admin').post(path, template())).status).toBe(201)
  await using next = await open(later, { databaseUrl: first.databaseUrl })
  await next.jobs()
  await next.platform.actAs({ actor: 'platform', reason: 'test', scope }, (ctx) =>
    sendMail(ctx, later, { to: 'ann@example.com', language: 'de', values: sample }),
  )
  expect(next.mails.map(({ subject }) => subject)).toContain('Return of 1,234.5 items')
  expect(next.log.lines).toContainEqual(expect.objectContaining({ message: 'the text of an email was left aside' }))
  const { body } = await next.as('admin').get(`/mail_templates/mails/${reminder.id}`)
  const { template: shown } = body.texts.find(({ language }: { language: string }) => language === 'de')
  expect(shown.problems).toEqual([
    { part: 'subject', line: 1, column: 8, message: 'Line 1, column 8: this email has no value "customer"' },
  ])
  await next.platform.migrate()
  await next.jobs()
  expect(next.mails.filter(({ subject }) => subject.startsWith('Email templates of'))).toHaveLength(1)
})
