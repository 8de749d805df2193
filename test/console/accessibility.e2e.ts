import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchChromium } from '../_setup/chromium.ts'
import { violationsOf } from './_axe.ts'
import { openConsole } from './_console.ts'

/** Something for the pages to show. */
async function fill(context: BrowserContext, url: string): Promise<void> {
  const post = async (path: string, sent: object) => {
    const answer = await context.request.post(`${url}/api${path}`, sent)
    if (!answer.ok()) throw new Error(`${path} is answered with ${answer.status()}: ${await answer.text()}`)
  }
  await post('/catalog/categories', { data: { name: 'Chairs' } })
  await post('/catalog/products', { data: { title: 'Red chair' } })
  await post('/auth/roles', { data: { name: 'Auditor' } })
  await post('/dictionaries', { data: { key: 'colours', name: 'Colours' } })
  await post('/entities/definitions', { data: { entityId: 'auth:user', key: 'team', kind: 'text', configJson: {} } })
  const rule = {
    ruleId: 'CAP',
    ruleName: 'Cap',
    ruleType: 'GUARD',
    entityType: 'catalog:product',
    eventType: 'beforeSave',
  }
  await post('/business_rules/rules', { data: rule })
  const file = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('A letter.') }
  await post('/attachments', { multipart: { entityId: 'attachments:library', recordId: 'library', file } })
  await post('/progress/jobs', { data: { jobType: 'import', name: 'Import of prices', totalCount: 200 } })
}

const PAGES = [
  '/',
  '/users',
  '/users?new=1',
  '/roles',
  '/roles?tab=explain',
  '/roles?tab=holders',
  '/directory/organizations',
  '/api-keys',
  '/api-keys?new=1',
  '/audit-logs',
  '/audit-logs?tab=access',
  '/business_rules/rules',
  '/business_rules/rules/new',
  '/business_rules/sets',
  '/business_rules/logs',
  '/catalog/products',
  '/catalog/products?new=1',
  '/catalog/categories',
  '/attachments',
  '/attachments?tab=partitions',
  '/assistant',
  '/config/ai-assistant',
  '/progress',
  '/me',
  '/sign-in-policy',
  '/service-accounts',
  '/service-accounts?new=1',
  '/navigation',
  '/entities/fields',
  '/entities/fields?new=1',
  '/dictionaries',
  '/dictionaries?new=1',
  '/entities/user',
  '/entities/user?new=1',
  '/nowhere',
]

test('every page is accessible in both themes, and fits 360 px', { timeout: 180_000 }, async () => {
  await using host = await openConsole()
  await using browser = await launchChromium()
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
  await host.logIn(context)
  await fill(context, host.url)
  const page = await context.newPage()
  const faults: string[] = []
  for (const path of PAGES) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${host.url}/backend${path}`)
    await page.getByRole('heading').first().waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-busy=true], .loading') === null)
    const check = async (theme: string, rules?: string[]) => {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
      faults.push(...(await violationsOf(page, rules)).map((fault) => `${path} ${theme}: ${fault}`))
    }
    await check('light')
    // A theme changes colours and nothing else.
    await check('dark', ['color-contrast'])
    await page.setViewportSize({ width: 360, height: 740 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 360) faults.push(`${path}: ${width} px wide`)
  }
  expect(faults).toEqual([])
})
