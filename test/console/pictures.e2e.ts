import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folder, look } from './_look-at.ts'
import { openVisits } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
let visit: (typeof opened)['visit']

beforeAll(async () => {
  opened = await openVisits()
  visit = opened.visit
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

test('charts are split by a second field, and each part leads to its rows', { timeout: 120_000 }, async () => {
  await using visited = await visit('/')
  const { page, ask } = visited
  const made = [
    ['simple', true, 5],
    ['simple', false, 2],
    ['downloadable', true, 1],
    ['virtual', false, 3],
  ] as const
  for (const [productType, isActive, count] of made)
    for (let at = 0; at < count; at++)
      await ask('POST', '/catalog/products', { title: `${productType} ${at}`, productType, isActive })
  const entityId = 'custom:vehicle'
  await ask('POST', '/entities/entities', { entityId, label: 'Vehicles' })
  const optionsOf = (names: readonly string[]) => names.map((name) => ({ value: name.toLowerCase(), label: name }))
  const depots = ['Aachen', 'Bremen', 'Celle', 'Dortmund', 'Essen', 'Fulda', 'Gera', 'Hamm', 'Ilmenau', 'Jena']
  for (const [key, label, names] of [
    ['fuel', 'Fuel', ['Diesel', 'Electric', 'Hydrogen']],
    ['depot', 'Depot', depots],
  ] as const)
    await ask('POST', '/entities/definitions', {
      entityId,
      key,
      kind: 'select',
      configJson: { label, options: optionsOf(names), filterable: true },
    })
  for (const [at, depot] of depots.entries())
    for (let n = 0; n <= at; n++)
      await ask('POST', '/entities/records', {
        entityId,
        values: { cf_fuel: ['diesel', 'electric', 'hydrogen'][n % 3], cf_depot: depot.toLowerCase() },
      })
  await ask('PUT', '/dashboards/layout', { items: [] })
  await page.reload()

  // Products by type, stacked by whether they are active.
  const add = async (choose: (settings: ReturnType<Page['getByRole']>) => Promise<void>) => {
    await page.getByRole('button', { name: 'Add widget' }).click()
    await page.getByRole('button', { name: 'Add widget: Chart' }).click()
    const settings = page.getByRole('dialog', { name: 'What the chart shows' })
    await choose(settings)
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Arrange' }).click()
  await add(async (settings) => {
    await settings.getByLabel('Title').fill('Types')
    await settings.getByLabel('Records').selectOption({ label: 'Product Catalog: Products' })
    await settings.getByLabel('By', { exact: true }).selectOption({ label: 'Product type' })
    await settings.getByLabel('Split by').selectOption({ label: 'Status' })
    const looks = settings.getByLabel('Drawn as').locator('option')
    await expect.poll(() => looks.allTextContents()).toEqual(['Columns'])
  })
  await add(async (settings) => {
    await settings.getByLabel('Title').fill('Fleet')
    await settings.getByLabel('Records').selectOption({ label: 'Custom Fields: Vehicles' })
    await settings.getByLabel('By', { exact: true }).selectOption({ label: 'Fuel' })
    await settings.getByLabel('Split by').selectOption({ label: 'Depot' })
  })
  await add(async (settings) => {
    await settings.getByLabel('Title').fill('New products')
    await settings.getByLabel('Records').selectOption({ label: 'Product Catalog: Products' })
    await settings.getByLabel('By', { exact: true }).selectOption({ label: 'Created' })
    await settings.getByLabel('Split by').selectOption({ label: 'Product type' })
    await settings.getByLabel('Drawn as').selectOption({ label: 'Line' })
  })
  await page.getByLabel('Period: New products').selectOption({ label: 'Last 7 days' })
  await page.getByRole('button', { name: 'Done' }).click()

  const types = page.getByRole('region', { name: 'Types' })
  const fleet = page.getByRole('region', { name: 'Fleet' })
  await types.locator('rect').first().waitFor()
  expect(await types.locator('.legend li').allTextContents()).toEqual(['Yes', 'No'])
  await fleet.locator('rect').first().waitFor()
  // Seven series and the rest.
  expect(await fleet.locator('.legend li').allTextContents()).toEqual([...depots.toReversed().slice(0, 7), 'Others'])
  await page.getByRole('region', { name: 'New products' }).locator('path.line').first().waitFor()
  await look(page, 'charts')

  // The value at the pointer, and the part that it points at.
  const part = types.locator('rect.series-2').first()
  await part.hover({ force: true })
  await types.locator('.chart-tip').getByText('Total').waitFor()
  expect(await types.locator('.chart-tip').textContent()).toBe('SimpleYes5No2Total7')
  expect(await types.locator('.chart-tip .current').textContent()).toBe('No2')
  if (folder) await page.screenshot({ path: `${folder}/charts-pointer.png` })

  // By keys: places from side to side, series up and down.
  const slider = types.getByRole('slider', { name: 'Types' })
  await page.mouse.move(0, 0)
  await slider.focus()
  await page.keyboard.press('Home')
  const said = () => slider.getAttribute('aria-valuetext')
  await expect.poll(said).toBe('Simple: Yes 5, No 2')
  await page.keyboard.press('ArrowUp')
  await expect.poll(said).toBe('Simple: Yes 5')
  await page.keyboard.press('ArrowUp')
  await expect.poll(said).toBe('Simple: No 2')
  await page.keyboard.press('Enter')
  await page.waitForURL(/catalog\/products\?productType=simple&isActive=false/)
  await page.getByText('1 to 2 of 2').waitFor()
  await page.goBack()

  // The table has the same numbers and links, also of records of custom entities.
  await fleet.getByText('Show numbers').click()
  await fleet
    .getByRole('row', { name: /^Diesel/ })
    .getByRole('link', { name: '4', exact: true })
    .first()
    .click()
  await page.waitForURL(/entities\/user\/custom%3Avehicle\/records\?cf_fuel=diesel&cf_depot=jena/)
  await page.getByText('1 to 4 of 4').waitFor()

  // Values are called as the module says, in the language of whoever looks.
  await using german = await visit('/', { locale: 'de' })
  const legend = german.page.getByRole('region', { name: 'New products' }).locator('.legend li')
  await expect.poll(() => legend.allTextContents()).toEqual(['Einfach', 'Virtuell', 'Zum Herunterladen'])
  await german.page.goto(`${opened.host.url}/backend/catalog/products`)
  await german.page.getByRole('row', { name: /virtual 0.*Virtuell/ }).waitFor()
  await german.page.goto(`${opened.host.url}/backend/business_rules/rules/new`)
  const rule = german.page.getByRole('main')
  await rule.getByLabel('Betrifft').selectOption('catalog:product')
  await rule.getByRole('button', { name: 'Bedingung hinzufügen' }).click()
  await rule.getByLabel('Feld', { exact: true }).selectOption({ label: 'Produktart' })
  await rule.getByLabel('Wert', { exact: true }).selectOption({ label: 'Einfach' })
})

test(
  'organizations are a chart, by keys and as a nested list, however many they are',
  { timeout: 180_000 },
  async () => {
    await using visited = await visit('/directory/organizations')
    const { page, ask } = visited
    const add = async (name: string, parentId: string | null = null) =>
      (await ask('POST', '/directory/organizations', { name, parentId })).id
    const group = await add('Northern Group')
    const sales = await add('Sales', group)
    await add('Production', group)
    await add('Field sales', sales)
    await page.reload()
    await page.getByRole('button', { name: 'Chart' }).click()
    const chart = page.getByRole('region', { name: 'Organizations' })
    await chart.getByRole('link', { name: 'Field sales' }).waitFor()
    const below = chart.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Northern Group' }) })
    expect(await below.getByRole('list').first().getByRole('link').allTextContents()).toEqual([
      'Production',
      'Sales',
      'Field sales',
    ])
    await look(page, 'organizations')

    await chart.getByRole('link', { name: 'Northern Group' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    expect(await page.locator(':focus').textContent()).toBe('Sales')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Sales' })
    await drawer.getByRole('link', { name: 'Northern Group' }).waitFor()
    await drawer.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog', { name: 'Edit' }).getByLabel('Name').fill('Sales worldwide')
    await page.getByRole('dialog', { name: 'Edit' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog', { name: 'Sales worldwide' }).getByText('Create organization').waitFor()
    await page.keyboard.press('Escape')

    for (let at = 0; at < 25; at++) {
      const id = await add(`Region ${at}`, group)
      await Promise.all(Array.from({ length: 19 }, (_, n) => add(`Branch ${at}.${n}`, id)))
    }
    const start = performance.now()
    await page.reload()
    await chart.getByRole('link', { name: 'Region 24' }).waitFor()
    expect(performance.now() - start).toBeLessThan(10_000)
    // Of so many, those below are shown when they are asked for.
    expect(await chart.getByRole('link', { name: 'Branch 24.3' }).count()).toBe(0)
    await chart.getByRole('link', { name: 'Region 24' }).focus()
    await page.keyboard.press('ArrowRight')
    await chart.getByRole('link', { name: 'Branch 24.3' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect(await page.locator(':focus').textContent()).toBe('Region 24')
    await look(page, 'organizations-500')
  },
)
