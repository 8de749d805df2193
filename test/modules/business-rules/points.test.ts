import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import { defineCommand, defineFeatures, defineModule, post } from '@plinth/core'
import { defineRulePoint } from '@plinth/core/rules'
import type { Client } from '@plinth/testing'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authApp, signIn } from '../auth/_accounts.ts'
import { create, rulesPath } from './_rules.ts'

const open = () => authApp({ modules: [auditLogs, businessRules({ mailAddresses: ['boss@acme.com'] })] })

const forUsers = { ruleId: 'U-1', ruleName: 'Company mail only', ruleType: 'GUARD', entityType: 'auth:user' }
const companyMail = { field: 'email', operator: 'ENDS_WITH', value: '@acme.com' }
const says = (message: string) => [{ type: 'SHOW_ERROR', config: { message } }]

const invite = (who: Client, email: string, name: string | null = null) =>
  who.post('/auth/users', { email, name, password: 'Secret-123!', organizationId: tenantA.organization })
const undo = (who: Client, undoToken: string | undefined) =>
  who.post('/audit_logs/audit-logs/actions/undo', { undoToken })

test('a GUARD before a create refuses with its message, and lets pass when it is disabled', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const id = await create(admin, rulesPath, {
    ...forUsers,
    eventType: 'beforeCreate',
    conditionExpression: companyMail,
    failureActions: says('{{data.email}} is no company address'),
  })
  const refused = await invite(admin, 'eve@evil.example')
  expect(refused.status).toBe(422)
  expect(refused.body).toEqual({
    error: 'eve@evil.example is no company address',
    rules: [{ ruleId: 'U-1', ruleName: 'Company mail only', messages: ['eve@evil.example is no company address'] }],
  })
  expect(await app.sql(`select from users where email = 'eve@evil.example'`)).toEqual([])
  expect((await invite(admin, 'ann@acme.com')).status).toBe(201)
  await admin.put(rulesPath, { id, enabled: false })
  expect((await invite(admin, 'eve@evil.example')).status).toBe(201)
  await app.settled()
  const { body } = await admin.get('/business_rules/logs?entityType=auth:user&sortDir=asc')
  expect(body.items).toMatchObject([
    { executionResult: 'FAILURE', explanation: { field: 'email', actual: 'eve@evil.example', verdict: false } },
    { executionResult: 'SUCCESS' },
  ])
})

test('a CALCULATION changes what the command writes; undo takes it back with the rest', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const made = await invite(admin, 'ann@acme.com', 'Ann')
  await create(admin, rulesPath, {
    ...forUsers,
    ruleType: 'CALCULATION',
    eventType: 'beforeSave',
    conditionExpression: { field: 'name', operator: 'IS_EMPTY', value: null },
    successActions: [
      { type: 'SET_FIELD', config: { field: 'name', value: '{{data.email}}' } },
      { type: 'SET_FIELD', config: { field: 'email', value: 'stolen@evil.example' } },
    ],
  })
  const nameOf = async (id: string) => (await app.sql('select email, name from users where id = $1', [id]))[0]
  const changed = await admin.put('/auth/users', { id: made.body.id, name: null })
  expect(changed.status).toBe(200)
  expect(await nameOf(made.body.id)).toEqual({ email: 'ann@acme.com', name: 'ann@acme.com' })
  expect((await undo(admin, changed.operation?.undoToken)).status).toBe(200)
  expect(await nameOf(made.body.id)).toEqual({ email: 'ann@acme.com', name: 'Ann' })
  const bob = await invite(admin, 'bob@acme.com')
  expect(await nameOf(bob.body.id)).toEqual({ email: 'bob@acme.com', name: 'bob@acme.com' })
})

test('a rule that sets what the command does not accept refuses it', async () => {
  await using app = await open()
  const admin = app.as('admin')
  await create(admin, rulesPath, {
    ...forUsers,
    ruleType: 'ASSIGNMENT',
    eventType: 'beforeCreate',
    successActions: [{ type: 'SET_FIELD', config: { field: 'name', value: 5 } }],
  })
  const answer = await invite(admin, 'ann@acme.com')
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({
    error: 'Rules have set invalid values',
    details: [{ path: ['name'] }],
  })
})

test('updates are judged by the entity as it will be, deletes as it was; VALIDATION and BLOCK_TRANSITION refuse too', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const { body } = await invite(admin, 'ann@acme.com', 'Ann')
  const role = await admin.post('/auth/roles', { name: 'Auditor' })
  await create(admin, rulesPath, {
    ...forUsers,
    ruleType: 'VALIDATION',
    eventType: 'beforeUpdate',
    conditionExpression: companyMail,
    failureActions: says('Company mail only'),
  })
  expect((await admin.put('/auth/users', { id: body.id, name: 'Anna' })).status).toBe(200)
  const moved = await admin.put('/auth/users', { id: body.id, email: 'ann@evil.example' })
  expect([moved.status, moved.body.error]).toEqual([422, 'Company mail only'])
  await create(admin, rulesPath, {
    ...forUsers,
    ruleId: 'U-2',
    ruleType: 'ACTION',
    eventType: 'beforeDelete',
    conditionExpression: { field: 'email', operator: '=', value: 'ann@acme.com' },
    successActions: [{ type: 'BLOCK_TRANSITION', config: { message: 'Ann stays' } }],
  })
  const path = `/auth/users?id=${body.id}`
  const kept = await admin.del(path)
  expect([kept.status, kept.body.error]).toEqual([422, 'Ann stays'])
  expect((await admin.del(`/auth/users?id=${crypto.randomUUID()}`)).status).toBe(404)
  await create(admin, rulesPath, {
    ...forUsers,
    ruleId: 'R-1',
    entityType: 'auth:role',
    conditionExpression: { field: 'name', operator: '!=', value: 'Root' },
    eventType: 'beforeUpdate',
  })
  expect((await admin.put('/auth/roles', { id: role.body.id, name: 'Root' })).status).toBe(422)
  expect((await admin.put('/auth/roles', { id: role.body.id, name: 'Boot' })).status).toBe(200)
  await create(admin, rulesPath, {
    ...forUsers,
    ruleId: 'O-1',
    entityType: 'directory:organization',
    conditionExpression: { field: 'slug', operator: 'STARTS_WITH', value: 'x' },
    eventType: 'beforeSave',
  })
  const organization = { name: 'New', parentId: tenantA.organization }
  expect((await admin.post('/directory/organizations', { ...organization, slug: 'y' })).status).toBe(422)
  expect((await admin.post('/directory/organizations', { ...organization, slug: 'x' })).status).toBe(201)
})

test('rules after a command run when it has committed, on the entity as it was left, and never otherwise', async () => {
  await using app = await open()
  const admin = app.as('admin')
  await create(admin, rulesPath, {
    ...forUsers,
    ruleType: 'ACTION',
    eventType: 'afterCreate',
    successActions: [
      {
        type: 'NOTIFY',
        config: { recipients: ['boss@acme.com'], subject: 'New: {{data.name}}', message: '<{{entityId}}>' },
      },
    ],
  })
  const made = await invite(admin, 'ann@acme.com', 'Ann')
  expect(app.mails).toHaveLength(0)
  await app.jobs()
  expect(app.mails).toMatchObject([
    { to: 'boss@acme.com', subject: 'New: Ann', text: `<${made.body.id}>\n\n-- \nSent by a rule of Acme.\n` },
  ])
  expect((await invite(admin, 'ann@acme.com')).status).toBe(400)
  await app.jobs()
  expect(app.mails).toHaveLength(1)
})

test('what a refusing rule asks for still happens', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const notice = { type: 'NOTIFY', config: { recipients: ['boss@acme.com'], message: 'Somebody tried' } }
  const guard = { ...forUsers, eventType: 'beforeCreate', conditionExpression: companyMail }
  await create(admin, rulesPath, { ...guard, failureActions: [notice] })
  expect((await invite(admin, 'eve@evil.example')).status).toBe(422)
  await app.settled()
  await app.jobs()
  expect(app.mails).toMatchObject([
    { to: 'boss@acme.com', subject: 'Company mail only', text: expect.stringMatching(/^Somebody tried/) },
  ])
})

test('without rules the same commands cost the same statements as without the module', async () => {
  await using plain = await authApp()
  await using ruled = await authApp({ modules: [businessRules()] })
  const statementsOf = async (app: typeof plain) => {
    const admin = app.as('admin')
    await admin.post('/auth/roles', { name: 'Warm' })
    await app.settled()
    const before = app.queries()
    await admin.post('/auth/roles', { name: 'Auditor' })
    await app.settled()
    return app.queries() - before
  }
  expect(await statementsOf(ruled)).toBe(await statementsOf(plain))
})

test('rules see what was, before a change and after it', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const { body } = await invite(admin, 'ann@acme.com', 'Ann')
  const renamed = { field: 'name', operator: '=', value: null, valueField: 'before.name' }
  await create(admin, rulesPath, {
    ...forUsers,
    eventType: 'beforeUpdate',
    conditionExpression: renamed,
    failureActions: says('{{data.before.name}} is not {{data.name}}'),
  })
  const refused = await admin.put('/auth/users', { id: body.id, name: 'Eve' })
  expect([refused.status, refused.body.error]).toEqual([422, 'Ann is not Eve'])
  const free = { ...forUsers, ruleId: 'U-2', eventType: 'afterUpdate', conditionExpression: renamed }
  const rules = await admin.get(rulesPath)
  await admin.put(rulesPath, { id: rules.body.items[0].id, enabled: false })
  await create(admin, rulesPath, free)
  expect((await admin.put('/auth/users', { id: body.id, name: 'Eve' })).status).toBe(200)
  await app.jobs()
  await app.settled()
  const { body: log } = await admin.get('/business_rules/logs?executionResult=FAILURE&sortDir=desc&pageSize=1')
  expect(log.items[0].explanation).toMatchObject({ actual: 'Eve', expected: 'Ann' })
})

test('the target of a command with rules is asked for with its result, and the entity is known before', async () => {
  const seen: unknown[] = []
  const point = defineRulePoint('desk:ticket', {
    title: 'Ticket',
    data: z.object({ state: z.string() }),
    load: async (_, id) => {
      seen.push(id)
      return { state: 'open' }
    },
  })
  const features = defineFeatures('desk', { work: 'Work' })
  const close = defineCommand({
    id: 'desk.tickets.close',
    access: features.work,
    rules: point.update,
    input: z.object({ ticketId: z.string() }),
    output: z.object({ id: z.string(), note: z.object({ id: z.string() }) }),
    ruledId: ({ ticketId }) => ticketId,
    target: ({ result }) => ({ id: result.note.id }),
    run: ({ input }) => ({ id: input.ticketId, note: { id: crypto.randomUUID() } }),
  })
  const desk = defineModule({ id: 'desk', title: 'Desk', features, commands: [close], routes: [post('/close', close)] })
  await using app = await authApp({ modules: [businessRules(), desk] })
  const admin = app.as({ features: ['*'] })
  const conditionExpression = { field: 'before.state', operator: '=', value: 'open' }
  await create(admin, rulesPath, {
    ...forUsers,
    entityType: 'desk:ticket',
    eventType: 'beforeUpdate',
    conditionExpression,
  })
  expect((await admin.post('/close', { ticketId: 'T-1' })).status).toBe(200)
  expect(seen).toContain('T-1')
})

test('guards of accounts, roles and organizations see what commands compute, and what undo and a profile change', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const guard = (rule: object) => create(admin, rulesPath, { ...forUsers, ruleId: crypto.randomUUID(), ...rule })
  const is = (field: string, operator: string, value: unknown) => ({ conditionExpression: { field, operator, value } })
  const organizations = { entityType: 'directory:organization', eventType: 'beforeSave' }
  // The slug of an organization is made of its name, and its children move up when it is deleted.
  await guard({ ...organizations, ...is('slug', '!=', 'secret-lab') })
  const place = { parentId: tenantA.organization }
  expect((await admin.post('/directory/organizations', { ...place, name: 'Secret Lab' })).status).toBe(422)
  const parent = (await admin.post('/directory/organizations', { ...place, name: 'Lab' })).body.id
  await admin.post('/directory/organizations', { name: 'Bench', parentId: parent })
  const children = await guard({
    ...organizations,
    ...is('parentId', '!=', tenantA.organization),
    eventType: 'beforeUpdate',
  })
  expect((await admin.del(`/directory/organizations?id=${parent}`)).status).toBe(422)
  await admin.put(rulesPath, { id: children, enabled: false })
  const gone = await admin.del(`/directory/organizations?id=${parent}`)
  expect(gone.status, gone.text).toBe(200)
  await guard({ ...organizations, ...is('name', '!=', 'Lab') })
  const role = await admin.post('/auth/roles', { name: 'Auditor' })
  const renamed = await admin.put('/auth/roles', { id: role.body.id, name: 'Boss' })
  await guard({ entityType: 'auth:role', eventType: 'beforeSave', ...is('name', '!=', 'Auditor') })
  expect((await undo(admin, renamed.operation?.undoToken)).status).toBe(422)
  const made = await invite(admin, 'ann@acme.com', 'Ann')
  await guard({ eventType: 'beforeDelete', ...is('email', '!=', 'ann@acme.com') })
  expect((await undo(admin, made.operation?.undoToken)).status).toBe(422)
  await guard({ eventType: 'beforeUpdate', conditionExpression: companyMail })
  const own = await signIn(app, 'employee@acme.com')
  expect((await own.put('/auth/profile', { email: 'ann@evil.example' })).status).toBe(422)
  expect((await own.put('/auth/profile', { email: 'anna@acme.com' })).status).toBe(200)
  expect(await app.sql(`select from users where email = 'anna@acme.com'`)).toHaveLength(1)
})
