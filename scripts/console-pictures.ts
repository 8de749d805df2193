// Takes the pictures of the documentation: `node --conditions=@plinth/source scripts/console-pictures.ts [address] [password]`
// against a new, seeded host. It does some work there, so that there is something to see, and writes docs/images/console-*.png.
import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { launchChromium } from '../test/_setup/chromium.ts'

const [base = 'http://localhost:3000', password = 'Secret-123'] = process.argv.slice(2)
const pictures = [
  { name: 'home', path: '', theme: 'light' },
  { name: 'access', path: '/roles?tab=explain', theme: 'light', person: 'employee' },
  { name: 'audit', path: '/audit-logs', theme: 'dark' },
  { name: 'rule', path: '/business_rules/rules', theme: 'light', opensFirst: true },
  { name: 'phone', path: '/catalog/products', theme: 'dark', width: 390 },
] as const

await mkdir('docs/images', { recursive: true })
const browser = await launchChromium()
await work()
for (const picture of pictures) {
  const { name, path, theme } = picture
  const width = 'width' in picture ? picture.width : 1280
  const context = await browser.newContext({ colorScheme: theme, locale: 'en', viewport: { width, height: 800 } })
  await context.request.post(`${base}/api/auth/login`, { form: { email: 'admin@acme.com', password } })
  const page = await context.newPage()
  await page.goto(`${base}/backend${path}`)
  await page.waitForLoadState('networkidle')
  if ('person' in picture) {
    await page.getByLabel('Find by name or e-mail').fill(picture.person)
    await page.waitForTimeout(1_000)
    await page.getByLabel('Person', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('Feature', { exact: true }).selectOption({ label: 'Create users' })
    await page.locator('.path').waitFor()
  }
  if ('opensFirst' in picture) {
    await page.locator('tbody .row-link').first().click()
    await page.waitForLoadState('networkidle')
  }
  await page.waitForTimeout(500)
  const bytes = await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer()
  await sharp(bytes).toFile(`docs/images/console-${name}.png`)
  console.log(`docs/images/console-${name}.png ${Math.round(bytes.length / 1024)} KB`)
  await context.close()
}
await browser.close()

/** A morning of the administrator. */
async function work(): Promise<void> {
  const context = await browser.newContext()
  await context.request.post(`${base}/api/auth/login`, { form: { email: 'admin@acme.com', password } })
  const ask = async (method: string, path: string, data?: object) => {
    const answer = await context.request.fetch(`${base}/api${path}`, { method, ...(data && { data }) })
    return (await answer.json()) as { id: string; items: { id: string; updatedAt: string }[]; selectedId: string }
  }
  const { selectedId: organizationId } = await ask('GET', '/directory/organization-switcher')
  for (const name of ['Berlin', 'Kraków', 'Madrid'])
    await ask('POST', '/directory/organizations', { name, parentId: organizationId })
  for (const name of ['Auditor', 'Warehouse', 'Sales']) await ask('POST', '/auth/roles', { name })
  const people = ['Grace Hopper', 'Ada Lovelace', 'Alan Turing', 'Edsger Dijkstra', 'Barbara Liskov']
  for (const [index, name] of people.entries()) {
    const email = `${name.split(' ')[0]!.toLowerCase()}@acme.com`
    const roles = [['Auditor', 'Warehouse', 'Sales'][index % 3]!]
    await ask('POST', '/auth/users', { email, name, organizationId, roles, password: 'Some-Secret-1' })
  }
  const types = ['simple', 'configurable', 'virtual', 'bundle', 'simple']
  const products = ['Desk lamp', 'Floor lamp', 'Oak table', 'Chair', 'Shelf', 'Sofa', 'Rug', 'Gift card', 'Office set']
  for (const [index, title] of products.entries())
    await ask('POST', '/catalog/products', {
      title,
      sku: `AC-${100 + index}`,
      productType: types[index % types.length]!,
    })
  const { items } = await ask('GET', '/catalog/products?search=lamp')
  for (const { id } of items) await ask('PUT', '/catalog/products', { id, subtitle: 'Warm light' })
  await ask('POST', '/business_rules/rules', {
    ruleId: 'SKU-NEEDED',
    ruleName: 'Active products need a SKU',
    ruleType: 'GUARD',
    entityType: 'catalog:product',
    eventType: 'beforeUpdate',
    conditionExpression: {
      operator: 'OR',
      rules: [
        { field: 'isActive', operator: '=', value: false },
        {
          operator: 'AND',
          rules: [
            { field: 'sku', operator: 'STARTS_WITH', value: 'AC-' },
            { field: 'title', operator: 'IS_NOT_EMPTY', value: null },
          ],
        },
      ],
    },
    failureActions: [{ type: 'SHOW_ERROR', config: { message: '{{data.title}} has no SKU of ours' } }],
  })
  const widget = (widgetId: string, size: string, settings: object) => ({
    id: crypto.randomUUID(),
    widgetId,
    order: 0,
    size,
    settings,
  })
  await ask('PUT', '/dashboards/layout', {
    items: [
      widget('auth.dashboard.newUsersKpi', 'sm', { dateRange: 'this_month' }),
      widget('catalog.dashboard.newProductsKpi', 'sm', { dateRange: 'this_month' }),
      widget('catalog.dashboard.productsByType', 'sm', {}),
      widget('audit_logs.dashboard.actionsTrend', 'lg', { dateRange: 'last_30_days', granularity: 'day' }),
    ],
  })
  await context.close()
}
