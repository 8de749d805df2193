import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { announce, jobOf, workApp } from './_work.ts'

const unknown = '99999999-9999-4999-8999-999999999999'

test('a job is announced, advanced, read and listed as published', async () => {
  await using app = await workApp()
  const admin = app.as('admin')
  const id = await announce(app, { description: 'Long', totalCount: 200, meta: { source: 'test' } })
  expect(await jobOf(app, id)).toMatchObject({
    id,
    jobType: 'test',
    name: 'A test',
    description: 'Long',
    status: 'pending',
    progressPercent: 0,
    processedCount: 0,
    totalCount: 200,
    etaSeconds: null,
    cancellable: false,
    meta: { source: 'test' },
    resultSummary: null,
    tenantId: tenantA.id,
    organizationId: tenantA.organization,
  })
  const advanced = await admin.put(`/progress/jobs/${id}`, { processedCount: 80, meta: { page: 2 } })
  expect(advanced.body).toEqual({ ok: true, progressPercent: 40 })
  expect(await jobOf(app, id)).toMatchObject({ processedCount: 80, meta: { source: 'test', page: 2 } })
  const { items, ...counts } = (await admin.get('/progress/jobs')).body
  expect(counts).toEqual({ total: 1, page: 1, pageSize: 20, totalPages: 1 })
  expect(Object.keys(items[0]).toSorted()).toEqual(
    'id jobType name description status progressPercent processedCount totalCount etaSeconds cancellable startedAt finishedAt errorMessage createdAt tenantId organizationId'
      .split(' ')
      .toSorted(),
  )
  const { active, recentlyCompleted } = (await app.as('employee').get('/progress/active')).body
  expect([active.length, active[0].id, recentlyCompleted]).toEqual([1, id, []])
})

test('percentages are rounded and never beyond 100; without a total they stay what they were told', async () => {
  await using app = await workApp()
  const put = async (id: string, body: object) =>
    (await app.as('admin').put(`/progress/jobs/${id}`, body)).body.progressPercent
  const counted = await announce(app, { totalCount: 3 })
  expect(await put(counted, { processedCount: 1 })).toBe(33)
  expect(await put(counted, { processedCount: 2 })).toBe(67)
  expect(await put(counted, { processedCount: 50 })).toBe(100)
  expect(await put(counted, { totalCount: 100 })).toBe(50)
  const uncounted = await announce(app)
  expect(await put(uncounted, { processedCount: 5 })).toBe(0)
  expect(await put(uncounted, { progressPercent: 30 })).toBe(30)
  expect(await put(uncounted, { processedCount: 6 })).toBe(30)
  expect(await put(uncounted, { totalCount: 12 })).toBe(50)
})

test('bad input is told apart from unknown jobs', async () => {
  await using app = await workApp()
  const admin = app.as('admin')
  const invalid = await admin.post('/progress/jobs', { jobType: '', totalCount: 0 })
  expect(invalid.status).toBe(400)
  expect(invalid.body.error).toBe('Invalid input')
  expect(Object.keys(invalid.body.details.fieldErrors).toSorted()).toEqual(['jobType', 'name', 'totalCount'])
  const orphan = await admin.post('/progress/jobs', { jobType: 'x', name: 'x', parentJobId: unknown })
  expect([orphan.status, orphan.body.error]).toEqual([400, 'Parent job not found'])
  const list = await admin.get('/progress/jobs?pageSize=101')
  expect([list.status, list.body]).toEqual([
    400,
    { error: 'Invalid query', items: [], total: 0, page: 1, pageSize: 20, totalPages: 1 },
  ])
  for (const answer of [
    await admin.get(`/progress/jobs/${unknown}`),
    await admin.put(`/progress/jobs/${unknown}`, {}),
    await admin.del(`/progress/jobs/${unknown}`),
  ])
    expect([answer.status, answer.body]).toEqual([404, { error: 'Not found' }])
  expect((await admin.get('/progress/jobs/nothing')).status).toBe(400)
  expect((await admin.put(`/progress/jobs/${unknown}`, { progressPercent: 101 })).status).toBe(400)
})

test('cancelling ends a pending job, asks a running one, and refuses all others', async () => {
  await using app = await workApp()
  const admin = app.as('admin')
  const pending = await announce(app, { cancellable: true })
  expect((await admin.del(`/progress/jobs/${pending}`)).body).toEqual({ ok: true })
  expect(await jobOf(app, pending)).toMatchObject({ status: 'cancelled' })
  const firm = await announce(app)
  for (const id of [pending, firm]) {
    const answer = await admin.del(`/progress/jobs/${id}`)
    expect([answer.status, answer.body]).toEqual([400, { error: 'Cannot cancel this job' }])
  }
  expect((await admin.put(`/progress/jobs/${pending}`, { processedCount: 5 })).status).toBe(200)
  expect(await jobOf(app, pending)).toMatchObject({ processedCount: 0 })
  expect((await app.as('employee').del(`/progress/jobs/${firm}`)).status).toBe(403)
})

test('lists show what waits or runs by default, filter, search and sort', async () => {
  await using app = await workApp()
  const admin = app.as('admin')
  const parent = await announce(app, { name: 'Import 100%', jobType: 'import' })
  app.clock.advance(1_000)
  const child = await announce(app, { name: 'Part', parentJobId: parent, partitionIndex: 0, partitionCount: 2 })
  app.clock.advance(1_000)
  const gone = await announce(app, { name: 'Gone', cancellable: true })
  await admin.del(`/progress/jobs/${gone}`)
  const ids = async (query: string) =>
    (await admin.get(`/progress/jobs?${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await ids('')).toEqual([child, parent])
  expect(await ids('sortDir=asc')).toEqual([parent, child])
  expect(await ids('includeCompleted=true')).toEqual([gone, child, parent])
  expect(await ids('status=cancelled,completed')).toEqual([gone])
  expect(await ids(`parentJobId=${parent}`)).toEqual([child])
  expect(await ids('search=100%25')).toEqual([parent])
  expect(await ids('jobType=import')).toEqual([parent])
  expect(await ids('pageSize=1&page=2')).toEqual([parent])
  expect((await admin.get('/progress/jobs?page=9')).body).toMatchObject({ items: [], total: 2 })
  const { active } = (await admin.get('/progress/active')).body
  expect(active.map(({ id }: { id: string }) => id)).toEqual([parent])
})

test('what many calls say of one job is limited, too', async () => {
  await using app = await workApp()
  const admin = app.as('admin')
  const id = await announce(app)
  const say = (key: string) => admin.put(`/progress/jobs/${id}`, { meta: { [key]: 'x'.repeat(15_000) } })
  for (const key of ['a', 'b', 'a']) expect((await say(key)).status).toBe(200)
  const refused = await say('c')
  expect([refused.status, refused.body]).toEqual([
    400,
    { error: 'Invalid input', details: { formErrors: [], fieldErrors: { meta: ['Too large'] } } },
  ])
  expect((await admin.put(`/progress/jobs/${id}`, { progressPercent: 50 })).status).toBe(200)
  expect(Object.keys((await jobOf(app, id)).meta)).toEqual(['a', 'b'])
})
