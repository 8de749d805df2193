import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from './_axe.ts'
import { heading, openVisits, toast } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
let host: (typeof opened)['host']
let visit: (typeof opened)['visit']

beforeAll(async () => {
  opened = await openVisits()
  ;({ host, visit } = opened)
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

const BOAT = 'custom:boat'
const RECORDS = `/entities/user/${encodeURIComponent(BOAT)}/records`

/** Takes pictures of a page on a phone and on a desk, in both themes, if somebody wants to look at them. */
async function shoot(page: Page, name: string) {
  const folder = process.env['SCREENSHOTS']
  if (!folder) return
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(300)
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const month = day(0).slice(0, 8)

test('records are filtered by ranges, and shown as a board and a calendar', { timeout: 90_000 }, async () => {
  await using visited = await visit('/')
  const { page, ask } = visited
  const dictionary = await ask('POST', '/dictionaries', { key: 'berths', name: 'Berths' })
  for (const [value, label, color] of [
    ['north', 'North pier', '#2f7a4d'],
    ['south', 'South pier', '#b3412c'],
  ])
    await ask('POST', `/dictionaries/${dictionary.id}/entries`, { value, label, color })
  await ask('POST', '/entities/entities', { entityId: BOAT, label: 'Boat', labelField: 'name' })
  const define = (key: string, kind: string, configJson: object) =>
    ask('POST', '/entities/definitions', {
      entityId: BOAT,
      key,
      kind,
      configJson: { listVisible: true, ...configJson },
    })
  await define('name', 'text', { label: 'Name', priority: 1 })
  await define('berth', 'dictionary', { label: 'Berth', dictionaryId: dictionary.id, priority: 2 })
  await define('state', 'select', { label: 'State', options: ['afloat', 'repair'], priority: 3 })
  await define('length', 'float', { label: 'Length', priority: 4 })
  await define('launched', 'date', { label: 'Launched', priority: 5 })
  await define('serviced', 'datetime', { label: 'Serviced', priority: 6 })
  for (const [index, values] of [
    { name: 'Anna', berth: 'north', state: 'afloat', length: 8.5 },
    { name: 'Berta', berth: 'south', state: 'repair', length: 12 },
    { name: 'Clara', state: 'afloat', length: 24.25 },
  ].entries()) {
    const times = { launched: `${month}1${index}`, serviced: `${month}2${index}T22:30:00Z` }
    await ask('POST', '/entities/records', { entityId: BOAT, values: { ...values, ...times } })
  }
  await page.goto(`${host.url}/backend${RECORDS}`)
  await heading(page, 'Boat')
  const names = () => page.locator('tbody .row-link').allTextContents()
  await expect.poll(async () => (await names()).length).toBe(3)
  const more = page.getByRole('button', { name: /filters/i })
  await more.click()
  const within = page.getByRole('group', { name: 'Length' })
  await within.getByRole('spinbutton').first().fill('9')
  await within.getByRole('spinbutton').last().fill('20')
  await within.getByRole('spinbutton').last().press('Tab')
  await expect.poll(names).toEqual(['Berta'])
  await within.getByRole('spinbutton').first().fill('')
  await within.getByRole('spinbutton').last().fill('')
  await within.getByRole('spinbutton').last().press('Tab')
  const served = page.getByRole('group', { name: 'Serviced' })
  await served.locator('input').first().fill(`${month}21`)
  await served.locator('input').last().fill(`${month}21`)
  await served.locator('input').last().press('Tab')
  await expect.poll(names).toEqual(['Berta'])
  await shoot(page, 'filters')

  await page.goto(`${host.url}/backend${RECORDS}?look=board`)
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  const card = (from: string, name: string) => lane(from).getByRole('listitem').filter({ hasText: name })
  await card('No value', 'Clara').waitFor()
  await card('No value', 'Clara').dragTo(lane('South pier'))
  await card('South pier', 'Clara').waitFor()
  await shoot(page, 'board')
  await toast(page).getByRole('button', { name: 'Undo' }).last().click()
  await card('No value', 'Clara').waitFor()
  await page.getByRole('combobox', { name: 'Board by' }).selectOption('state')
  await card('repair', 'Berta').waitFor()
  expect(await violationsOf(page)).toEqual([])

  await page.goto(`${host.url}/backend${RECORDS}?look=calendar`)
  await page.getByRole('link', { name: 'Anna' }).waitFor()
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /Anna|Berta|Clara/ })
      .count(),
  ).toBe(3)
  await shoot(page, 'calendar')
  await page.getByRole('combobox', { name: 'Date' }).selectOption('cf_serviced')
  await page.getByText('10:30').first().waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('a record has files', { timeout: 60_000 }, async () => {
  await using visited = await visit(RECORDS)
  const { page } = visited
  await page.getByRole('link', { name: 'Anna', exact: true }).click()
  const files = page.getByRole('dialog').getByRole('region', { name: 'Files' })
  const buffer = Buffer.from('Seaworthy')
  await files.locator('input[type=file]').setInputFiles({ name: 'survey.txt', mimeType: 'text/plain', buffer })
  await files.getByText('survey.txt').waitFor()
  await shoot(page, 'record')
  await files.getByRole('button', { name: 'Delete: survey.txt' }).click()
  await files.getByText('survey.txt').waitFor({ state: 'detached' })
  await toast(page).getByRole('button', { name: 'Undo' }).last().click()
  await files.getByText('survey.txt').waitFor()
})

test('rules are written about records, tried and enabled', { timeout: 90_000 }, async () => {
  await using visited = await visit('/business_rules/rules/new')
  const { page, ask } = visited
  await page.getByLabel('Name', { exact: true }).fill('Long boats lie at the south pier')
  await page.getByLabel('Rule ID').fill('PIER')
  await page.getByLabel('About').selectOption({ label: 'Boat' })
  await page.getByLabel('Event').selectOption('beforeSave')
  const condition = page.getByRole('region', { name: 'Condition' })
  await condition.getByRole('button', { name: 'Condition' }).click()
  const row = condition.locator('.condition').first()
  await row.getByLabel('Field', { exact: true }).selectOption('cf_berth')
  await row.getByRole('combobox', { name: 'Value' }).selectOption({ label: 'South pier' })
  await condition.getByRole('combobox', { name: 'How conditions are joined' }).first().selectOption('OR')
  await condition.getByRole('button', { name: 'Condition' }).last().click()
  const second = condition.locator('.condition').last()
  await second.getByLabel('Field', { exact: true }).selectOption('cf_length')
  await second.getByRole('combobox').nth(1).selectOption('<')
  await second.getByLabel('Value', { exact: true }).fill('10')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/rules\/[0-9a-f-]{36}/)
  await page.getByRole('button', { name: 'Try with the last' }).click()
  await page.getByText('Records tried: 3').first().waitFor()
  await shoot(page, 'rule')
  expect(await violationsOf(page)).toEqual([])
  const long = { entityId: BOAT, values: { name: 'Dora', length: 30, berth: 'north' } }
  expect(await ask('POST', '/entities/records', long)).toMatchObject({ ok: true })
  await page.getByRole('switch', { name: 'Enabled' }).check()
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true')
  expect(await ask('POST', '/entities/records', { ...long, values: { ...long.values, name: 'Emma' } })).toMatchObject({
    error: expect.stringContaining('Long boats') as unknown,
  })
  await page.goto(`${host.url}/backend/business_rules/rules`)
  await page.getByRole('cell', { name: /Boat/ }).first().waitFor()
  await shoot(page, 'rules')
})
