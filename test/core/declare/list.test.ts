import { defineEntity, p } from '@mikro-orm/core'
import {
  defineFeatures,
  defineMigration,
  defineModule,
  get,
  Id,
  input,
  list,
  post,
  resource,
  Scoped,
  type Sql,
  sql,
  view,
} from '@plinth/core'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('desk', { view: 'View tickets', manage: 'Manage tickets' })
const Ticket = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  extends: Scoped,
  properties: {
    title: p.string().length(50),
    status: p.enum(['open', 'closed']).default('open'),
    isUrgent: p.boolean().default(false),
    weight: p.integer().nullable(),
    parentId: p.uuid().nullable(),
  },
})
const Comment = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  extends: Scoped,
  properties: { ticketId: p.uuid(), text: p.text() },
})
const tables = defineMigration(
  'desk.tables',
  `select plinth.scoped_table('tickets', $$title text not null, status text not null default 'open',
     is_urgent boolean not null default false, weight integer, parent_id uuid, unique (tenant_id, organization_id, title)$$);
   create index on tickets (tenant_id, weight, id);
   create index on tickets (tenant_id, title collate "und-x-icu", id);
   create index on tickets (tenant_id, title collate "pl-x-icu", id);
   select plinth.scoped_table('comments', 'ticket_id uuid not null, text text not null');`,
)
const tickets = resource('/tickets', Ticket, {
  access: { read: features.view, write: features.manage },
  input: input(Ticket, ['title', 'status', 'isUrgent', 'weight', 'parentId']),
  fixed: ['parentId'],
  list: {
    select: view(Ticket, ['id', 'title', 'status', 'weight', 'updatedAt']).extend({
      comments: z.number().int(),
      share: z.number().int().nullable(),
    }),
    computed: {
      share: () => sql<number | null>`(select 12 / "row"."weight")`,
      comments: ({ eb, from }) =>
        eb
          .selectFrom(from.table(Comment, 'c'))
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('c.ticketId', '=', 'row.id'),
    },
    search: ['title', 'status'],
    sort: { title: 'title', heaviness: 'weight', when: 'createdAt' },
    defaultSort: { field: 'title', dir: 'desc' },
    filter: ['status', 'isUrgent', 'parentId', 'weight'],
    query: { minWeight: z.coerce.number().int().optional() },
    where: ({ eb, query }) => (query.minWeight === undefined ? [] : [eb('row.weight', '>=', query.minWeight)]),
  },
})
/** The same entity where each organization is its own, with routes in place of some of the usual ones. */
const briefs = resource('/briefs', Ticket, {
  id: 'desk.briefs',
  access: { read: features.view, write: features.manage },
  input: input(Ticket, ['title']),
  list: get('/briefs', { access: features.manage, response: z.object({ own: z.literal(true) }) }, () => ({
    own: true as const,
  })),
  routes: {
    create: post(
      '/briefs',
      {
        operation: 'createBrief',
        access: features.manage,
        body: z.object({ words: z.array(z.string()) }),
        response: Id,
        status: 201,
        runs: tickets.create,
      },
      ({ run, body }) => run(tickets.create, { title: body.words.join(' ') }),
    ),
  },
})
const everywhere = list('/tickets/everywhere', Ticket, {
  access: features.view,
  scope: 'allowed',
  select: view(Ticket, ['id', 'title']).extend({ length: z.number().int().optional() }),
  computed: {
    length: ({ eb, query }) => (query.id === undefined ? undefined : eb.fn<number>('length', ['row.title'])),
  },
  filter: ['parentId'],
})
const discussed = list('/tickets/discussed', Ticket, {
  access: features.view,
  select: view(Ticket, ['id', 'title']).extend({
    comments: z.number().int(),
    texts: z.array(z.string()),
    motto: z.string(),
  }),
  computedTogether: ({ eb, from }) =>
    eb
      .selectFrom(from.table(Comment, 'c'))
      .whereRef('c.ticketId', '=', 'row.id')
      .select(
        sql<{ comments: number; texts: string[] }>`json_build_object('comments', count(*),
          'texts', coalesce(json_agg(c.text order by c.text), '[]'))`.as('all'),
      ),
  resolve: async (_ctx, { title }) => ({ motto: `${title}!` }),
  sort: ['title'],
})
/** The columns of the table and nothing else. */
const plain = list('/tickets/plain', Ticket, {
  access: features.view,
  select: ['id', 'title'],
  sort: { title: 'title', heaviness: 'weight', when: 'createdAt' },
})
const desk = defineModule({
  id: 'desk',
  title: 'Desk',
  features,
  entities: [Ticket, Comment],
  migrations: [tables],
  roles: { admin: ['desk.*'], employee: [features.view] },
  commands: [...tickets.commands, ...briefs.commands],
  routes: [...tickets.routes, ...briefs.routes, everywhere, discussed, plain],
})

let app: TestPlatform
const ids: string[] = []
beforeAll(async () => {
  app = await testApp({ modules: [desk] })
  for (let index = 0; index < 9; index++) {
    const weight = index % 3 === 0 ? null : index % 3
    const body = { title: `Ticket ${index}`, weight, isUrgent: index === 4, parentId: ids[0] ?? null }
    ids.push((await app.as('admin').post('/tickets', body)).body.id)
  }
  await app.sql(
    `insert into comments (id, tenant_id, organization_id, ticket_id, text, created_at, updated_at)
     select gen_random_uuid(), $1, $2, $3, 'x', now(), now() from generate_series(1, 3)`,
    [tenantA.id, tenantA.organization, ids[2]],
  )
})
afterAll(() => app[Symbol.asyncDispose]())

const asked = async (query = '', who: Parameters<TestPlatform['as']>[0] = 'employee') =>
  (await app.as(who).get(`/tickets?${query}`)).body
const titles = async (query: string) =>
  ((await asked(query)).items as { title: string }[]).map(({ title }) => title.slice('Ticket '.length))

test('a list answers a page in the published envelope, with computed columns', async () => {
  const body = await asked('pageSize=2&sortField=title')
  expect(body).toMatchObject({ total: 9, page: 1, pageSize: 2, totalPages: 5 })
  expect(Object.keys(body.items[0])).toEqual(['id', 'title', 'status', 'weight', 'updatedAt', 'comments', 'share'])
  expect((await asked(`id=${ids[2]}`)).items).toMatchObject([{ title: 'Ticket 2', status: 'open', comments: 3 }])
})

test('the total is right past the end, too', async () => {
  expect(await asked('page=7&pageSize=2')).toMatchObject({ items: [], total: 9, totalPages: 5, page: 7 })
})

test.each([
  ['sortField=title', '012345678'],
  ['', '876543210'],
  ['sortDir=asc', '012345678'],
  ['sortField=title&sortDir=DESC', '876543210'],
  ['search=tick 4', '4'],
  ['search=open ticket 5', '5'],
  ['search=%25', ''],
  ['isUrgent=true', '4'],
  ['status=closed', ''],
  ['weight=2', '852'],
  ['minWeight=2', '852'],
  ['parentId=nobody', ''],
  ['id=nobody', ''],
])('%s finds %s', async (query, found) => {
  expect((await titles(query)).join('')).toBe(found)
})

test('ids name several rows, and what is no id finds nothing', async () => {
  expect(await titles(`ids=${ids[1]}, ${ids[3]},x&sortField=title`)).toEqual(['1', '3'])
  expect(await titles('ids=x')).toEqual([])
  expect(await titles('ids=')).toHaveLength(9)
})

test.each(
  ['/tickets', '/tickets/plain'].flatMap((path) =>
    ['title', 'heaviness', 'when', 'id'].map((sortField) => [path, sortField] as const),
  ),
)('pages and `after` of %s walk the same way by %s', async (path, sortField) => {
  const asked = async (query: string) => (await app.as('employee').get(`${path}?${query}`)).body
  for (const sortDir of ['asc', 'desc']) {
    const order = `sortField=${sortField}&sortDir=${sortDir}`
    const whole = ((await asked(order)).items as { id: string }[]).map(({ id }) => id)
    expect(new Set(whole).size).toBe(9)
    const [paged, walked]: string[][] = [[], []]
    for (let page = 1; page <= 5; page++) {
      paged!.push(...(await asked(`${order}&page=${page}&pageSize=2`)).items.map(({ id }: { id: string }) => id))
      const after = walked!.length > 0 ? `&after=${walked!.at(-1)}` : ''
      const next = await asked(`${order}&pageSize=2${after}`)
      expect(next.total).toBe(9)
      walked!.push(...next.items.map(({ id }: { id: string }) => id))
    }
    expect(paged).toEqual(whole)
    expect(walked).toEqual(whole)
  }
})

test('computed columns are computed for the rows of the page only', async () => {
  await app.sql(
    `insert into tickets (id, tenant_id, organization_id, title, weight, created_at, updated_at)
     select gen_random_uuid(), $1, $2, 'Computed ' || n, n, now(), now() from generate_series(0, 5) n`,
    [tenantA.id, tenantA.organization],
  )
  // Of the first row there is no share.
  const { items, total } = await asked('sortField=title&search=computed&pageSize=2&page=2')
  expect([total, items.map(({ share }: { share: number }) => share)]).toEqual([6, [6, 4]])
  const behind = await asked(`sortField=title&search=computed&pageSize=2&after=${items[1].id}`)
  expect(behind.items.map(({ share }: { share: number }) => share)).toEqual([3, 2])
  expect((await app.as('employee').get('/tickets?sortField=title&search=computed&pageSize=2')).status).toBe(500)
  await app.sql(`delete from tickets where title like 'Computed%'`)
})

test('what a list cannot be sorted by is refused by name; directions are clamped as published', async () => {
  const { status, body } = await app.as('employee').get('/tickets?sortField=titel')
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/sorted by title, .+, id/)])
  expect(await titles('sortField=title&sortDir=down')).toEqual([...'012345678'])
  expect(await titles('sortField=')).toEqual([...'876543210'])
})

test('a computed column can depend on the query', async () => {
  const [one] = (await app.as('employee').get(`/tickets/everywhere?id=${ids[3]}`)).body.items
  expect(one).toEqual({ id: ids[3], title: 'Ticket 3', length: 8 })
  const [other] = (await app.as('employee').get(`/tickets/everywhere?ids=${ids[3]}`)).body.items
  expect(other).toEqual({ id: ids[3], title: 'Ticket 3' })
})

test('several properties can be computed by one sub-select', async () => {
  const query = `sortField=title&pageSize=2&after=${ids[0]}`
  const { items, total } = (await app.as('employee').get(`/tickets/discussed?${query}`)).body
  expect([total, items]).toEqual([
    9,
    [
      { id: ids[1], title: 'Ticket 1', comments: 0, texts: [], motto: 'Ticket 1!' },
      { id: ids[2], title: 'Ticket 2', comments: 3, texts: ['x', 'x', 'x'], motto: 'Ticket 2!' },
    ],
  ])
  const exported = await app.as('employee').get('/tickets/discussed?format=json&sortField=title&sortDir=desc')
  expect(JSON.parse(exported.text)[6]).toEqual(items[1])
})

test('a list can be of all organizations that the caller may select, whichever is selected', async () => {
  const clerk = { features: ['desk.*'], organizationIds: [tenantA.organization, tenantA.otherOrganization] }
  const headers = { ...app.headersOf(clerk), cookie: `om_selected_org=${tenantA.organization}` }
  const total = async (path: string) => (await (await app.fetch(path, { headers })).json()).total
  const [added] = await app.sql<{ id: string }>(
    `insert into tickets (id, tenant_id, organization_id, title, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'Elsewhere', now(), now()) returning id`,
    [tenantA.id, tenantA.otherOrganization],
  )
  const elsewhere = added!.id
  expect(await total(`/tickets?id=${elsewhere}`)).toBe(0)
  expect(await total(`/tickets/everywhere?id=${elsewhere}`)).toBe(1)
  await app.sql('delete from tickets where id = $1', [elsewhere])
})

test('a resource can have routes with handlers in place of its own', async () => {
  const admin = app.as('admin')
  expect((await admin.get('/briefs')).body).toEqual({ own: true })
  const { status, body } = await admin.post('/briefs', { words: ['Two', 'words'] })
  expect(status).toBe(201)
  expect((await asked(`id=${body.id}`)).items).toMatchObject([{ title: 'Two words' }])
  expect((await admin.put('/briefs', { id: body.id, title: 'Brief' })).status).toBe(200)
  expect((await admin.del(`/briefs?id=${body.id}`)).status).toBe(200)
})

test('a route in place of another is where the resource is', () => {
  const wrong = () =>
    resource('/notes', Ticket, {
      id: 'desk.notes',
      access: { read: features.view, write: features.manage },
      input: input(Ticket, ['title']),
      list: tickets.list,
    })
  expect(wrong).toThrow('The resource /notes has the route GET /tickets instead of GET /notes')
})

test.each(['title', 'heaviness', 'when', 'id'])(
  'a row that was deleted keeps its place in the order by %s',
  async (sortField) => {
    const admin = app.as('admin')
    const added: string[] = []
    for (const weight of [3, null, 5])
      added.push((await admin.post('/tickets', { title: `Gone ${weight}`, weight })).body.id)
    for (const sortDir of ['asc', 'desc']) {
      const query = `/tickets?search=gone&sortField=${sortField}&sortDir=${sortDir}`
      const whole = (await admin.get(query)).body.items.map(({ id }: { id: string }) => id)
      expect(whole).toHaveLength(3)
      for (const [index, id] of whole.entries()) {
        const deleted = await admin.del(`/tickets?id=${id}`)
        const { status, body } = await admin.get(`${query}&after=${id}`)
        expect([status, body.items?.map((row: { id: string }) => row.id)]).toEqual([200, whole.slice(index + 1)])
        const stranger = app.as({ tenantId: tenantB.id, features: ['desk.*'] })
        expect((await stranger.get(`${query}&after=${id}`)).status).toBe(400)
        const undoToken = deleted.operation?.undoToken
        await app.platform.actAs(app.callerOf('admin'), ({ undo }) => undo({ token: undoToken! }, { ofOthers: true }))
      }
    }
    for (const id of added) await admin.del(`/tickets?id=${id}`)
  },
)

test('after a row that is none of the caller’s, there is a clear refusal', async () => {
  const stranger = { tenantId: tenantB.id, features: ['desk.*'] }
  for (const [who, after] of [
    [stranger, ids[0]],
    ['employee', crypto.randomUUID()],
    ['employee', 'x'],
  ] as const) {
    const { status, body } = await app.as(who).get(`/tickets?after=${after}`)
    expect([status, body.fieldErrors]).toEqual([400, { after: 'Not found' }])
  }
})

test.each(['isUrgent=maybe', 'status=lost', 'weight=heavy', `search=${'x'.repeat(201)}`])(
  '%s is refused',
  async (query) => {
    expect((await app.as('employee').get(`/tickets?${query}`)).status).toBe(400)
  },
)

test('create, update and delete are commands with the usual refusals, logged and undoable', async () => {
  const admin = app.as('admin')
  expect((await app.as('employee').post('/tickets', { title: 'x' })).status).toBe(403)
  expect((await admin.post('/tickets', { title: ' ' })).status).toBe(400)
  expect((await admin.post('/tickets', { title: 'Ticket 1' })).body.fieldErrors).toHaveProperty('title')
  const made = await admin.post('/tickets', { title: 'New', weight: 3 })
  expect([made.status, made.operation?.commandId, made.operation?.resourceKind]).toEqual([
    201,
    'desk.tickets.create',
    'desk.ticket',
  ])
  const { id } = made.body
  const changed = await admin.put('/tickets', { id, weight: null, parentId: ids[0] })
  expect([changed.status, changed.body]).toEqual([200, { ok: true }])
  const [row] = await app.sql('select title, weight, parent_id, is_urgent, status from tickets where id = $1', [id])
  expect(row).toEqual({ title: 'New', weight: null, parent_id: null, is_urgent: false, status: 'open' })
  expect((await admin.del(`/tickets?id=${id}`)).body).toEqual({ ok: true })
  const again = await admin.put('/tickets', { id, weight: 1 })
  expect([again.status, again.body]).toEqual([404, { error: 'Ticket not found' }])
})

test.each([
  ['en', 'Äpfel apple Apple Banane lapa łapa lody Łódź lzy ñandú Nuss nuż Straße Zebra'],
  ['de', 'Äpfel apple Apple Banane lapa łapa lody Łódź lzy ñandú Nuss nuż Straße Zebra'],
  ['es', 'Äpfel apple Apple Banane lapa łapa lody Łódź lzy Nuss nuż ñandú Straße Zebra'],
  ['pl', 'Äpfel apple Apple Banane lapa lody lzy łapa Łódź ñandú Nuss nuż Straße Zebra'],
])('texts are sorted as people do in the language of the caller: %s', async (language, expected) => {
  const titles = expected.split(' ')
  await app.sql('delete from tickets where weight = 77')
  await app.sql(
    `insert into tickets (id, tenant_id, organization_id, title, weight, created_at, updated_at)
     select gen_random_uuid(), $1, $2, t, 77, now(), now() from unnest($3::text[]) t`,
    [tenantA.id, tenantA.organization, titles.toSorted()],
  )
  const headers = { 'accept-language': language }
  const read = async (query: string) =>
    JSON.parse((await app.as('employee').get(`/tickets?weight=77&sortField=title&${query}`, { headers })).text)
  for (const [sortDir, wanted] of [
    ['asc', titles],
    ['desc', titles.toReversed()],
  ] as const) {
    const walked: { id: string; title: string }[] = []
    for (let after = ''; walked.length < titles.length; after = `&after=${walked.at(-1)!.id}`)
      walked.push(...(await read(`sortDir=${sortDir}&pageSize=3${after}`)).items)
    expect(walked.map(({ title }) => title)).toEqual(wanted)
    const exported: { title: string }[] = await read(`sortDir=${sortDir}&format=json`)
    expect(exported.map(({ title }) => title)).toEqual(wanted)
  }
  expect(titles.toSorted(new Intl.Collator(language).compare)).toEqual(titles)
})

test.each([
  ['title', 'en'],
  ['title', 'pl'],
  ['heaviness', 'en'],
] as const)('`after` begins in the index, however many rows lie before: %s (%s)', async (sortField, language) => {
  await app.sql(
    `insert into tickets (id, tenant_id, organization_id, title, weight, created_at, updated_at)
     select gen_random_uuid(), $1, $2, $3 || lpad(n::text, 6, '0'), n, now(), now() from generate_series(1, 20000) n`,
    [tenantA.id, tenantA.organization, sortField + language],
  )
  await app.sql('analyze tickets')
  const [row] = await app.sql<{ id: string }>('select id from tickets where weight = 19000 and title like $1', [
    `${sortField}${language}%`,
  ])
  const plans = await app.platform.actAs(app.callerOf('employee'), async ({ from, db, scope, actor }) => {
    const { sent, recorder } = record(db)
    const query = { page: 1, pageSize: 5, sortField, after: row!.id }
    await tickets.list.handle!({
      from,
      db: db.withPlugin(recorder),
      scope,
      actor,
      query,
      locale: async () => ({ language }),
    } as never)
    return Promise.all(sent.map((query) => explain(db, query)))
  })
  const page = plans.at(-1)!
  expect(page).toMatch(/Index Cond: .*ROW\(\(?\w+\)?(::text)?, id\) > ROW/)
  expect(page).not.toMatch(/Seq Scan|Sort/)
})

/** Notes the statements that queries come to. */
function record(db: Sql) {
  const sent: ReturnType<ReturnType<Sql['getExecutor']>['compileQuery']>[] = []
  const recorder: Parameters<Sql['withPlugin']>[0] = {
    transformQuery({ node, queryId }) {
      sent.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { sent, recorder }
}

async function explain(db: Sql, { sql: text, parameters }: { sql: string; parameters: readonly unknown[] }) {
  const literal = (value: unknown) => `'${Array.isArray(value) ? `{${value.join(',')}}` : String(value)}'`
  const statement = text.replaceAll(/\$(\d+)/g, (_, at) => literal(parameters[Number(at) - 1]))
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(statement)}`.execute(db)
  return rows.map((line) => line['QUERY PLAN']).join('\n')
}
