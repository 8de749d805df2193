import { businessRules } from '@plinth/business-rules'
import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { readBlocks } from '../../docs/_pages.ts'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'
import { shop } from './_shop.ts'

const amount = { field: 'amount', operator: '<', value: 100, note: 'kept' }

test('a rule is created with defaults, read, changed in part and deleted softly', async () => {
  await using app = await rulesApp({ startAt: new Date('2026-05-01T10:00:00Z') })
  const admin = app.as({ features: ['business_rules.*'], userId: 'c0000000-0000-4000-8000-000000000000' })
  const id = await create(admin, rulesPath, guardRule)
  const made = {
    ...guardRule,
    id,
    description: null,
    ruleCategory: null,
    eventType: null,
    enabled: true,
    priority: 100,
    version: 1,
    effectiveFrom: null,
    effectiveTo: null,
    tenantId: tenantA.id,
    organizationId: tenantA.organization,
    createdBy: 'c0000000-0000-4000-8000-000000000000',
    updatedBy: null,
    createdAt: '2026-05-01T10:00:00.000Z',
    updatedAt: '2026-05-01T10:00:00.000Z',
  }
  const parts = { conditionExpression: null, successActions: null, failureActions: null }
  expect((await admin.get(`${rulesPath}/${id}`)).body).toEqual({ ...made, ...parts })
  expect((await admin.get(rulesPath)).body).toEqual({ items: [made], total: 1, totalPages: 1 })

  app.clock.advance(60_000)
  const changed = await admin.put(rulesPath, { id, ruleName: 'Renamed', enabled: false, conditionExpression: amount })
  expect([changed.status, changed.body]).toEqual([200, { ok: true }])
  app.clock.advance(60_000)
  await admin.put(rulesPath, { id: id.toUpperCase(), eventType: '' })
  expect((await admin.get(`${rulesPath}/${id}`)).body).toEqual({
    ...made,
    ...parts,
    ruleName: 'Renamed',
    eventType: '',
    enabled: false,
    conditionExpression: amount,
    updatedBy: made.createdBy,
    updatedAt: '2026-05-01T10:02:00.000Z',
  })

  expect((await admin.del(`${rulesPath}?id=${id}`)).body).toEqual({ ok: true })
  expect((await admin.get(rulesPath)).body).toEqual({ items: [], total: 0, totalPages: 1 })
  for (const answer of [
    await admin.get(`${rulesPath}/${id}`),
    await admin.put(rulesPath, { id, ruleName: 'Late' }),
    await admin.del(`${rulesPath}?id=${id}`),
  ])
    expect([answer.status, answer.body]).toEqual([404, { error: 'Rule not found' }])
  expect(await app.sql('select rule_name, deleted_at is not null as gone from business_rules')).toEqual([
    { rule_name: 'Renamed', gone: true },
  ])
})

test('nested values are replaced as a whole, null clears, falsy conditions are none, actions lose unknown keys', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const group = { operator: 'AND', rules: [amount, { field: 'a.b[0]', operator: 'IS_EMPTY', value: null }] }
  const actions = [{ type: 'LOG', config: { message: 'm', deep: { a: [1] } }, extra: 1 }, { type: 'ALLOW_TRANSITION' }]
  const id = await create(admin, rulesPath, { ...guardRule, conditionExpression: group, successActions: actions })
  const read = async () => (await admin.get(`${rulesPath}/${id}`)).body
  expect(await read()).toMatchObject({
    conditionExpression: group,
    successActions: [{ type: 'LOG', config: { message: 'm', deep: { a: [1] } } }, { type: 'ALLOW_TRANSITION' }],
    failureActions: null,
  })
  await admin.put(rulesPath, { id, conditionExpression: amount, successActions: [], failureActions: actions.slice(1) })
  const replaced = await read()
  expect(replaced).toMatchObject({ successActions: [], failureActions: [{ type: 'ALLOW_TRANSITION' }] })
  expect(replaced.conditionExpression).toEqual(amount)
  await admin.put(rulesPath, { id, successActions: null, failureActions: null })
  expect(await read()).toMatchObject({ successActions: null, failureActions: null })
  for (const none of [false, 0, '', null]) {
    await admin.put(rulesPath, { id, conditionExpression: amount })
    expect((await admin.put(rulesPath, { id, conditionExpression: none })).status).toBe(200)
    expect((await read()).conditionExpression).toBeNull()
  }
})

test('dates are dates, null and empty clear them, anything else is refused', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const id = await create(admin, rulesPath, {
    ...guardRule,
    effectiveFrom: '2026-01-01',
    effectiveTo: '2027-01-01T12:00:00+02:00',
  })
  const read = async () => {
    const { effectiveFrom, effectiveTo } = (await admin.get(`${rulesPath}/${id}`)).body
    return [effectiveFrom, effectiveTo]
  }
  expect(await read()).toEqual(['2026-01-01T00:00:00.000Z', '2027-01-01T10:00:00.000Z'])
  await admin.put(rulesPath, { id, ruleName: 'Renamed' })
  expect((await read())[0]).toBe('2026-01-01T00:00:00.000Z')
  for (const none of [null, '']) {
    await admin.put(rulesPath, { id, effectiveFrom: '2026-01-01' })
    expect((await admin.put(rulesPath, { id, effectiveFrom: none })).status).toBe(200)
    expect((await read())[0]).toBeNull()
  }
  for (const odd of ['next year or so', '2026-13-45', 1_700_000_000_000, true, {}])
    expect((await admin.put(rulesPath, { id, effectiveFrom: odd })).body.error).toMatch(/effectiveFrom: Invalid date/)
  for (const beyond of ['+275760-09-13', '-000001-01-01', '+010000-01-01'])
    expect((await admin.put(rulesPath, { id, effectiveFrom: beyond })).body).toEqual({
      error: 'Validation failed: effectiveFrom: Invalid year',
    })
})

test('what is wrong is answered in the published words', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const refusal = async (body: object | string) => {
    const { status, body: answer } = await admin.post(rulesPath, body)
    expect(status).toBe(400)
    return answer.error
  }
  expect(await refusal('{')).toBe('Invalid JSON body')
  expect(await refusal({ ...guardRule, ruleId: '' })).toMatch(/^Validation failed: ruleId: \S/)
  expect(await refusal({ ...guardRule, ruleName: 'x'.repeat(201), priority: 10_000 })).toMatch(
    /^Validation failed: ruleName: Too big: .* <=200 characters, priority: Too big: .* <=9999$/,
  )
  for (const wrong of [
    { ruleId: 'x'.repeat(51) },
    { ruleType: 'guard' },
    { entityType: '' },
    { eventType: 'x'.repeat(51) },
    { ruleCategory: 'x'.repeat(51) },
    { description: 'x'.repeat(5001) },
    { enabled: 'yes' },
    { priority: 1.5 },
    { priority: -1 },
    { version: 0 },
    { version: 2 ** 31 },
    { successActions: {} },
    { conditionExpression: [] },
    { conditionExpression: {} },
    { conditionExpression: 'a = 1' },
  ])
    expect(await refusal({ ...guardRule, ...wrong })).toMatch(
      new RegExp(`^Validation failed: ${Object.keys(wrong)[0]}: `),
    )
  const bare = { field: 'a', operator: 'IS_EMPTY' }
  expect(await refusal({ ...guardRule, conditionExpression: { operator: 'AND', rules: [amount, bare] } })).toMatch(
    /^Validation failed: conditionExpression: Invalid condition expression: Rule 2: Structure /,
  )
  expect(
    await refusal({ ...guardRule, failureActions: [{ type: 'LOG' }, { type: 'ALLOW_TRANSITION' }, { type: 'NOPE' }] }),
  ).toBe(
    'Validation failed: failureActions: Invalid actions: Action 1: LOG: message is required; Action 3: Unknown action type NOPE',
  )

  const put = async (body: object | string) => (await admin.put(rulesPath, body)).body.error
  for (const falsy of [{}, { id: '' }, { id: null }, { id: 0 }, 'null', '[]']) {
    expect(await put(falsy)).toBe('Rule id is required')
  }
  expect(await put('{')).toBe('Invalid JSON body')
  expect(await put({ id: 'x' })).toMatch(/^Validation failed: id: /)
  expect(await put({ id: 7 })).toMatch(/^Validation failed: id: /)
  const remove = async (query: string) => (await admin.del(`${rulesPath}${query}`)).body.error
  expect(await remove('')).toBe('Rule id is required')
  expect(await remove('?id=')).toBe('Rule id is required')
  expect(await remove('?id=x')).toMatch(/^Validation failed: id: /)
  expect((await admin.get(`${rulesPath}/x`)).body).toEqual({ error: 'Invalid rule id' })
  expect(await app.sql('select from business_rules')).toEqual([])
})

test('a business id exists once per tenant, also in a race; a deleted rule frees it', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const taken = { error: 'Validation failed: ruleId: Already in use', fieldErrors: { ruleId: 'Already in use' } }
  const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post(rulesPath, guardRule)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(7).fill(400)])
  expect(answers.find(({ status }) => status === 400)?.body).toEqual(taken)
  const elsewhere = app.as({ features: ['*'], organizationId: tenantA.otherOrganization })
  expect((await elsewhere.post(rulesPath, guardRule)).body).toEqual(taken)
  const foreign = app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  expect((await foreign.post(rulesPath, guardRule)).status).toBe(201)
  const other = await create(admin, rulesPath, { ...guardRule, ruleId: 'R-2' })
  expect((await admin.put(rulesPath, { id: other, ruleId: 'R-1' })).body).toEqual(taken)
  expect((await admin.put(rulesPath, { id: other, ruleId: 'R-2' })).status).toBe(200)
  await admin.del(`${rulesPath}?id=${answers.find(({ status }) => status === 201)!.body.id}`)
  expect((await admin.put(rulesPath, { id: other, ruleId: 'R-1' })).status).toBe(200)
})

test('a rule belongs to the organization that the body names, else to the one that is worked in (decision: Organization of a request)', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const claims = { tenantId: tenantA.id, organizationId: tenantA.otherOrganization, createdBy: 'me', updatedBy: 'me' }
  const id = await create(admin, rulesPath, { ...guardRule, ...claims })
  await admin.put(rulesPath, { id, ...claims })
  const [row] = await app.sql('select organization_id, created_by, updated_by from business_rules')
  expect(row?.['organization_id']).toBe(tenantA.otherOrganization)
  expect([row?.['created_by'], row?.['updated_by']]).not.toContain('me')
  expect((await admin.post(rulesPath, { ...guardRule, tenantId: tenantB.id })).status).toBe(403)
  expect(await admin.post(rulesPath, { ...guardRule, organizationId: tenantB.organization })).toMatchObject({
    status: 403,
    body: { error: 'Organization out of scope' },
  })
  expect((await admin.post(rulesPath, { ...guardRule, organizationId: 'x' })).body.error).toBe(
    'Validation failed: organizationId: Invalid UUID',
  )
  expect((await admin.get(rulesPath)).body.total).toBe(0)
})

test('whoever has selected no organization sees all that they may, and writes nothing without naming one (decision: Organization of a request)', async () => {
  await using app = await rulesApp()
  const nowhere = app.as({ features: ['*'], organizationId: null })
  expect((await nowhere.post(rulesPath, guardRule)).body.error).toBe(
    'Validation failed: organizationId: Organization context is required',
  )
  const id = await create(nowhere, rulesPath, { ...guardRule, organizationId: tenantA.organization })
  await create(nowhere, rulesPath, { ...guardRule, ruleId: 'R-2', organizationId: tenantA.otherOrganization })
  expect((await nowhere.get(rulesPath)).body.total).toBe(2)
  expect((await app.as('admin').get(rulesPath)).body.total).toBe(1)
  expect((await nowhere.put(rulesPath, { id, ruleName: 'x' })).status).toBe(200)
  const confined = app.as({ features: ['*'], organizationId: null, organizationIds: [tenantA.otherOrganization] })
  expect((await confined.get(rulesPath)).body.total).toBe(1)
  expect((await confined.get(`${rulesPath}/${id}`)).status).toBe(404)
  const abroad = { tenantId: tenantB.id, organizationId: null, organizationIds: null }
  const caller = app.callerOf({ isSuperAdmin: true })
  expect((await app.as({ ...caller, scope: abroad }).get(rulesPath)).body.total).toBe(0)
})

test('a write over a version that the caller has not seen is refused', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const id = await create(admin, rulesPath, guardRule)
  const { updatedAt } = (await admin.get(`${rulesPath}/${id}`)).body
  const header = 'x-om-ext-optimistic-lock-expected-updated-at'
  const put = (ruleName: string) =>
    admin.send('PUT', rulesPath, {
      body: JSON.stringify({ id, ruleName }),
      headers: { 'content-type': 'application/json', [header]: updatedAt },
    })
  app.clock.advance(1000)
  expect((await put('First')).status).toBe(200)
  const late = await put('Second')
  expect([late.status, late.body.code]).toEqual([409, 'optimistic_lock_conflict'])
  expect((await admin.get(`${rulesPath}/${id}`)).body.ruleName).toBe('First')
})

test('the rule of the README is one', async () => {
  await using app = await rulesApp({ modules: [businessRules(), shop] })
  const examples = readBlocks('packages/modules/business-rules/README.md').filter(({ language }) => language === 'json')
  expect(examples).toHaveLength(1)
  const id = await create(app.as('admin'), rulesPath, JSON.parse(examples[0]!.text))
  expect((await app.as('admin').get(`${rulesPath}/${id}`)).body).toMatchObject(JSON.parse(examples[0]!.text))
})
