import { readFile } from 'node:fs/promises'
import { tenantA } from '@plinth/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from './_console.ts'
import { openVisits, toast, heading } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
let host: (typeof opened)['host']
let visit: (typeof opened)['visit']

beforeAll(async () => {
  opened = await openVisits()
  ;({ host, visit } = opened)
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

/** Pictures at both ends of the widths, in both themes, if somebody wants to see them. */
async function look(page: Page, name: string) {
  const folder = process.env['SCREENSHOTS']
  if (!folder) return
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
}

test(
  'records of custom entities have owners, are shared, and are restricted by policies',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/entities/user?new=1')
    const { page, ask } = visited
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Truck')
    await dialog.getByLabel('Records have an owner').check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/entities\/fields/)
    const entityId = 'custom:truck'
    for (const [key, label] of [
      ['name', 'Name'],
      ['plate', 'Number plate'],
    ])
      await ask('POST', '/entities/definitions', { entityId, key, kind: 'text', configJson: { label } })
    for (const name of ['Van', 'Lorry']) await ask('POST', '/entities/records', { entityId, values: { name } })
    const role = await ask('POST', '/auth/roles', { name: 'Drivers' })
    await page.goto(`${host.url}/backend/entities/user/${encodeURIComponent(entityId)}/records`)
    await page.getByRole('cell', { name: 'You', exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Van' }).click()
    await dialog.getByRole('button', { name: 'Share' }).click()
    await dialog.getByLabel('Person, team or role').fill('Drivers')
    await page.getByRole('option', { name: 'Drivers' }).click()
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await dialog.getByRole('region', { name: 'Shared with' }).getByText('Drivers').waitFor()
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Number plate').fill('B-1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('definition').getByText('B-1').waitFor()

    await page.goto(`${host.url}/backend/roles/${role.id}?tab=policies`)
    const records = page.getByRole('form', { name: 'Records' })
    await records.getByLabel('Kind of record').selectOption('entities.custom.truck')
    await records.getByRole('button', { name: 'Add', exact: true }).click()
    await records.getByRole('heading', { name: 'Truck' }).waitFor()
    const seen = records.getByRole('group', { name: 'May see' })
    await seen.getByRole('button', { name: 'Restrict' }).click()
    await seen.getByLabel('Field', { exact: true }).selectOption('cf_name')
    await seen.getByRole('textbox', { name: 'Value' }).fill('Van')
    await records.getByRole('button', { name: 'Save' }).click()
    await toast(page).getByRole('button', { name: 'Undo' }).waitFor()
    const fields = page.getByRole('form', { name: 'Fields' })
    await fields.getByLabel('Kind of record').selectOption('entities.custom.truck')
    await fields.getByRole('button', { name: 'Add', exact: true }).click()
    await fields.getByText('Only some fields may be read').click()
    await fields.getByLabel('cf_plate: Read').uncheck()
    await fields.getByRole('button', { name: 'Save' }).click()
    const stored = () => ask('GET', `/auth/roles/field-policies?roleId=${role.id}`)
    await expect.poll(stored).toMatchObject({ policies: { 'entities.custom.truck': { read: ['cf_name', 'ownerId'] } } })
  },
)

test('what was refused before the next login does not ask for another one', { timeout: 60_000 }, async () => {
  await using visited = await visit('/users')
  const { page, context } = visited
  await page.getByRole('searchbox', { name: 'Search' }).waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('searchbox', { name: 'Search' }).fill('admin')
  await page.getByText('The server cannot be reached.').first().waitFor()
  await context.clearCookies()
  const { promise: isSignedIn, resolve: goOn } = Promise.withResolvers<void>()
  const late = page.waitForResponse(/\/api\/auth\/roles/)
  await page.route(
    /\/api\/auth\/roles/,
    async (route) => {
      const response = await route.fetch()
      await isSignedIn
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  // Everything that the page shows is read again.
  await context.setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('link', { name: 'admin@acme.com', exact: true }).waitFor()
  const again = page.waitForResponse((response) => /\/api\/auth\/roles/.test(response.url()) && response.ok())
  goOn()
  expect((await late).status()).toBe(401)
  await again
  expect(await dialog.count()).toBe(0)
})

test('what is typed into a search stays on its page', { timeout: 60_000 }, async () => {
  await using visited = await visit('/users')
  const { page } = visited
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody')
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Roles', exact: true })
    .click()
  await page.getByRole('link', { name: 'employee' }).waitFor()
  // Longer than the pause after which a search is sent.
  await page.waitForTimeout(400)
  expect(new URL(page.url()).search).toBe('')
  expect(await page.getByRole('link', { name: 'employee' }).count()).toBe(1)
})

test(
  'a list is exported on schedule, its file is downloaded, and the export comes back',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/users?search=admin')
    const { page } = visited
    await page.getByRole('link', { name: 'Schedule' }).click()
    const form = page.getByRole('dialog', { name: 'Schedule' })
    await form.getByLabel('Name').fill('Administrators')
    await form.getByRole('combobox', { name: 'When' }).selectOption('weekly')
    await form.getByLabel('Day of the week').selectOption({ label: 'Tuesday' })
    await form.getByLabel('Time zone').selectOption('Europe/Berlin')
    await form.getByRole('button', { name: 'Create' }).click()
    await heading(page, 'Administrators')
    await page.getByText('/auth/users?search=admin').waitFor()
    await page.getByText('Every week, Tuesday, 06:00 (Europe/Berlin)').waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByText('Waiting').waitFor()
    await host.app.jobs()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click({ timeout: 20_000 }),
    ])
    expect(download.suggestedFilename()).toMatch(/^Administrators-.*\.csv$/)
    expect(await readFile(await download.path(), 'utf8')).toContain('superadmin@acme.com')
    await page.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit' })
    await edit.getByRole('combobox', { name: 'When' }).selectOption('monthly')
    await edit.getByLabel('Day of the month').fill('31')
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Every month, on day 31, 06:00 (Europe/Berlin)').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No scheduled exports').waitFor()
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Administrators' }).waitFor()
  },
)

test(
  'likely duplicates of an import are updated or left out, and some of its rows are undone',
  { timeout: 60_000 },
  async () => {
    await using visited = await visit('/imports')
    const { page, ask } = visited
    await ask('POST', '/catalog/products', { title: 'Café table' })
    host.app.clock.advance(1_000)
    await page.getByLabel('What to import').selectOption({ label: 'Product' })
    const buffer = Buffer.from('title;subtitle\nTable, cafe;new\nGarden bench;\nbench GARDEN;\nSunshade;\n')
    await page.locator('input[type=file]').setInputFiles({ name: 'garden.csv', mimeType: 'text/csv', buffer })
    const opened = page.getByRole('region', { name: 'Import', exact: true })
    await opened.getByRole('button', { name: 'Rehearse' }).click()
    await opened.getByText('Rehearsing').waitFor()
    await host.app.jobs()
    const duplicates = opened.getByRole('region', { name: 'Likely duplicates', exact: true }).first()
    await duplicates.getByText('Café table').waitFor()
    await duplicates.getByText('Row 3').waitFor()
    await look(page, 'duplicates')
    await duplicates.getByLabel('For all of them').selectOption({ label: 'Leave out' })
    await duplicates.getByLabel('What to do: 2').selectOption({ label: 'Update it' })
    await expect.poll(() => duplicates.getByLabel('What to do: 4').inputValue()).toBe('skip')
    await opened.getByRole('button', { name: 'Import', exact: true }).click()
    await opened.getByText('Importing').waitFor()
    await host.app.jobs()
    await opened.getByText('Imported. New: 2, changed: 1, unchanged: 0, refused: 0, left out: 1').waitFor()
    await page
      .getByRole('row', { name: /garden\.csv/ })
      .getByText('Done')
      .waitFor()
    const rows = opened.getByRole('region', { name: 'Imported rows', exact: true }).first()
    await rows.getByLabel('Select row 2').check()
    await rows.getByLabel('Select row 5').check()
    await look(page, 'rows')
    await rows.getByRole('button', { name: 'Undo rows (2)' }).click()
    await toast(page).getByText('Rows undone: 2').waitFor()
    await rows
      .getByRole('row', { name: /Café table/ })
      .getByText('Undone')
      .waitFor()
    expect((await ask('GET', '/catalog/products?search=sunshade')).items).toEqual([])
    expect((await ask('GET', '/catalog/products?search=table')).items).toMatchObject([{ title: 'Café table' }])
  },
)

test('roles beyond the first hundred can be chosen', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page, ask } = visited
  for (let count = 100; count < 210; count++) await ask('POST', '/auth/roles', { name: `zz ${count}` })
  await page.goto(`${host.url}/backend/users?new=1`)
  await page.getByRole('dialog').getByLabel('zz 209').check()
})

test('people of a role are paged through by keyboard', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page, ask } = visited
  const { id } = await ask('POST', '/auth/roles', { name: 'Packers' })
  for (const name of ['one', 'two', 'three']) {
    const email = `${name}@packers.example`
    await ask('POST', '/auth/users', {
      email,
      password: PASSWORD,
      organizationId: tenantA.organization,
      roles: ['Packers'],
    })
  }
  const answers = `**/api/auth/users?*roleIds=${id}*`
  await page.route(answers, (route) =>
    route.continue({ url: route.request().url().replace('pageSize=100', 'pageSize=1') }),
  )
  await page.goto(`${host.url}/backend/roles/${id}?tab=people`)
  const pager = page.getByRole('navigation', { name: 'Pages' })
  await pager.getByRole('button', { name: 'Next' }).focus()
  const shown = () => page.locator('ul.rows').textContent()
  const first = await shown()
  await page.keyboard.press('Enter')
  await expect.poll(shown).not.toBe(first)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Next')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Back')
})

test('the page of an export names its destination', { timeout: 60_000 }, async () => {
  await using visited = await visit('/')
  const { page, ask } = visited
  const destination = { name: 'Warehouse of data', endpoint: 'https://s3.example.com', bucket: 'packers' }
  const { id: destinationId } = await ask('POST', '/transfer/destinations', {
    ...destination,
    accessKeyId: 'AKIA',
    secret: 'secret',
  })
  const { id } = await ask('POST', '/transfer/exports', {
    name: 'People',
    list: '/auth/users',
    format: 'csv',
    frequency: 'daily',
    time: '06:00',
    timeZone: 'UTC',
    destinationId,
  })
  await page.goto(`${host.url}/backend/exports/${id}`)
  await page.getByText('Warehouse of data').waitFor()
})
