import { defineEntity, p } from '@mikro-orm/core'
import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import {
  defineCommand,
  defineFeatures,
  defineMigration,
  defineModule,
  del,
  Id,
  Ok,
  post,
  put,
  Scoped,
  sql,
} from '@plinth/core'
import type { TestResponse, Client } from '@plinth/testing'
import { directory } from '@plinth/directory'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('lists', { manage: 'Manage lists' })
const List = defineEntity({
  name: 'List',
  tableName: 'lists',
  extends: Scoped,
  properties: {
    title: p.text(),
    meta: p.json<z.infer<ReturnType<typeof z.json>>>().nullable(),
    secret: p.text().nullable(),
  },
})
const Fields = z.object({ title: z.string(), meta: z.json().optional(), secret: z.string().optional() })

const create = defineCommand({
  id: 'lists.lists.create',
  label: 'Create list',
  access: features.manage,
  resource: 'lists.list',
  input: Fields.extend({ items: z.array(z.string()).default([]) }),
  output: Id,
  async run({ input: { items, ...fields }, from, db, scope }) {
    const { id } = await from.create(List, fields)
    for (const text of items)
      await sql`insert into list_items (id, tenant_id, organization_id, list_id, text)
        values (gen_random_uuid(), ${scope.tenantId}, ${scope.organizationId}, ${id}, ${text})`.execute(db)
    return { id }
  },
})
const update = defineCommand({
  id: 'lists.lists.update',
  access: features.manage,
  resource: 'lists.list',
  input: Fields.partial().extend({ id: z.uuid() }),
  output: Ok,
  async run({ input: { id, ...fields }, from }) {
    await from.change(List, id, fields)
    return { ok: true as const }
  },
})
const remove = defineCommand({
  id: 'lists.lists.delete',
  access: features.manage,
  resource: 'lists.list',
  input: z.object({ id: z.uuid() }),
  output: Ok,
  async run({ input, from }) {
    await from.remove(List, input.id)
    return { ok: true as const }
  },
})
const lists = defineModule({
  id: 'lists',
  title: 'Lists',
  entities: [List],
  features,
  roles: { admin: [features.manage], employee: [features.manage] },
  migrations: [
    defineMigration(
      'lists.tables',
      `select plinth.scoped_table('lists', 'title text not null, meta jsonb, secret text, upper text generated always as (upper(title)) stored', '{secret}');
       select plinth.scoped_table('list_items', 'list_id uuid not null, text text not null,
         foreign key (tenant_id, list_id) references lists (tenant_id, id) on delete cascade');`,
    ),
  ],
  commands: [create, update, remove],
  routes: [post('/lists', create, { status: 201 }), put('/lists', update), del('/lists', remove)],
})

const modules = [directory, auth({ secret: 'turns'.repeat(8) }), auditLogs, lists]
const open = () => testApp({ modules })
type App = Awaited<ReturnType<typeof open>>

/** All but when a row was changed last, which undo and redo set to the present. */
const digest = async (app: App) =>
  (
    await app.sql(`select coalesce(json_agg(to_jsonb(l) - 'updated_at' order by id), '[]')::text
      || (select coalesce(json_agg(to_jsonb(i) - 'updated_at' order by id), '[]')::text from list_items i) as rows from lists l`)
  )[0]!['rows'] as string
const undo = (app: App, answer: TestResponse, who: Client = app.as('admin')) =>
  who.post('/audit_logs/audit-logs/actions/undo', { undoToken: answer.operation?.undoToken })
const redo = (app: App, logId: unknown, who: Client = app.as('admin')) =>
  who.post('/audit_logs/audit-logs/actions/redo', { logId })

test('create, update and delete are undone and redone exactly, with ids, children and secrets', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const states = [await digest(app)]
  const made = await admin.post('/lists', { title: 'one', meta: { a: [1, null] }, secret: 's1', items: ['x', 'y'] })
  expect(made.status).toBe(201)
  const { id } = made.body as { id: string }
  states.push(await digest(app))
  const changed = await admin.put('/lists', { id, title: 'two' })
  states.push(await digest(app))
  const removed = await admin.del(`/lists?id=${id}`)
  states.push(await digest(app))
  const answers = [made, changed, removed]
  const logIds: unknown[] = []
  for (const step of [2, 1, 0]) {
    const undone = await undo(app, answers[step]!)
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect(await digest(app)).toBe(states[step])
    logIds.unshift((undone.body as { logId: string }).logId)
  }
  for (const step of [0, 1, 2]) {
    const redone = await redo(app, logIds[step])
    expect(redone.status, JSON.stringify(redone.body)).toBe(200)
    expect(redone.operation?.undoToken).toBe((redone.body as { undoToken: string }).undoToken)
    expect(await digest(app)).toBe(states[step + 1])
  }
})

test('what others added to a role goes first, and a redo brings everything back', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const rights = async () =>
    (
      await app.sql(`select coalesce(json_agg(a), '[]')::text as acl from role_acls a join roles r on r.id = a.role_id
      where r.name like 'Clerk%'`)
    )[0]!['acl']
  const made = await admin.post('/auth/roles', { name: 'Clerk' })
  const { id } = made.body as { id: string }
  const acl = await admin.put('/auth/roles/acl', { roleId: id, features: ['auth.roles.list'] })
  const granted = await rights()
  expect(granted).toContain('auth.roles.list')
  const renamed = await admin.put('/auth/roles', { id, name: 'Clerks' })
  const removed = await admin.del(`/auth/roles?id=${id}`)
  const logIds: unknown[] = []
  expect((await undo(app, made)).status).toBe(400)
  for (const answer of [removed, renamed, acl, made]) {
    const undone = await undo(app, answer)
    expect(undone.status, undone.text).toBe(200)
    logIds.unshift((undone.body as { logId: string }).logId)
  }
  expect(await rights()).toBe('[]')
  for (const [step, logId] of logIds.entries()) {
    const redone = await redo(app, logId)
    expect(redone.status, redone.text).toBe(200)
    expect(await rights()).toBe(step === 1 || step === 2 ? granted : '[]')
  }
})

test('a later change of the same field refuses and is named; one of another field is kept', async () => {
  await using app = await open()
  const made = await app.as('admin').post('/lists', { title: 'one', meta: 1 })
  const { id } = made.body as { id: string }
  const first = await app.as('admin').put('/lists', { id, title: 'two' })
  await app.sql(`update lists set meta = '2' where id = $1`, [id])
  expect((await undo(app, first)).status).toBe(200)
  expect(await app.sql('select title, meta from lists')).toEqual([{ title: 'one', meta: 2 }])
  const second = await app.as('admin').put('/lists', { id, title: 'three' })
  await app.sql(`update lists set title = 'four' where id = $1`, [id])
  const refused = await undo(app, second)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ conflicts: [{ resourceKind: 'lists.list', resourceId: id, fields: ['title'] }] })
  expect(await app.sql('select title from lists')).toEqual([{ title: 'four' }])
})

test('of concurrent calls one wins, a used token is refused, and so is an older one', async () => {
  await using app = await open()
  const made = await app.as('admin').post('/lists', { title: 'one' })
  const { id } = made.body as { id: string }
  const changed = await app.as('admin').put('/lists', { id, title: 'two' })
  expect((await undo(app, made)).body).toEqual({
    error: 'Undo token not available',
    conflicts: [{ resourceKind: 'lists.list', resourceId: id, fields: ['title'] }],
  })
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => undo(app, changed)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)])
  expect(await app.sql('select title from lists')).toEqual([{ title: 'one' }])
  const { logId } = (await undo(app, made)).body as { logId: string }
  const redone = (await Promise.all(Array.from({ length: 10 }, () => redo(app, logId)))).map(({ status }) => status)
  expect(redone.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)])
})

test('others need the tenant-wide feature, bad input is told apart', async () => {
  await using app = await open()
  const made = await app.as('admin').post('/lists', { title: 'one' })
  const employee = app.as('employee')
  expect((await undo(app, made, employee)).body).toEqual({ error: 'Undo token not available' })
  const own = await employee.post('/lists', { title: 'two' })
  expect((await undo(app, own, employee)).status).toBe(200)
  expect((await redo(app, (own.operation as { id: string }).id, employee)).status).toBe(403)
  const undoPath = '/audit_logs/audit-logs/actions/undo'
  for (const undoToken of ['', 5, undefined, 'x'.repeat(500)])
    expect((await app.as('admin').post(undoPath, { undoToken })).body).toEqual({ error: 'Invalid undo token' })
  expect((await redo(app, 'nope')).body).toEqual({ error: 'Invalid log id' })
  expect((await app.anonymous.post(undoPath, {})).status).toBe(401)
})

test('what needed a secret that is forgotten is refused, and changes nothing', async () => {
  await using app = await open()
  const made = await app.as('admin').post('/lists', { title: 'one', secret: 's1' })
  const { id } = made.body as { id: string }
  const removed = await app.as('admin').del(`/lists?id=${id}`)
  await app.sql(`select plinth.forget_secrets(now() + interval '1 minute')`)
  const refused = await undo(app, removed)
  expect([refused.status, refused.body]).toEqual([
    400,
    { error: 'The data that this action changed is no longer stored' },
  ])
  expect(await app.sql('select id from lists')).toEqual([])
})
