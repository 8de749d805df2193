import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisits } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>

beforeAll(async () => {
  opened = await openVisits()
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

test('numbers of conditions are what was typed, digit by digit', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/')
  const { page, ask } = visited
  const { id: roleId } = await ask('POST', '/auth/roles', { name: 'Buyers' })
  await page.goto(`${opened.host.url}/backend/roles/${roleId}?tab=policies`)
  const form = page.getByRole('form', { name: 'Records' })
  await form.getByRole('combobox', { name: 'Kind of record' }).selectOption('shop.order')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByRole('group', { name: 'May see' }).getByRole('button', { name: 'Restrict' }).click()
  await form.getByRole('combobox', { name: 'Field' }).selectOption('total')
  const value = form.getByRole('spinbutton', { name: 'Value' })
  const typed = async (text: string) => {
    await value.fill('')
    await value.pressSequentially(text)
    return value.inputValue()
  }
  for (const text of ['1.05', '-0.5', '0.10', '100.00', '-12.0075']) expect(await typed(text)).toBe(text)
  // Another operator takes several of them.
  await typed('-0.05')
  await form.getByRole('combobox', { name: 'Comparison' }).selectOption('IN')
  const list = form.getByRole('textbox', { name: 'Value' })
  expect(await list.inputValue()).toBe('-0.05')
  await list.fill('-0.05, 1.05')
  await form.getByRole('button', { name: 'Save' }).click()
  const stored = async () => (await ask('GET', `/auth/roles/row-policies?roleId=${roleId}`)) as unknown
  await expect.poll(stored).toMatchObject({
    policies: { 'shop.order': { read: { field: 'total', operator: 'IN', value: [-0.05, 1.05] } } },
  })
})

test('a list of numbers has the decimal separator of its reader', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/', { locale: 'de' })
  const { page, ask } = visited
  const { id: roleId } = await ask('POST', '/auth/roles', { name: 'Retailers' })
  const policies = { 'shop.order': { read: { field: 'total', operator: 'IN', value: [0.5, 3] } } }
  await ask('PUT', '/auth/roles/row-policies', { roleId, policies })
  await page.goto(`${opened.host.url}/backend/roles/${roleId}?tab=policies`)
  const list = page.getByRole('textbox', { name: 'Wert' })
  expect(await list.inputValue()).toBe('0,5; 3')
  const stored = async () => {
    const { policies: read } = (await ask('GET', `/auth/roles/row-policies?roleId=${roleId}`)) as unknown as {
      policies: Record<string, { read: { value: unknown } }>
    }
    return read['shop.order']?.read.value
  }
  for (const [text, read] of [
    ['1,5', '1,5'],
    ['1,5; -2', '1,5; -2'],
    ['2,25, 1000, 3.5', '2,25; 1000; 3,5'],
  ] as const) {
    await list.fill(text)
    await list.blur()
    expect(await list.inputValue()).toBe(read)
  }
  await page.locator('form', { has: list }).getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(stored).toEqual([2.25, 1000, 3.5])
  await ask('POST', '/entities/entities', { entityId: 'custom:beam', label: 'Balken', labelField: 'name' })
  for (const [key, kind, multi] of [
    ['name', 'text', false],
    ['lengths', 'float', true],
  ] as const)
    await ask('POST', '/entities/definitions', {
      entityId: 'custom:beam',
      key,
      kind,
      configJson: { label: key, multi },
    })
  await page.goto(`${opened.host.url}/backend/entities/user/custom%3Abeam/records?new=1`)
  const form = page.getByRole('dialog')
  await form.getByLabel('name').fill('Oak')
  await form.getByLabel('lengths').fill('1,5; 2')
  await form.getByRole('button', { name: 'Anlegen' }).click()
  const lengths = async () => (await ask('GET', '/entities/records?entityId=custom:beam')).items as readonly unknown[]
  await expect.poll(lengths).toMatchObject([{ lengths: [1.5, 2] }])
})

test('a field that is compared with another one stays so with another operator', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/')
  const { page, ask } = visited
  const { id: roleId } = await ask('POST', '/auth/roles', { name: 'Sellers' })
  const read = { field: 'organizationId', operator: '=', value: null, valueField: 'me.organizationId' }
  await ask('PUT', '/auth/roles/row-policies', { roleId, policies: { 'shop.order': { read } } })
  await page.goto(`${opened.host.url}/backend/roles/${roleId}?tab=policies`)
  const form = page.getByRole('form', { name: 'Records' })
  await form.getByRole('combobox', { name: 'Comparison' }).selectOption('!=')
  expect(await form.getByRole('combobox', { name: 'Other field' }).inputValue()).toBe('me.organizationId')
})

test('exact decimals keep all of their digits in forms', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/invoices?new=1')
  const { page } = visited
  const form = page.getByRole('dialog')
  const cell = (name: string) => form.getByLabel(`${name}, line 1`, { exact: true })
  await form.getByLabel('Title').fill('Huge')
  await form.getByLabel('Currency', { exact: true }).first().fill('EUR')
  await form.getByRole('button', { name: 'Add a line' }).click()
  await cell('Text').fill('Crate')
  await cell('Weight').fill('12345678901234.5678')
  await cell('Price').fill('-.5')
  await form.getByRole('button', { name: 'Create' }).click()
  await form.waitFor({ state: 'detached', timeout: 10_000 })
  await page.getByRole('link', { name: 'Huge' }).click()
  const items = form.getByRole('region', { name: 'Items' })
  await items.getByText('12,345,678,901,234.5678 kg').first().waitFor({ timeout: 10_000 })
  await items.getByText('-€0.50').first().waitFor({ timeout: 10_000 })
  await form.getByRole('button', { name: 'Edit' }).click()
  expect(await cell('Weight').inputValue()).toBe('12345678901234.5678')
})
