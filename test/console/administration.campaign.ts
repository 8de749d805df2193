import { tenantA } from '@plinth/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextCode, totpCode } from '@plinth/auth/testing'
import { providerMetadata } from '../modules/saml/_provider.ts'
import { violationsOf } from './_axe.ts'
import { PASSWORD } from './_console.ts'
import { heading, openVisits, toast } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
let host: (typeof opened)['host']
let visit: (typeof opened)['visit']

beforeAll(async () => {
  opened = await openVisits()
  ;({ host, visit } = opened)
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

/** The key of a new authenticator app. */
interface Enrollment {
  readonly enrollment: string
  readonly secret: string
}

test('the audit trail is searched, drawn, and taken back for a person and a day', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page, ask } = visited
  const { id } = await ask('POST', '/auth/roles', { name: 'Watchmen' })
  const features = ['attachments.view', 'auth.users.list', 'scim.manage']
  await ask('PUT', '/auth/roles/acl', { roleId: id, features: features.slice(0, 2) })
  host.app.clock.advance(1_000)
  await ask('PUT', '/auth/roles/acl', { roleId: id, features: features.slice(1) })
  await page.goto(`${host.url}/backend/audit-logs`)
  const rows = page.locator('.table').getByRole('row')
  await page.getByRole('searchbox', { name: 'Search names and values' }).fill('scim.manage')
  await expect.poll(() => rows.count()).toBe(2)
  // The role is named, though the entry is about its rights.
  await rows.nth(1).getByText('Watchmen').waitFor()
  await rows.nth(1).getByRole('link').click()
  const entry = page.getByRole('dialog')
  expect(await entry.locator('del').allTextContents()).toEqual(['attachments.view'])
  expect(await entry.locator('ins').allTextContents()).toEqual(['scim.manage'])
  await entry.getByText('Unchanged: 1').waitFor()
  await entry.getByRole('link', { name: 'This day' }).click()
  await page.getByRole('combobox', { name: 'Any kind' }).selectOption('auth.role_acl')
  await rows.nth(2).waitFor()
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('after')).toBe(searchParams.get('before'))
  const days = page.getByRole('group', { name: 'By day' })
  expect(await days.getByRole('button', { pressed: true }).count()).toBe(1)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Search names and values' }).fill('attachments.view')
  await page.waitForURL(/search=attachments/)
  await page.getByRole('button', { name: 'Undo all of it' }).click()
  const sure = page.getByRole('dialog', { name: /^What .* did$/ })
  await sure.getByText('Changes that can be undone: 2').waitFor()
  await sure.getByRole('button', { name: 'Undo' }).click()
  await toast(page)
    .getByText(/^Undone: What/)
    .waitFor()
  const acl = (await ask('GET', `/auth/roles/acl?roleId=${id}`)) as unknown as { features: readonly string[] }
  expect(acl.features).toEqual([])
  // Some days are chosen by drawing over them.
  const box = (await days.boundingBox())!
  await page.mouse.move(box.x + 10, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 2, box.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => new URL(page.url()).searchParams.get('after')).not.toBe(searchParams.get('after'))
})

test(
  'a file has custom fields: they are filled in, filtered by, searched and undone',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/attachments')
    const { page, ask } = visited
    const define = (field: object) =>
      ask('POST', '/entities/definitions', { entityId: 'attachments:attachment', ...field })
    const options = ['open', 'answered']
    await define({ key: 'state', kind: 'select', configJson: { label: 'State of the letter', options } })
    await define({ key: 'sender', kind: 'text', configJson: { label: 'Sender', searchable: true } })
    await page.reload()
    for (const name of ['one.txt', 'two.txt'])
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
    const tile = (name: RegExp) => page.getByRole('button', { name })
    await tile(/^two\.txt/).waitFor()
    await tile(/^one\.txt/).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('State of the letter').selectOption('answered')
    await dialog.getByLabel('Sender').fill('Zoë Smith')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('definition').filter({ hasText: 'answered' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'State of the letter' }).selectOption('answered')
    await expect.poll(() => tile(/^two\.txt/).count()).toBe(0)
    await tile(/^one\.txt/).waitFor()
    await page.getByRole('combobox', { name: 'State of the letter' }).selectOption('')
    await tile(/^two\.txt/).waitFor()
    await page.getByRole('searchbox').first().fill('zoe')
    await expect.poll(() => tile(/^two\.txt/).count()).toBe(0)
    await toast(page).getByRole('button', { name: 'Undo' }).first().click()
    await page.getByText('Nothing found').waitFor()
  },
)

test('define a field of people, fill it, see it in the list, delete and restore it', { timeout: 60_000 }, async () => {
  await using visited = await visit('/entities/fields?new=1')
  const { page, ask } = visited
  const dialog = page.getByRole('dialog')
  const main = page.getByRole('main')
  await dialog.getByLabel('Label', { exact: true }).fill('Shirt size')
  await dialog.getByLabel('Kind').selectOption({ label: 'Choice' })
  for (const [index, size] of ['Small', 'Large'].entries()) {
    await dialog.getByRole('button', { name: 'Add option' }).click()
    await dialog.getByLabel(`Option ${index + 1}`).fill(size)
  }
  await dialog.getByLabel('Group').fill('Clothing')
  await dialog.getByLabel('Found by the search').check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const preview = main.getByRole('region', { name: 'Preview of the form' })
  await preview.getByRole('group', { name: 'Clothing' }).getByLabel('Shirt size').selectOption({ label: 'Large' })
  await page.getByRole('button', { name: 'New field' }).click()
  await dialog.getByLabel('Label', { exact: true }).fill('Desk')
  await dialog.getByLabel('Kind').selectOption({ label: 'Whole number' })
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await dialog.getByLabel('Value', { exact: true }).fill('99')
  await dialog.getByLabel('Message', { exact: true }).fill('At most 99')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const keys = () => main.getByText(/^cf_/).allTextContents()
  await expect.poll(keys).toEqual(['cf_shirt_size', 'cf_desk'])
  await page.getByRole('button', { name: 'Move forward: Desk' }).click()
  await expect.poll(keys).toEqual(['cf_desk', 'cf_shirt_size'])

  const { id } = (await ask('GET', '/auth/users?search=employee')).items[0]!
  await page.goto(`${host.url}/backend/users/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Shirt size').selectOption({ label: 'Large' })
  await dialog.getByLabel('Desk').fill('100')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('At most 99').waitFor()
  await dialog.getByLabel('Desk').fill('7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('definition').filter({ hasText: 'Large' }).waitFor()
  await page.goto(`${host.url}/backend/users`)
  await page.getByRole('columnheader', { name: 'Shirt size' }).waitFor()
  await page
    .getByRole('row', { name: /employee/ })
    .getByText('Large')
    .waitFor()
  await page.getByRole('searchbox').fill('large')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('row', { name: /employee/ }).waitFor()

  await page.goto(`${host.url}/backend/entities/fields`)
  await page.getByRole('button', { name: 'Delete: Shirt size' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Restore: shirt_size' }).waitFor()
  const valueOf = async () => Object.entries((await ask('GET', `/auth/users?id=${id}`)).items[0]!)
  expect(await valueOf()).not.toContainEqual(['cf_shirt_size', 'Large'])
  await page.getByRole('button', { name: 'Restore: shirt_size' }).click()
  await expect.poll(keys, { timeout: 5_000 }).toEqual(['cf_desk', 'cf_shirt_size'])
  await expect.poll(valueOf).toContainEqual(['cf_shirt_size', 'Large'])
})

test(
  'a dictionary: entries with colour and icon, their order by keyboard, the default',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/dictionaries?new=1')
    const { page } = visited
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Reasons')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await heading(page, 'Reasons')
    for (const value of ['late', 'broken']) {
      await page.getByRole('button', { name: 'Add entry' }).click()
      await dialog.getByLabel('Value').fill(value)
      await dialog.getByLabel('Colour').fill('#cc3344')
      await dialog.getByLabel('Icon').selectOption('warning')
      await dialog.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('button', { name: `Edit: ${value}` }).waitFor()
    }
    const entries = () => page.getByRole('main').getByRole('listitem').locator('.strong').allTextContents()
    expect(await entries()).toEqual(['broken', 'late'])
    await page.getByRole('button', { name: 'Move forward: late' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(entries).toEqual(['late', 'broken'])
    await page.getByRole('button', { name: 'Make default: broken' }).click()
    await page.getByRole('listitem').filter({ hasText: 'broken' }).getByText('Default', { exact: true }).waitFor()
    expect(await page.locator('circle[fill="#cc3344"]').count()).toBe(2)
  },
)

test(
  'the text of an email: refused with line and column, previewed, tested, saved and reset',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/mail-templates')
    const { page, ask } = visited
    await page.getByRole('main').getByRole('link', { name: 'Link to choose a new password' }).click()
    await heading(page, 'Link to choose a new password')
    await page.getByRole('main').getByLabel('Language').selectOption('de')
    await page.getByLabel('Subject').fill('Neues Passwort für {tenat}')
    await page.getByRole('button', { name: 'Show preview' }).click()
    await page.getByText('Line 1, column 20: this email has no value "tenat"').waitFor()
    await page.getByLabel('Subject').fill('Neues Passwort für {tenant}')
    await page.getByLabel('HTML').fill('<h1 style="color: #cc3344">Hallo</h1><a href="{link}">Weiter</a>')
    await page.getByRole('button', { name: 'Show preview' }).click()
    await page.getByText('Neues Passwort für Acme').waitFor()
    const shown = page.frameLocator('.mail-preview').getByRole('heading', { name: 'Hallo' })
    expect(await shown.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(204, 51, 68)')
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Send a test to me' }).click()
    await toast(page)
      .getByText(/^Sent to /)
      .waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    const stored = async () => (await ask('GET', '/mail_templates/templates?mail=auth.password_reset')).items.length
    await expect.poll(stored).toBe(1)
    await page.getByRole('button', { name: 'Use the default text' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use the default text' }).click()
    await expect.poll(stored).toBe(0)
    await toast(page).getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(stored).toBe(1)
  },
)

test(
  'values that are other records and entries are found, shown and filtered by their labels',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/entities/user')
    const { page, ask } = visited
    const entityId = 'custom:lorry'
    await ask('POST', '/entities/entities', { entityId, label: 'Lorry', showInSidebar: true })
    const dictionary = await ask('POST', '/dictionaries', { key: 'states', name: 'States' })
    const entry = { value: 'in_use', label: 'In use', color: '#22aa44', icon: 'check' }
    await ask('POST', `/dictionaries/${dictionary.id}/entries`, entry)
    for (const [key, kind, configJson] of [
      ['name', 'text', {}],
      ['driver', 'relation', { label: 'Driver', relatedEntityId: 'auth:user' }],
      ['status', 'dictionary', { label: 'Status', dictionaryId: dictionary.id }],
      ['seats', 'integer', { label: 'Seats' }],
      ['bought', 'date', { label: 'Bought' }],
    ] as const)
      await ask('POST', '/entities/definitions', {
        entityId,
        key,
        kind,
        configJson: { listVisible: true, ...configJson },
      })
    for (let index = 0; index < 60; index++)
      await ask('POST', '/auth/users', {
        email: `aa${index}@acme.com`,
        password: PASSWORD,
        organizationId: tenantA.organization,
      })
    await page.reload()
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Lorry' }).click()
    const form = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New' }).first().click()
    await form.getByLabel('Name').fill('Red')
    // Further back than the first page of people.
    await form.getByLabel('Driver').fill('employee@')
    await form.getByRole('option', { name: 'employee@acme.com' }).click()
    await form.getByLabel('Status').selectOption({ label: 'In use' })
    await form.getByLabel('Seats').fill('3')
    await form.getByLabel('Bought').fill('2024-02-29')
    await form.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row', { name: 'Red' })
    await row.getByText('employee@acme.com').waitFor()
    await row.getByText('In use').waitFor()
    await row.getByText('Feb 29, 2024').waitFor()
    const toolbar = page.locator('.toolbar')
    await page.getByRole('button', { name: 'More filters' }).click()
    await toolbar.getByLabel('Seats from').fill('4')
    await toolbar.getByLabel('Seats from').press('Enter')
    await page.getByText('Nothing found').waitFor()
    await toolbar.getByLabel('Seats from').fill('3')
    await toolbar.getByLabel('Bought from').fill('2024-02-29')
    await toolbar.getByLabel('Status').selectOption({ label: 'In use' })
    await toolbar.getByLabel('Driver').fill('employee@')
    await toolbar.getByRole('option', { name: 'employee@acme.com' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.size).toBe(4)
    await row.waitFor()
    await row.getByRole('link', { name: 'Red' }).click()
    await form.getByText('employee@acme.com').waitFor()
    await form.getByRole('button', { name: 'Edit' }).click()
    expect(await form.getByLabel('Driver').inputValue()).toBe('employee@acme.com')
  },
)

test('a chart shows the days that were asked for, and compares with something only', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page, ask } = visited
  const items = [
    { widgetId: 'audit_logs.dashboard.actionsTrend', settings: { dateRange: 'last_7_days' } },
    { widgetId: 'auth.dashboard.newUsersKpi', settings: { dateRange: 'last_7_days' } },
  ]
  const body = {
    items: items.map((item, order) => ({ ...item, id: crypto.randomUUID(), order, priority: order, size: 'md' })),
  }
  await ask('PUT', '/dashboards/layout', body)
  await page.reload()
  const figure = page.locator('figure.chart')
  const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const now = host.app.clock.now.getTime()
  const dates = [now - 6 * 86_400_000, now].map((at) => day.format(at))
  await figure.waitFor()
  await expect.poll(() => figure.locator('svg text').allTextContents()).toEqual(expect.arrayContaining(dates))
  await page.locator('.figure').waitFor()
  expect(await page.getByText('compared with before').count()).toBe(0)
})

test('add an authenticator app and a passkey, and remove the app again', { timeout: 90_000 }, async () => {
  await using visited = await visit('/me', { email: 'employee@acme.com' })
  const { page, context } = visited
  const card = page.getByRole('main')
  await card.getByRole('button', { name: 'Add authenticator app' }).waitFor()
  host.app.clock.advance(11 * 60_000)
  // The sign-in is no longer fresh: a wrong password is refused, the right one goes on with what was asked for.
  await card.getByRole('button', { name: 'Add authenticator app' }).click()
  const verify = page.getByRole('dialog', { name: 'Is it you?' })
  await verify.getByLabel('Current password').fill('not the password')
  await page.keyboard.press('Enter')
  await verify.getByRole('alert').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await verify.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add authenticator app' })
  await adding.getByRole('img', { name: 'QR code' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  const secret = (await adding.locator('code').textContent())!.replaceAll(' ', '')
  await adding.getByLabel('Code that the app shows').fill(totpCode(host.app, secret))
  await adding.getByLabel('Name of the device').fill('Phone')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  const codes = (await shown.getByRole('textbox').inputValue()).split('\n')
  expect(codes).toHaveLength(10)
  await shown.getByRole('button', { name: 'Done' }).click()
  await card.getByText('Recovery codes left: 10').waitFor()

  // A passkey of a virtual authenticator. Now a code is asked for in the place of the password.
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  host.app.clock.advance(11 * 60_000)
  nextCode(host.app)
  await card.getByRole('button', { name: 'Add passkey' }).click()
  const passkey = page.getByRole('dialog', { name: 'Add passkey' })
  await passkey.getByLabel('Name of the device').fill('Laptop')
  await passkey.getByRole('button', { name: 'Add', exact: true }).click()
  await verify.getByLabel('Code of your authenticator app').fill(totpCode(host.app, secret))
  await verify.getByRole('button', { name: 'Confirm' }).click()
  await card.getByText('Laptop').waitFor()

  // The passkey confirms the removal of the app, but not its own: that takes a recovery code.
  host.app.clock.advance(11 * 60_000)
  await card.getByRole('button', { name: 'Remove: Phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  const removed = toast(page).getByText('Second factor removed')
  await verify.getByRole('button', { name: 'Use a passkey' }).click()
  await removed.waitFor()
  await card.getByRole('button', { name: 'Remove: Laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await verify.getByText('To remove a second factor').waitFor()
  await verify.getByLabel('Code of your authenticator app').fill(codes[0]!)
  await verify.getByRole('button', { name: 'Confirm' }).click()
  await card.getByText('You sign in with your password alone.').waitFor()
})

test('reset the factors of a person, and ask more of a role', { timeout: 60_000 }, async () => {
  await using owner = await visit('/me', { email: 'employee@acme.com' })
  const { enrollment, secret } = (await owner.ask('POST', '/auth/factors/totp', {})) as unknown as Enrollment
  await owner.ask('POST', '/auth/factors/totp/confirm', { enrollment, code: totpCode(host.app, secret) })
  await using visited = await visit('/')
  const { page, ask } = visited
  const { id } = (await ask('GET', '/auth/users?search=employee@acme.com')).items[0]!
  await page.goto(`${host.url}/backend/users/${id}?tab=factors`)
  await page.getByText('Recovery codes left: 10').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Reset second factors' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset second factors' }).click()
  await page.getByText('This person has no second factor').waitFor()
  expect((await owner.context.request.get(`${host.url}/api/auth/factors`)).status()).toBe(401)

  const role = (await ask('GET', '/auth/roles?search=employee')).items[0]!
  await page.goto(`${host.url}/backend/roles/${role.id}?tab=sign-in`)
  await page.getByLabel('Sign in again after so many hours').fill('24')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.goto(`${host.url}/backend/sign-in-policy`)
  await page.getByRole('listitem').filter({ hasText: 'employee' }).getByText('Optional').waitFor()
})

test('an account for a program, its key, and its end', { timeout: 60_000 }, async () => {
  await using visited = await visit('/service-accounts')
  const { page, ask } = visited
  await page.getByRole('button', { name: 'New service account' }).first().click()
  const create = page.getByRole('dialog', { name: 'New service account' })
  await create.getByLabel('Name').fill('Nightly import')
  await create.getByLabel('employee').check()
  await create.getByRole('button', { name: 'Create' }).click()
  const key = page.getByRole('dialog', { name: 'New key of Nightly import' })
  await key.getByLabel('Name of the key').fill('server 1')
  await key.getByRole('button', { name: 'Create' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  const secret = await shown.getByRole('textbox').inputValue()
  const program = () => fetch(`${host.url}/api/auth/profile`, { headers: { 'x-api-key': secret } })
  const before = (await program()).status
  expect(before).not.toBe(401)
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
  expect((await program()).status).toBe(401)
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No service accounts').waitFor()
  expect((await program()).status).toBe(401)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nightly import').first().waitFor()
  expect((await ask('GET', '/api_keys/keys')).items.map(({ name }) => name)).toContain('server 1')
})

test('a list says which organization it is limited to', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page, ask } = visited
  const { id } = await ask('POST', '/directory/organizations', { name: 'Madrid' })
  const account = await ask('POST', '/api_keys/service-accounts', { name: 'Everywhere' })
  await ask('POST', '/catalog/products', { title: 'Elsewhere, one' })
  await page.evaluate((value) => (document.cookie = `om_selected_org=${value}; path=/`), id)
  await page.goto(`${host.url}/backend/service-accounts`)
  await page.getByText('Everywhere').waitFor()
  await page.getByText('Only what belongs to Madrid is shown.').waitFor()
  await page.goto(`${host.url}/backend/catalog/products?search=Elsewhere`)
  await page.getByText('1 more in other organizations.').waitFor()
  // All records are found by typing, wherever they are kept.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('madr')
  await page.getByRole('option', { name: 'Madrid Organization' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show all organizations' }).click()
  await page.getByText('Only what belongs to Madrid is shown.').waitFor({ state: 'detached' })
  await page.getByText('Elsewhere, one').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('elsewhere,')
  await page.getByRole('option', { name: 'Elsewhere, one' }).click()
  await page.getByRole('dialog', { name: 'Elsewhere, one' }).waitFor()
  await ask('DELETE', `/api_keys/service-accounts?id=${account.id}`)
  await ask('DELETE', `/directory/organizations?id=${id}`)
})

test('connect a provider by SAML with what its metadata says', { timeout: 60_000 }, async () => {
  await using visited = await visit('/single-sign-on?new=1')
  const { page } = visited
  const form = page.getByRole('dialog')
  await form.getByLabel('Protocol').selectOption('SAML 2.0')
  await form.getByLabel('Metadata of the provider').fill('<a/>')
  await form.getByRole('button', { name: 'Read metadata' }).click()
  await form.getByText('The document describes no identity provider.').waitFor()
  await form.getByLabel('Metadata of the provider').fill(providerMetadata())
  await form.getByRole('button', { name: 'Read metadata' }).click()
  await form.getByLabel('Name', { exact: true }).fill('Corp')
  expect(await form.getByLabel('Issuer').inputValue()).toBe('https://idp.corp.example/metadata')
  expect(await form.getByLabel('Certificates').inputValue()).toContain('BEGIN CERTIFICATE')
  await form.getByLabel('Organization of new accounts').selectOption({ index: 1 })
  await form.getByRole('button', { name: 'Create' }).click()
  await heading(page, 'Corp')
  expect(await page.getByRole('textbox', { name: 'Metadata URL' }).inputValue()).toContain('/api/saml/metadata/')
  // What is changed is one member of the settings; the others stay.
  await page.getByRole('button', { name: 'Edit' }).click()
  await form.getByLabel('Attribute with the name').fill('cn')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('definition').filter({ hasText: /^cn$/ }).waitFor()
  await page.getByText('https://idp.corp.example/sso', { exact: true }).waitFor()
})

test('the navigation is renamed, shortened and ordered, for oneself and for a role', { timeout: 60_000 }, async () => {
  await using visited = await visit('/navigation')
  const { page } = visited
  const menuOf = (of: Page) => of.getByRole('navigation', { name: 'Main navigation' })
  const menu = menuOf(page)
  const groupsOf = (of: Page) => menuOf(of).getByRole('heading').allTextContents()
  // Pages of the API, of modules and of the console itself.
  await page.getByRole('textbox', { name: 'Name of Rules' }).fill('House rules')
  await page.getByRole('textbox', { name: 'Name of Products' }).fill('Goods')
  await page.getByRole('checkbox', { name: 'Shown Rule sets' }).uncheck()
  await page.getByRole('checkbox', { name: 'Shown Files' }).uncheck()
  await page.getByRole('button', { name: 'Move forward: Catalog' }).click()
  await page.getByRole('checkbox', { name: /^employee/ }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await menu.getByRole('link', { name: 'House rules' }).waitFor()
  await menu.getByRole('link', { name: 'Goods' }).waitFor()
  expect(await menu.getByRole('link', { name: /^(Rule sets|Files)$/ }).count()).toBe(0)
  expect((await groupsOf(page)).slice(0, 2)).toEqual(['Catalog', 'Tools'])
  await page.getByText('has its own').waitFor()
  {
    await using other = await visit('/', { email: 'employee@acme.com' })
    await menuOf(other.page).getByRole('link', { name: 'Goods' }).waitFor()
    expect(await menuOf(other.page).getByRole('link', { name: 'Files' }).count()).toBe(0)
  }
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await menu.getByRole('link', { name: 'Files' }).waitFor()
  await menu.getByRole('link', { name: 'Products', exact: true }).waitFor()
  expect((await groupsOf(page))[0]).toBe('Tools')
  expect(await page.getByText('has its own').count()).toBe(0)
})

test('a file is moved to another record, and back', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page, context, ask } = visited
  const [one, two] = [
    await ask('POST', '/catalog/products', { title: 'Red chair' }),
    await ask('POST', '/catalog/products', { title: 'Blue chair' }),
  ]
  const multipart = {
    entityId: 'catalog:product',
    recordId: one.id,
    file: { name: 'chair.txt', mimeType: 'text/plain', buffer: Buffer.from('A chair.') },
  }
  const sent = await context.request.post(`${host.url}/api/attachments`, { multipart })
  expect(sent.status()).toBe(200)
  const filesOf = async (recordId: string) =>
    (await ask('GET', `/attachments?entityId=catalog:product&recordId=${recordId}`)).items.length
  await page.goto(`${host.url}/backend/attachments`)
  await page.getByRole('button', { name: /^chair\.txt/ }).click()
  const dialog = page.getByRole('dialog').first()
  await dialog.getByRole('link', { name: 'Red chair' }).waitFor()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Blue chair' }).click()
  await dialog.getByRole('link', { name: 'Blue chair' }).waitFor()
  expect([await filesOf(one.id), await filesOf(two.id)]).toEqual([0, 1])
  await page.keyboard.press('Escape')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => filesOf(one.id)).toBe(1)
})

test('ten thousand rows are scrolled, and any page of them is opened', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page } = visited
  const total = 10_000
  const sizes: number[] = []
  await page.route('**/api/catalog/categories?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    const [at, size] = ['page', 'pageSize'].map((name) => Number(searchParams.get(name))) as [number, number]
    sizes.push(size)
    const items = Array.from({ length: size }, (_, index) => {
      const number = (at - 1) * size + index + 1
      return { id: crypto.randomUUID(), name: `Category ${number}`, slug: `c-${number}`, isActive: true }
    })
    return route.fulfill({ json: { items, total, page: at, pageSize: size, totalPages: total / size } })
  })
  await page.goto(`${host.url}/backend/catalog/categories`)
  await page.getByText('1 to 25 of 10,000').waitFor()
  await page.getByLabel('Page', { exact: true }).fill('400')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Category 10000' }).waitFor()
  await page.getByLabel('Rows per page').selectOption({ label: 'All, scrolled' })
  await page.getByRole('row', { name: 'Category 21 ' }).waitFor()
  await page.locator('.scroller').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight))
  await page.getByRole('row', { name: 'Category 10000' }).waitFor()
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  expect(sizes.length).toBeLessThan(12)
  expect(await violationsOf(page)).toEqual([])
})
