import { createPlatform } from '@plinth/core'
import { type Client, tenantA, tenantB, testSecret } from '@plinth/testing'
import { progress, tracker } from '@plinth/progress'
import { expect, test } from 'vitest'
import { announce, workApp } from './_work.ts'

interface Frame {
  readonly id: string
  readonly payload: Record<string, unknown>
  readonly timestamp: number
  readonly organizationId: string | null
}

/** Opens a stream; `next` gives the next event, and null when the stream has ended. */
async function open(client: Client) {
  const answer = await client.fetch('/api/events/stream')
  const reader = answer.body!.getReader()
  let text = ''
  const next = async (): Promise<Frame | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const chunk = text.slice(0, end)
        text = text.slice(end + 2)
        if (chunk.startsWith('data: ')) return JSON.parse(chunk.slice(6)) as Frame
        continue
      }
      const { done, value } = await reader.read()
      if (done) return null
      text += new TextDecoder().decode(value)
    }
  }
  await reader.read().then(({ value }) => (text += new TextDecoder().decode(value)))
  return { next, close: () => reader.cancel(), first: text, status: answer.status }
}

test('a stream tells of every job that changes, as published', async () => {
  await using app = await workApp()
  const stream = await open(app.as('employee'))
  expect(stream.first).toBe('retry: 2000\n\n')
  const id = await announce(app, { totalCount: 4 })
  const created = await stream.next()
  expect(created).toMatchObject({ id: 'progress.job.created', organizationId: tenantA.organization })
  expect(created!.payload).toMatchObject({ jobId: id, status: 'pending', tenantId: tenantA.id })
  await app.as('admin').put(`/progress/jobs/${id}`, { processedCount: 1 })
  expect(await stream.next()).toMatchObject({ id: 'progress.job.updated', payload: { progressPercent: 25 } })
  await app.queue(id)
  await app.jobs()
  let frame = await stream.next()
  while (frame?.id !== 'progress.job.completed') frame = await stream.next()
  expect(frame.payload).toMatchObject({ progressPercent: 100, resultSummary: null })
  await stream.close()
})

test('what another host does is told within a moment', async () => {
  await using app = await workApp()
  await using other = await createPlatform({
    modules: [progress],
    database: app.database,
    secret: testSecret,
  })
  await other.start({ workers: false })
  const stream = await open(app.as('admin'))
  const caller = {
    actor: 'platform',
    reason: 'test',
    scope: { tenantId: tenantA.id, organizationId: tenantA.organization },
  } as const
  const began = performance.now()
  const id = await other.actAs(caller, ({ inject }) => inject(tracker).create({ jobType: 'far', name: 'Far away' }))
  expect((await stream.next())!.payload['jobId']).toBe(id)
  expect(performance.now() - began).toBeLessThan(5_000)
  await stream.close()
})

test('other tenants and organizations hear nothing', async () => {
  await using app = await workApp()
  const strangers = [
    { tenantId: tenantB.id, organizationId: tenantB.organization },
    { organizationId: tenantA.otherOrganization, organizationIds: [tenantA.otherOrganization] },
  ]
  for (const stranger of strangers) {
    const stream = await open(app.as({ ...stranger, features: ['progress.*'] }))
    await announce(app)
    const own = await app
      .as({ ...stranger, features: ['progress.*'] })
      .post('/progress/jobs', { jobType: 'own', name: 'Own' })
    expect((await stream.next())!.payload['jobId']).toBe(own.body.id)
    await stream.close()
  }
})

test('large facts are left out of a frame, the progress is not', async () => {
  await using app = await workApp()
  const stream = await open(app.as('admin'))
  await announce(app, { meta: { text: 'x'.repeat(5_000) } })
  const { payload } = (await stream.next())!
  expect(payload).toMatchObject({ truncated: true, status: 'pending', name: 'A test' })
  expect(payload).not.toHaveProperty('meta')
  await stream.close()
})

test('what a job came to is read neither for lists nor, where it is long, for streams', async () => {
  const summaries = [{ text: 'x'.repeat(1_000_000) }, { text: 'short' }]
  await using app = await workApp(async () => summaries.shift()!)
  const stream = await open(app.as('admin'))
  const completed = async () => {
    await app.queue(await announce(app))
    await app.jobs()
    for (;;) {
      const frame = await stream.next()
      if (frame?.id === 'progress.job.completed') return frame.payload
    }
  }
  const before = app.statements.length
  const long = await completed()
  expect(long).toMatchObject({ status: 'completed', truncated: true })
  expect(long).not.toHaveProperty('resultSummary')
  const short = await completed()
  expect(short).toMatchObject({ resultSummary: { text: 'short' } })
  expect(short).not.toHaveProperty('truncated')
  await stream.close()
  await app.as('admin').get('/progress/jobs?includeCompleted=true')
  await app.as('admin').get('/progress/active')
  const reads = app.statements.slice(before).filter((text) => JSON.stringify(text).includes('select'))
  expect(reads.filter((text) => JSON.stringify(text).includes('result_summary\\" as'))).toEqual([])
  const detail = await app.as('admin').get(`/progress/jobs/${String(long['jobId'])}`)
  expect(detail.body.resultSummary.text).toHaveLength(1_000_000)
})

test('one person has ten streams at most, a closed one makes room', async () => {
  await using app = await workApp()
  const user = app.as('admin')
  const streams = []
  for (let index = 0; index < 10; index++) streams.push(await open(user))
  const refused = await user.get('/events/stream')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  await streams[0]!.close()
  const again = await open(user)
  expect(again.status).toBe(200)
  for (const stream of [...streams.slice(1), again]) await stream.close()
  expect((await app.anonymous.get('/events/stream')).status).toBe(401)
})
