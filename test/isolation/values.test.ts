import { defineEntity, p } from '@mikro-orm/core'
import {
  conflict,
  type Context,
  defineCache,
  defineCommand,
  defineFeatures,
  defineJob,
  defineMigration,
  defineModule,
  get,
  Id,
  type Module,
  notFound,
  Ok,
  post,
  sql,
  TenantScoped,
} from '@plinth/core'
import { CheckFailed, checkIsolation, tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../_setup/app.ts'

const { use } = defineFeatures('depot', { use: 'Use the depot' })

const Article = defineEntity({
  name: 'DepotArticle',
  tableName: 'depot_articles',
  extends: TenantScoped,
  properties: { code: p.string(), name: p.string(), price: p.integer(), supplierId: p.uuid().nullable() },
})
const Supplier = defineEntity({
  name: 'DepotSupplier',
  tableName: 'depot_suppliers',
  extends: TenantScoped,
  properties: { name: p.string() },
})
const Tally = defineEntity({
  name: 'DepotTally',
  tableName: 'depot_tallies',
  extends: TenantScoped,
  properties: { articles: p.integer(), of: p.string() },
})

const counts = defineCache<number>('depot.counts')

/** What a name in a folder leads to; the folder is that of the tenant. */
const papers = new Map<string, string>()

type Work<T, In> = (ctx: Context, input: In) => Promise<T>

/** How the product does its work. Each fault does one thing differently. */
interface Depot {
  readonly search: Work<unknown, string>
  readonly lookUp: Work<unknown, string>
  readonly total: Work<unknown, void>
  readonly isTaken: Work<boolean, string>
  readonly read: Work<string | undefined, string>
  readonly labels: Work<unknown, void>
  readonly cachedCount: Work<number, void>
  /** For the row that a job writes in the tenant. */
  readonly count: Work<number, void>
  readonly noteOf: Work<string, string>
}

const countArticles = async ({ from }: Pick<Context, 'from'>) =>
  (await from(Article, 'a').select('a.id').execute()).length

/** Each article with the name of its supplier. */
async function labelsOf(from: Context['from'], ofSuppliers: Context['from']) {
  const articles = await from(Article, 'a').select(['a.id', 'a.supplierId']).orderBy('a.id').execute()
  const suppliers = await ofSuppliers(Supplier, 's').select(['s.id', 's.name']).execute()
  return articles.map(({ id, supplierId }) => [id, suppliers.find((one) => one.id === supplierId)?.name ?? null])
}

const right: Depot = {
  search: ({ from }, text) =>
    from(Article, 'a')
      .select(['a.id', 'a.name'])
      .where(sql<boolean>`strpos(a.name, ${text}) > 0`)
      .orderBy('a.name')
      .execute(),
  lookUp: async ({ from }, code) =>
    (await from(Article, 'a').select('a.name').where('a.code', '=', code).executeTakeFirst())?.name ?? null,
  total: async ({ from }) =>
    (await from(Article, 'a').select('a.price').execute()).reduce((sum, { price }) => sum + price, 0),
  isTaken: async ({ from }, code) =>
    (await from(Article, 'a').select('a.id').where('a.code', '=', code).executeTakeFirst()) !== undefined,
  read: async ({ scope }, path) => papers.get(`${scope.tenantId}/${path}`),
  labels: ({ from }) => labelsOf(from, from),
  cachedCount: ({ cached, from, scope }) =>
    cached(counts, String(scope.tenantId), async () => ({ value: await countArticles({ from }), tags: [] })),
  count: countArticles,
  noteOf: async () => 'articles',
}

/** Works without tenant isolation, as a careless query does. */
const wide = <T>(
  { widenScope }: Pick<Context, 'widenScope'>,
  work: (from: Context['from']) => Promise<T>,
): Promise<T> => widenScope('allTenants', 'a fault', (system) => work(system.from))

const faults: Readonly<Record<string, { does: Partial<Depot>; nightly?: Partial<Depot>; sql?: string }>> = {
  'looks up names in all tenants': {
    does: { lookUp: (ctx, code) => wide(ctx, (from) => right.lookUp({ ...ctx, from }, code)) },
  },
  'adds up the rows of all tenants': {
    does: { total: (ctx) => wide(ctx, (from) => right.total({ ...ctx, from })) },
  },
  'refuses codes that another tenant has': {
    does: { isTaken: (ctx, code) => wide(ctx, (from) => right.isTaken({ ...ctx, from }, code)) },
  },
  'has codes that are unique in all tenants': {
    does: {},
    sql: 'create unique index on depot_articles (code)',
  },
  'reads a file by whatever path': {
    does: {
      read: async (_, path) => [...papers].find(([key]) => key.endsWith(`/${path}`))?.[1],
    },
  },
  'caches one count for all tenants': {
    does: {
      cachedCount: ({ cached, from }) =>
        cached(counts, 'all', async () => ({ value: await countArticles({ from }), tags: [] })),
    },
  },
  'ranks what it finds among the rows of all tenants': {
    does: {
      search: async (ctx, text) => {
        const all = await wide(ctx, (from) => from(Article, 'a').select(['a.id', 'a.name']).orderBy('a.name').execute())
        const own = (await right.search(ctx, text)) as { id: string }[]
        return own.map(({ id }) => ({ id, rank: all.findIndex((one) => one.id === id) }))
      },
    },
  },
  'shows the names of linked rows of all tenants': {
    does: { labels: (ctx) => wide(ctx, (from) => labelsOf(ctx.from, from)) },
  },
  'counts the rows of all tenants in a job that a request queues': {
    does: { count: (ctx) => wide(ctx, (from) => countArticles({ from })) },
  },
  'counts the rows of all tenants in a nightly job': {
    does: {},
    nightly: { count: (ctx) => wide(ctx, (from) => countArticles({ from })) },
  },
  'stores a name of another tenant': {
    does: {
      noteOf: (ctx, code) =>
        wide(ctx, async (from) => {
          const [first] = await from(Article, 'a')
            .select('a.name')
            .where('a.code', '!=', code)
            .orderBy('a.name')
            .execute()
          return first?.name ?? 'none'
        }),
    },
  },
}

function depotThat({ does, nightly = {} }: { does: Partial<Depot>; nightly?: Partial<Depot> }): Module {
  const depot = { ...right, ...does }
  const create = defineCommand({
    id: 'depot.articles.create',
    access: use,
    input: z.object({ code: z.string().max(200), name: z.string().max(200) }),
    output: Id,
    async run(ctx) {
      const { input, from } = ctx
      if (await depot.isTaken(ctx as unknown as Context, input.code)) throw conflict('This code is taken')
      await from.create(Tally, { articles: 0, of: await depot.noteOf(ctx as unknown as Context, input.code) })
      const { id } = await from.create(Article, { ...input, price: 1, supplierId: null })
      return { id }
    },
  })
  const tally = defineCommand({
    id: 'depot.tallies.write',
    access: use,
    input: z.object({ articles: z.number().int() }),
    output: Ok,
    async run({ input, from }) {
      await from.create(Tally, { ...input, of: 'articles' })
      return { ok: true as const }
    },
  })
  const counting = (id: string, { count }: Depot, schedule?: string) =>
    defineJob({
      id,
      payload: z.object({}),
      ...(schedule && { schedule }),
      async run(ctx) {
        await ctx.actAs(
          {
            actor: 'platform',
            reason: 'tally',
            scope: { tenantId: tenantA.id, organizationId: null, organizationIds: null },
          },
          async (own) => own.run(tally, { articles: await count(own, undefined) }),
        )
      },
    })
  const later = counting('depot.later', depot)
  const night = counting('depot.night', { ...right, ...nightly }, '0 3 * * *')
  const queue = defineCommand({
    id: 'depot.queue',
    access: use,
    undoable: false,
    input: z.object({}),
    output: Ok,
    async run({ enqueue }) {
      enqueue(later, {})
      return { ok: true as const }
    },
  })
  const found = z.object({ found: z.unknown() })
  const withText = { access: use, query: z.object({ code: z.string().max(200).default('') }), response: found }
  return defineModule({
    id: 'depot',
    title: 'Depot',
    entities: [Article, Supplier, Tally],
    features: { use },
    caches: [counts],
    commands: [create, tally, queue],
    jobs: [later, night],
    migrations: [
      defineMigration(
        'depot.tables',
        `select plinth.tenant_table('depot_suppliers', 'name text not null');
         select plinth.tenant_table('depot_articles', 'code text not null, name text not null, price integer not null,
           supplier_id uuid');
         comment on column depot_articles.supplier_id is 'refers to depot_suppliers';
         select plinth.tenant_table('depot_tallies', '"of" text not null, articles integer not null');`,
      ),
    ],
    routes: [
      get(
        '/depot/articles',
        { access: use, query: z.object({ search: z.string().max(200).default('') }), response: found },
        async (ctx) => ({ found: await depot.search(ctx, ctx.query.search) }),
      ),
      get('/depot/names', withText, async (ctx) => ({ found: await depot.lookUp(ctx, ctx.query.code) })),
      get('/depot/total', { access: use, response: found }, async (ctx) => ({ found: await depot.total(ctx) })),
      get('/depot/count', { access: use, response: found }, async (ctx) => ({ found: await depot.cachedCount(ctx) })),
      get('/depot/labels', { access: use, response: found }, async (ctx) => ({ found: await depot.labels(ctx) })),
      get(
        '/depot/papers/{code}',
        { access: use, params: z.object({ code: z.string() }), response: found, errors: [404] },
        async (ctx) => {
          const paper = await depot.read(ctx, ctx.params.code)
          if (paper === undefined) throw notFound('Paper')
          return { found: paper }
        },
      ),
      post('/depot/articles', create, { status: 201, errors: [409] }),
      post('/depot/queue', queue),
    ],
  })
}

const samples = [
  { route: 'POST /depot/articles', expect: 201, request: { body: { code: 'one', name: 'One' } } },
  { route: 'POST /depot/queue', expect: 200, request: { body: {} } },
]

const options = {
  samples,
  unreached: { 'GET /depot/papers/{code}': 'its papers have no ids' },
  rows: {
    depot_articles: ({ mark, tenantId }: { mark: string; tenantId: string }) => {
      papers.set(`${tenantId}/${mark}-depot_articles-code`, `what ${mark} has written`)
      return {}
    },
  },
}

test('a product that keeps to the tenant passes', async () => {
  await using app = await testApp({ modules: [depotThat({ does: {} })] })
  const report = await checkIsolation(app, options)
  expect(report.routes).toBe(8)
})

test.each(Object.entries(faults))('a product that %s is found', async (_, fault) => {
  await using app = await testApp({ modules: [depotThat(fault)] })
  if (fault.sql) await app.sql(fault.sql)
  const failure = await checkIsolation(app, { ...options, stopAtFirst: true }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CheckFailed)
  expect((failure as CheckFailed).message).toMatch(/hidden row|foreign|the same values/)
})
