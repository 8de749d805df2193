import { conflict, type Context, defineEvents, defineJob, get, post, provide, put, signedIn, sql } from '@plinth/core'
import { internalRequests } from '@plinth/core/http'
import type { TestResponse, TestPlatform } from '@plinth/testing'
import type { CommandPreview, WriteMode } from '@plinth/core/http'
import { defineRulePoint, ruleRunner } from '@plinth/core/rules'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'
import { command, createItem, Item, labModule, renameItem } from '../_lab/lab-module.ts'

const done: string[] = []
const events = defineEvents('lab', { 'item.made': z.object({ name: z.string() }) })
const job = defineJob({ id: 'lab.job', payload: z.object({ name: z.string() }), run: () => void done.push('job') })
const make = command('make', async ({ from, input, emit, enqueue, invalidate }) => {
  const item = await from.create(Item, { name: input.name!, secret: 'hidden' })
  emit(events['item.made'], { name: input.name! })
  enqueue(job, { name: item.id })
  invalidate('items')
  return { id: item.id }
})

/** Writes one row twice. */
const makeTwice = command('make_twice', async ({ from, input }) => {
  const item = await from.create(Item, { name: 'not yet' })
  await from.change(Item, item, { name: input.name! })
  return { id: item.id }
})

/** Makes more rows than are compared one by one, and changes some of them. */
const makeMany = command('make_many', async ({ db, scope }) => {
  await sql`insert into items (id, tenant_id, organization_id, name)
    select gen_random_uuid(), ${scope.tenantId}, ${scope.organizationId}, 'item ' || n from generate_series(1, 1500) n`.execute(
    db,
  )
  await sql`update items set name = name || '!' where name like '%7'`.execute(db)
  return { id: '' }
})

const point = defineRulePoint('lab:item', { title: 'Item', data: z.object({}), load: async () => null })
const ruled = command('ruled', ({ run, input }) => run(createItem, { name: input.name! }), { rules: point.create })

let isReversed = false
/** Deletes rows in an order that differs, as a database may. */
const empty = command('empty', async ({ from, emit }) => {
  const order = isReversed ? 'desc' : 'asc'
  for (const item of await from(Item, 'i').select(['i.id', 'i.name']).orderBy('i.name', order).execute()) {
    await from.remove(Item, item)
    emit(events['item.made'], { name: item.name })
  }
  return { id: '' }
})

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly writes?: WriteMode
}

/** Serves a request from inside, as whoever asks the route from outside. */
const relay = post(
  '/lab/relay',
  { access: signedIn, body: z.unknown(), response: z.unknown() },
  async ({ inject, body, request }) => {
    const { status, body: answer } = await inject(internalRequests).serve({ ...asked, credential: { request } })
    return { status, answer, sent: body as unknown }
  },
)
let asked: Asked

const lab = labModule({
  events,
  jobs: [job],
  commands: [make, makeTwice, makeMany, empty, ruled],
  routes: [
    relay,
    post('/lab/items', createItem, { status: 201 }),
    put('/lab/items', renameItem),
    post('/lab/made', make),
    post('/lab/two', { access: signedIn, response: z.any() }, ({ run }) =>
      Promise.all(['one', 'two'].map((name) => run(createItem, { name }))),
    ),
    post('/lab/ruled-first', { access: signedIn, response: z.any() }, ({ run }) =>
      Promise.all([run(ruled, { name: 'one' }), run(createItem, { name: 'two' })]),
    ),
    post('/lab/made-twice', makeTwice),
    post('/lab/emptied', empty),
    get('/lab/me', { access: signedIn, response: z.any() }, ({ actor, scope }) => ({ id: actor.id, ...scope })),
    get('/lab/writes', { access: signedIn, response: z.any() }, ({ run }) => run(createItem, { name: 'sneaked' })),
  ],
})

async function serve(app: TestPlatform, request: Asked) {
  asked = request
  const { body } = await app.as('admin').post('/lab/relay', {})
  return body as { status: number; answer: TestResponse['body'] }
}

const open = () => testApp({ modules: [{ id: 'roles', title: 'Roles', roles: { admin: ['*'] } }, lab] })
const counted = async (app: TestPlatform) =>
  app.sql(`select (select count(*) from items)::int as items, (select count(*) from plinth.action_log)::int as entries,
    (select count(*) from plinth.changes)::int as changes, (select count(*) from plinth_jobs.job)::int as jobs,
    (select count(*) from plinth.invalidations)::int as invalidations`)

test('a request from inside has the rights and the answers of its caller', async () => {
  await using app = await open()
  const { status, answer } = await serve(app, { method: 'GET', path: '/lab/me' })
  expect(status).toBe(200)
  expect(answer).toMatchObject({ tenantId: app.callerOf('admin').scope.tenantId })
  expect((await serve(app, { method: 'GET', path: '/lab/none' })).status).toBe(404)
  expect((await serve(app, { method: 'GET', path: '/lab/x/../me' })).status).toBeUndefined()
})

test('a dry run says what would happen, and nothing happens', async () => {
  await using app = await open()
  const before = await counted(app)
  const previews: CommandPreview[] = []
  const dryRun = { kind: 'dry-run', previews } as const
  const { status } = await serve(app, { method: 'POST', path: '/lab/made', body: { name: 'one' }, writes: dryRun })
  expect(status).toBe(200)
  expect(previews).toMatchObject([
    {
      commandId: 'lab.items.make',
      changes: [{ table: 'items', kind: 'insert', before: null, after: { name: 'one' } }],
      moreChanges: 0,
      events: [{ id: 'lab.item.made', payload: { name: 'one' } }],
      jobs: [{ id: 'lab.job' }],
      isUndoable: true,
    },
  ])
  expect(JSON.stringify(previews)).not.toContain('hidden')
  expect(await counted(app)).toEqual(before)
  expect(await app.jobs()).toBe(0)
  expect(done).toEqual([])
})

test('the same many new rows are the same preview, whatever their ids', async () => {
  await using app = await open()
  const preview = async () => {
    const [shown] = await app.platform.actAs(app.callerOf('admin'), ({ dryRun }) =>
      dryRun(({ run }) => run(makeMany, {})),
    )
    return shown!.fingerprint
  }
  expect(await preview()).toBe(await preview())
})

test('what was shown is carried out while it holds, and refused when it does not', async () => {
  await using app = await open()
  const { answer: item } = await serve(app, { method: 'POST', path: '/lab/items', body: { name: 'one' } })
  const body = { id: item.id, name: 'two' }
  const shown: CommandPreview[] = []
  const again: CommandPreview[] = []
  const rename = (writes: WriteMode) => serve(app, { method: 'PUT', path: '/lab/items', body, writes })
  await rename({ kind: 'dry-run', previews: shown })
  await rename({ kind: 'dry-run', previews: again })
  expect(again.map(({ fingerprint }) => fingerprint)).toEqual(shown.map(({ fingerprint }) => fingerprint))
  const expected = () =>
    rename({ kind: 'expected', fingerprints: shown.map(({ fingerprint }) => fingerprint), previews: [] })
  await serve(app, { method: 'PUT', path: '/lab/items', body: { id: item.id, name: 'three' } })
  expect((await expected()).status).toBe(409)
  expect(await app.sql('select name from items')).toEqual([{ name: 'three' }])
  await serve(app, { method: 'PUT', path: '/lab/items', body: { id: item.id, name: 'one' } })
  expect((await expected()).status).toBe(200)
  expect(await app.sql('select name from items')).toEqual([{ name: 'two' }])
})

test('what was shown holds in whatever order it is carried out', async () => {
  await using app = await open()
  for (const name of ['one', 'two', 'three']) await serve(app, { method: 'POST', path: '/lab/items', body: { name } })
  const shown: CommandPreview[] = []
  const emptied = (writes: WriteMode) =>
    serve(app, { method: 'POST', path: '/lab/emptied', body: { name: '' }, writes })
  await emptied({ kind: 'dry-run', previews: shown })
  isReversed = true
  const fingerprints = shown.map(({ fingerprint }) => fingerprint)
  expect((await emptied({ kind: 'expected', fingerprints, previews: [] })).status).toBe(200)
  expect(await app.sql('select name from items')).toEqual([])
})

test('what is added before the commit stands or falls with it, and belongs to no dry run', async () => {
  await using app = await open()
  const shown: CommandPreview[] = []
  const create = (writes: WriteMode) =>
    serve(app, { method: 'POST', path: '/lab/items', body: { name: 'one' }, writes })
  const fingerprints = () => shown.map(({ fingerprint }) => fingerprint)
  await create({ kind: 'dry-run', previews: shown })
  const seen: unknown[] = []
  const look = async ({ db }: Context) => void seen.push((await sql`select name from items`.execute(db)).rows)
  const refuse = async (ctx: Context) => {
    await look(ctx)
    throw conflict('not any more')
  }
  const expected = (beforeCommit: (ctx: Context) => Promise<void>) =>
    create({ kind: 'expected', fingerprints: fingerprints(), previews: [], beforeCommit })
  expect(await expected(refuse)).toMatchObject({ status: 409, answer: { error: 'not any more' } })
  expect(await app.sql('select name from items')).toEqual([])
  expect((await expected(look)).status).toBe(201)
  expect(seen).toEqual([[{ name: 'one' }], [{ name: 'one' }]])
})

test.each(['/lab/made', '/lab/made-twice'])(
  'new ids and the clock do not change what was shown of %s',
  async (path) => {
    await using app = await open()
    const made = (name: string, writes: WriteMode) => serve(app, { method: 'POST', path, body: { name }, writes })
    const shown: CommandPreview[] = []
    await made('one', { kind: 'dry-run', previews: shown })
    app.clock.advance(90_000)
    const fingerprints = shown.map(({ fingerprint }) => fingerprint)
    expect((await made('one', { kind: 'expected', fingerprints, previews: [] })).status).toBe(200)
    expect((await made('other', { kind: 'expected', fingerprints, previews: [] })).status).toBe(409)
  },
)

test('what the database would refuse at the commit is refused in the dry run', async () => {
  await using app = await open()
  await serve(app, { method: 'POST', path: '/lab/items', body: { name: 'one' } })
  const previews: CommandPreview[] = []
  const twice = {
    method: 'POST',
    path: '/lab/items',
    body: { name: 'one' },
    writes: { kind: 'dry-run', previews },
  } as const
  expect((await serve(app, twice)).status).toBe(400)
  expect(previews).toEqual([])
})

test('where writes are refused, a command is, and a read is not', async () => {
  await using app = await open()
  const writes = { kind: 'refused' } as const
  expect((await serve(app, { method: 'GET', path: '/lab/writes', writes })).status).toBe(403)
  expect((await serve(app, { method: 'GET', path: '/lab/me', writes })).status).toBe(200)
  expect(await app.sql('select from items')).toEqual([])
})

test('commands that a handler runs side by side are all shown, and all carried out', async () => {
  await using app = await open()
  const shown: CommandPreview[] = []
  const both = (writes: WriteMode) => serve(app, { method: 'POST', path: '/lab/two', writes })
  await both({ kind: 'dry-run', previews: shown })
  expect(shown.map(({ changes }) => changes[0]!.after!['name'])).toEqual(['one', 'two'])
  const fingerprints = shown.map(({ fingerprint }) => fingerprint)
  expect((await both({ kind: 'expected', fingerprints, previews: [] })).status).toBe(200)
  expect(await app.sql('select name from items order by name')).toEqual([{ name: 'one' }, { name: 'two' }])
})

test('commands side by side are compared in the order in which they were called, however long rules take to load', async () => {
  const rules = {
    applies: () => new Promise<boolean>((resolve) => setTimeout(resolve, 20, true)),
    prepare: async () => {},
    before: async () => undefined,
    after: async () => {},
  }
  await using app = await testApp({
    modules: [{ id: 'roles', title: 'Roles', roles: { admin: ['*'] } }, lab],
    services: [provide(ruleRunner, () => rules)],
  })
  const shown: CommandPreview[] = []
  const both = (writes: WriteMode) => serve(app, { method: 'POST', path: '/lab/ruled-first', writes })
  expect((await both({ kind: 'dry-run', previews: shown })).status).toBe(200)
  expect(shown.map(({ commandId }) => commandId)).toEqual(['lab.items.ruled', 'lab.items.create'])
  const fingerprints = shown.map(({ fingerprint }) => fingerprint)
  expect((await both({ kind: 'expected', fingerprints, previews: [] })).status).toBe(200)
})
