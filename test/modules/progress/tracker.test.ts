import { badInput } from '@plinth/core'
import { expect, test } from 'vitest'
import { announce, jobOf, workApp } from './_work.ts'

test('tracked work runs, tells how far it is, and keeps its summary; nothing of it is in the action log', async () => {
  await using app = await workApp(async ({ advance }) => {
    for (let done = 1; done <= 100; done++) advance({ processedCount: done })
    return { affectedCount: 100 }
  })
  const id = await announce(app, { totalCount: 100 })
  await app.queue(id)
  await app.jobs()
  expect(await jobOf(app, id)).toMatchObject({
    status: 'completed',
    progressPercent: 100,
    processedCount: 100,
    etaSeconds: 0,
    resultSummary: { affectedCount: 100 },
  })
  const entries = await app.sql('select command_id from plinth.action_log')
  expect(entries).toEqual([{ command_id: 'progress.jobs.create' }])
  const { recentlyCompleted } = (await app.as('admin').get('/progress/active')).body
  expect(recentlyCompleted).toHaveLength(1)
})

test('a hundred steps are a few writes', async () => {
  await using app = await workApp(async ({ advance }) => {
    for (let done = 1; done <= 100; done++) {
      advance({ processedCount: done })
      await new Promise((next) => setTimeout(next, 5))
    }
  })
  const id = await announce(app, { totalCount: 100 })
  await app.queue(id)
  await app.jobs()
  const [row] = await app.sql('select version from progress_jobs')
  expect(row!['version']).toBeLessThan(50)
})

test('a cancelled job is told so and ends cancelled; one cancelled before its start is never begun', async () => {
  let begun = 0
  await using app = await workApp(async ({ signal, advance }) => {
    begun++
    await app.as('admin').del(`/progress/jobs/${id}`)
    advance({ processedCount: 1 })
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  })
  const id = await announce(app, { cancellable: true })
  await app.queue(id)
  await app.jobs()
  expect(await jobOf(app, id)).toMatchObject({ status: 'cancelled', errorMessage: null })
  await app.queue(id)
  await app.jobs()
  expect(begun).toBe(1)
})

test('a failure is told in words for people, and the work is not repeated', async () => {
  let begun = 0
  const failures = [badInput('The file is empty'), new Error('select secret from somewhere')]
  await using app = await workApp(async () => {
    throw failures[begun++]
  })
  for (const message of ['The file is empty', 'Something went wrong']) {
    const id = await announce(app)
    await app.queue(id)
    await app.jobs()
    expect(await jobOf(app, id)).toMatchObject({ status: 'failed', errorMessage: message })
    await app.queue(id)
    await app.jobs()
  }
  expect(begun).toBe(2)
})

test('a job without a sign of life is failed in the background, and goes on when its worker comes back', async () => {
  let begun = 0
  await using app = await workApp(async () => {
    begun++
  })
  const id = await announce(app)
  await app.sql(`update progress_jobs set status = 'running', started_at = $1, heartbeat_at = $1`, [app.clock.now])
  const sweep = async () => {
    await app.sql(`insert into plinth_jobs.job (name, data) values ('progress.sweep', $1)`, [
      JSON.stringify({ payload: {}, scope: nobody, userId: null, requestId: null }),
    ])
    await app.jobs()
  }
  app.clock.advance(59_000)
  await sweep()
  expect(await jobOf(app, id)).toMatchObject({ status: 'running' })
  app.clock.advance(2_000)
  await sweep()
  expect(await jobOf(app, id)).toMatchObject({
    status: 'failed',
    errorMessage: 'Job stale: no heartbeat for 60 seconds',
  })
  await app.queue(id)
  await app.jobs()
  expect(begun).toBe(1)
  expect(await jobOf(app, id)).toMatchObject({ status: 'completed', errorMessage: null })
  const waiting = await announce(app)
  app.clock.advance(25 * 3_600_000)
  await sweep()
  expect(await jobOf(app, waiting)).toMatchObject({
    status: 'failed',
    errorMessage: 'Job stale: not started within 24 hours',
  })
  const headers = { 'accept-language': 'es' }
  const { body } = await app.as('admin').get('/progress/jobs?status=failed', { headers })
  expect(body.items).toMatchObject([{ id: waiting, errorMessage: 'La tarea no ha empezado en 24 horas' }])
  app.clock.advance(31 * 86_400_000)
  await sweep()
  expect(await app.sql('select from progress_jobs')).toEqual([])
})

const nobody = {
  tenantId: '00000000-0000-0000-0000-000000000000',
  organizationId: null,
  organizationIds: [],
}
