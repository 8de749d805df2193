import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '@plinth/attachments/testing'
import type { Page } from 'playwright-core'
import { violationsOf } from './_axe.ts'
import { layoutFaultsOf } from './_look.ts'
import { heading, openVisits, toast } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
beforeAll(async () => {
  opened = await openVisits()
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

test('invite, edit, deactivate and take it back', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/users')
  const { page, ask } = visited
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('E-mail').first().fill('grace@example.com')
  await form.getByLabel('Name').fill('Grace')
  await form.getByLabel('Organization').selectOption({ index: 1 })
  await form.getByLabel('employee').check()
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('grace')
  await page.waitForURL(/search=grace/)
  await page.getByRole('link', { name: 'Grace' }).click()
  await heading(page, 'Grace')
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
  const stateOf = async () => (await ask('GET', '/auth/users?search=grace')).items[0]?.isActive
  expect(await stateOf()).toBe(false)
  await page.locator('h1').click()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Deactivate', exact: true }).waitFor()
  expect(await stateOf()).toBe(true)
  await toast(page).getByRole('button', { name: 'Redo' }).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
  // The address keeps what a list shows, also for the back button and a reload.
  await page.goBack()
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('grace')
  await page.reload()
  await page.getByRole('link', { name: 'Grace' }).waitFor()
})

test('several people are invited, changed together, and one leaves', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/users?new=many')
  const { page, ask } = visited
  const [form, selection] = [page.getByRole('dialog'), page.getByRole('region', { name: 'Selection' })]
  await form.getByLabel('People').fill('Name,E-mail\nAda <ada@lace.example>\nadmin@acme.com\nBo,bo@lace.example')
  await form.getByLabel('Organization').selectOption({ index: 1 })
  await form.getByLabel('employee').check()
  await form.getByRole('button', { name: 'Send invitation' }).click()
  // Those who could not be invited are left.
  await form.getByText('Not invited: 1. admin@acme.com: Email already in use').waitFor()
  expect(await form.getByLabel('People').inputValue()).toBe('admin@acme.com')
  await page.goto(`${opened.host.url}/backend/users?search=lace.example`)
  const row = (name: string) => page.getByRole('row', { name })
  for (const name of ['Ada', 'Bo']) await row(name).getByRole('checkbox').check()
  await selection.getByRole('button', { name: 'Edit' }).click()
  await form.getByLabel('Field').selectOption('roles')
  await form.getByLabel('admin').check()
  await form.getByRole('button', { name: 'Save' }).click()
  await row('Bo').getByText('admin', { exact: true }).waitFor()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await row('Ada').getByText('employee').waitFor()
  await row('Bo').getByText('employee').waitFor()

  const { id } = (await ask('GET', '/auth/users?search=ada@lace')).items[0]!
  await page.goto(`${opened.host.url}/backend/users/${id}`)
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await form.getByLabel('Hand over what they own to').fill('bo@lace')
  await page.getByRole('option', { name: 'Bo' }).click()
  await form.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
  const entry = toast(page).filter({ hasText: 'Deactivate ada@lace.example and hand over' })
  await entry.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).waitFor()
  await toast(page).getByText('Undone: Deactivate ada@lace.example and hand over').waitFor()
})

test('hostile names are text', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/')
  const { page, ask } = visited
  const title = `<img src=x onerror="document.title='owned'">${'x'.repeat(40)}`
  await ask('POST', '/catalog/categories', { name: title })
  await page.goto(`${opened.host.url}/backend/catalog/categories`)
  await page.getByText('<img src=x onerror=').first().waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  expect(await page.title()).not.toBe('owned')
})

test('states are shown and moved, one by one and together, and undone as one act', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/me')
  const { page, ask } = visited
  for (const [title, total] of [
    ['Lease', 5],
    ['Loan', 7],
    ['Void', 0],
  ] as const)
    await ask('POST', '/contracts', { title, total })
  await page.goto(`${opened.host.url}/backend/contracts`)
  const row = (name: string) => page.getByRole('row', { name })
  await row('Lease').getByText('Being drafted').waitFor()
  for (const name of ['Lease', 'Loan', 'Void']) await row(name).getByRole('checkbox').check()
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByRole('button', { name: 'Offer contract' }).click()
  await page.getByRole('table').getByText('Offered').nth(2).waitFor()
  for (const name of ['Lease', 'Loan', 'Void']) await row(name).getByRole('checkbox').check()
  await selection.getByRole('button', { name: 'Sign contract' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Possible for 2 of the selected records. The contract has no lines').waitFor()
  await dialog.getByLabel('Signed by').fill('Ann')
  await dialog.getByRole('button', { name: 'Sign contract' }).click()
  await row('Loan').getByText('Signed').waitFor()
  await row('Void').getByText('Offered').waitFor()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await row('Loan').getByText('Offered').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Being drafted' })
  await page.getByText('Nothing found').waitFor()
  await page.goto(`${opened.host.url}/backend/contracts`)
  await page.getByRole('link', { name: 'Void' }).click()
  const sign = dialog.getByRole('button', { name: 'Sign contract' })
  expect(await sign.getAttribute('title')).toBe('The contract has no lines')
  await sign.click({ force: true })
  await toast(page).getByText('The contract has no lines').waitFor()
  await dialog.getByRole('button', { name: 'Send reminder' }).click()
  await dialog.getByText('Rows that change: 1. You can undo it.').waitFor()
  await dialog.getByRole('button', { name: 'Send reminder' }).last().click()
  await dialog.getByRole('button', { name: 'End contract' }).click()
  await dialog.getByText('Ended').first().waitFor()

  // As a board: a card is moved by dragging it, and by the keyboard.
  await page.goto(`${opened.host.url}/backend/contracts?look=board`)
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  const card = (from: string, name: string) => lane(from).getByRole('listitem').filter({ hasText: name })
  await card('Offered', 'Loan').dragTo(lane('Signed'))
  await dialog.getByLabel('Signed by').fill('Bea')
  await dialog.getByRole('button', { name: 'Sign contract' }).click()
  await card('Signed', 'Loan').waitFor()
  await card('Offered', 'Loan').waitFor({ state: 'detached' })
  await toast(page).filter({ hasText: 'Sign contract' }).getByRole('button', { name: 'Undo' }).last().click()
  await card('Signed', 'Loan').waitFor({ state: 'detached' })
  await card('Offered', 'Loan').waitFor()
  await lane('Offered').getByRole('button', { name: 'Actions: Loan' }).press('Enter')
  await page.getByRole('button', { name: 'End contract', exact: true }).press('Enter')
  await card('Ended', 'Loan').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Loan')
})

test('a view is kept, shared with a role, opened by its link, and copied', { timeout: 90_000 }, async () => {
  await using visited = await opened.visit('/contracts?status=draft')
  const { page, ask } = visited
  for (const title of ['View A', 'View B']) await ask('POST', '/contracts', { title, total: 5 })
  const { id: other } = await ask('POST', '/contracts', { title: 'Other' })
  await ask('POST', '/contracts/offer', { id: other })
  const { items: roles } = await ask('GET', '/auth/roles?search=employee')
  await ask('PUT', '/auth/roles/acl', {
    roleId: roles[0]!.id,
    features: ['contracts.*', 'audit_logs.undo_self'],
  })
  const menu = (on: Page) => on.getByRole('button', { name: 'Views', exact: true }).click()
  const named = (on: Page, name: string) => on.getByRole('button', { name, exact: true })
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Signed by' }).uncheck()
  await page.keyboard.press('Escape')
  await menu(page)
  await page.getByLabel('Name of the view').fill('With a V')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'About the view “With a V”' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('radio', { name: 'These roles' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Choose at least one role.').first().waitFor()
  await form.getByRole('checkbox', { name: 'employee' }).check()
  await form.getByRole('switch', { name: 'The list opens with it' }).check()
  const link = await form.getByLabel('Link', { exact: true }).inputValue()
  expect(await violationsOf(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })

  // An employee's list opens with it, and only they who may change it are offered that.
  await using employee = await opened.visit('/contracts', { email: 'employee@acme.com' })
  const their = employee.page
  await their.getByRole('row', { name: /View B/ }).waitFor()
  expect(await their.getByRole('row', { name: /Other/ }).count()).toBe(0)
  expect(new URL(their.url()).search).toContain('status=draft')
  expect(await their.getByRole('columnheader', { name: 'Signed by' }).count()).toBe(0)
  await menu(their)
  await named(their, 'The whole list').click()
  await their.getByRole('row', { name: /Other/ }).waitFor()
  await their.reload()
  await their.getByRole('row', { name: /Other/ }).waitFor()
  await menu(their)
  await their.getByRole('button', { name: 'About the view “With a V”' }).click()
  const drawer = their.getByRole('dialog')
  expect(await drawer.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await drawer.getByRole('button', { name: 'Copy as mine' }).click()
  await drawer.waitFor({ state: 'detached' })
  await menu(their)
  const mine = their.getByRole('region', { name: 'Only for you' })
  await mine.getByRole('button', { name: 'With a V', exact: true }).waitFor()
  expect(await violationsOf(their)).toEqual([])
  await their.keyboard.press('Escape')

  await their.goto(link)
  await their.getByRole('row', { name: /View B/ }).waitFor()
  expect(await their.getByRole('row', { name: /Other/ }).count()).toBe(0)

  // What they may not see is left out of the columns and the order; a filter by it is not left out.
  const settings = { query: { sort: 'signedBy' }, shown: {}, order: ['status', 'total'], widths: {} }
  const { id: columns } = await ask('POST', '/auth/list-views', {
    name: 'Columns',
    list: '/contracts {}',
    isShared: true,
    settings,
  })
  await ask('PUT', '/auth/roles/field-policies', {
    roleId: roles[0]!.id,
    policies: { 'contracts.contract': { read: ['title', 'total'] } },
  })
  await their.goto(link)
  await their.getByText('This view cannot be applied').waitFor()
  expect(await their.getByRole('row').count()).toBe(0)
  await named(their, 'The whole list').click()
  await their.getByRole('row', { name: /Other/ }).waitFor()
  await their.goto(`${opened.host.url}/backend/contracts?view=${columns}`)
  await their.getByRole('row', { name: /Other/ }).waitFor()
  expect(await their.getByRole('columnheader', { name: 'Status' }).count()).toBe(0)
  await their.goto(`${opened.host.url}/backend/contracts?view=${crypto.randomUUID()}`)
  await their.getByText('This view is not there').waitFor()

  // Views of the browser are still there, and can be kept.
  await page.evaluate(() => {
    const view = { name: 'Old', query: { status: 'offered' }, shown: {}, order: [], widths: {} }
    localStorage.setItem('plinth.admin@acme.com.list./contracts {}', JSON.stringify({ views: [view] }))
  })
  await page.goto(`${opened.host.url}/backend/contracts`)
  await menu(page)
  await named(page, 'Old').click()
  await page.waitForURL(/status=offered/)
  await menu(page)
  await page.getByRole('button', { name: 'Keep “Old” in your account' }).click()
  await page.getByRole('region', { name: 'Only in this browser' }).waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Only for you' }).getByRole('button', { name: 'Old', exact: true }).waitFor()

  // Deleting it is taken back.
  await page.getByRole('button', { name: 'About the view “With a V”' }).click()
  await form.getByRole('button', { name: 'Delete' }).click()
  await form.getByRole('button', { name: 'Delete' }).click()
  await form.waitFor({ state: 'detached' })
  await toast(page).filter({ hasText: 'Delete view' }).getByRole('button', { name: 'Undo' }).last().click()
  await menu(page)
  await page.getByRole('region', { name: 'Shared' }).getByRole('button', { name: 'With a V', exact: true }).waitFor()
})

test('choices of a module are called as it says, in the visitor’s language', async () => {
  await using visited = await opened.visit('/catalog/products', { locale: 'de' })
  const type = visited.page.getByRole('combobox', { name: 'Produktart' })
  await type.waitFor()
  expect((await type.locator('option').allInnerTexts()).slice(1)).toEqual([
    'Einfach',
    'Konfigurierbar',
    'Virtuell',
    'Zum Herunterladen',
    'Paket',
    'Gruppiert',
  ])
})

// Polish has letters of a further font, and a list has most code, with what it is shown as.
test.each([
  ['en', '/'],
  ['pl', '/'],
  ['en', '/catalog/products'],
  ['en', '/contracts?look=board'],
  ['en', '/orders?look=calendar'],
])('what the first page after the login loads is small: in %s at %s', { timeout: 60_000 }, async (locale, path) => {
  await using visited = await opened.visit('/users', { locale })
  const { page, context } = visited
  await page.close()
  const fresh = await context.newPage()
  let bytes = 0
  fresh.on('response', async (response) => {
    if (!response.url().includes('/assets/')) return
    bytes += Number(response.headers()['content-length'])
  })
  await fresh.route('**/assets/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'accept-encoding': 'gzip' } }),
  )
  await fresh.goto(`${opened.host.url}/backend${path}`)
  await fresh.getByRole('heading', { level: 1 }).waitFor()
  await fresh.waitForLoadState('networkidle')
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThan(130 * 1024)
})

test('a record of a module is edited with its lines, dates and relation', { timeout: 60_000 }, async () => {
  const inHonolulu = { timezoneId: 'Pacific/Honolulu' }
  await using visited = await opened.visit('/orders', inHonolulu)
  const { page, ask } = visited
  await ask('POST', '/customers', { name: 'Ada Ltd' })
  await page.getByRole('button', { name: 'New' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('Paper')
  await form.getByLabel('Due on').fill('2026-05-01')
  await form.getByLabel('Meet at').fill('2026-05-01T09:30')
  await form.getByLabel('Customer').fill('Ada')
  await page.getByRole('option', { name: 'Ada Ltd' }).click()
  await form.getByRole('button', { name: 'Add a line' }).click()
  const cell = (name: string, line: number) => form.getByLabel(`${name}, line ${line}`, { exact: true })
  // By keyboard: the first field has the focus, and Enter in the last line adds one.
  await page.keyboard.type('A4')
  await cell('Quantity', 1).fill('3')
  await cell('Price', 1).fill('4.5')
  await page.keyboard.press('Enter')
  await cell('Product', 2).waitFor()
  await page.keyboard.type('A5')
  await cell('Quantity', 2).fill('1')
  await cell('Price', 2).fill('3.123')
  await form.getByRole('button', { name: 'Create' }).click()
  await form.getByText(/At most 10 digits/).waitFor()
  await form.locator(':focus[aria-invalid]').waitFor()
  await cell('Price', 2).fill('3')
  await page.keyboard.press('Alt+ArrowUp')
  expect(await cell('Product', 1).inputValue()).toBe('A5')
  expect(await form.locator(':focus').getAttribute('type')).toBe('number')
  await form.getByRole('button', { name: 'Create' }).click()
  const row = page.getByRole('row', { name: /Paper/ })
  await row.getByText('May 1, 2026', { exact: true }).waitFor()
  await row.getByText('May 1, 2026, 9:30 AM').waitFor()
  await row.getByText('Ada Ltd').waitFor()
  const read = async () => (await ask('GET', '/orders?expand=items')).items[0] as unknown as Record<string, unknown>
  expect(await read()).toMatchObject({
    dueOn: '2026-05-01',
    meetAt: '2026-05-01T19:30:00.000Z',
    total: '16.50',
    items: [{ product: 'A5' }, { product: 'A4', quantity: 3 }],
  })
  await row.getByRole('link', { name: 'Paper' }).click()
  const record = page.getByRole('dialog')
  await record.getByRole('region', { name: 'Items' }).getByText('16.50').waitFor()
  await record.getByRole('button', { name: 'Edit' }).click()
  await form.getByRole('button', { name: 'Remove line 1' }).click()
  await cell('Quantity', 1).fill('2')
  await form.getByRole('button', { name: 'Save' }).click()
  await record.getByRole('region', { name: 'Items' }).getByText('9.00').first().waitFor()
  expect(await read()).toMatchObject({ dueOn: '2026-05-01', total: '9.00', items: [{ product: 'A4', quantity: 2 }] })

  // In a calendar it is moved to another day, and keeps its time.
  await page.goto(`${opened.host.url}/backend/orders?look=calendar&month=2026-05`)
  const day = (date: string) => page.getByRole('listitem').filter({ has: page.locator(`time[datetime="${date}"]`) })
  const moveTo = (date: string) => page.getByRole('link', { name: 'Paper' }).dragTo(day(date))
  await moveTo('2026-05-07')
  await day('2026-05-07').getByRole('link', { name: 'Paper' }).waitFor()
  await page.getByRole('combobox', { name: 'Date' }).selectOption({ label: 'Meet at' })
  await day('2026-05-01').getByRole('link', { name: '9:30 AM Paper' }).waitFor()
  await moveTo('2026-05-12')
  await expect.poll(read).toMatchObject({ dueOn: '2026-05-07', meetAt: '2026-05-12T19:30:00.000Z' })
})

test('files of a record are uploaded, shown, deleted and taken back on its page', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/me')
  const { page, ask } = visited
  const { id } = await ask('POST', '/orders', { title: 'Ink' })
  await page.goto(`${opened.host.url}/backend/orders?open=${id}`)
  const files = page.getByRole('dialog').getByRole('region', { name: 'Files' })
  await files.getByText('No files').waitFor()
  const image = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(await picture(400, 300)) }
  const text = { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('terms') }
  await files.locator('input[type=file]').setInputFiles([image, text])
  await files.getByRole('link', { name: /^terms.txt/ }).waitFor()
  const shown = files.locator('img')
  await shown.waitFor()
  await expect
    .poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth), { timeout: 20_000 })
    .toBeGreaterThan(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('link', { name: 'Download: terms.txt' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('terms.txt')
  await files.getByRole('button', { name: 'Delete: terms.txt' }).click()
  await files.getByRole('link', { name: /^terms.txt/ }).waitFor({ state: 'detached' })
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await files.getByRole('link', { name: /^terms.txt/ }).waitFor()
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/record-files.png` })
})

/** A PDF of two pages with a black square on each. */
const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj
4 0 obj<</Length 18>>stream
50 50 100 100 re f
endstream endobj
5 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj
trailer<</Root 1 0 R>>`)

test('pictures, PDFs and texts are shown, and nothing of them runs', { timeout: 90_000 }, async () => {
  await using visited = await opened.visit('/me', { viewport: { width: 360, height: 740 } })
  const { page, ask } = visited
  const { id } = await ask('POST', '/orders', { title: 'Files to look at' })
  await page.goto(`${opened.host.url}/backend/orders?open=${id}`)
  const files = page.getByRole('dialog').getByRole('region', { name: 'Files' })
  await files.getByText('No files').waitFor()
  const long = `name;hint\n<script>document.title = 'run'</script>;${'\n'}${'Höhe;ää\n'.repeat(40_000)}`
  await files.locator('input[type=file]').setInputFiles([
    { name: 'broken.pdf', mimeType: 'application/pdf', buffer: pdf.subarray(0, 60) },
    { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(long) },
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(await picture(400, 300)) },
  ])
  await files.getByRole('link', { name: /^photo.png/ }).waitFor({ timeout: 60_000 })
  const shown = (name: string) => page.getByRole('dialog', { name })
  const look = {
    'photo.png': async () => {
      const image = shown('photo.png').getByRole('img', { name: 'photo.png' })
      const width = () => image.evaluate((one: HTMLImageElement) => one.naturalWidth)
      await expect.poll(width, { timeout: 20_000 }).toBeGreaterThan(0)
    },
    'plan.pdf': async () => {
      const second = shown('plan.pdf').getByRole('img', { name: 'Page 2 of 2' })
      await second.waitFor({ timeout: 20_000 })
      const colors = await second.evaluate((canvas: HTMLCanvasElement) => {
        const at = (x: number, y: number) => [...canvas.getContext('2d')!.getImageData(x, y, 1, 1).data]
        return [at(canvas.width / 2, canvas.height / 2), at(2, 2)]
      })
      expect(colors).toEqual([
        [0, 0, 0, 255],
        [255, 255, 255, 255],
      ])
    },
    'list.csv': async () => {
      const text = shown('list.csv').locator('pre')
      await text.getByText("<script>document.title = 'run'</script>").waitFor()
      expect((await text.innerText()).length).toBeLessThan(256 * 1024)
      expect(await page.title()).not.toBe('run')
      await shown('list.csv').getByText('These are the first').waitFor()
    },
    'broken.pdf': () => shown('broken.pdf').getByText('There is no preview of this file').waitFor({ timeout: 20_000 }),
  }
  await files
    .getByRole('link', { name: /\.(png|pdf|csv)/ })
    .first()
    .click()
  for (const place of [1, 2, 3, 4]) {
    await page.getByText(`${place} of 4`).waitFor()
    const name = await page.locator('dialog.wide h2').innerText()
    await look[name as keyof typeof look]()
    for (const [width, colorScheme] of [
      [1280, 'dark'],
      [1280, 'light'],
      [360, 'dark'],
      [360, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 })
      await page.emulateMedia({ colorScheme })
      await look[name as keyof typeof look]()
      expect(await layoutFaultsOf(page)).toEqual([])
      if (process.env['SCREENSHOTS'])
        await page.screenshot({ path: `${process.env['SCREENSHOTS']}/preview-${name}-${width}-${colorScheme}.png` })
    }
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('ArrowLeft')
  await page.getByText('3 of 4').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('3 of 4').waitFor({ state: 'detached' })
  await files.getByRole('link', { name: /^list.csv/ }).waitFor()

  // The page of files has the same.
  await page.goto(`${opened.host.url}/backend/attachments`)
  await page.getByRole('button', { name: /^plan.pdf/ }).click()
  await shown('plan.pdf').getByRole('button', { name: 'Preview' }).click()
  await shown('plan.pdf').getByRole('img', { name: 'Page 1 of 2' }).waitFor({ timeout: 20_000 })
})

test('a list shows related records by name without being told to', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/')
  const { page, ask } = visited
  const { id } = await ask('POST', '/orders', { title: 'Sent on its way' })
  await ask('POST', '/deliveries', { order: id, sentOn: '2026-05-01' })
  await page.goto(page.url().replace(/\/backend.*/, '/backend/deliveries'))
  const row = page.getByRole('row', { name: /May 1, 2026/ })
  await row.getByText('Sent on its way').waitFor({ timeout: 10_000 })
})
