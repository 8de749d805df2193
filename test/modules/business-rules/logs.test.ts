import { businessRules } from '@plinth/business-rules'
import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

const path = '/business_rules/execute'
const logs = '/business_rules/logs'

test('secrets, depth and size are cut from what is logged', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  await create(admin, rulesPath, {
    ...guardRule,
    conditionExpression: { field: 'apiKey', operator: '=', value: 'expected-secret' },
  })
  const deep = { a: { b: { c: { d: { e: { f: 1 } } } } } }
  const data = { apiKey: 'sk-1', Author: 'Ann', list: [{ user_password: 'x' }], deep, text: 'ab\ud800' }
  await admin.post(path, { entityType: 'Order', entityId: `${'x'.repeat(300)}`, eventType: '', data })
  await admin.post(path, { entityType: 'Order', entityId: 'large', data: { text: 'x'.repeat(100_000) } })
  await app.settled()
  const { body } = await admin.get(`${logs}?sortDir=asc`)
  const [cut, large] = body.items
  expect(cut.entityId).toBe('x'.repeat(255))
  expect(cut.inputContext.data).toEqual({
    apiKey: '[REDACTED]',
    Author: '[REDACTED]',
    list: [{ user_password: '[REDACTED]' }],
    deep: { a: { b: { c: { d: { e: '[Max depth exceeded]' } } } } },
    text: 'ab\ufffd',
  })
  expect(cut.explanation).toEqual({
    verdict: false,
    field: 'apiKey',
    operator: '=',
    actual: '[REDACTED]',
    expected: '[REDACTED]',
  })
  expect(large.inputContext.data).toBe('[Too large]')
  expect(JSON.stringify(await app.sql('select e::text as row from rule_executions e'))).not.toMatch(
    /sk-1|expected-secret/,
  )
})

test('logs are filtered, sorted, paged and read one by one', async () => {
  await using app = await rulesApp({ startAt: new Date('2026-06-01T00:00:00Z') })
  const admin = app.as({ features: ['business_rules.*'], userId: '10000000-0000-4000-8000-000000000001' })
  const id = await create(admin, rulesPath, {
    ...guardRule,
    conditionExpression: { field: 'n', operator: '<', value: 3 },
  })
  const other = await create(admin, rulesPath, { ...guardRule, ruleId: 'R-0', ruleType: 'ACTION' })
  for (const n of [1, 2, 3]) {
    await admin.post(path, { entityType: 'Order', entityId: `o-${n}`, data: { n } })
    app.clock.advance(60_000)
  }
  await app.settled()
  const ids = async (query: string) => {
    const { body } = await admin.get(`${logs}?${query}`)
    return [body.total, body.items.map((log: { entityId: string; ruleId: string }) => [log.entityId, log.ruleId])]
  }
  const run = (n: number) => [
    [`o-${n}`, other],
    [`o-${n}`, id],
  ]
  expect(await ids('sortDir=asc')).toEqual([6, [...run(1), ...run(2), ...run(3)]])
  expect(await ids('')).toEqual([6, [...run(1), ...run(2), ...run(3)].toReversed()])
  expect(await ids(`ruleId=${id}&executionResult=SUCCESS&sortDir=asc`)).toEqual([2, [run(1)[1], run(2)[1]]])
  expect(await ids('executionResult=FAILURE')).toEqual([1, [run(3)[1]]])
  expect(await ids('entityId=o-2&sortField=ruleId&sortDir=asc')).toEqual([2, run(2)])
  expect(await ids('entityType=order')).toEqual([0, []])
  expect(await ids('executedBy=10000000-0000-4000-8000-000000000001&page=3&pageSize=2')).toEqual([
    6,
    run(1).toReversed(),
  ])
  expect(await ids('executedAtFrom=2026-06-01T00:01:00Z&executedAtTo=2026-06-01T00:01:30Z&sortDir=asc')).toEqual([
    2,
    run(2),
  ])
  const [log] = (await admin.get(`${logs}?executionResult=FAILURE`)).body.items
  expect(await ids(`id=${log.id}`)).toEqual([1, [run(3)[1]]])
  const { ruleId, ruleName, ruleType, ...rest } = log
  expect((await admin.get(`${logs}/${log.id}`)).body).toEqual({
    ...rest,
    rule: { id: ruleId, ruleId: 'R-1', ruleName, ruleType, entityType: 'Order' },
  })
  await admin.del(`${rulesPath}?id=${id}`)
  expect((await admin.get(`${logs}/${log.id}`)).body.rule.ruleId).toBe('R-1')
  for (const [at, status, error] of [
    ['nonsense', 400, 'Invalid log id'],
    ['12345', 404, 'Log entry not found'],
    ['9'.repeat(30), 404, 'Log entry not found'],
  ] as const)
    expect(await admin.get(`${logs}/${at}`)).toMatchObject({ status, body: { error } })
  for (const query of [
    'id=x',
    'ruleId=1',
    'executionResult=x',
    'executedAtFrom=x',
    'page=0',
    'pageSize=101',
    'sortDir=x',
  ])
    expect(await admin.get(`${logs}?${query}`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid query parameters' },
    })
  const stranger = app.as({ features: ['business_rules.*'], tenantId: tenantB.id })
  const neighbour = app.as({ features: ['business_rules.*'], organizationIds: [tenantA.otherOrganization] })
  for (const client of [stranger, neighbour]) {
    expect((await client.get(logs)).body.total).toBe(0)
    expect((await client.get(`${logs}/${log.id}`)).status).toBe(404)
  }
})

test('months have partitions of their own, and old ones are dropped', async () => {
  const start = new Date('2026-03-15T00:00:00Z')
  await using app = await rulesApp({ startAt: start, modules: [businessRules({ logMonths: 1 })] })
  const admin = app.as('admin')
  await create(admin, rulesPath, guardRule)
  const run = async () => {
    await admin.post(path, { entityType: 'Order' })
    await app.settled()
  }
  const daily = app.platform.modules.flatMap(({ jobs = [] }) => jobs).find(({ id }) => id.includes('keep-execution'))!
  const keep = async () => {
    await app.platform.widenScope('allTenants', 'keep logs as the schedule does', async ({ actAs }) =>
      actAs({ ...app.callerOf({ isSuperAdmin: true }), reason: 'test' }, async ({ enqueue }) => enqueue(daily, {})),
    )
    await app.jobs()
  }
  const placed = async () =>
    (await app.sql('select tableoid::regclass::text as name from rule_executions order by id')).map(({ name }) => name)
  await run()
  expect(await placed()).toEqual(['rule_executions_other'])
  await keep()
  expect(await placed()).toEqual(['rule_executions_2026_03'])
  app.clock.set(new Date('2026-04-15T00:00:00Z'))
  await run()
  await keep()
  expect(await placed()).toEqual(['rule_executions_2026_03', 'rule_executions_2026_04'])
  app.clock.set(new Date('2026-05-15T00:00:00Z'))
  await keep()
  expect(await placed()).toEqual(['rule_executions_2026_04'])
  expect((await admin.get(logs)).body.total).toBe(1)
})

test('what an answer names is there, for everybody and whatever happens next; many are one statement', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  await create(admin, rulesPath, guardRule)
  const execute = async () => {
    const { body } = await admin.post(path, { entityType: 'Order' })
    return (body.logIds as [string])[0]
  }
  const seen = async (id: string) => {
    // Nobody waits for the platform here: another connection sees the row, and so does every route.
    const stored = await app.sql('select 1 from rule_executions where id = $1', [id])
    const [log, list] = [await admin.get(`${logs}/${id}`), await admin.get(`${logs}?id=${id}`)]
    return [stored.length, log.status, list.body.total, list.body.items.length]
  }
  expect(await seen(await execute())).toEqual([1, 200, 1, 1])
  const rules = await admin.get(`${rulesPath}?pageSize=1`)
  const one = await admin.post(`${path}/${rules.body.items[0].id}`, {})
  expect((await admin.get(`${logs}/${one.body.logId}`)).status).toBe(200)
  const before = app.statements.length
  const ids = await Promise.all(Array.from({ length: 50 }, execute))
  const writes = app.statements.slice(before).filter((text) => text.includes('insert into rule_executions'))
  expect(writes.length).toBeLessThan(5)
  expect(await Promise.all(ids.map(seen))).toEqual(ids.map(() => [1, 200, 1, 1]))
})

test('a server that goes under the lines costs none; where they cannot be written, nothing is promised', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  await create(admin, rulesPath, guardRule)
  const execute = () => admin.post(path, { entityType: 'Order' })
  await execute()
  const ending = setInterval(() => {
    void app.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plinth'
      and datname = current_database()`)
  }, 20)
  const answers = await Promise.all(Array.from({ length: 40 }, execute))
  clearInterval(ending)
  const named = answers.flatMap(({ body }) => (body.logIds ?? []) as string[])
  await app.settled()
  const kept = await app.sql('select id::text from rule_executions where id::text = any($1)', [named])
  expect(kept).toHaveLength(named.length)
  expect(named.length).toBeGreaterThan(0)
  expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
  await app.sql('alter table rule_executions add constraint nothing check (log_count < 0) not valid')
  const refused = await execute()
  expect([refused.status, refused.body.logIds]).toEqual([503, undefined])
  expect(app.platform.logRecords()).toEqual({ waiting: 0, lost: 1 })
})

test('the application may read executions and nothing else', async () => {
  await using app = await rulesApp()
  const privileges = await app.sql(`
    select role, has_table_privilege(role, 'rule_executions', 'select') as reads,
      has_table_privilege(role, 'rule_executions', 'insert') as inserts,
      has_table_privilege(role, 'rule_executions', 'update, delete, truncate') as changes,
      has_table_privilege(role, 'rule_executions_other', 'select, insert, update, delete') as reaches_around
    from unnest(array['plinth_app', 'plinth_system']) role order by 1`)
  expect(privileges).toEqual([
    { role: 'plinth_app', reads: true, inserts: false, changes: false, reaches_around: false },
    { role: 'plinth_system', reads: true, inserts: true, changes: false, reaches_around: false },
  ])
})
