import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { catalog } from '@plinth/catalog'
import { tenantA, type TestPlatform } from '@plinth/testing'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { counts, digest, fillShop, make, makeRich, shopApp } from './_shop.ts'

const unknown = '99999999-9999-4999-8999-999999999999'
const user = { userId: 'c0ffee00-0000-4000-8000-000000000000', features: ['catalog.*', 'progress.*', 'audit_logs.*'] }
const auditedShop = () =>
  testApp({ modules: [directory, auth({ secret: 'bulk'.repeat(8) }), auditLogs, progress, catalog] })

async function start(app: TestPlatform, ids: readonly string[], who: object | string = user): Promise<string> {
  const answer = await app.as(who).post('/catalog/bulk-delete', { confirm: true, ids, scope: 'selected' })
  expect([answer.status, answer.body]).toEqual([
    201,
    { ok: true, progressJobId: answer.body.progressJobId, message: 'Bulk delete started.' },
  ])
  return answer.body.progressJobId
}
const jobOf = async (app: TestPlatform, id: string, who: object = user) =>
  (await app.as(who).get(`/progress/jobs/${id}`)).body

test('thousands of products go with all that hangs on them, and one undo brings everything back', async () => {
  await using app = await auditedShop()
  const ids = await fillShop(app, 2_000)
  const [full, before] = [await counts(app), await digest(app)]
  const jobId = await start(app, ids)
  expect(await jobOf(app, jobId)).toMatchObject({
    jobType: 'catalog.products.bulk_delete',
    name: 'Delete selected products',
    description: '2000 catalog products queued for deletion',
    status: 'pending',
    totalCount: 2_000,
    meta: { source: 'catalog.bulk-delete', scope: 'selected' },
  })
  await app.jobs()
  const job = await jobOf(app, jobId)
  expect(job).toMatchObject({
    status: 'completed',
    progressPercent: 100,
    resultSummary: { affectedCount: 2_000, goneCount: 0, failedCount: 0, failures: [] },
  })
  expect(await counts(app)).toEqual({ products: 0, categories: 1, product_categories: 0, variants: 0, prices: 0 })
  const undone = await app.as(user).post('/audit_logs/audit-logs/actions/undo', { undoToken: job.undoToken })
  expect([undone.status, undone.body]).toEqual([200, { ok: true, logId: job.logId }])
  expect([await counts(app), await digest(app)]).toEqual([full, before])
}, 120_000)

test('eight deletions of the same products at once delete each of them once, and tell what they did', async () => {
  await using app = await auditedShop()
  const ids = await fillShop(app, 40)
  const started = await Promise.all(Array.from({ length: 8 }, () => start(app, ids)))
  const outcomes = async (jobs: readonly string[]) =>
    Promise.all(jobs.map(async (id) => (await jobOf(app, id)).resultSummary))
  // Each host takes the next job.
  await Promise.all(started.map(() => app.jobs()))
  const done = await outcomes(started)
  expect(done.map(({ affectedCount, goneCount, failedCount }) => [affectedCount, goneCount, failedCount])).toEqual(
    expect.arrayContaining([[40, 0, 0], ...Array.from({ length: 7 }, () => [0, 40, 0])]),
  )
  expect(done.reduce((sum, { affectedCount }) => sum + affectedCount, 0)).toBe(40)
  const entries = await app.sql(
    `select count(*)::int as entries, (select count(*)::int from plinth.changes where table_name = 'catalog_products') as products
      from plinth.action_log where command_id = 'catalog.products.bulk_delete'`,
  )
  expect(entries).toEqual([{ entries: 8, products: 40 }])
  expect(app.log.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
})

test('each id has its outcome: deleted, gone before, or not found; nothing else stops for it', async () => {
  await using app = await shopApp()
  const elsewhere = { organizationId: tenantA.otherOrganization, organizationIds: [tenantA.otherOrganization] }
  const here = { ...user, organizationIds: [tenantA.organization] }
  const foreign = await makeRich(app.as({ ...user, ...elsewhere }), 'Foreign')
  const goneElsewhere = await makeRich(app.as({ ...user, ...elsewhere }), 'Gone elsewhere')
  await app.as(user).del(`/catalog/products?id=${goneElsewhere}`)
  const gone = await makeRich(app.as(user), 'Gone')
  await app.as(user).del(`/catalog/products?id=${gone}`)
  const mine = await makeRich(app.as(user), 'Mine')
  const jobId = await start(app, [gone, foreign, mine, mine.toUpperCase(), unknown, goneElsewhere], here)
  await app.jobs()
  const error = 'Catalog product not found'
  expect((await jobOf(app, jobId, here)).resultSummary).toEqual({
    affectedCount: 1,
    goneCount: 1,
    failedCount: 3,
    failures: [foreign, unknown, goneElsewhere].map((id) => ({ id, error })),
  })
  expect((await app.as(user).get('/catalog/products')).body.items).toMatchObject([{ id: foreign }])
})

test('the entry belongs to whoever asked, and only they are told how to undo it', async () => {
  await using app = await auditedShop()
  const id = await makeRich(app.as(user), 'Mine')
  const jobId = await start(app, [id])
  await app.jobs()
  const { logId, undoToken } = await jobOf(app, jobId)
  const [entry] = await app.sql('select actor_id, actor_user_id, resource_kind from plinth.action_log where id = $1', [
    logId,
  ])
  expect(entry).toEqual({ actor_id: user.userId, actor_user_id: user.userId, resource_kind: 'catalog.product' })
  const other = { ...user, userId: 'c0ffee00-0000-4000-8000-000000000001' }
  expect(await jobOf(app, jobId, other)).toMatchObject({ logId, undoToken: null })
  const own = { ...user, features: ['audit_logs.undo_self', 'catalog.products.manage'] }
  const undone = await app.as(own).post('/audit_logs/audit-logs/actions/undo', { undoToken })
  expect(undone.status, undone.text).toBe(200)
})

test('a cancelled deletion deletes nothing, also when it is cancelled in its middle', async () => {
  await using app = await shopApp()
  const ids = await fillShop(app, 20)
  const before = await digest(app)
  const waiting = await start(app, ids)
  await app.as(user).del(`/progress/jobs/${waiting}`)
  await app.jobs()
  expect(await jobOf(app, waiting)).toMatchObject({ status: 'cancelled' })
  const running = await start(app, ids)
  // The deletion waits for this row; meanwhile somebody cancels it.
  const locks = await lockRow(app, ids[0]!)
  const jobs = app.jobs()
  while ((await jobOf(app, running)).status !== 'running') await new Promise((done) => setTimeout(done, 10))
  expect((await app.as(user).del(`/progress/jobs/${running}`)).status).toBe(200)
  await locks.release()
  await jobs
  expect(await jobOf(app, running)).toMatchObject({ status: 'cancelled', resultSummary: null })
  expect(await digest(app)).toBe(before)
})

test('a deletion whose worker was not heard for a minute is done, and told as done', async () => {
  await using app = await shopApp()
  const ids = await fillShop(app, 20)
  const running = await start(app, ids)
  const locks = await lockRow(app, ids[0]!)
  const jobs = app.jobs()
  while ((await jobOf(app, running)).status !== 'running') await new Promise((done) => setTimeout(done, 10))
  await app.sql(
    `update progress_jobs set status = 'failed', is_stale = true, error_message = 'Job stale', finished_at = now()`,
  )
  await locks.release()
  await jobs
  const { status, errorMessage, resultSummary } = await jobOf(app, running)
  expect({ status, errorMessage, affected: resultSummary.affectedCount }).toEqual({
    status: 'completed',
    errorMessage: null,
    affected: 20,
  })
})

test('bad orders are refused in both dialects', async () => {
  await using app = await shopApp()
  const client = app.as(user)
  const body = { ok: false, progressJobId: null, message: 'Invalid payload', error: 'Invalid payload' }
  const bad = [
    {},
    '{',
    { confirm: false, ids: [unknown], scope: 'selected' },
    { confirm: true, ids: [], scope: 'selected' },
    { confirm: true, ids: ['x'], scope: 'selected' },
    { confirm: true, ids: [unknown], scope: 'all' },
    { confirm: true, ids: Array.from({ length: 10_001 }, () => crypto.randomUUID()), scope: 'filtered' },
  ]
  for (const order of bad) {
    const answer = await client.post('/catalog/bulk-delete', order)
    expect([answer.status, answer.body]).toEqual([400, body])
  }
  const homeless = await app
    .as({ ...user, organizationId: null })
    .post('/catalog/bulk-delete', { confirm: true, ids: [unknown], scope: 'selected' })
  expect(homeless).toMatchObject({
    status: 400,
    body: { ok: false, message: 'Organization context is required', details: [{ path: ['organizationId'] }] },
  })
  expect(await app.sql('select from progress_jobs')).toEqual([])
})

test('a product whose other texts somebody has changed since is undone, and found by what it says then', async () => {
  await using app = await auditedShop()
  const client = app.as({ ...user, features: ['catalog.*', 'audit_logs.undo_self'] })
  const id = await make(client, 'products', { title: 'Oak table', subtitle: 'Round' })
  const renamed = await client.put('/catalog/products', { id, title: 'Pine table' })
  await app.as('admin').put('/catalog/products', { id, subtitle: 'Square' })
  const { undoToken } = renamed.operation!
  const undone = await client.post('/audit_logs/audit-logs/actions/undo', { undoToken })
  expect([undone.status, undone.body]).toEqual([200, { ok: true, logId: undone.body.logId }])
  const found = async (search: string) =>
    (await client.get(`/catalog/products?search=${search}`)).body.items.map(
      ({ title, subtitle }: Record<string, string>) => [title, subtitle],
    )
  expect([await found('oak'), await found('pine'), await found('square'), await found('round')]).toEqual([
    [['Oak table', 'Square']],
    [],
    [['Oak table', 'Square']],
    [],
  ])
})

async function lockRow(app: TestPlatform, id: string) {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from catalog_products where id = $1 for update', [id])
  return { release: () => client.end() }
}

test('whoever may not see or delete a product cannot delete it in bulk', async () => {
  await using app = await shopApp()
  const [open, secret, kept] = await Promise.all(
    ['Open', 'Secret', 'Open, but kept'].map((title) => makeRich(app.as(user), title)),
  )
  const policies = {
    'catalog.product': {
      read: { field: 'title', operator: 'STARTS_WITH', value: 'Open' },
      delete: { field: 'title', operator: '=', value: 'Open' },
    },
  } as const
  const clerk = { ...user, policies }
  const jobId = await start(app, [open!, secret!, kept!], clerk)
  await app.jobs()
  const { affectedCount, goneCount, failures } = (await jobOf(app, jobId)).resultSummary
  expect([affectedCount, goneCount]).toEqual([1, 0])
  expect(failures).toEqual(
    expect.arrayContaining([
      { id: secret, error: 'Catalog product not found' },
      { id: kept, error: 'Forbidden' },
    ]),
  )
  expect(await app.sql('select id from catalog_products order by id')).toEqual(
    [secret, kept].toSorted().map((id) => ({ id })),
  )
  const onlyHidden = await start(app, [secret!], clerk)
  await app.jobs()
  expect((await jobOf(app, onlyHidden)).resultSummary).toMatchObject({ affectedCount: 0, failedCount: 1 })
})
