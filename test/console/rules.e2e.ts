import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from './_axe.ts'
import { openVisits } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
let host: (typeof opened)['host']
let visit: (typeof opened)['visit']

beforeAll(async () => {
  opened = await openVisits()
  ;({ host, visit } = opened)
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

test(
  'what keeps a rule from acting is said while it is edited, and before it is enabled',
  { timeout: 90_000 },
  async () => {
    await using visited = await visit('/', { locale: 'de-DE' })
    const { page, ask } = visited
    const rule = { ruleId: 'IDLE', ruleName: 'Setzt nichts', ruleType: 'CALCULATION', entityType: 'auth:role' }
    const successActions = [{ type: 'SET_FIELD', config: { field: 'gone', value: 1 } }]
    const { id } = await ask('POST', '/business_rules/rules', {
      ...rule,
      eventType: 'beforeCreate',
      successActions,
      enabled: false,
    })
    await page.goto(`${host.url}/backend/business_rules/rules/${id}`)
    const found = page.getByRole('status').filter({ hasText: 'Sehen Sie sich das an' })
    await found.getByText('Aktion 1: gone kann nicht gesetzt werden').waitFor()
    await page.goto(`${host.url}/backend/business_rules/rules`)
    const enabled = page.getByRole('switch', { name: 'Setzt nichts' })
    await enabled.click()
    const sure = page.getByRole('dialog')
    await sure.getByText('Aktion 1: gone kann nicht gesetzt werden').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await sure.getByRole('button', { name: 'Trotzdem aktivieren' }).click()
    await expect.poll(() => enabled.isChecked()).toBe(true)

    await ask('POST', '/auth/roles', { name: 'Lager' })
    await host.app.settled()
    await page.goto(`${host.url}/backend/business_rules/logs`)
    await page.getByRole('link', { name: 'Setzt nichts' }).click()
    const log = page.getByRole('dialog')
    await log.getByText('gone wird nicht gesetzt').waitFor()
    // A long text is scrolled by keyboard.
    const input = log.locator('.excerpt')
    await input.evaluate((element) => ((element as HTMLElement).style.maxHeight = '3rem'))
    await input.focus()
    await page.keyboard.press('End')
    await expect.poll(() => input.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
    await page.keyboard.press('Home')
    await expect.poll(() => input.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  },
)

test(
  'charts without a title have names of their own, and one of a field that is gone says so',
  { timeout: 90_000 },
  async () => {
    await using visited = await visit('/', { locale: 'de-DE' })
    const { page, ask } = visited
    const chart = (settings: object) => ({
      id: crypto.randomUUID(),
      widgetId: 'dashboards.dashboard.chart',
      order: 0,
      size: 'sm',
      settings: { aggregate: 'count', field: 'id', look: 'figure', ...settings },
    })
    const roles = { entity: 'auth:users' }
    await ask('PUT', '/dashboards/layout', {
      items: [chart(roles), chart(roles), chart({ ...roles, look: 'bars', by: 'cf_gone' })],
    })
    await page.reload()
    await page.getByText('Ein Feld, das es nutzt, gibt es nicht mehr').waitFor()
    const names = await page
      .locator('section.widget')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect(new Set(names).size).toBe(3)
    expect(names).not.toContain('Diagramm')
    expect(await violationsOf(page)).toEqual([])
  },
)

test(
  'the kinds of the audit log, partitions and currencies are in the language of the reader',
  { timeout: 90_000 },
  async () => {
    await using visited = await visit('/audit-logs', { locale: 'de-DE' })
    const { page, ask } = visited
    await ask('POST', '/auth/roles', { name: 'Prüfer' })
    await page.reload()
    const kinds = page.getByRole('combobox', { name: 'Jede Art' })
    await kinds.getByRole('option', { name: 'Rolle', exact: true }).waitFor({ state: 'attached' })
    for (const name of await kinds.getByRole('option').allTextContents()) expect(name).not.toMatch(/[._]/)
    await page.goto(`${host.url}/backend/attachments?tab=partitions`)
    await page.getByRole('link', { name: 'Medien der Produkte' }).waitFor()
    await page.goto(`${host.url}/backend/dictionaries`)
    await page.getByRole('link', { name: 'Währungen' }).click()
    await page.getByText('GBP – Britisches Pfund').waitFor()
  },
)

test(
  'several records of a custom entity are deleted by one request, and undone at once',
  { timeout: 90_000 },
  async () => {
    await using visited = await visit('/')
    const { page, ask } = visited
    const entityId = 'custom:crate'
    await ask('POST', '/entities/entities', { entityId, label: 'Crate', labelField: 'name' })
    await ask('POST', '/entities/definitions', {
      entityId,
      key: 'name',
      kind: 'text',
      configJson: { label: 'Name', listVisible: true },
    })
    for (const name of ['One', 'Two', 'Three']) await ask('POST', '/entities/records', { entityId, values: { name } })
    await page.goto(`${host.url}/backend/entities/user/${encodeURIComponent(entityId)}/records`)
    const main = page.getByRole('main')
    await main.getByText('Three').waitFor()
    for (const box of (await main.getByRole('row').getByRole('checkbox').all()).slice(0, 3)) await box.check()
    const before = host.writes.length
    await main.getByRole('button', { name: 'Delete' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => main.getByText('Three').count()).toBe(0)
    expect(host.writes.slice(before).map(({ method }) => method)).toEqual(['DELETE'])
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await main.getByText('Three').waitFor()
  },
)
