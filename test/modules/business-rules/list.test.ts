import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

test('rules are searched, filtered, sorted and paged', async () => {
  await using app = await rulesApp({ startAt: new Date('2026-05-01T10:00:00Z') })
  const admin = app.as('admin')
  const ids: Record<string, string> = {}
  for (const rule of [
    { ruleId: 'b_1', ruleName: 'zeta 100%', priority: 5, eventType: 'beforeCreate', ruleCategory: 'money' },
    { ruleId: 'A_1', ruleName: 'Zeta', priority: 5, enabled: false, entityType: 'Invoice' },
    { ruleId: 'c%1', ruleName: 'Alpha', ruleType: 'ACTION', priority: 9999 },
    { ruleId: 'd', ruleName: 'Beta', priority: 0, entityType: 'Task' },
  ]) {
    app.clock.advance(1000)
    ids[rule.ruleId] = await create(admin, rulesPath, { ...guardRule, ...rule })
  }
  const list = async (query: string) => {
    const { status, body } = await admin.get(`${rulesPath}?${query}`)
    return status === 200 ? body.items.map(({ ruleId }: { ruleId: string }) => ruleId).join(' ') : body
  }
  expect(await list('')).toBe('c%1 A_1 b_1 d')
  expect(await list('sortDir=asc')).toBe('d A_1 b_1 c%1')
  expect(await list('sortField=ruleId')).toBe('d c%1 b_1 A_1')
  expect(await list('sortField=ruleId&sortDir=asc')).toBe('A_1 b_1 c%1 d')
  expect(await list('sortField=ruleName&sortDir=asc')).toBe('c%1 d A_1 b_1')
  expect(await list('sortField=ruleType&sortDir=asc')).toBe('c%1 A_1 b_1 d')
  expect(await list('sortField=entityType&sortDir=asc')).toBe('A_1 b_1 c%1 d')
  expect(await list('sortField=createdAt')).toBe('d c%1 A_1 b_1')
  expect(await list('sortField=nonsense&sortDir=&page=&pageSize=')).toBe('c%1 A_1 b_1 d')
  expect(await list('search=100%25')).toBe('b_1')
  expect(await list('search=ZETA')).toBe('A_1 b_1')
  expect(await list('search=b_1')).toBe('')
  expect(await list('ruleId=_1')).toBe('A_1 b_1')
  expect(await list('ruleId=C%25')).toBe('c%1')
  expect(await list('enabled=false')).toBe('A_1')
  expect(await list('enabled=true')).toBe('c%1 b_1 d')
  expect(await list('entityType=Order')).toBe('c%1 b_1')
  expect(await list('entityType=order')).toBe('')
  expect(await list('eventType=beforeCreate')).toBe('b_1')
  expect(await list('ruleCategory=money&ruleType=GUARD')).toBe('b_1')
  expect(await list('ruleType=ACTION')).toBe('c%1')
  expect(await list(`id=${ids['d']!.toUpperCase()}`)).toBe('d')
  expect(await list(`id=${crypto.randomUUID()}`)).toBe('')
  expect(await list('id=&ruleId=&search=&ruleType=&entityType=&enabled=')).toBe('c%1 A_1 b_1 d')
  expect(await list('pageSize=3')).toBe('c%1 A_1 b_1')
  expect(await list('pageSize=3&page=2')).toBe('d')
  expect((await admin.get(`${rulesPath}?pageSize=3&page=9`)).body).toEqual({ items: [], total: 4, totalPages: 2 })
  for (const wrong of [
    'page=0',
    'page=x',
    'page=Infinity',
    'pageSize=101',
    'pageSize=0',
    'id=x',
    'ruleType=guard',
    'enabled=1',
    'sortDir=up',
    `search=${'x'.repeat(201)}`,
  ])
    expect(await list(wrong)).toEqual({ error: 'Invalid query parameters' })
})

test('pages neither overlap nor skip where the order has ties, and totals follow every write', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const made: string[] = []
  for (let index = 0; index < 12; index++)
    made.push(await create(admin, rulesPath, { ...guardRule, ruleId: `R-${index}`, ruleName: `Rule ${index % 2}` }))
  for (const query of [
    '',
    'sortField=ruleName',
    'sortField=ruleType&sortDir=asc',
    'sortField=createdAt',
    'enabled=true',
  ]) {
    const seen: string[] = []
    for (let page = 1; page <= 4; page++) {
      const { body } = await admin.get(`${rulesPath}?${query}&pageSize=3&page=${page}`)
      expect(body).toMatchObject({ total: 12, totalPages: 4 })
      seen.push(...body.items.map(({ id }: { id: string }) => id))
    }
    expect(seen.toSorted()).toEqual(made.toSorted())
  }
  const total = async () => (await admin.get(`${rulesPath}?pageSize=3&enabled=true`)).body.total
  await admin.put(rulesPath, { id: made[0], enabled: false })
  expect(await total()).toBe(11)
  await admin.del(`${rulesPath}?id=${made[1]}`)
  expect(await total()).toBe(10)
  const elsewhere = app.as({ features: ['*'], organizationId: tenantA.otherOrganization })
  expect((await elsewhere.get(`${rulesPath}?pageSize=3&enabled=true`)).body.total).toBe(0)
})
