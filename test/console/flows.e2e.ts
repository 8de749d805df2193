import { tenantA } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from './_axe.ts'
import { PASSWORD } from './_console.ts'
import { layoutFaultsOf } from './_look.ts'
import { heading, openVisits, toast } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
let host: (typeof opened)['host']
let visit: (typeof opened)['visit']

beforeAll(async () => {
  opened = await openVisits()
  ;({ host, visit } = opened)
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

test('restrict a role, and see why somebody may do something', { timeout: 60_000 }, async () => {
  await using visited = await visit('/roles?new=1')
  const { page, ask } = visited
  await page.getByRole('dialog').getByLabel('Name').fill('Auditor')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await heading(page, 'Auditor')
  await page.getByRole('searchbox', { name: 'Find a feature' }).fill('list users')
  await page.getByLabel('List users').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).waitFor()
  await page.goto(`${host.url}/backend/roles?tab=explain`)
  await page.getByRole('combobox', { name: 'Person' }).fill('employee@')
  await page.getByRole('option', { name: 'employee@acme.com' }).click()
  await page.getByLabel('Feature', { exact: true }).selectOption({ label: 'List users' })
  await page.getByText('Not allowed.').waitFor()
  await page.getByRole('link', { name: 'employee' }).waitFor()
  await page.getByRole('button', { name: 'Grant it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Grant it' }).click()
  await page.getByText('Allowed.', { exact: true }).waitFor()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Not allowed.').waitFor()
  await page.getByRole('tab', { name: 'Compare roles' }).click()
  const feature = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) })
  await feature('List users').waitFor()
  expect((await feature('List users').textContent())!.match(/Yes|No/g)!.toSorted()).toEqual(['No', 'Yes', 'Yes'])
  await feature('Manage tenants').waitFor()
  await page.getByLabel('Only where they differ').check()
  await feature('Manage tenants').waitFor({ state: 'detached' })
  const { id } = await ask('POST', '/auth/roles', { name: 'Qualitätsmanagementteam' })
  await page.goto(`${host.url}/backend/roles?tab=matrix&roles=${id}`)
  await feature('List users').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await layoutFaultsOf(page)).toEqual([])
})

test(
  'restrict a role to some records, try it, and see the console as somebody who has it',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/')
    const { page, ask } = visited
    for (const [title, productType] of [
      ['Simple stool', 'simple'],
      ['Licence', 'virtual'],
    ])
      await ask('POST', '/catalog/products', { title, productType })
    const role = await ask('POST', '/auth/roles', { name: 'Storekeeper' })
    await ask('PUT', '/auth/roles/acl', { roleId: role.id, features: ['catalog.*'] })
    const account = { email: 'keeper@acme.com', password: PASSWORD, organizationId: tenantA.organization }
    const keeper = await ask('POST', '/auth/users', { ...account, roles: [role.id] })

    await page.goto(`${host.url}/backend/roles/${role.id}?tab=policies`)
    const records = page.getByRole('form', { name: 'Records' })
    await records.getByLabel('Kind of record').selectOption('catalog.product')
    await records.getByRole('button', { name: 'Add', exact: true }).click()
    const seen = records.getByRole('group', { name: 'May see' })
    await seen.getByRole('button', { name: 'Restrict' }).click()
    await seen.getByLabel('Field', { exact: true }).selectOption('isActive')
    await seen.getByLabel('Field', { exact: true }).selectOption('createdAt')
    await records.getByRole('button', { name: 'Save' }).click()
    await seen.getByText("'createdAt' is compared with a date and time").waitFor()
    await seen.getByLabel('Field', { exact: true }).selectOption('productType')
    await seen.getByRole('textbox', { name: 'Value' }).fill('simple')
    await records.getByRole('button', { name: 'Try', exact: true }).click()
    await records.getByText('Hidden, for example: Licence').waitFor()
    await records.getByRole('button', { name: 'Save' }).click()
    await toast(page).getByRole('button', { name: 'Undo' }).waitFor()

    await page.goto(`${host.url}/backend/users/${keeper.id}`)
    await page.getByRole('button', { name: 'View as' }).click()
    const bar = page.getByRole('region', { name: 'View as' })
    await bar.getByText('You are viewing as keeper@acme.com.').waitFor()
    await page.goto(`${host.url}/backend/catalog/products?new=1`)
    const form = page.getByRole('dialog')
    await form.getByLabel('Title', { exact: true }).fill('Mine')
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByText('You are viewing as somebody else').waitFor()
    await page.goto(`${host.url}/backend/catalog/products?search=Licence`)
    await page.getByText('Nothing found').waitFor()
    await bar.getByRole('button', { name: 'Stop viewing' }).click()
    await page.getByRole('link', { name: 'Licence' }).waitFor()
    await expect.poll(() => bar.count()).toBe(0)
  },
)

test('an undo that later changes do not allow is explained field by field', { timeout: 60_000 }, async () => {
  await using visited = await visit('/catalog/products?new=1')
  const { page, ask } = visited
  const form = page.getByRole('dialog')
  await form.getByLabel('Title', { exact: true }).fill('Lamp')
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: 'Lamp' }).click()
  await form.getByRole('button', { name: 'Edit' }).click()
  await form.getByLabel('Title', { exact: true }).fill('Desk lamp')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Desk lamp').first().waitFor()
  const { id } = (await ask('GET', '/catalog/products?search=Lamp')).items[0]!
  host.app.clock.advance(60_000)
  await ask('PUT', '/catalog/products', { id, title: 'Floor lamp' })
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Later changes are in the way' })
  await dialog.getByRole('rowheader', { name: 'Title' }).waitFor()
  expect((await dialog.getByRole('row').nth(1).textContent())!.replace(/,.*$/, '')).toMatch(/TitleLampFloor lamp/)
  await dialog.getByRole('button', { name: 'Keep the later changes' }).click()
  expect((await ask('GET', `/catalog/products?id=${id}`)).items[0]!.title).toBe('Floor lamp')
})

test('write a rule without JSON, try it, see it refuse, read why', { timeout: 60_000 }, async () => {
  await using visited = await visit('/business_rules/rules/new')
  const { page, ask } = visited
  await ask('POST', '/catalog/products', { title: 'Chair', sku: 'CH-1' })
  const main = page.getByRole('main')
  await main.getByLabel('Name', { exact: true }).fill('Only lamps')
  await main.getByLabel('Rule ID').fill('LAMPS')
  await main.getByLabel('About').selectOption({ label: 'Product' })
  await main.getByLabel('Event').selectOption({ label: 'Before create' })
  await main.getByRole('button', { name: 'Add condition' }).click()
  await main.getByLabel('Field', { exact: true }).selectOption({ label: 'Title' })
  await main.getByLabel('Comparison', { exact: true }).selectOption({ label: 'contains' })
  await main.getByRole('textbox', { name: 'Value' }).fill('lamp')
  await main.getByRole('region', { name: 'If it is not met' }).getByRole('button', { name: 'Add action' }).click()
  await main.getByRole('textbox', { name: 'Message' }).fill('We only sell lamps')
  await main.getByRole('button', { name: 'Create' }).click()
  await heading(page, 'Only lamps')
  await main.getByLabel('Try with').fill('Chair')
  await main.getByRole('option', { name: 'Chair' }).click()
  await main.getByRole('button', { name: 'Try', exact: true }).click()
  await main.getByText('The condition is not met.').waitFor()
  await main.getByText('(was Chair)').waitFor()
  await ask('POST', '/catalog/products', { title: 'Standard lamp', sku: 'LA-1' })
  await main.getByRole('button', { name: 'Try with the last 1,000 records' }).click()
  const met = main.getByRole('listitem').filter({ hasText: 'The condition is met' })
  await met.getByText('Standard lamp').waitFor()
  await main.getByRole('listitem').filter({ hasText: 'It is not met' }).getByText('Chair').waitFor()
  // Values of an enumeration are chosen.
  await main.getByRole('button', { name: 'Add condition' }).click()
  const [field, value] = [main.getByLabel('Field', { exact: true }), main.getByLabel('Value', { exact: true })]
  await field.nth(1).selectOption({ label: 'Product type' })
  await value.and(main.locator('.condition select')).selectOption({ label: 'Simple' })
  // A new rule is a draft.
  await main.getByLabel('Enabled').check()
  await main.getByRole('button', { name: 'Save' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).waitFor()
  await page.goto(`${host.url}/backend/catalog/products?new=1`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Title', { exact: true }).fill('Table')
  await form.getByRole('button', { name: 'Create' }).click()
  await form.getByRole('alert').getByText('We only sell lamps').waitFor()
  await page.goto(`${host.url}/backend/business_rules/rules`)
  await page.getByRole('switch', { name: 'Only lamps' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).waitFor()
})

test('the audit trail shows who changed what, and takes it back', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page, ask } = visited
  const { id } = await ask('POST', '/auth/roles', { name: 'Before' })
  await ask('PUT', '/auth/roles', { id, name: 'After' })
  await page.goto(`${host.url}/backend/audit-logs?resourceKind=auth.role&resourceId=${id}`)
  const rows = page.locator('.table').getByRole('row')
  await expect.poll(() => rows.count()).toBe(3)
  await rows.nth(1).getByRole('link').click()
  const entry = page.getByRole('dialog')
  expect(await entry.getByRole('row', { name: 'Name' }).textContent()).toBe('NameBeforeAfter')
  await entry.locator('footer').getByRole('button', { name: 'Undo' }).click()
  await entry.locator('footer').getByRole('button', { name: 'Redo' }).waitFor()
  expect((await ask('GET', `/auth/roles?id=${id}`)).items[0]!.name).toBe('Before')
})

test('a trail that is too young to be verified is not called sound', { timeout: 60_000 }, async () => {
  await using visited = await visit('/audit-logs')
  const { page } = visited
  await page.getByRole('button', { name: 'Verify the trail' }).click()
  await page.getByRole('dialog').getByText('There is nothing to verify yet').waitFor()
  expect(await page.getByRole('dialog').getByText('Nothing was changed').count()).toBe(0)
})

test('upload a text and find it by its words', { timeout: 60_000 }, async () => {
  await using visited = await visit('/attachments')
  const { page } = visited
  await page.locator('input[type=file]').setInputFiles({
    name: 'letter.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('The quick zebra jumps over it.'),
  })
  await page.getByRole('button', { name: /^letter\.txt/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Search in texts' }).fill('zebra')
  await page.locator('mark', { hasText: 'zebra' }).first().waitFor()
  await page.getByRole('button', { name: /^letter\.txt/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Nothing found').waitFor()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: /^letter\.txt/ }).waitFor()
})

test('the dashboard is arranged by keyboard', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page, ask } = visited
  await page.getByRole('button', { name: 'Arrange' }).focus()
  await page.keyboard.press('Enter')
  const order = async () => {
    const { layout, widgets } = await ask('GET', '/dashboards/layout')
    return layout.items.map((item) => widgets.find(({ id }) => id === item.widgetId)!.title)
  }
  const before = await order()
  expect(before.length).toBeGreaterThan(1)
  await page.getByRole('button', { name: `Move back: ${before[0]}` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual([before[1], before[0], ...before.slice(2)])

  // A chart of any entity, which leads to what is behind it.
  await ask('POST', '/catalog/products', { title: 'Voucher', productType: 'downloadable' })
  await page.getByRole('button', { name: 'Add widget' }).click()
  await page.getByRole('button', { name: 'Add widget: Chart' }).click()
  const settings = page.getByRole('dialog', { name: 'What the chart shows' })
  await settings.getByLabel('Title').fill('By type')
  await settings.getByLabel('Records').selectOption({ label: 'Product Catalog: Products' })
  await settings.getByLabel('By', { exact: true }).selectOption({ label: 'Product type' })
  await settings.getByLabel('Drawn as').selectOption({ label: 'Donut' })
  await settings.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('figure', { name: 'By type' }).getByRole('link', { name: 'downloadable' }).click()
  await page.waitForURL(/catalog\/products\?productType=downloadable/)
  await page.getByRole('link', { name: 'Voucher' }).waitFor()
})

test('a login that has ended says so, and goes on after the next one', { timeout: 60_000 }, async () => {
  await using visited = await visit('/users')
  const { page, context } = visited
  await page.getByRole('searchbox', { name: 'Search' }).waitFor()
  // Nothing that the page still reads may be what is refused.
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await page.getByRole('searchbox', { name: 'Search' }).fill('admin')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  // Other ways to sign in are those of the login page.
  const href = (await dialog.getByRole('link', { name: 'Sign in another way' }).getAttribute('href'))!
  expect(new URL(href, host.url).searchParams.get('redirect')).toBe('/backend/users?search=admin')
  await dialog.getByLabel('Current password').fill('not-my-password')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('link', { name: 'admin@acme.com', exact: true }).waitFor()
})

test(
  'an entity of customers: its fields, a record, search, filter, history and undo',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/entities/user?new=1')
    const { page, ask } = visited
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Vehicle')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/entity=custom%3Avehicle/)
    const define = (key: string, kind: string, configJson: object) =>
      ask('POST', '/entities/definitions', { entityId: 'custom:vehicle', key, kind, configJson })
    await page.getByRole('button', { name: 'New field' }).click()
    await dialog.getByLabel('Label', { exact: true }).fill('Name')
    await dialog.getByRole('switch', { name: 'Required' }).check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText('cf_name').waitFor()
    await define('fuel', 'select', { label: 'Fuel', options: ['petrol', 'electric'] })
    await page.goto(`${host.url}/backend/entities/user`)
    await page.getByRole('main').getByRole('link', { name: 'Vehicle', exact: true }).click()
    for (const [name, fuel] of [
      ['Van', 'petrol'],
      ['Bus', 'electric'],
    ] as const) {
      await page.getByRole('button', { name: 'New' }).first().click()
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByLabel('Fuel').selectOption(fuel)
      await dialog.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('link', { name, exact: true }).waitFor()
    }
    const names = () => page.locator('tbody .row-link').allTextContents()
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect.poll(names).toEqual(['Bus', 'Van'])
    await page.getByRole('combobox', { name: 'Fuel' }).selectOption('petrol')
    await expect.poll(names).toEqual(['Van'])
    await page.getByRole('combobox', { name: 'Fuel' }).selectOption('')
    await page.getByRole('button', { name: 'Board', exact: true }).click()
    const lane = (name: string) => page.getByRole('region', { name, exact: true })
    const card = (from: string, name: string) => lane(from).getByRole('listitem').filter({ hasText: name })
    await card('petrol', 'Van').dragTo(lane('electric'))
    await card('electric', 'Van').waitFor()
    await card('petrol', 'Van').waitFor({ state: 'detached' })
    await toast(page).getByRole('button', { name: 'Undo' }).last().click()
    await card('petrol', 'Van').waitFor()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('bu')
    await expect.poll(names).toEqual(['Bus'])
    await page.getByRole('link', { name: 'Bus', exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nothing found').waitFor()
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Bus', exact: true }).click()
    await dialog.getByText('Create record').waitFor()
  },
)

test('the command palette finds pages and people', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page, ask } = visited
  await ask('POST', '/auth/users', {
    email: 'w@acme.com',
    name: 'Wilhelmine Müller',
    password: PASSWORD,
    organizationId: tenantA.organization,
  })
  await page.getByRole('button', { name: /Search or jump to/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('müller')
  await page
    .getByRole('option', { name: /Wilhelmine/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/users\/[0-9a-f-]{36}$/)
})

test('a write that needs a fresh sign-in waits for it, and nothing typed is lost', { timeout: 60_000 }, async () => {
  await using visited = await visit('/sign-in-policy')
  const { page, ask } = visited
  const form = page.getByRole('main')
  const idle = form.getByLabel('Sign out after so many minutes without use')
  await idle.waitFor()
  host.app.clock.advance(11 * 60_000)
  await idle.fill('600')
  await form.getByRole('button', { name: 'Save' }).click()
  const verify = page.getByRole('dialog', { name: 'Is it you?' })
  await verify.getByLabel('Current password').waitFor()
  await page.keyboard.press('Escape')
  await form.getByRole('alert').waitFor()
  expect(await idle.inputValue()).toBe('600')
  await form.getByRole('button', { name: 'Save' }).click()
  await verify.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await toast(page).getByRole('button', { name: 'Undo' }).waitFor()
  const stored = async () => (await ask('GET', '/auth/policies')).items.map(({ idleMinutes }) => idleMinutes)
  expect(await stored()).toEqual([600])
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => idle.inputValue()).toBe('')
})

test(
  'the assistant asks before a write, shows what it would change, and takes it back',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/assistant')
    const { page, ask } = visited
    const rolesOf = async () => (await ask('GET', '/auth/roles?search=Packers')).items.length
    await page.getByRole('textbox', { name: 'Message' }).fill('Make a role for packers')
    await page.keyboard.press('Enter')
    const approval = page.getByRole('group', { name: 'The assistant asks for your approval' })
    await approval.getByText('Packers', { exact: true }).waitFor()
    expect(await rolesOf()).toBe(0)
    await approval.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Done as you said.').waitFor()
    await page.getByText('Changes made: 1').waitFor()
    expect(await rolesOf()).toBe(1)
    // A reload and a link lead to the same conversation.
    await page.reload()
    await page.getByText('Done as you said.').waitFor()
    await page.getByRole('button', { name: 'Undo the conversation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the conversation' }).click()
    await toast(page).getByText('The conversation has been undone').waitFor()
    expect(await rolesOf()).toBe(0)
  },
)

test('long work is followed as it happens, and cancelled', { timeout: 60_000 }, async () => {
  await using visited = await visit('/progress')
  const { page, ask } = visited
  await page.getByText('No jobs').waitFor()
  const job = { jobType: 'import', name: 'Import of prices', totalCount: 200, cancellable: true }
  const { id } = await ask('POST', '/progress/jobs', job)
  const row = page.getByRole('row', { name: /Import of prices/ })
  await row.getByText('0 / 200').waitFor()
  await ask('PUT', `/progress/jobs/${id}`, { processedCount: 150 })
  await row.getByText('150 / 200').waitFor()
  await row.getByRole('button', { name: 'Cancel job: Import of prices' }).click()
  await row.getByText('Cancelled').waitFor()
})

test('a list is arranged, exported and changed as its reader wants', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page, context, ask } = visited
  for (const title of ['Lamp one', 'Lamp two', 'Lamp three', 'Rug'])
    await ask('POST', '/catalog/products', { title, productType: title === 'Rug' ? 'bundle' : 'simple' })
  await page.goto(`${host.url}/backend/catalog/products?search=lamp`)
  const heads = async () => (await page.getByRole('columnheader').allTextContents()).filter(Boolean)
  const columns = page.getByRole('group', { name: 'Columns' })
  await page.getByRole('row', { name: 'Lamp one' }).waitFor()
  expect((await heads()).slice(0, 3)).toEqual(['Title', 'Sku', 'Product type'])
  await page.getByRole('button', { name: 'Columns' }).click()
  expect(await violationsOf(page)).toEqual([])
  await columns.getByRole('checkbox', { name: 'Sku' }).uncheck()
  await columns.getByRole('checkbox', { name: 'Handle' }).check()
  await columns.getByRole('button', { name: 'Move forward: Active' }).click()
  await columns.getByText('Compact').click()
  await page.keyboard.press('Escape')
  const grip = page.getByRole('separator', { name: 'Width of Title' })
  const width = () => grip.getAttribute('aria-valuenow').then(Number)
  await grip.press('ArrowRight')
  const first = await width()
  await grip.press('ArrowRight')
  expect(await width()).toBe(first + 16)
  const arranged = await heads()
  expect(arranged).not.toContain('Sku')
  expect(arranged).toContain('Handle')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Name of the view').fill('Lamps')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Lamps', exact: true }).waitFor()
  await page.goto(`${host.url}/backend/catalog/products`)
  await page.getByRole('row', { name: 'Rug' }).waitFor()
  expect(await heads()).toEqual(arranged)
  await page.getByRole('button', { name: 'Columns' }).click()
  await columns.getByRole('button', { name: 'Usual columns' }).click()
  await columns.getByText('Comfortable').click()
  await page.keyboard.press('Escape')
  expect(await heads()).toContain('Sku')
  await page.getByRole('combobox', { name: 'Product type' }).selectOption({ label: 'Bundle' })
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Lamps', exact: true }).click()
  await page.getByRole('row', { name: 'Lamp two' }).waitFor()
  expect(await heads()).toEqual(arranged)
  expect(new URL(page.url()).searchParams.get('search')).toBe('lamp')
  // A row is a link.
  const link = page.getByRole('link', { name: 'Lamp two' })
  const target = new URL((await link.getAttribute('href'))!, page.url()).href
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    context.waitForEvent('request', (request) => request.url() === target),
    link.click({ button: 'middle' }),
  ])
  // Now and then, Playwright does not hear that the first navigation of such a tab has ended, and refuses another one.
  await tab.close()
  const other = await context.newPage()
  await other.goto(target)
  await other.getByRole('dialog', { name: 'Lamp two' }).waitFor()
  await other.close()
  // Two rows and what is between them.
  const boxes = page.locator('tbody').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByText('Selected: 3').waitFor()
  await boxes.nth(2).uncheck()
  const csv = await context.request.get(
    new URL((await selection.getByRole('link', { name: 'CSV' }).getAttribute('href'))!, host.url).href,
  )
  expect((await csv.text()).trim().split('\n').length).toBe(3)

  await page.goto(`${host.url}/backend/users?search=employee@`)
  await page
    .getByRole('row', { name: /employee/ })
    .getByRole('checkbox')
    .check()
  await selection.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).waitFor()
  const isActive = async () => (await ask('GET', '/auth/users?search=employee@')).items[0]!.isActive
  expect(await isActive()).toBe(false)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(isActive).toBe(true)
})

test('who may little sees little, and is told so', { timeout: 60_000 }, async () => {
  await using visited = await visit('/users', { email: 'employee@acme.com' })
  const { page } = visited
  await page.getByText('You may not see this').waitFor()
  await page.getByText('Ask your administrator for this right: List users').waitFor()
  expect(
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Users' }).count(),
  ).toBe(0)
})

test('a page of a module is its own element', { timeout: 60_000 }, async () => {
  await using visited = await visit('/board')
  const { page } = visited
  await page.getByRole('button', { name: 'Greet' }).click()
  await toast(page).getByText('Hello admin@acme.com').waitFor()
})

test.each([
  ['de', 'Personen', 'Einladen'],
  ['es', 'Personas', 'Invitar'],
  ['pl', 'Osoby', 'Zaproś'],
])('it speaks %s', async (locale, title, invite) => {
  await using visited = await visit('/users', { locale })
  await heading(visited.page, title)
  await visited.page.getByRole('button', { name: invite }).first().waitFor()
})

test('a file is mapped, rehearsed, imported and undone as a whole', { timeout: 60_000 }, async () => {
  await using visited = await visit('/imports')
  const { page, ask } = visited
  await page.getByLabel('What to import').selectOption({ label: 'Product' })
  const buffer = Buffer.from('Stock\nAll of it;\nName;sku\nTeapot;t-1\nTeacup;t-2\n;t-3\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'tea.csv', mimeType: 'text/csv', buffer })
  const opened = page.getByRole('region', { name: 'Import', exact: true })
  await opened.getByRole('heading', { name: 'tea.csv' }).waitFor()
  await opened.getByText('How the file is read').click()
  await opened.getByLabel('Row with the names of the columns').fill('3')
  await opened.getByLabel('Separator').selectOption(';')
  await opened.getByRole('button', { name: 'Read again' }).click()
  await opened.getByLabel('Field: Name').selectOption({ label: 'Title *' })
  await toast(page).waitFor({ state: 'attached' })
  await opened.getByRole('button', { name: 'Rehearse' }).click()
  await opened.getByText('Rehearsing').waitFor()
  await host.app.jobs()
  await opened.getByText('This would be done. New: 2, changed: 0, unchanged: 0, refused: 1').waitFor()
  await opened.getByText('Row 6: Name: This is needed').waitFor()
  await opened.getByRole('button', { name: 'Import', exact: true }).click()
  await opened.getByText('Importing').waitFor()
  await host.app.jobs()
  await opened.getByText('Imported. New: 2').waitFor()
  expect((await ask('GET', '/catalog/products?search=tea')).items).toHaveLength(2)
  await opened.getByRole('button', { name: 'Undo the whole import' }).click()
  await opened.getByText('Undoing').waitFor()
  await host.app.jobs()
  await opened.getByRole('button', { name: 'Redo' }).waitFor()
  expect((await ask('GET', '/catalog/products?search=tea')).items).toEqual([])
})

test('an endpoint of webhooks: its secret, a test event and its answer, and undo', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page } = visited
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'New endpoint' }).first().click()
  const form = page.getByRole('dialog', { name: 'New endpoint' })
  await form.getByLabel('Address (URL)').fill(host.receiver)
  await form.getByText('catalog', { exact: true }).click()
  await form.getByLabel('product.created').check()
  await form.getByRole('button', { name: 'Create' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of the endpoint' })
  expect(await shown.getByRole('textbox').inputValue()).toMatch(/^whsec_/)
  await shown.getByRole('button', { name: 'Done' }).click()
  await heading(page, host.receiver)
  await page.getByRole('button', { name: 'Send a test event' }).click()
  const delivery = page.getByRole('dialog', { name: 'webhooks.endpoint.test' })
  await delivery.getByText('Waiting').waitFor()
  await host.app.jobs()
  await delivery.getByText('Delivered').waitFor()
  await delivery.getByText('<!doctype html>').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'webhooks.endpoint.test' }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No endpoints').waitFor()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: host.receiver }).waitFor()
})

test('people become members of a team, with which a record is shared and owned', { timeout: 60_000 }, async () => {
  await using visited = await visit('/teams?new=1')
  const { page, ask } = visited
  const account = { password: PASSWORD, organizationId: tenantA.organization }
  const bea = await ask('POST', '/auth/users', { ...account, email: 'bea@acme.com', name: 'Bea', roles: ['employee'] })
  const form = page.getByRole('dialog')
  const choose = async (label: string, text: string, name: string | RegExp) => {
    await form.getByRole('combobox', { name: label }).fill(text)
    await form.getByRole('option', { name }).click()
  }
  await form.getByLabel('Name').fill('Germany')
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'New' }).first().click()
  await form.getByLabel('Name').fill('Berlin')
  await choose('Part of', 'Germ', 'Germany')
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: 'Berlin' }).click()
  await form.getByText('Nobody belongs to this team itself').waitFor()
  await choose('Person', 'bea@', 'Bea')
  await form.getByRole('button', { name: 'Add' }).click()
  await form.getByRole('link', { name: 'Bea' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Germany' }).first().click()
  await form.getByRole('region', { name: 'Teams below' }).getByRole('link', { name: 'Berlin' }).click()
  await form.getByRole('button', { name: 'Remove: bea@acme.com' }).click()
  await form.getByText('Nobody belongs to this team itself').waitFor()
  await toast(page).getByRole('button', { name: 'Undo' }).last().click()
  await form.getByRole('link', { name: 'Bea' }).waitFor()

  await ask('POST', '/contracts', { title: 'Lease of a crane' })
  await page.goto(`${host.url}/backend/contracts`)
  await page.getByRole('button', { name: 'Mine' }).click()
  await page.waitForURL(/ownerId=/)
  await page.getByRole('link', { name: 'Lease of a crane' }).click()
  const shares = form.getByRole('region', { name: 'Shared with' })
  await shares.getByText('Shared with nobody').waitFor()
  await shares.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog', { name: 'Share: Lease of a crane' }).waitFor()
  await choose('Person, team or role', 'Berl', 'Berlin (Team)')
  await form.getByLabel('Access').selectOption('edit')
  await page.reload()
  await page.getByRole('region', { name: 'Shared with' }).getByRole('button', { name: 'Share' }).click()
  await form.getByText('What you had not saved is back.').waitFor()
  await form.getByLabel('Until').fill('2100-01-01T12:00')
  await form.getByRole('button', { name: 'Share' }).click()
  await shares.getByText('May edit').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await shares.getByRole('button', { name: 'Stop sharing with: Berlin' }).click()
  await shares.getByText('Shared with nobody').waitFor()
  await form.getByRole('button', { name: 'Edit' }).click()
  await choose('Owner', 'bea@', 'Bea')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nothing found').waitFor()

  await page.goto(`${host.url}/backend/users/${bea.id}`)
  await page.getByRole('button', { name: 'Hand over records' }).click()
  await choose('New owner', 'admin@acme', /^admin@acme/)
  await form.getByRole('button', { name: 'Hand over records' }).click()
  await page.getByText('Records handed over: 1').waitFor()
})
