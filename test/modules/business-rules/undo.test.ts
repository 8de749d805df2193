import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { businessRulesFixtures } from '@plinth/business-rules/testing'
import { type TestResponse, checkUndo, type TestPlatform } from '@plinth/testing'
import { directory } from '@plinth/directory'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { create, guardRule, rulesPath, setsPath } from './_rules.ts'

const modules = [directory, auth({ secret: 'rules'.repeat(8) }), auditLogs, businessRules()]
const turn = (app: TestPlatform, direction: 'undo' | 'redo', body: object) =>
  app.as('admin').post(`/audit_logs/audit-logs/actions/${direction}`, body)
const undo = (app: TestPlatform, { operation }: TestResponse) => turn(app, 'undo', { undoToken: operation?.undoToken })

test('every command is undone and redone exactly, and readers are told at once', { timeout: 120_000 }, async () => {
  await using app = await testApp({ modules })
  const admin = app.as('admin')
  const report = await checkUndo(app, {
    ...businessRulesFixtures.undo!,
    modules: [businessRules()],
    look: async () => [(await admin.get(rulesPath)).body, (await admin.get(setsPath)).body],
  })
  expect(report).toMatchObject({ commands: 9, reverts: 27 })
})

/** Every row of the three tables, without when it changed last. */
const digest = async (app: TestPlatform) =>
  (
    await app.sql(`select (select json_agg(to_jsonb(r) - 'updated_at' order by id) from business_rules r)::text as rules,
      (select json_agg(to_jsonb(s) - 'updated_at' order by id) from rule_sets s)::text as sets,
      (select json_agg(to_jsonb(m) - 'updated_at' order by id) from rule_set_members m)::text as members`)
  )[0]

test('every write is undone and redone exactly', async () => {
  await using app = await testApp({ modules })
  const admin = app.as('admin')
  const states = [await digest(app)]
  const answers: TestResponse[] = []
  const write = async (answer: Promise<TestResponse>): Promise<string> => {
    app.clock.advance(1000)
    answers.push(await answer)
    expect(answers.at(-1)!.status, answers.at(-1)!.text).toBeLessThan(300)
    states.push(await digest(app))
    return answers.at(-1)!.body.id
  }
  const actions = [{ type: 'SET_FIELD', config: { field: 'a', value: [0, null, { b: 'ä' }] } }]
  const condition = { operator: 'NOT', rules: [{ field: 'a', operator: 'IN', value: [1, '2', null] }] }
  const id = await write(
    admin.post(rulesPath, {
      ...guardRule,
      successActions: actions,
      conditionExpression: condition,
      effectiveTo: '2030',
    }),
  )
  await write(admin.put(rulesPath, { id, conditionExpression: null, successActions: null, enabled: false }))
  const set = await write(admin.post(setsPath, { setId: 'S-1', setName: 'One' }))
  await write(admin.put(setsPath, { id: set, setName: 'Two', enabled: false }))
  const members = `${setsPath}/${set}/members`
  const memberId = await write(admin.post(members, { ruleId: id, sequence: 3 }))
  await write(admin.put(members, { memberId, sequence: 4, enabled: false }))
  await write(admin.del(`${members}?memberId=${memberId}`))
  await write(admin.del(`${setsPath}?id=${set}`))
  await write(admin.del(`${rulesPath}?id=${id}`))

  const logIds: unknown[] = []
  for (let step = answers.length - 1; step >= 0; step--) {
    const undone = await undo(app, answers[step]!)
    expect(undone.status, undone.text).toBe(200)
    expect(await digest(app)).toEqual(states[step])
    logIds[step] = undone.body.logId
  }
  for (const [step, logId] of logIds.entries()) {
    const redone = await turn(app, 'redo', { logId })
    expect(redone.status, redone.text).toBe(200)
    expect(await digest(app)).toEqual(states[step + 1])
  }
})

test('entries name what was written, members under their set', async () => {
  await using app = await testApp({ modules })
  const admin = app.as('admin')
  const ruleId = await create(admin, rulesPath, guardRule)
  const set = await create(admin, setsPath, { setId: 'S-1', setName: 'One' })
  const members = `${setsPath}/${set}/members`
  const memberId = await create(admin, members, { ruleId })
  const removed = await admin.del(`${members}?memberId=${memberId}`)
  expect(removed.operation).toMatchObject({
    commandId: 'business_rules.set_members.remove',
    resourceKind: 'business_rules.set_member',
    resourceId: memberId,
  })
  const entries =
    await app.sql(`select command_id, resource_id, parent_resource_kind as kind, parent_resource_id as parent
    from plinth.action_log order by seq`)
  expect(entries.map((entry) => [entry['command_id'], entry['resource_id'], entry['kind'], entry['parent']])).toEqual([
    ['business_rules.rules.create', ruleId, null, null],
    ['business_rules.sets.create', set, null, null],
    ['business_rules.set_members.add', memberId, 'business_rules.set', set],
    ['business_rules.set_members.remove', memberId, 'business_rules.set', set],
  ])
})

test('later changes of the same field are in the way, others are kept, and lists follow the undo', async () => {
  await using app = await testApp({ modules })
  const admin = app.as('admin')
  const id = await create(admin, rulesPath, guardRule)
  const renamed = await admin.put(rulesPath, { id, ruleName: 'Two', enabled: false })
  await app.sql('update business_rules set priority = 7 where id = $1', [id])
  expect((await admin.get(`${rulesPath}?enabled=true&pageSize=1&page=2`)).body.total).toBe(0)
  expect((await undo(app, renamed)).status).toBe(200)
  expect((await admin.get(`${rulesPath}/${id}`)).body).toMatchObject({ ruleName: guardRule.ruleName, priority: 7 })
  expect((await admin.get(`${rulesPath}?enabled=true&pageSize=1&page=2`)).body.total).toBe(1)
  const again = await admin.put(rulesPath, { id, conditionExpression: { field: 'a', operator: '=', value: 1 } })
  await app.sql(`update business_rules set condition_expression = null where id = $1`, [id])
  const refused = await undo(app, again)
  expect([refused.status, refused.body.conflicts]).toEqual([
    400,
    [{ resourceKind: 'business_rules.rule', resourceId: id, fields: ['conditionExpression'] }],
  ])
})

test('what others depend on is not undone away: a business id taken since, a member of a set', async () => {
  await using app = await testApp({ modules })
  const admin = app.as('admin')
  const made = await admin.post(rulesPath, guardRule)
  const removed = await admin.del(`${rulesPath}?id=${made.body.id}`)
  await create(admin, rulesPath, guardRule)
  const refused = await undo(app, removed)
  expect(refused.status).toBe(400)
  expect((await admin.get(rulesPath)).body.total).toBe(1)
  expect((await admin.get(`${rulesPath}/${made.body.id}`)).status).toBe(404)

  const member = await admin.post(rulesPath, { ...guardRule, ruleId: 'R-2' })
  const set = await create(admin, setsPath, { setId: 'S-1', setName: 'One' })
  await create(admin, `${setsPath}/${set}/members`, { ruleId: member.body.id })
  expect((await undo(app, member)).status).toBe(400)
  expect((await admin.get(`${setsPath}/${set}`)).body.members).toHaveLength(1)
})

test('undo and redo bring back no more rules than a tenant may have, and no larger ones', async () => {
  const limits = { maxRulesPerType: 2, maxRulesPerTenant: 3, maxRuleBytes: 20_000 }
  await using app = await testApp({ modules: [...modules.slice(0, -1), businessRules(limits)] })
  const admin = app.as('admin')
  const post = (body: object = {}) => admin.post(rulesPath, { ...guardRule, ruleId: crypto.randomUUID(), ...body })
  const remove = ({ body }: TestResponse) => admin.del(`${rulesPath}?id=${body.id}`)
  const large = {
    conditionExpression: {
      operator: 'AND',
      rules: Array.from({ length: 50 }, () => ({ field: 'a', operator: '=', value: 'x'.repeat(200) })),
    },
  }
  const answered = async (answer: Promise<TestResponse>) => {
    const { status, body } = await answer
    return [status, body.fieldErrors]
  }
  const bytes = {
    conditionExpression: 'The conditions and actions of all rules of a tenant may take at most 20000 bytes',
  }
  const heavy = await post({ entityType: 'Heavy', ...large })
  const lightened = await admin.put(rulesPath, { id: heavy.body.id, conditionExpression: null })
  const other = await post({ entityType: 'Other', ...large })
  expect(await answered(undo(app, lightened))).toEqual([400, bytes])
  const gone = [await remove(heavy), await remove(other)]
  const [first] = [await post(), await post()]
  expect(await answered(undo(app, gone[0]!))).toEqual([200, undefined])
  const most = { ruleId: 'A tenant may have at most 3 rules' }
  expect(await answered(undo(app, gone[1]!))).toEqual([400, most])
  const { body: undone } = await undo(app, first!)
  await post()
  expect(await answered(turn(app, 'redo', { logId: undone.logId }))).toEqual([
    400,
    { entityType: 'At most 2 rules may be about one entity type' },
  ])
  expect(await app.sql('select count(*)::int as rules from business_rules where deleted_at is null')).toEqual([
    { rules: 3 },
  ])
})

test('two undos at once bring back no more rules than a tenant may have', async () => {
  await using app = await testApp({ modules: [...modules.slice(0, -1), businessRules({ maxRulesPerTenant: 2 })] })
  const admin = app.as('admin')
  const post = () => admin.post(rulesPath, { ...guardRule, ruleId: crypto.randomUUID() })
  const made = [await post(), await post()]
  const gone = []
  for (const { body } of made) gone.push(await admin.del(`${rulesPath}?id=${body.id}`))
  expect((await post()).status).toBe(201)
  // Both have counted before one of them commits.
  await app.sql(`create function take_long() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return null; end $$;
    create trigger take_long after insert on plinth.invalidations for each statement execute function take_long()`)
  const undone = await Promise.all(gone.map((deletion) => undo(app, deletion)))
  expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const counted = await app.sql('select count(*)::int as rules from business_rules where deleted_at is null')
  expect(counted).toEqual([{ rules: 2 }])
  const created = await Promise.all(gone.map(() => post()))
  expect(created.map(({ status }) => status)).toEqual([400, 400])
})

test('undo brings back no member of a set that is full', async () => {
  await using app = await testApp({ modules })
  const admin = app.as('admin')
  const set = await create(admin, setsPath, { setId: 'S-1', setName: 'Full' })
  const members = `${setsPath}/${set}/members`
  const [memberId] = [
    await create(admin, members, { ruleId: await create(admin, rulesPath, guardRule) }),
    await create(admin, members, { ruleId: await create(admin, rulesPath, { ...guardRule, ruleId: 'R-2' }) }),
  ]
  const removed = await admin.del(`${members}?memberId=${memberId}`)
  expect(removed.status).toBe(200)
  const fill = (count: number) =>
    app.sql(
      `with rules as (
        insert into business_rules (tenant_id, organization_id, id, rule_id, rule_name, rule_type, entity_type)
        select tenant_id, organization_id, gen_random_uuid(), gen_random_uuid(), rule_name, rule_type, entity_type
        from business_rules, generate_series(1, $1::integer) where rule_id = 'R-2' returning id)
      insert into rule_set_members (tenant_id, organization_id, id, set_id, rule_id)
      select m.tenant_id, m.organization_id, gen_random_uuid(), m.set_id, rules.id
      from rules, (select * from rule_set_members limit 1) m`,
      [count],
    )
  await fill(999)
  const refused = await undo(app, removed)
  expect([refused.status, refused.body.error]).toEqual([409, 'A rule set holds at most 1000 rules'])
  await app.sql('delete from rule_set_members where id in (select id from rule_set_members where id <> $1 limit 1)', [
    memberId,
  ])
  expect((await undo(app, removed)).status).toBe(200)
})

/** Who may undo what they did themselves. */
const own = ['business_rules.*', 'audit_logs.undo_self', 'audit_logs.redo_self']

test('a rule whose other fields somebody else has changed since can be undone and redone; it is as new', async () => {
  await using app = await testApp({ modules })
  const [anna, ben] = [
    app.as({ userId: 'c0ffee00-0000-4000-8000-00000000000a', features: own }),
    app.as({ userId: 'c0ffee00-0000-4000-8000-00000000000b', features: own }),
  ]
  const id = await create(anna, rulesPath, guardRule)
  app.clock.advance(1000)
  const renamed = await anna.put(rulesPath, { id, ruleName: 'Renamed' })
  app.clock.advance(1000)
  await ben.put(rulesPath, { id, description: 'As Ben sees it' })
  const seen = (await anna.get(`${rulesPath}/${id}`)).body
  app.clock.advance(1000)
  const undone = await anna.post('/audit_logs/audit-logs/actions/undo', { undoToken: renamed.operation?.undoToken })
  expect([undone.status, undone.text]).toEqual([200, undone.text])
  const rule = (await anna.get(`${rulesPath}/${id}`)).body
  expect(rule).toMatchObject({ ruleName: guardRule.ruleName, description: 'As Ben sees it' })
  expect(Date.parse(rule.updatedAt)).toBe(app.clock.now.getTime())
  // Who has seen the rule before the undo does not overwrite it unknowingly.
  const stale = { method: 'PUT', headers: [['x-om-ext-optimistic-lock-expected-updated-at', seen.updatedAt]] }
  const refused = await ben.fetch(rulesPath, { ...stale, body: JSON.stringify({ id, priority: 7 }) } as never)
  expect(refused.status).toBe(409)
  app.clock.advance(1000)
  const redone = await anna.post('/audit_logs/audit-logs/actions/redo', { logId: renamed.operation?.id })
  expect([redone.status, redone.text]).toEqual([200, redone.text])
  const again = (await anna.get(`${rulesPath}/${id}`)).body
  expect(again).toMatchObject({ ruleName: 'Renamed', description: 'As Ben sees it' })
  expect(Date.parse(again.updatedAt)).toBe(app.clock.now.getTime())
})

test('what others have changed since is named alone, without who and when', async () => {
  await using app = await testApp({ modules })
  const [anna, ben] = [
    app.as({ userId: 'c0ffee00-0000-4000-8000-00000000000a', features: own }),
    app.as({ userId: 'c0ffee00-0000-4000-8000-00000000000b', features: own }),
  ]
  const id = await create(anna, rulesPath, guardRule)
  const renamed = await anna.put(rulesPath, { id, ruleName: 'Renamed', priority: 5 })
  await ben.put(rulesPath, { id, ruleName: 'Better' })
  const undone = await anna.post('/audit_logs/audit-logs/actions/undo', { undoToken: renamed.operation?.undoToken })
  expect(undone).toMatchObject({
    status: 400,
    body: { conflicts: [{ resourceKind: 'business_rules.rule', resourceId: id, fields: ['ruleName'] }] },
  })
})
