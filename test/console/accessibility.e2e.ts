import { tenantA } from '@plinth/testing'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchChromium } from '../_setup/chromium.ts'
import { violationsOf } from './_axe.ts'
import { openConsole } from './_console.ts'
import { layoutFaultsOf, WIDTHS } from './_look.ts'

/** A name that fits nowhere. */
const LONG = 'Administrators of the warehouses and of everything that is kept in them, abroad'

const FIELDS = { team: 'text', remarks: 'multiline', joined: 'date', vacation_days: 'float' }

const PERSON = {
  email: 'wilhelmine.featherstonehaugh@warehouses.example',
  name: 'Wilhelmine Featherstonehaugh-Cholmondeley',
  password: 'Secret-123',
  organizationId: tenantA.organization,
  roles: ['employee', LONG],
  cf_team: 'Internationalization of everything in all warehouses',
  cf_remarks: 'Wants to be called in the afternoon, and only if the warehouse is on fire. '.repeat(6),
  cf_joined: '2024-02-29',
  cf_vacation_days: 27.5,
}

/** Every kind of comparison, in groups within each other. */
const CONDITION = {
  operator: 'AND',
  rules: [
    ...['MATCHES', 'NOT_CONTAINS', 'STARTS_WITH'].map((operator) => ({ field: 'title', operator, value: 'oak' })),
    { field: 'title', operator: 'IS_NOT_EMPTY', value: null },
    {
      operator: 'OR',
      rules: [
        { field: 'productType', operator: '=', value: 'configurable' },
        { operator: 'NOT', rules: [{ field: 'title', operator: 'NOT_CONTAINS', value: 'beech' }] },
      ],
    },
  ],
}

/** Something for the pages to show, and the pages of what was made. */
async function fill(context: BrowserContext, url: string): Promise<readonly string[]> {
  const send = async (method: string, path: string, sent: object) => {
    const answer = await context.request.fetch(`${url}/api${path}`, { method, ...sent })
    if (!answer.ok()) throw new Error(`${path} is answered with ${answer.status()}: ${await answer.text()}`)
    return (await answer.json()) as { readonly id: string }
  }
  const post = (path: string, sent: object) => send('POST', path, sent)
  await post('/catalog/categories', { data: { name: 'Chairs' } })
  await post('/catalog/products', { data: { title: 'Red chair' } })
  await post('/contracts', { data: { title: 'Lease of a warehouse' } })
  const { id: roleId } = await post('/auth/roles', { data: { name: 'Auditor' } })
  await send('PUT', '/auth/roles/row-policies', {
    data: {
      roleId,
      policies: { 'catalog.product': { read: { field: 'title', operator: 'IS_NOT_EMPTY', value: null } } },
    },
  })
  await post('/auth/roles', { data: { name: LONG } })
  await post('/dictionaries', { data: { key: 'colours', name: 'Colours' } })
  for (const [key, kind] of Object.entries(FIELDS))
    await post('/entities/definitions', { data: { entityId: 'auth:user', key, kind, configJson: {} } })
  await post('/auth/users', { data: PERSON })
  const rule = {
    ruleId: 'CAP',
    ruleName: 'Cap',
    ruleType: 'GUARD',
    entityType: 'catalog:product',
    eventType: 'beforeSave',
    conditionExpression: CONDITION,
  }
  const { id } = await post('/business_rules/rules', { data: rule })
  const file = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('A letter.') }
  await post('/attachments', { multipart: { entityId: 'attachments:library', recordId: 'library', file } })
  await post('/progress/jobs', { data: { jobType: 'import', name: 'Import of prices', totalCount: 200 } })
  return [`/business_rules/rules/${id}`, `/roles/${roleId}?tab=policies`]
}

const PAGES = [
  '/',
  '/users',
  '/users?new=1',
  '/users?new=many',
  '/roles',
  '/roles?tab=explain',
  '/roles?tab=holders',
  '/teams',
  '/roles?tab=matrix',
  '/directory/organizations',
  '/directory/organizations?look=chart',
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
  '/contracts',
  '/contracts?look=board',
  '/orders?look=calendar',
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
  '/mail-templates',
  '/mail-templates/auth.invitation',
  '/dictionaries',
  '/dictionaries?new=1',
  '/exports',
  '/exports?list=/auth/users',
  '/export-destinations',
  '/export-destinations?new=1',
  '/webhooks',
  '/webhooks?new=1',
  '/entities/user',
  '/entities/user?new=1',
  '/nowhere',
]

/** Every page at every width in both themes, as `npm run campaign:console` has them, or each page in one way. */
const IS_WHOLE = process.env['CONSOLE'] === 'all'

/** Loading the console again takes more time than all that is looked at, so the page that is open goes there. */
async function open(page: Page, url: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(url)
  else
    await page.evaluate(async (url) => {
      history.pushState(history.state, '', url)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }, url)
  await page.getByRole('heading').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .loading') === null)
}

const WITHOUT_COLOURS = ['wcag2a', 'wcag21a', 'wcag21aa', 'wcag22aa']

test('every page is accessible in both themes and on a phone, and fits every width', { timeout: 240_000 }, async () => {
  await using host = await openConsole()
  await using browser = await launchChromium()
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
  await host.logIn(context)
  const made = await fill(context, host.url)
  const page = await context.newPage()
  const faults: string[] = []
  for (const [index, path] of [...made, ...PAGES].entries()) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page, `${host.url}/backend${path}`)
    const check = async (theme: string, rules?: string[]) => {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
      faults.push(...(await violationsOf(page, rules)).map((fault) => `${path} ${theme}: ${fault}`))
    }
    await check('light')
    // A theme changes colours and nothing else.
    if (IS_WHOLE || index % 3 === 0) await check('dark', ['color-contrast'])
    for (const width of IS_WHOLE ? WIDTHS : [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      faults.push(...(await layoutFaultsOf(page)).map((fault) => `${path} ${width}: ${fault}`))
      // Colours do not depend on the width.
      if (IS_WHOLE && width === 360)
        faults.push(...(await violationsOf(page, WITHOUT_COLOURS)).map((fault) => `${path} 360: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})
