import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { create, guardRule, rulesApp, rulesPath, setsPath } from './_rules.ts'

const set = { setId: 'S-1', setName: 'Order rules' }
const userId = 'c0000000-0000-4000-8000-000000000000'
const start = { startAt: new Date('2026-05-01T10:00:00Z') }

test('a set is created with defaults, changed in part and deleted softly', async () => {
  await using app = await rulesApp(start)
  const admin = app.as({ features: ['business_rules.*'], userId })
  const id = await create(admin, setsPath, { ...set, organizationId: tenantA.organization, createdBy: 'me' })
  const made = {
    ...set,
    id,
    description: null,
    enabled: true,
    tenantId: tenantA.id,
    organizationId: tenantA.organization,
    createdBy: userId,
    updatedBy: null,
    createdAt: '2026-05-01T10:00:00.000Z',
    updatedAt: '2026-05-01T10:00:00.000Z',
  }
  expect((await admin.get(setsPath)).body).toEqual({ items: [made], total: 1, totalPages: 1 })
  expect((await admin.get(`${setsPath}/${id}`)).body).toEqual({ ...made, members: [] })
  app.clock.advance(60_000)
  await admin.put(setsPath, { id, enabled: false })
  expect((await admin.put(setsPath, { id, description: 'For orders' })).body).toEqual({ ok: true })
  expect((await admin.get(setsPath)).body.items).toEqual([
    { ...made, enabled: false, description: 'For orders', updatedBy: userId, updatedAt: '2026-05-01T10:01:00.000Z' },
  ])
  expect((await admin.del(`${setsPath}?id=${id}`)).body).toEqual({ ok: true })
  expect((await admin.get(setsPath)).body).toEqual({ items: [], total: 0, totalPages: 1 })
  for (const answer of [
    await admin.get(`${setsPath}/${id}`),
    await admin.put(setsPath, { id, setName: 'Late' }),
    await admin.del(`${setsPath}?id=${id}`),
    await admin.post(`${setsPath}/${id}/members`, { ruleId: id }),
    await admin.put(`${setsPath}/${id}/members`, { memberId: id }),
    await admin.del(`${setsPath}/${id}/members?memberId=${id}`),
  ])
    expect([answer.status, answer.body]).toEqual([404, { error: 'Rule set not found' }])
  expect((await admin.post(setsPath, set)).status).toBe(201)
})

test('sets: what is wrong is answered in the published words', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  await create(admin, setsPath, set)
  const taken = { error: 'Validation failed: setId: Already in use', fieldErrors: { setId: 'Already in use' } }
  expect((await admin.post(setsPath, set)).body).toEqual(taken)
  const other = await create(admin, setsPath, { ...set, setId: 'S-2' })
  expect((await admin.put(setsPath, { id: other, setId: 'S-1' })).body).toEqual(taken)
  const errors = [
    await admin.post(setsPath, '{'),
    await admin.post(setsPath, { setId: '', setName: 'x' }),
    await admin.post(setsPath, { setId: 'x', setName: 'x'.repeat(201) }),
    await admin.put(setsPath, {}),
    await admin.put(setsPath, { id: 'x' }),
    await admin.del(setsPath),
    await admin.del(`${setsPath}?id=x`),
    await admin.get(`${setsPath}/x`),
  ].map(({ status, body }) => [status, body.error.replace(/^(Validation failed: \w+): .*/, '$1')])
  expect(errors).toEqual([
    [400, 'Invalid JSON body'],
    [400, 'Validation failed: setId'],
    [400, 'Validation failed: setName'],
    [400, 'Rule set id is required'],
    [400, 'Validation failed: id'],
    [400, 'Rule set id is required'],
    [400, 'Validation failed: id'],
    [400, 'Invalid rule set id'],
  ])
  const nowhere = app.as({ features: ['*'], organizationId: null })
  expect((await nowhere.post(setsPath, set)).status).toBe(400)
  expect((await nowhere.get(setsPath)).body.total).toBe((await admin.get(setsPath)).body.total)
})

test('sets are searched, filtered, sorted and paged', async () => {
  await using app = await rulesApp(start)
  const admin = app.as('admin')
  for (const [setId, setName, enabled] of [
    ['b_1', 'Beta 100%', true],
    ['a_1', 'Beta', false],
    ['c%1', 'Alpha', true],
  ] as const) {
    app.clock.advance(1000)
    await create(admin, setsPath, { setId, setName, enabled })
  }
  const list = async (query: string) => {
    const { status, body } = await admin.get(`${setsPath}?${query}`)
    return status === 200 ? body.items.map(({ setId }: { setId: string }) => setId).join(' ') : body
  }
  expect(await list('')).toBe('a_1 b_1 c%1')
  expect(await list('sortDir=desc')).toBe('c%1 b_1 a_1')
  expect(await list('sortField=setName')).toBe('c%1 a_1 b_1')
  expect(await list('sortField=enabled')).toBe('a_1 b_1 c%1')
  expect(await list('sortField=createdAt&sortDir=desc')).toBe('c%1 a_1 b_1')
  expect(await list('sortField=nonsense&sortDir=')).toBe('a_1 b_1 c%1')
  expect(await list('setId=_1')).toBe('a_1 b_1')
  expect(await list('setId=A_')).toBe('a_1')
  expect(await list('search=100%25')).toBe('b_1')
  expect(await list('enabled=false')).toBe('a_1')
  expect(await list('enabled=true&search=beta')).toBe('b_1')
  expect(await list('pageSize=2&page=2')).toBe('c%1')
  expect((await admin.get(`${setsPath}?pageSize=2`)).body).toMatchObject({ total: 3, totalPages: 2 })
  for (const wrong of ['enabled=1', 'sortDir=up', 'pageSize=101', 'page=0', 'id=x'])
    expect(await list(wrong)).toEqual({ error: 'Invalid query parameters' })
})

test('members come by sequence, keep what is not given, and outlive their rules', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const id = await create(admin, setsPath, set)
  const members = `${setsPath}/${id}/members`
  const rules: string[] = []
  const made: string[] = []
  for (const [index, sequence] of [5, 0, 5].entries()) {
    rules.push(await create(admin, rulesPath, { ...guardRule, ruleId: `R-${index}` }))
    made.push(await create(admin, members, { ruleId: rules[index], ...(sequence > 0 && { sequence }) }))
  }
  const listed = async () => (await admin.get(`${setsPath}/${id}`)).body.members
  const ties = [made[0]!, made[2]!].toSorted()
  expect((await listed()).map((member: { id: string }) => member.id)).toEqual([made[1], ...ties])
  expect((await listed())[0]).toEqual({
    id: made[1],
    ruleId: rules[1],
    ruleName: guardRule.ruleName,
    ruleType: 'GUARD',
    sequence: 0,
    enabled: true,
    updatedAt: expect.any(String),
  })
  expect((await admin.put(members, { memberId: made[1], enabled: false })).body).toEqual({ ok: true })
  await admin.put(members, { memberId: made[1]!.toUpperCase(), sequence: 9 })
  await admin.del(`${rulesPath}?id=${rules[1]}`)
  expect((await listed()).at(-1)).toMatchObject({ id: made[1], enabled: false, sequence: 9 })
  expect((await admin.del(`${members}?memberId=${made[1]}`)).body).toEqual({ ok: true })
  expect(await listed()).toHaveLength(2)
})

test('members: what is wrong is answered in the published words', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const id = await create(admin, setsPath, set)
  const ruleId = await create(admin, rulesPath, guardRule)
  const gone = await create(admin, rulesPath, { ...guardRule, ruleId: 'R-2' })
  await admin.del(`${rulesPath}?id=${gone}`)
  const members = `${setsPath}/${id}/members`
  const memberId = await create(admin, members, { ruleId })
  const other = await create(admin, setsPath, { ...set, setId: 'S-2' })
  const unknown = crypto.randomUUID()
  const answers = [
    await admin.post(members, { ruleId }),
    await admin.post(members, { ruleId: gone }),
    await admin.post(members, { ruleId: unknown }),
    await admin.post(members, '{'),
    await admin.post(`${setsPath}/x/members`, { ruleId }),
    await admin.post(`${setsPath}/${unknown}/members`, { ruleId }),
    await admin.put(members, { memberId: unknown, sequence: 1 }),
    await admin.put(`${setsPath}/${other}/members`, { memberId, sequence: 1 }),
    await admin.del(`${setsPath}/${other}/members?memberId=${memberId}`),
    await admin.del(members),
    await admin.del(`${setsPath}/x/members`),
  ].map(({ status, body }) => `${status} ${body.error}`)
  expect(answers).toEqual([
    '409 Rule is already a member of this set',
    '404 Rule not found',
    '404 Rule not found',
    '400 Invalid JSON body',
    '400 Invalid rule set id',
    '404 Rule set not found',
    '404 Member not found',
    '404 Member not found',
    '404 Member not found',
    '400 Member id is required',
    '400 Invalid rule set id',
  ])
  for (const wrong of [{ sequence: -1 }, { sequence: 1.5 }, { enabled: 1 }])
    expect((await admin.put(members, { memberId, ...wrong })).body.error).toMatch(/^Validation failed: \w+: /)
  expect((await admin.post(members, {})).body.error).toMatch(/^Validation failed: ruleId: /)
  expect((await admin.put(members, { sequence: 1 })).body.error).toMatch(/^Validation failed: memberId: /)
  expect((await admin.del(`${members}?memberId=x`)).body.error).toMatch(/^Validation failed: memberId: /)
})

test('of racing additions of one rule one wins', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const id = await create(admin, setsPath, set)
  const ruleId = await create(admin, rulesPath, guardRule)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => admin.post(`${setsPath}/${id}/members`, { ruleId })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
})

test('a set holds a thousand rules', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const id = await create(admin, setsPath, set)
  await app.sql(
    `with made as (
      insert into business_rules (id, tenant_id, organization_id, rule_id, rule_name, rule_type, entity_type)
      select gen_random_uuid(), $1, $2, 'X-' || n, 'x', 'GUARD', 'Order' from generate_series(1, 1000) n returning id
    )
    insert into rule_set_members (id, tenant_id, organization_id, set_id, rule_id)
    select gen_random_uuid(), $1, $2, $3, id from made`,
    [tenantA.id, tenantA.organization, id],
  )
  const ruleId = await create(admin, rulesPath, guardRule)
  const refused = await admin.post(`${setsPath}/${id}/members`, { ruleId })
  expect([refused.status, refused.body.error]).toEqual([409, 'A rule set holds at most 1000 rules'])
  expect((await admin.get(`${setsPath}/${id}`)).body.members).toHaveLength(1000)
})
