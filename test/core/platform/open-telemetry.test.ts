import { context, metrics, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { TracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import { defineEntity, p } from '@mikro-orm/core'
import {
  defineCommand,
  defineFeatures,
  defineJob,
  defineMigration,
  defineModule,
  Id,
  mailer,
  post,
  refused,
  Scoped,
  sql,
} from '@plinth/core'
import { openTelemetry } from '@plinth/core/opentelemetry'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const exporter = new InMemorySpanExporter()
const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 3_600_000 })
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
// Files of tests share a process.
afterAll(async () => {
  await reader.shutdown()
  trace.disable()
  metrics.disable()
  context.disable()
})
beforeEach(() => exporter.reset())

const features = defineFeatures('tags', { manage: 'Manage tags' })
const Tag = defineEntity({ name: 'Tag', tableName: 'tags', extends: Scoped, properties: { label: p.text() } })
const welcome = defineJob({
  id: 'tags.welcome',
  payload: z.object({ to: z.string() }),
  async run({ inject, payload, run }) {
    await run(noteTag, { label: 'noted' })
    await inject(mailer).send({ to: payload.to, subject: 'A tag', text: 'text', html: 'html' })
  },
})
const noteTag = defineCommand({
  id: 'tags.tags.note',
  access: features.manage,
  input: z.object({ label: z.string() }),
  output: Id,
  run: async ({ from, input }) => ({ id: (await from.create(Tag, input)).id }),
})
const createTag = defineCommand({
  id: 'tags.tags.create',
  access: features.manage,
  resource: 'tags.tag',
  input: z.object({ label: z.string() }),
  output: Id,
  async run({ input, db, enqueue, run }) {
    if (input.label === 'refused') throw refused('Not this one')
    await sql`select 'a secret literal', 4711, ${input.label}`.execute(db)
    enqueue(welcome, { to: 'ann@acme.example' })
    return run(noteTag, input)
  },
})
const failTag = defineCommand({
  id: 'tags.tags.fail',
  access: features.manage,
  input: z.object({}),
  output: Id,
  async run({ db }) {
    await sql`select from nowhere`.execute(db)
    throw new Error('The message of a customer')
  },
})
const tags = defineModule({
  id: 'tags',
  title: 'Tags',
  entities: [Tag],
  features,
  migrations: [defineMigration('tags.tags', `select plinth.scoped_table('tags', 'label text not null')`)],
  commands: [createTag, noteTag, failTag],
  jobs: [welcome],
  routes: [
    post('/tags', { access: features.manage, body: createTag.input, response: Id, runs: createTag }, ({ run, body }) =>
      run(createTag, body),
    ),
    post('/tags/fail', { access: features.manage, body: failTag.input, response: Id, runs: failTag }, ({ run, body }) =>
      run(failTag, body),
    ),
  ],
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`
const asJson = (body: object, headers: Record<string, string> = {}) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})
const spansNamed = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name)

test('one trace goes from the client through the request, its commands and statements to a job on another host', async () => {
  await using app = await testApp({ modules: [tags], telemetry: openTelemetry() })
  await using other = await testApp({ modules: [tags], databaseUrl: app.databaseUrl, telemetry: openTelemetry() })
  exporter.reset()
  const answer = await app
    .as({ features: ['*'] })
    .send('POST', '/tags', asJson({ label: 'typed by somebody' }, { traceparent }))
  expect(answer.status).toBe(200)
  expect(await other.platform.runJobs()).toBe(1)

  const [request] = spansNamed('POST /tags')
  expect(request!.spanContext().traceId).toBe(TRACE)
  expect(request!.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
  expect(request!.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/tags',
    'http.response.status_code': 200,
  })
  const [create] = spansNamed('tags.tags.create')
  expect(create!.parentSpanContext?.spanId).toBe(request!.spanContext().spanId)
  const [inner, later] = spansNamed('tags.tags.note')
  expect(inner!.parentSpanContext?.spanId).toBe(create!.spanContext().spanId)

  const [job] = spansNamed('process tags.welcome')
  expect(job!.spanContext().traceId).toBe(TRACE)
  expect(job!.parentSpanContext?.spanId).toBe(create!.spanContext().spanId)
  expect(job!.attributes).toMatchObject({
    'messaging.operation.type': 'process',
    'messaging.destination.name': 'tags.welcome',
  })
  expect(later!.parentSpanContext?.spanId).toBe(job!.spanContext().spanId)
  expect(spansNamed('send mail')[0]!.parentSpanContext?.spanId).toBe(job!.spanContext().spanId)
  expect(other.mails).toHaveLength(1)

  // The log says to which trace an entry belongs.
  const logged = await app.sql(`select context ->> 'traceparent' as traceparent from plinth.action_log`)
  expect(logged.map((row) => row['traceparent'].slice(3, 35))).toEqual([TRACE, TRACE])

  const statements = exporter
    .getFinishedSpans()
    .filter(({ attributes }) => attributes['db.system.name'] === 'postgresql')
  expect(statements.length).toBeGreaterThan(5)
  expect(new Set(statements.map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE]))
  expect(statements.map(({ attributes }) => attributes['db.query.text'])).toContain('select ?, ?, $1')
  // Neither what somebody typed, nor what constants, settings and mails contain.
  const told = JSON.stringify(
    exporter.getFinishedSpans().map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  )
  for (const value of ['typed by somebody', 'a secret literal', '4711', 'ann@acme.example'])
    expect(told).not.toContain(value)
})

test('faults are marked without their message, refusals are none', async () => {
  await using app = await testApp({ modules: [tags], telemetry: openTelemetry() })
  exporter.reset()
  const client = app.as({ features: ['*'] })
  expect((await client.send('POST', '/tags', asJson({ label: 'refused' }))).status).toBe(422)
  expect(spansNamed('tags.tags.create')[0]).toMatchObject({
    status: { code: 0 },
    attributes: { 'plinth.refusal': 'refused' },
  })
  expect(spansNamed('POST /tags')[0]).toMatchObject({ status: { code: 0 } })
  expect((await client.send('POST', '/tags/fail', asJson({}))).status).toBe(500)
  expect(spansNamed('tags.tags.fail')[0]).toMatchObject({ status: { code: 2 } })
  expect(spansNamed('POST /tags/fail')[0]).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '500' } })
  expect(spansNamed('SELECT').some(({ attributes }) => attributes['error.type'] === '42P01')).toBe(true)
  expect(
    JSON.stringify(exporter.getFinishedSpans().map(({ attributes, events }) => [attributes, events])),
  ).not.toContain('of a customer')
})

test.each(['', 'nonsense', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `ff-${TRACE}-b7ad6b7169203331-01`])(
  'a header that is no traceparent begins a new trace: %j',
  async (header) => {
    await using app = await testApp({ modules: [tags], telemetry: openTelemetry() })
    exporter.reset()
    await app.as({ features: ['*'] }).send('POST', '/tags', asJson({ label: 'x' }, { traceparent: header }))
    const [request] = spansNamed('POST /tags')
    expect(request!.parentSpanContext).toBeUndefined()
    expect(request!.spanContext().traceId).not.toBe(TRACE)
  },
)

test('durations are metrics with few different attributes', async () => {
  await using app = await testApp({ modules: [tags], telemetry: openTelemetry() })
  await app.as({ features: ['*'] }).send('POST', '/tags', asJson({ label: 'x' }))
  await app.platform.runJobs()
  await reader.forceFlush()
  const found = metricExporter
    .getMetrics()
    .at(-1)!
    .scopeMetrics.flatMap(({ metrics: all }) => all)
  expect(found.map(({ descriptor }) => `${descriptor.name} ${descriptor.unit}`)).toEqual(
    expect.arrayContaining([
      'http.server.request.duration s',
      'plinth.command.duration s',
      'db.client.operation.duration s',
      'messaging.process.duration s',
    ]),
  )
  const requests = found.find(({ descriptor }) => descriptor.name === 'http.server.request.duration')!
  expect(requests.dataPoints.map(({ attributes }) => attributes)).toContainEqual({
    'http.request.method': 'POST',
    'http.route': '/tags',
    'http.response.status_code': 200,
  })
})
