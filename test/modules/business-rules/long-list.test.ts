import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

const RULES = 10_000

/** Gives two tenants as many rules each: tenant A's lists must not pay for those of tenant B. */
async function seed(app: TestPlatform, count: number): Promise<void> {
  for (const { id, organization } of [tenantA, tenantB])
    await app.sql(
      `insert into business_rules (id, tenant_id, organization_id, rule_id, rule_name, rule_type, entity_type, priority,
        enabled, created_at, updated_at, condition_expression)
      select gen_random_uuid(), $1, $2, 'R-' || lpad(n::text, 6, '0'), 'Rule ' || n % 97,
        (array['GUARD', 'VALIDATION', 'CALCULATION', 'ACTION', 'ASSIGNMENT'])[1 + n % 5], 'Entity ' || n % 50, n % 1000,
        n % 10 > 0, now() - n * interval '1 second', now() - n * interval '1 minute',
        '{"field": "a", "operator": "=", "value": 1}'
      from generate_series(1, $3) n`,
      [id, organization, count],
    )
  await app.sql('vacuum analyze business_rules')
}

/** Ten thousand rules take seconds to write. */
let many: TestPlatform
beforeAll(async () => {
  many = await rulesApp()
  await seed(many, RULES)
}, 60_000)
afterAll(() => many[Symbol.asyncDispose]())

test('a page of ten thousand rules costs what a page of a hundred costs', { timeout: 120_000 }, async () => {
  await using few = await rulesApp()
  await seed(few, 100)
  const clients = [few.as('admin'), many.as('admin')]
  for (const query of ['', 'page=2', 'enabled=true&sortField=ruleName', 'sortField=createdAt']) {
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < 20; round++)
      for (const [index, client] of clients.entries()) {
        const started = performance.now()
        const { body } = await client.get(`${rulesPath}?pageSize=20&${query}`)
        times[index]!.push(performance.now() - started)
        expect(body.items).toHaveLength(20)
      }
    // The fastest of twenty, since other processes come and go. Reading all ten thousand takes eight times as long.
    expect(Math.min(...times[1])).toBeLessThan(3 * Math.min(...times[0]))
  }
  expect((await many.as('admin').get(rulesPath)).body).toMatchObject({ total: RULES, totalPages: RULES / 50 })
})

test('every order of a list reads along an index, and nothing is counted again until something is written', async () => {
  const admin = many.as('admin')
  const heard = async (query: string) => {
    const before = many.statements.length
    await admin.get(`${rulesPath}?${query}`)
    return many.statements.slice(before).filter((text) => text.includes('business_rules'))
  }
  for (const sortField of ['ruleId', 'ruleName', 'ruleType', 'entityType', 'priority', 'createdAt', 'updatedAt'])
    for (const sortDir of ['asc', 'desc']) {
      const [statement = ''] = await heard(`sortField=${sortField}&sortDir=${sortDir}&pageSize=20`)
      // The ties of the last row have to be read to bring them in order: a fifth of the rules have its type.
      expect(await rowsRead(many, statement), `${sortField} ${sortDir}`).toBeLessThan(RULES / 5 + 30)
    }
  expect(await heard('pageSize=20')).toHaveLength(1)
  await create(admin, rulesPath, guardRule)
  expect(await heard('pageSize=20')).toHaveLength(2)
})

/** How many rows the scans of a list's statement read. */
async function rowsRead(app: TestPlatform, statement: string): Promise<number> {
  const values = [tenantA.id, tenantA.organization, 20, 0]
  const plan = await app.sql<{ 'QUERY PLAN': string }>(`explain (analyze, costs off, timing off) ${statement}`, values)
  const scans = plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes(' Scan '))
  expect(scans.join()).not.toContain('Seq Scan')
  return Math.max(...scans.map((line) => Number(/rows=(\d+)/.exec(line)?.[1])))
}

test('ten thousand rules may be about one entity type, and not one more', async () => {
  await many.sql(`update business_rules set entity_type = 'Order'`)
  const admin = many.as('admin')
  const full = { error: expect.stringMatching(/^Validation failed: entityType: At most 10000 /) }
  expect((await admin.post(rulesPath, guardRule)).body).toMatchObject(full)
  const id = await create(admin, rulesPath, { ...guardRule, ruleId: 'OTHER', entityType: 'Invoice' })
  expect((await admin.put(rulesPath, { id, entityType: 'Order' })).body).toMatchObject(full)
  expect((await admin.put(rulesPath, { id, ruleName: 'Renamed' })).status).toBe(200)
})
