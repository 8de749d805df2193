import { afterAll, beforeAll, expect, test } from 'vitest'
import { look } from './_look-at.ts'
import { openVisits } from './_visit.ts'

let visit: Awaited<ReturnType<typeof openVisits>>['visit']
let close: () => Promise<void>

beforeAll(async () => {
  const opened = await openVisits()
  visit = opened.visit
  close = () => opened[Symbol.asyncDispose]()
}, 120_000)
afterAll(() => close())

test(
  'amounts and quantities of lines are shown and edited with what they are measured in',
  {
    timeout: 120_000,
  },
  async () => {
    await using visited = await visit('/invoices?new=1')
    const { page, ask } = visited
    const form = page.getByRole('dialog')
    await form.getByLabel('Title').fill('May')
    await form.getByLabel('Currency', { exact: true }).first().fill('CHF')
    await form.getByRole('button', { name: 'Add a line' }).click()
    const cell = (name: string, line: number) => form.getByLabel(`${name}, line ${line}`, { exact: true })
    await cell('Text', 1).fill('Crate')
    await cell('Weight', 1).fill('1.5')
    await cell('Price', 1).fill('1234.5')
    const measure = async (name: string, line: number) => {
      const ids = (await cell(name, line).getAttribute('aria-describedby'))!
      return (
        await page
          .locator(
            ids
              .split(' ')
              .map((id) => `[id="${id}"]`)
              .join(),
          )
          .allTextContents()
      ).join()
    }
    // The line will have the currency of the invoice.
    expect([await measure('Price', 1), await measure('Weight', 1), await measure('Discount', 1)]).toEqual([
      'CHF',
      'kg',
      'EUR',
    ])
    await page.keyboard.press('Enter')
    await cell('Text', 2).fill('Pallet')
    await cell('Price', 2).fill('8')
    await cell('Discount', 2).fill('0.55')
    await form.getByRole('button', { name: 'Create' }).click()
    await form.waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'May' }).click()
    const items = form.getByRole('region', { name: 'Items' })
    const rows = () =>
      items.getByRole('row').evaluateAll((all) => all.map((row) => [...row.children].map((one) => one.textContent)))
    await items.waitFor()
    expect(await rows()).toEqual([
      ['Text', 'Weight', 'Price', 'Discount', 'Currency'],
      ['Crate', '1.5 kg', 'CHF\u00A01,234.50', '—', 'CHF'],
      ['Pallet', '—', 'CHF\u00A08.00', '€0.55', 'CHF'],
      ['', '', 'CHF\u00A01,242.50', '', ''],
    ])
    await look(page, 'lines')
    await form.getByRole('button', { name: 'Edit' }).click()
    expect(await cell('Price', 1).inputValue()).toBe('1234.50')
    await cell('Currency', 2).fill('JPY')
    await expect.poll(() => measure('Price', 2)).toBe('JPY')
    await look(page, 'lines-form')
    await cell('Currency', 2).fill('CHF')
    await cell('Price', 2).fill('9.25')
    await form.getByRole('button', { name: 'Save' }).click()
    await items.getByText('CHF\u00A01,243.75').waitFor()
    const product = await ask('POST', '/catalog/products', { title: 'Stool' })
    await ask('POST', '/catalog/prices', { productId: product.id, currencyCode: 'EUR', unitPrice: '0.0125' })
    await page.goto(page.url().replace(/\/backend\/.*/, '/backend/catalog/prices'))
    await page.getByText('€0.0125').waitFor()
  },
)

test('amounts are written as in the language of the reader', { timeout: 60_000 }, async () => {
  await using visited = await visit('/invoices', { locale: 'de' })
  const { page, ask } = visited
  // Few write decimals of forints; if one is needed, both are shown.
  for (const [currency, shown] of [
    ['EUR', '1.234,50 €'],
    ['HUF', '1.234,50 HUF'],
  ]) {
    const items = [{ text: 'Kiste', weight: '1.5', price: '1234.5' }]
    await ask('POST', '/billing/invoices', { title: `Mai ${currency}`, currency, items })
    await page.reload()
    await page.getByRole('link', { name: `Mai ${currency}`, exact: true }).click()
    const dialog = page.getByRole('dialog')
    const cells = dialog.locator('tbody td')
    await cells.first().waitFor()
    const texts = (await cells.allTextContents()).map((text) => text.replace(/\s/g, ' '))
    expect(texts).toEqual(expect.arrayContaining(['1,5 kg', shown]))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})
