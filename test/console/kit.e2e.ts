import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from './_axe.ts'
import { heading, openVisits, toast } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
beforeAll(async () => {
  opened = await openVisits()
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

test('a page made with the kit lists, shows, adds, changes and deletes records', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/fleet')
  const { page, ask } = visited
  await heading(page, 'Vehicles')
  await page.getByText('No vehicles yet').waitFor()
  await page.getByRole('button', { name: 'New vehicle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Plate').fill('B-XY 12')
  await dialog.getByLabel('Fuel').selectOption({ label: 'Electric' })
  await dialog.getByLabel('Seats').fill('5')
  await dialog.getByLabel('Bought on').fill('2026-05-01')
  await dialog.getByLabel('Price').fill('much')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator(':focus[aria-invalid]').waitFor()
  await dialog.getByLabel('Price').fill('12500.50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: /B-XY 12/ })
  await row.getByText('Electric').waitFor()
  await row.getByText('May 1, 2026').waitFor()
  await row.getByText('€12,500.50').waitFor()
  await row.getByRole('link').click()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Seats').fill('4')
  // Somebody else has saved the record meanwhile: what they have changed is taken over.
  const { id } = (await ask('GET', '/vehicles')).items[0]!
  opened.host.app.clock.advance(60_000)
  await ask('PUT', '/vehicles', { id, plate: 'B-XY 99' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('B-XY 99').first().waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('heading', { name: 'History' }).waitFor()
  await dialog.getByRole('definition').filter({ hasText: /^4$/ }).waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No vehicles yet').waitFor()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /B-XY 99/ }).waitFor()
})

test('a page of a resource shows business data, and has files', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/vehicles?new=1')
  const { page, ask } = visited
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Plate').fill('B-ZZ 7')
  // What the page says, rather than what is stored.
  await dialog.getByLabel('Fuel').selectOption({ label: 'Battery' })
  await dialog.getByLabel('Seats').fill('2')
  await dialog.getByLabel('Bought on').fill('2026-05-01')
  await dialog.getByLabel('Currency').fill('CHF')
  await dialog.getByText('CHF (Swiss Franc)').waitFor()
  await dialog.getByLabel('Price').fill('12500.50')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const row = page.getByRole('row', { name: /B-ZZ 7/ })
  for (const text of ['Battery', 'May 1, 2026', 'CHF 12,500.50']) await row.getByText(text).waitFor()
  await page.getByRole('combobox', { name: 'Fuel' }).selectOption({ label: 'Diesel oil' })
  await page.getByText('Nothing found').waitFor()
  await page.getByRole('combobox', { name: 'Fuel' }).selectOption({ label: 'Battery' })
  await row.getByRole('link').click()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  expect(await dialog.getByLabel('Price').inputValue()).toBe('12500.50')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const file = { name: 'papers.txt', mimeType: 'text/plain', buffer: Buffer.from('Papers') }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('link', { name: /^papers.txt/ }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  const { id } = (await ask('GET', '/vehicles?search=B-ZZ')).items[0]!
  expect((await ask('GET', `/vehicles/${id}/files`)).items.length).toBe(1)
  await dialog.getByRole('button', { name: 'Delete: papers.txt' }).click()
  await dialog.getByText('No files').waitFor()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('link', { name: /^papers.txt/ }).waitFor()
  // The dashboard has a widget that a component of the product draws.
  await page.goto(`${opened.host.url}/backend`)
  await page.getByRole('heading', { name: 'Vehicles by fuel' }).waitFor()
  await page
    .getByText(/^\d vehicles$/)
    .first()
    .waitFor()
  // One that no component draws is the number of its rows.
  await page.getByRole('region', { name: 'All of them' }).getByText(/^\d$/).waitFor()
})

test('a page in React shows components of the kit, and shares the styles', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/report')
  const { page } = visited
  await page.getByLabel('Person').fill('admin@')
  await page.getByRole('option', { name: /admin/ }).first().click()
  await page.getByText('Trips').waitFor()
  await page.getByRole('button', { name: 'Who is it?' }).click()
  await toast(page).getByText('Somebody').waitFor()
  const colourOf = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)
  await page.mouse.move(0, 0)
  const own = await colourOf('Who is it?')
  await page.getByRole('button', { name: 'All vehicles' }).click()
  await heading(page, 'Vehicles')
  await page.mouse.move(0, 0)
  await expect.poll(() => colourOf('New vehicle')).toBe(own)
})

test('there is one Preact, and the script of a page has no second copy of the kit', async () => {
  const script = await (await fetch(`${opened.host.url}/api/fleet/vehicles.js`)).text()
  expect(script).toContain('@plinth/console/kit')
  expect(script.length).toBeLessThan(5_000)
})
