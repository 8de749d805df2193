import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisits } from './_visit.ts'

let visit: Awaited<ReturnType<typeof openVisits>>['visit']
let close: () => Promise<void>

beforeAll(async () => {
  const opened = await openVisits()
  visit = opened.visit
  close = () => opened[Symbol.asyncDispose]()
}, 120_000)
afterAll(() => close())

test('a record without a name is called by the record that it refers to', { timeout: 60_000 }, async () => {
  await using visited = await visit('/deliveries')
  const { page, ask } = visited
  const { id: order } = await ask('POST', '/orders', { title: 'Twelve lamps' })
  await ask('POST', '/deliveries', { order, sentOn: '2026-05-01' })
  await page.reload()
  await page.locator('tbody .row-link').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('heading', { level: 2, name: 'Twelve lamps' }).waitFor()
  await drawer.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('heading', { level: 2, name: 'Edit: Twelve lamps' }).waitFor()

  await page.goto(page.url().replace(/\/deliveries.*/, '/deliveries?look=calendar&month=2026-05'))
  await page.getByRole('link', { name: 'Twelve lamps' }).waitFor()
})

test('a form says what one of the records is called, and begins with their defaults', { timeout: 60_000 }, async () => {
  await using visited = await visit('/deliveries?new=1', { locale: 'de' })
  const { page, ask } = visited
  await page.getByRole('dialog').getByRole('heading', { name: 'Neu: Lieferung', exact: true }).waitFor()
  // The console's own word for a condition is another one, for those of rules.
  const condition = page.getByRole('dialog').getByLabel('Zustand')
  expect(await condition.locator('option:checked').textContent()).toBe('Unversehrt')
  await using other = await visit('/deliveries?new=1')
  const form = other.page.getByRole('dialog')
  await form.getByRole('heading', { name: 'New: Delivery', exact: true }).waitFor()
  await ask('POST', '/orders', { title: 'Three chairs' })
  await form.getByLabel('Order').fill('Three')
  await other.page.getByRole('option', { name: 'Three chairs' }).click()
  await form.getByLabel('Sent on').fill('2026-05-02')
  const isExpress = form.getByLabel('Is express')
  expect(await isExpress.isChecked()).toBe(true)
  await isExpress.click()
  await form.getByRole('button', { name: 'Create' }).click()
  await form.waitFor({ state: 'detached' })
  const { items } = await ask('GET', '/deliveries?sentOn=2026-05-02')
  expect(items).toMatchObject([{ isExpress: false }])
})
