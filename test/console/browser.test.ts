import { afterAll, beforeAll, expect, test } from 'vitest'
import { heading, openVisits, toast } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
beforeAll(async () => {
  opened = await openVisits()
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

test('invite, edit, deactivate and take it back', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/users')
  const { page, ask } = visited
  await page.getByRole('button', { name: 'Invite' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('E-mail').first().fill('grace@example.com')
  await form.getByLabel('Name').fill('Grace')
  await form.getByLabel('Organization').selectOption({ index: 1 })
  await form.getByLabel('employee').check()
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('grace')
  await page.waitForURL(/search=grace/)
  await page.getByRole('button', { name: 'Grace' }).click()
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
  await page.getByRole('button', { name: 'Grace' }).waitFor()
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

test('what the first page after the login loads is small', { timeout: 60_000 }, async () => {
  await using visited = await opened.visit('/users')
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
  await fresh.goto(`${opened.host.url}/backend`)
  await fresh.getByRole('heading', { level: 1 }).waitFor()
  await fresh.waitForLoadState('networkidle')
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThan(60 * 1024)
})
