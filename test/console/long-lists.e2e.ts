import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from './_axe.ts'
import { heading, openVisits } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
let host: (typeof opened)['host']
let visit: (typeof opened)['visit']

beforeAll(async () => {
  opened = await openVisits()
  ;({ host, visit } = opened)
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

const next = (of: ReturnType<Page['locator']>) => of.getByRole('button', { name: 'Next' }).click()

test('what is below a team, sessions and conversations are shown to their ends', { timeout: 90_000 }, async () => {
  await using visited = await visit('/teams')
  const { page, ask, context } = visited
  const { id } = await ask('POST', '/auth/teams', { name: 'Field' })
  for (let count = 1; count <= 51; count++)
    await ask('POST', '/auth/teams', { name: `Group ${String(count).padStart(2, '0')}`, parentId: id })
  await page.goto(`${host.url}/backend/teams?open=${id}`)
  const below = page.getByRole('region', { name: 'Teams below' })
  await below.getByRole('link', { name: 'Group 50' }).waitFor()
  expect(await below.getByRole('link', { name: 'Group 51' }).count()).toBe(0)
  await next(below)
  await below.getByRole('link', { name: 'Group 51' }).waitFor()

  for (let count = 1; count <= 51; count++) await host.logIn(context)
  await page.goto(`${host.url}/backend/me`)
  const sessions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Devices and sessions' }) })
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(50)
  await next(sessions)
  await expect.poll(() => sessions.getByRole('listitem').count()).toBeLessThan(50)
  // None of them is the only one.
  await sessions.getByRole('button', { name: 'Sign out all other devices' }).waitFor()

  await page.goto(`${host.url}/backend/assistant`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Make a role')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Allow' }).first().waitFor()
  await host.app.sql(`insert into ai_conversations
    select (jsonb_populate_record(null::ai_conversations, to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(),
      'title', 'Talk ' || number, 'updated_at', one.updated_at - number * interval '1 minute'))).*
    from (select * from ai_conversations limit 1) one, generate_series(1, 60) number`)
  await page.reload()
  const talks = page.getByRole('navigation', { name: 'Conversations' })
  await talks.getByRole('button', { name: 'Talk 49', exact: true }).waitFor()
  await next(talks)
  await talks.getByRole('button', { name: 'Talk 60', exact: true }).click()
  await page.waitForURL(/conversation=/)
  expect(await violationsOf(page)).toEqual([])
})

test('whoever types on and presses Enter at once does not choose somebody else', { timeout: 60_000 }, async () => {
  await using visited = await visit('/roles?tab=explain')
  const person = visited.page.getByRole('combobox', { name: 'Person' })
  await person.click()
  await visited.page.getByRole('option', { name: /^admin/ }).waitFor()
  await person.pressSequentially('twin')
  await person.press('Enter')
  await visited.page.getByRole('option', { name: /^twin/ }).waitFor()
  await person.press('Enter')
  await expect.poll(() => person.inputValue()).toMatch(/^twin/)
})

test('a page of a list that is empty by now gives way to the last one', { timeout: 60_000 }, async () => {
  await using visited = await visit('/me', { email: 'employee@acme.com' })
  const { page, context } = visited
  for (let count = 1; count <= 50; count++) await host.logIn(context, 'employee@acme.com')
  await page.reload()
  const sessions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Devices and sessions' }) })
  const count = () => sessions.getByRole('listitem').count()
  await expect.poll(count).toBe(50)
  await next(sessions)
  await expect.poll(count).toBe(1)
  await sessions
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click()
  await expect.poll(count).toBe(50)
})

test('people of one name are told apart where one is chosen', { timeout: 60_000 }, async () => {
  await using visited = await visit('/roles?tab=explain')
  const { page, ask } = visited
  const organizationId = (await ask('GET', '/auth/users?search=employee')).items[0]! as { organizationId?: string }
  for (const email of ['jm@north.example', 'jm@south.example'])
    await ask('POST', '/auth/users', {
      email,
      name: 'Jürgen Müller',
      password: 'Secret-123',
      organizationId: organizationId.organizationId,
      roles: ['employee'],
    })
  await page.getByRole('combobox', { name: 'Person' }).fill('Müller')
  await page.getByRole('option', { name: 'Jürgen Müller (jm@south.example)' }).click()
  const chosen = () => page.getByRole('combobox', { name: 'Person' }).inputValue()
  await expect.poll(chosen).toBe('Jürgen Müller (jm@south.example)')
  await page.getByLabel('Feature', { exact: true }).selectOption({ label: 'List users' })
  await page.getByText('No role and no right of their own grants “List users”.').waitFor()
})

test(
  'a view that filters by a field that is gone says so, and can be used without it',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/')
    const { page, ask } = visited
    const define = (field: object) => ask('POST', '/entities/definitions', { entityId: 'auth:user', ...field })
    const options = ['Small', 'Large']
    await define({ key: 'shirt', kind: 'select', configJson: { label: 'Shirt', options, filterable: true } })
    const settings = { query: { cf_shirt: 'Large', isActive: 'true' }, shown: {}, order: [], widths: {} }
    const view = await ask('POST', '/auth/list-views', { name: 'Large ones', list: '/auth/users {}', settings })
    const rows = page.getByRole('row', { name: /@/ })
    await page.goto(`${host.url}/backend/users?view=${view.id}`)
    await page.getByText('Nothing found').waitFor()
    expect(await page.getByText('Not everything is filtered').count()).toBe(0)
    await ask('DELETE', '/entities/definitions', { entityId: 'auth:user', key: 'shirt' })
    await page.reload()
    const notice = page.getByRole('status').filter({ hasText: 'the list has no filter “Shirt”' })
    await notice.waitFor()
    await rows.first().waitFor()
    // The other filter is applied.
    expect(await page.getByRole('combobox', { name: 'Any status' }).inputValue()).toBe('true')
    expect(await violationsOf(page)).toEqual([])
    await notice.getByRole('button', { name: 'Without this filter' }).click()
    await notice.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('cf_shirt')).toBe(null)
    // A view that is opened anew says it too.
    await page.goto(`${host.url}/backend/users?view=${view.id}`)
    await notice.waitFor()
    await rows.first().waitFor()
  },
)

test('the audit trail speaks the language of its reader', { timeout: 60_000 }, async () => {
  await using visited = await visit('/', { locale: 'de' })
  const { page, ask } = visited
  await ask('POST', '/api_keys/keys', { name: 'Buchhaltung' })
  await ask('GET', '/auth/users')
  await page.goto(`${host.url}/backend/audit-logs?resourceKind=api_keys.key`)
  await page.getByRole('link', { name: 'API-Schlüssel angelegt' }).click()
  const entry = page.getByRole('dialog')
  const names = () => entry.getByRole('rowheader').allTextContents()
  await expect.poll(names).toContain('Anfang des Schlüssels')
  // What has no value is left out.
  expect((await names()).filter((name) => /^(Gelöscht|Rollen|Läuft ab)$/.test(name))).toEqual([])
  await page.goto(`${host.url}/backend/audit-logs?tab=access`)
  await heading(page, 'Protokoll')
  await page
    .getByRole('row', { name: /In einer Liste/ })
    .first()
    .waitFor()
  const text = (await page.getByRole('table').textContent())!
  expect(text).not.toMatch(/read:|auth\.|[\da-f]{8}-[\da-f]{4}/)
})

test('exact decimals are shown as numbers of the reader’s language', { timeout: 60_000 }, async () => {
  await using visited = await visit('/', { locale: 'de' })
  const { page, ask } = visited
  await ask('POST', '/orders', { title: 'Stühle', items: [{ product: 'Stuhl', quantity: 2, price: '1234.5' }] })
  await page.goto(`${host.url}/backend/orders`)
  await page.getByRole('row', { name: 'Stühle' }).getByText('2.469,00').waitFor()
})
