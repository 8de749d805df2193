import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import { customFields } from '@plinth/custom-fields'
import { defineField } from '@plinth/custom-fields/testing'
import { dictionaries } from '@plinth/dictionaries'
import { defineEntity, p } from '@mikro-orm/core'
import {
  badInput,
  customColumn,
  defineEvents,
  defineFeatures,
  defineMigration,
  defineModule,
  extensible,
  input,
  on,
  replaceStates,
  resource,
  Scoped,
  StateChange,
} from '@plinth/core'
import { personalLocales, wire } from '@plinth/core/http'
import {
  checkContract,
  checkIsolation,
  checkUndo,
  missingTexts,
  type Sample,
  tenantB,
  type TestPlatform,
} from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { authApp } from '../../modules/auth/_accounts.ts'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('contracts', { view: 'View contracts', manage: 'Manage contracts', sign: 'Sign' })
const events = defineEvents('contracts', { 'contract.moved': StateChange })
const moved: StateChange[] = []
const Contract = defineEntity({
  name: 'Contract',
  tableName: 'contracts',
  extends: Scoped,
  properties: {
    title: p.string(),
    total: p.integer().default(0),
    signedBy: p.string().nullable(),
    reminders: p.integer().default(0),
    status: p.enum(['draft', 'signed', 'ended']).default('draft'),
    custom: extensible('contracts:contract'),
  },
})
const contracts = resource('/contracts', Contract, {
  access: { read: features.view, write: features.manage },
  input: input(Contract, ['title', 'total']),
  list: { select: ['id', 'title', 'total', 'signedBy', 'updatedAt'], sort: ['title'] },
  rules: { settable: ['total'] },
  states: {
    property: 'status',
    values: {
      draft: { label: 'Draft' },
      signed: { label: 'Signed', color: 'green' },
      ended: { label: 'Ended', color: 'red' },
    },
    initial: 'draft',
    transitions: {
      sign: {
        from: 'draft',
        to: 'signed',
        access: features.sign,
        input: z.object({ signedBy: z.string().min(1).max(100) }),
        guard: (_, { total }) => (total > 0 ? undefined : 'The contract has no lines'),
        set: ({ input: { signedBy } }) => ({ signedBy }),
      },
      end: { from: ['draft', 'signed'], to: 'ended', label: 'End contract' },
    },
    event: events['contract.moved'],
  },
  actions: {
    sendReminder: {
      label: 'Send reminder',
      preview: true,
      guard: async (_, { status, title }) => {
        if (title === 'Broken') throw badInput('The contract is broken')
        return status === 'ended' ? 'Nobody is reminded of what has ended' : undefined
      },
      run: (_, { reminders }) => ({ reminders: reminders + 1 }),
    },
  },
})
const columns = `title text not null, total int not null default 0, signed_by text, reminders int not null default 0,
  status text not null default 'draft'`
const tables = defineMigration(
  'contracts.tables',
  `select plinth.scoped_table('contracts', $$${columns}$$); ${customColumn('contracts')}`,
)
const module = defineModule({
  id: 'contracts',
  title: 'Contracts',
  features,
  events,
  subscribers: [on(events['contract.moved'], ({ payload }) => void moved.push(payload))],
  roles: { admin: ['contracts.*'], employee: [features.view] },
  entities: [Contract],
  migrations: [tables],
  commands: contracts.commands,
  routes: contracts.routes,
  translations: {
    de: {
      Contract: 'Vertrag',
      Draft: 'Entwurf',
      Signed: 'Unterschrieben',
      'The contract has no lines': 'Der Vertrag hat keine Zeilen',
    },
  },
})

let app: TestPlatform
beforeAll(async () => {
  app = await authApp({ modules: [auditLogs, businessRules(), dictionaries, customFields, module] })
})
afterAll(() => app?.platform.close())

const make = async (on: TestPlatform, fields: object = {}) => {
  const { body } = await on.as('admin').post('/contracts', { title: 'Lease', total: 5, ...fields })
  return body.id as string
}
const read = async (id: string) => (await app.as('admin').get(`/contracts?id=${id}`)).body.items[0]
const undo = ({ operation }: { readonly operation: { readonly undoToken: string } | null }) =>
  app.as('admin').post('/audit_logs/audit-logs/actions/undo', { undoToken: operation!.undoToken })

test('a transition checks the state, the guard and the rights, sets, emits, is logged and undone', async () => {
  const admin = app.as('admin')
  const empty = await make(app, { total: 0, status: 'ended' })
  expect(await read(empty)).toMatchObject({ status: 'draft' })
  const sign = (id: string) => admin.post('/contracts/sign', { id, signedBy: 'Ann' })
  const guarded = await sign(empty)
  expect([guarded.status, guarded.body]).toEqual([
    409,
    {
      error: 'The contract has no lines',
      code: 'action_not_allowed',
      state: 'draft',
      allowed: ['end', 'sendReminder'],
    },
  ])
  const id = await make(app)
  expect((await admin.post('/contracts/sign', { id })).status).toBe(400)
  const clerk = app.as({ features: ['contracts.view', 'contracts.manage'], kind: 'user' })
  expect((await clerk.post('/contracts/sign', { id, signedBy: 'Bob' })).status).toBe(403)
  moved.length = 0
  const signed = await sign(id)
  expect([signed.status, signed.body, signed.operation?.actionLabel]).toEqual([200, { ok: true }, 'Sign contract'])
  expect(moved).toEqual([{ id, transition: 'sign', from: 'draft', to: 'signed' }])
  expect(await read(id)).toMatchObject({ status: 'signed', signedBy: 'Ann' })
  const again = await admin.send('POST', '/contracts/sign', {
    headers: { 'content-type': 'application/json', 'accept-language': 'de' },
    body: JSON.stringify({ id, signedBy: 'Ann' }),
  })
  expect([again.status, again.body]).toEqual([
    409,
    {
      error: 'Im Zustand Unterschrieben nicht möglich',
      code: 'action_not_allowed',
      state: 'signed',
      allowed: ['end', 'sendReminder'],
    },
  ])
  expect((await undo(signed)).status).toBe(200)
  expect(await read(id)).toMatchObject({ status: 'draft', signedBy: null })
  expect((await admin.put('/contracts', { id, status: 'ended' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ status: 'draft' })
  const ends = { id: crypto.randomUUID() }
  expect((await admin.post('/contracts/end', ends)).status).toBe(404)
})

test('of two transitions at once one wins, and a stale version is refused', async () => {
  const admin = app.as('admin')
  const id = await make(app)
  const answers = await Promise.all([1, 2, 3].map(() => admin.post('/contracts/end', { id })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ state: 'ended', allowed: [] })
  const other = await make(app)
  const { updatedAt } = await read(other)
  app.clock.advance(1000)
  await admin.put('/contracts', { id: other, title: 'Newer' })
  const stale = await admin.send('POST', '/contracts/end', {
    headers: { 'content-type': 'application/json', [wire.expectedUpdatedAtHeader]: updatedAt },
    body: JSON.stringify({ id: other }),
  })
  expect([stale.status, stale.body.code]).toEqual([409, 'optimistic_lock_conflict'])
})

test('people are told what they can do with a record, and why something is not possible', async () => {
  const [draft, signed] = [await make(app, { total: 0 }), await make(app)]
  await app.as('admin').post('/contracts/sign', { id: signed, signedBy: 'Ann' })
  const german = { headers: { 'accept-language': 'de' } }
  const { status, body } = await app.as('admin').get(`/contracts/actions?ids=${draft},${signed},x`, german)
  expect(status).toBe(200)
  expect(body.states).toEqual({
    property: 'status',
    initial: 'draft',
    values: [
      { name: 'draft', label: 'Entwurf', color: 'gray', isEditable: true },
      { name: 'signed', label: 'Unterschrieben', color: 'green', isEditable: true },
      { name: 'ended', label: 'Ended', color: 'red', isEditable: true },
    ],
  })
  const base = { preview: false, from: null, to: null }
  expect(body.actions).toEqual([
    { ...base, name: 'sign', label: 'Vertrag unterschreiben', path: '/contracts/sign', from: ['draft'], to: 'signed' },
    { ...base, name: 'end', label: 'End contract', path: '/contracts/end', from: ['draft', 'signed'], to: 'ended' },
    { ...base, name: 'sendReminder', label: 'Send reminder', path: '/contracts/send-reminder', preview: true },
  ])
  const reasons = (id: string) =>
    Object.fromEntries(
      body.records
        .find((one: { id: string }) => one.id === id)
        .actions.map(({ name, reason }: { name: string; reason: string | null }) => [name, reason]),
    )
  expect(body.records).toHaveLength(2)
  expect(reasons(draft)).toEqual({
    sign: 'Der Vertrag hat keine Zeilen',
    end: null,
    sendReminder: null,
  })
  const ended = await make(app)
  await app.as('admin').post('/contracts/end', { id: ended })
  const { body: last } = await app.as('admin').get(`/contracts/actions?ids=${ended}`)
  expect(last.records[0].actions[2]).toEqual({ name: 'sendReminder', reason: 'Nobody is reminded of what has ended' })
  expect(reasons(signed)).toEqual({
    sign: 'Im Zustand Unterschrieben nicht möglich',
    end: null,
    sendReminder: null,
  })
  const broken = await make(app, { title: 'Broken', total: 0 })
  const { body: thrown } = await app.as('admin').get(`/contracts/actions?ids=${broken}`)
  expect(thrown.records[0].actions[2]).toEqual({ name: 'sendReminder', reason: 'The contract is broken' })
  const refused = await app.as('admin').post('/contracts/sign', { id: broken, signedBy: 'Ann' })
  expect([refused.status, refused.body.allowed]).toEqual([409, ['end']])
  const reader = app.as({ features: ['contracts.view'] })
  expect((await reader.get(`/contracts/actions?ids=${draft}`)).body).toMatchObject({
    actions: [],
    records: [{ id: draft, actions: [] }],
  })
  const stranger = app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  expect((await stranger.get(`/contracts/actions?ids=${draft}`)).body.records).toEqual([])
})

test('lists filter by state, and the API document names the states', async () => {
  const id = await make(app)
  await app.as('admin').post('/contracts/end', { id })
  const { body } = await app.as('admin').get(`/contracts?status=ended&id=${id}`)
  expect(body.items).toEqual([expect.objectContaining({ id, status: 'ended' })])
  expect((await app.as('admin').get('/contracts?status=gone')).status).toBe(400)
  const csv = await app.as('admin').get(`/contracts?status=ended&format=csv&id=${id}`)
  expect(csv.text).toContain('ended')
  const { paths } = app.platform.document() as { paths: Record<string, Record<string, Operation>> }
  const status = paths['/contracts']!['get']!.parameters.find(({ name }) => name === 'status')
  expect(status!.schema.enum).toEqual(['draft', 'signed', 'ended'])
  expect(Object.keys(paths['/contracts/sign']!['post']!.responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '422',
  ])
  const names = await app.platform.actAs(app.callerOf('admin'), ({ inject }) =>
    inject(contracts.states.labels).of(['signed', 'x']),
  )
  expect([...names]).toEqual([['signed', 'Signed']])
})

test('a rule sees where a transition leads and where it comes from', async () => {
  const admin = app.as('admin')
  const rule = await admin.post('/business_rules/rules', {
    ruleId: crypto.randomUUID(),
    ruleName: 'Only signed contracts end',
    ruleType: 'GUARD',
    entityType: 'contracts:contract',
    eventType: 'beforeUpdate',
    conditionExpression: {
      operator: 'NOT',
      rules: [
        {
          operator: 'AND',
          rules: [
            { field: 'before.status', operator: '=', value: 'draft' },
            { field: 'status', operator: '=', value: 'ended' },
          ],
        },
      ],
    },
  })
  expect(rule.status, rule.text).toBe(201)
  const id = await make(app)
  expect((await admin.post('/contracts/end', { id })).status).toBe(422)
  expect((await admin.post('/contracts/sign', { id, signedBy: 'Ann' })).status).toBe(200)
  expect((await admin.post('/contracts/end', { id })).status).toBe(200)
  await admin.del(`/business_rules/rules?id=${rule.body.id}`)
})

test('several records are changed by one act with one undo, or none of them', async () => {
  const admin = app.as('admin')
  const ids = [await make(app), await make(app), await make(app)]
  const empty = await make(app, { total: 0 })
  const refused = await admin.post('/contracts/sign', { ids: [...ids, empty], signedBy: 'Ann' })
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      error: 'The contract has no lines',
      code: 'action_not_allowed',
      state: 'draft',
      allowed: ['end', 'sendReminder'],
      id: empty,
    },
  ])
  expect((await read(ids[0]!)).status).toBe('draft')
  const signed = await admin.post('/contracts/sign', { ids: [...ids, ids[0]], signedBy: 'Ann' })
  expect([signed.status, signed.body]).toEqual([200, { ok: true }])
  const [entry] = await app.sql(`select action_label, context from plinth.action_log where id = $1`, [
    signed.operation!.id,
  ])
  expect(entry).toEqual({ action_label: 'Sign contract', context: { count: 3 } })
  for (const id of ids) expect(await read(id)).toMatchObject({ status: 'signed', signedBy: 'Ann' })
  expect((await undo(signed)).status).toBe(200)
  for (const id of ids) expect(await read(id)).toMatchObject({ status: 'draft', signedBy: null })
  const { updatedAt } = await read(ids[1]!)
  app.clock.advance(1000)
  await admin.put('/contracts', { id: ids[1], title: 'Newer' })
  const stale = await admin.del('/contracts', { ids, versions: [{ id: ids[1], updatedAt }] })
  expect([stale.status, stale.body]).toMatchObject([409, { code: 'optimistic_lock_conflict', id: ids[1] }])
  const told = (named: object) =>
    admin.send('POST', '/contracts/end', {
      headers: { 'content-type': 'application/json', [wire.expectedUpdatedAtHeader]: updatedAt },
      body: JSON.stringify(named),
    })
  expect((await told({ ids })).body).toEqual({ error: 'A header tells the version of one record: send `versions`' })
  expect(await told({ ids: [ids[1]] })).toMatchObject({ status: 409, body: { code: 'optimistic_lock_conflict' } })
  expect((await told({ ids: [crypto.randomUUID()] })).status).toBe(404)
  const versions = [{ id: ids[1], updatedAt: (await read(ids[1]!)).updatedAt }]
  const deleted = await admin.del('/contracts', { ids, versions })
  expect([deleted.status, deleted.operation?.actionLabel]).toEqual([200, 'Delete contract'])
  for (const id of ids) expect(await read(id)).toBeUndefined()
  expect((await undo(deleted)).status).toBe(200)
  expect(await read(ids[2]!)).toMatchObject({ status: 'draft' })
  const stranger = app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  expect((await stranger.del('/contracts', { ids })).status).toBe(404)
  for (const body of [{ id: empty, ids }, { ids: [] }, { ids: 'x' }, { ids: Array(1001).fill(empty) }, {}])
    expect((await admin.del('/contracts', body)).status).toBe(400)
})

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly schema: { readonly enum?: readonly string[] } }[]
  readonly responses: object
}

test('versions without a list of records are not ignored', async () => {
  const admin = app.as('admin')
  const id = await make(app)
  const versions = [{ id, updatedAt: '2020-01-01T00:00:00Z' }]
  for (const answer of [
    await admin.post('/contracts/sign', { id, versions, signedBy: 'Ann' }),
    await admin.post('/contracts/send-reminder/preview', { id, versions }),
    await admin.del('/contracts', { id, versions }),
  ])
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, ['ids']])
  expect((await read(id)).status).toBe('draft')
})

test('customers may require fields that an action does not ask for', async () => {
  const ids = [await make(app), await make(app)]
  const key = await defineField(app.as({ features: ['*'] }), 'contracts:contract', {
    validation: [{ rule: 'required', message: 'Missing' }],
  })
  expect((await app.as('admin').post('/contracts', { title: 'Lease' })).status).toBe(400)
  expect((await app.as('admin').post('/contracts/sign', { id: ids[0], signedBy: 'Ann' })).status).toBe(200)
  expect((await app.as('admin').post('/contracts/end', { ids })).status).toBe(200)
  await app.as({ features: ['*'] }).del('/entities/definitions', { entityId: 'contracts:contract', key })
})

test('an action tells what it would change, and changes nothing', async () => {
  const ids = [await make(app), await make(app)]
  const preview = await app.as('admin').post('/contracts/send-reminder/preview', { ids })
  expect([preview.status, preview.body]).toEqual([
    200,
    { isUndoable: true, total: 2, changes: [{ table: 'contracts', kind: 'update', count: 2 }] },
  ])
  const ended = await make(app)
  await app.as('admin').post('/contracts/end', { id: ended })
  const refused = await app.as('admin').post('/contracts/send-reminder/preview', { id: ended })
  expect([refused.status, refused.body.error]).toEqual([409, 'Nobody is reminded of what has ended'])
  expect((await app.as('employee').post('/contracts/send-reminder/preview', { ids })).status).toBe(403)
})

const none = { id: crypto.randomUUID() }
const one = async (on: TestPlatform) => ({ id: await make(on) })
const signing = async (on: TestPlatform) => ({ ...(await one(on)), signedBy: 'Ann' })
const signed = async (on: TestPlatform) => {
  const body = await signing(on)
  await on.as('admin').post('/contracts/sign', body)
  return { id: body.id }
}
const samples: Sample[] = [
  { route: 'GET /contracts', as: 'employee', expect: 200 },
  { route: 'GET /contracts/actions', as: 'employee', expect: 200 },
  { route: 'GET /contracts/actions', as: 'admin', request: { query: { ids: 'x,'.repeat(100) } }, expect: 400 },
  { route: 'POST /contracts', as: 'admin', request: { body: { title: 'Lease' } }, expect: 201 },
  { route: 'PUT /contracts', as: 'admin', request: async (on) => ({ body: await one(on) }), expect: 200 },
  { route: 'PUT /contracts', as: 'admin', request: { body: none }, expect: 404 },
  { route: 'DELETE /contracts', as: 'admin', request: async (on) => ({ query: await one(on) }), expect: 200 },
  { route: 'DELETE /contracts', as: 'admin', request: { query: none }, expect: 404 },
  { route: 'POST /contracts/sign', as: 'admin', request: async (on) => ({ body: await signing(on) }), expect: 200 },
  { route: 'POST /contracts/sign', as: 'admin', request: { body: { ...none, signedBy: 'x' } }, expect: 404 },
  {
    route: 'POST /contracts/sign',
    as: 'admin',
    request: async (on) => ({ body: { ...(await signed(on)), signedBy: 'x' } }),
    expect: 409,
  },
  { route: 'POST /contracts/end', as: 'admin', request: async (on) => ({ body: await one(on) }), expect: 200 },
  { route: 'POST /contracts/end', as: 'admin', request: { body: none }, expect: 404 },
  {
    route: 'POST /contracts/send-reminder',
    as: 'admin',
    request: async (on) => ({ body: await signed(on) }),
    expect: 200,
  },
  { route: 'POST /contracts/send-reminder', as: 'admin', request: { body: none }, expect: 404 },
  {
    route: 'POST /contracts/send-reminder/preview',
    as: 'admin',
    request: async (on) => ({ body: await signed(on) }),
    expect: 200,
  },
  { route: 'POST /contracts/send-reminder/preview', as: 'admin', request: { body: none }, expect: 404 },
]

test('labels of states and of actions that lack a translation are listed', async () => {
  const missing = await missingTexts(app.platform, 'de')
  expect(missing.filter(({ module: id }) => id === 'contracts').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Ended', 'Send reminder', 'End contract']),
  )
  // Those of the commands follow from what records are called.
  for (const text of ['Signed', 'Sign contract', 'Create contract', 'Delete contract'])
    expect(missing).not.toContainEqual({ module: 'contracts', text })
  expect(missing.map(({ module: id }) => id)).not.toContain('test_logins')
})

test('the checks of the kit hold for a resource with states', { timeout: 120_000 }, async () => {
  await using kit = await testApp({ modules: [module] })
  await checkContract(kit, { samples, open: [], requests: 200 })
  await checkIsolation(kit, { samples, rows: { contracts: () => ({ status: 'draft', total: 5 }) } })
  const { sign, end, sendReminder } = contracts.actions
  const examples = [
    { command: contracts.create, input: { title: 'Lease' } },
    { command: contracts.update, input: async (on: TestPlatform) => ({ ...(await one(on)), title: 'New' }) },
    { command: contracts.delete, input: one },
    { command: sign, input: signing },
    { command: end, input: signed },
    { command: sendReminder, input: signed },
  ]
  await checkUndo(kit, { examples })
})

test('a state that is gone keeps a host from starting until a migration has moved its rows', async () => {
  const Later = defineEntity({
    name: 'Contract',
    tableName: 'contracts',
    extends: Scoped,
    properties: { title: p.string(), status: p.enum(['draft', 'signed']).default('draft') },
  })
  const later = resource('/contracts', Later, {
    access: { read: features.view, write: features.manage },
    input: input(Later, ['title']),
    list: { select: ['id', 'title'] },
    states: {
      property: 'status',
      values: { draft: { label: 'Draft' }, signed: { label: 'Signed' } },
      initial: 'draft',
      transitions: { end: { from: 'draft', to: 'signed' } },
    },
  })
  const next = defineModule({ ...module, entities: [Later], commands: later.commands, routes: later.routes })
  const gone = replaceStates('contracts.not_ended', {
    table: 'contracts',
    column: 'status',
    replaced: { ended: 'signed' },
  })
  await using before = await testApp({ modules: [module] })
  const { databaseUrl } = before
  const [id, other] = [await make(before), await make(before)]
  const ended = await before.as('admin').post('/contracts/end', { id })
  const state = async (of: string) => (await before.sql('select status from contracts where id = $1', [of]))[0]
  await expect(testApp({ modules: [next], databaseUrl })).rejects.toThrow(
    "Rows of 'contracts' are in states that 'status' no longer has: 1 in 'ended'. Move them",
  )
  await using after = await testApp({ modules: [{ ...next, migrations: [tables, gone] }], databaseUrl })
  expect((await after.as('admin').get(`/contracts?id=${id}`)).body.items).toMatchObject([{ status: 'signed' }])
  // A host of the release before still knows the state.
  expect((await before.as('admin').post('/contracts/end', { id: other })).status).toBe(200)
  expect(await state(other)).toEqual({ status: 'signed' })
  await after.platform.actAs(after.callerOf('admin'), ({ undo: revert }) =>
    revert(ended.operation!.id, { ofOthers: true }),
  )
  expect(await state(id)).toEqual({ status: 'draft' })
  const gone2 = replaceStates('contracts.not_signed', {
    table: 'contracts',
    column: 'status',
    replaced: { signed: 'draft' },
  })
  await using last = await testApp({ modules: [{ ...next, migrations: [tables, gone, gone2] }], databaseUrl })
  await last.sql(`update contracts set status = 'ended'`)
  expect(await last.sql('select distinct status from contracts')).toEqual([{ status: 'draft' }])
})

test('what contradicts the states is refused when it is declared', () => {
  const declare = (change: object) => () =>
    resource('/contracts', Contract, {
      access: { read: features.view, write: features.manage },
      input: input(Contract, ['title']),
      list: { select: ['id'] },
      states: {
        property: 'status',
        values: { draft: { label: 'Draft' }, signed: { label: 'Signed' }, ended: { label: 'Ended' } },
        initial: 'draft',
        transitions: {},
      },
      ...change,
    } as never)
  const states = {
    property: 'status',
    values: { draft: { label: 'Draft' }, signed: { label: 'Signed' }, ended: { label: 'Ended' } },
    initial: 'draft',
    transitions: {},
  }
  const [label, run] = ['Do', () => undefined]
  for (const [change, problem] of [
    [{ states: { ...states, property: 'title' } }, 'must be `p.enum(['],
    [{ states: { ...states, values: { draft: { label: 'Draft' } } } }, 'must be `p.enum(["draft"])`'],
    [{ states: { ...states, initial: 'gone' } }, "have no 'gone'"],
    [{ states: { ...states, transitions: { end: { from: 'draft', to: 'gone' } } } }, "have no 'gone'"],
    [{ input: input(Contract, ['status']) }, 'change by transitions only'],
    [{ actions: { delete: { label, run } } }, "cannot have an action named 'delete'"],
    [{ actions: { mark: { label, run, input: z.object({ ids: z.string() }) } } }, "names its records in 'ids'"],
  ] as const)
    expect(declare(change)).toThrow(problem)
})

test('a refusal is in one language, whatever the person has chosen', async () => {
  const id = await make(app)
  await app.as('admin').post('/contracts/sign', { id, signedBy: 'Ann' })
  const german = { language: 'de', timeZone: null, weekStart: null, currency: null }
  app.platform.override(personalLocales, { of: async () => german })
  const { status, body } = await app.as('admin').post('/contracts/sign', { id, signedBy: 'Ann' })
  expect([status, body.error]).toEqual([409, 'Not possible in the state Signed'])
})
