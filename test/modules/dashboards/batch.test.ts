import { createPlatform, defineCommand, defineModule, Ok, signedIn, sql } from '@plinth/core'
import { tenantA, testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addOrders, dashboardApp, modules, person } from './_dashboards.ts'

const path = '/dashboards/widgets/data'
const sum = { entityType: 'shop:orders', metric: { field: 'total', aggregate: 'sum' } }
const caller = {
  actor: 'platform',
  reason: 'test',
  scope: { tenantId: tenantA.id, organizationId: tenantA.organization },
} as const

const placeOrder = defineCommand({
  id: 'till.orders.place',
  access: signedIn,
  input: z.object({ total: z.number() }),
  output: Ok,
  async run({ db, scope, input }) {
    await sql`insert into orders (id, tenant_id, organization_id, total)
      values (gen_random_uuid(), ${scope.tenantId}, ${scope.organizationId}, ${input.total})`.execute(db)
    return { ok: true as const }
  },
})
const till = defineModule({ id: 'till', title: 'Till', commands: [placeOrder] })

test('an answer is kept until somebody writes, also on another host', async () => {
  await using app = await dashboardApp({ modules: [...modules, till] })
  await using other = await createPlatform({
    modules: app.platform.modules,
    database: app.database,
    secret: testSecret,
  })
  await other.start({ workers: false })
  const admin = await person(app, 'admin')
  const total = async () => (await admin.post(path, sum)).body.value
  expect(await total()).toBe(0)
  const queries = app.queries()
  expect(await total()).toBe(0)
  expect(app.queries()).toBe(queries)
  await app.platform.actAs(caller, ({ run }) => run(placeOrder, { total: 5 }))
  expect(await total()).toBe(5)
  await other.actAs(caller, ({ run }) => run(placeOrder, { total: 2 }))
  await expect.poll(total, { timeout: 2_000, interval: 10 }).toBe(7)
})

test('a dashboard is answered from one moment, and what fails does so alone', async () => {
  await using app = await dashboardApp()
  await addOrders(app, [{ total: 3, status: 'new' }])
  const admin = await person(app, 'admin')
  const statements = app.statements.length
  const { status, body } = await admin.post(`${path}/batch`, {
    requests: [
      { id: 'a', request: sum },
      { id: 'b', request: { ...sum, entityType: 'no:thing' } },
      { id: 'c', request: { ...sum, groupBy: { field: 'status' } } },
      { id: 'd', request: null },
    ],
  })
  expect(status).toBe(200)
  expect(body.results).toEqual([
    { id: 'a', ok: true, data: { value: 3, data: [], metadata: expect.any(Object) } },
    { id: 'b', ok: false, error: 'Invalid entity type: no:thing' },
    {
      id: 'c',
      ok: true,
      data: { value: 3, data: [{ groupKey: 'new', value: 3 }], metadata: expect.any(Object) },
    },
    { id: 'd', ok: false, error: 'Invalid request payload' },
  ])
  const sent = app.statements.slice(statements)
  expect(sent.filter((text) => text.includes('repeatable read'))).toHaveLength(1)
  expect(sent.filter((text) => text.includes('from "orders"'))).toHaveLength(2)
  const poor = await person(app, 'employee', ['analytics.view'])
  expect((await poor.post(`${path}/batch`, { requests: [{ id: 'a', request: sum }] })).body.results).toEqual([
    { id: 'a', ok: false, error: 'Forbidden' },
  ])
  for (const requests of [
    undefined,
    [],
    Array.from({ length: 51 }, () => ({ id: 'a', request: sum })),
    [{ request: sum }],
  ])
    expect((await admin.post(`${path}/batch`, { requests })).body.error).toBe('Invalid request payload')
  expect((await admin.post(`${path}/batch`, '{')).body).toEqual({ error: 'Invalid JSON body' })
})

test('what fails in a dashboard is told in the reader’s language', async () => {
  await using app = await dashboardApp()
  const admin = await person(app, 'admin')
  const faults = async (language: string) => {
    const requests = [
      { id: 'a', request: { ...sum, entityType: 'no:thing' } },
      { id: 'b', request: null },
    ]
    const answer = await admin.fetch(`${path}/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ requests }),
    })
    const { results } = (await answer.json()) as { readonly results: readonly { readonly error: string }[] }
    return results.map(({ error }) => error)
  }
  expect(await faults('en')).toEqual(['Invalid entity type: no:thing', 'Invalid request payload'])
  expect(await faults('de')).toEqual(['Ungültige Entität: no:thing', 'Ungültiger Inhalt der Anfrage'])
  expect(await faults('es')).toEqual(['Tipo de entidad no válido: no:thing', 'Contenido de la solicitud no válido'])
})

test('the cache of a dashboard is dropped with any of its rows', async () => {
  await using app = await dashboardApp({ modules: [...modules, till] })
  const admin = await person(app, 'admin')
  const total = async () =>
    (await admin.post(`${path}/batch`, { requests: [{ id: 'a', request: sum }] })).body.results[0].data.value
  expect(await total()).toBe(0)
  const queries = app.queries()
  expect(await total()).toBe(0)
  expect(app.queries()).toBe(queries)
  await app.platform.actAs(caller, ({ run }) => run(placeOrder, { total: 5 }))
  expect(await total()).toBe(5)
})

test('a statement that takes too long is given up: 503, and in a dashboard the others still answer', async () => {
  await using app = await dashboardApp()
  await addOrders(app, [{ total: 3, status: 'new' }])
  await app.sql(`create function slow(text) returns text language plpgsql stable as $$
    begin perform pg_sleep(20); return $1; end $$`)
  await app.sql('alter table orders rename to orders_table')
  await app.sql(`create view orders with (security_invoker = true) as select id, tenant_id, organization_id, total, weight,
    slow(status) as status, is_paid, address, placed_at, deleted_at from orders_table`)
  await app.sql('grant select on orders to plinth_app, plinth_system')
  const admin = await person(app, 'admin')
  const slow = { ...sum, groupBy: { field: 'status' } }
  const requests = [
    ...Array.from({ length: 6 }, (_, index) => ({ id: `slow ${index}`, request: slow })),
    { id: 'fast', request: sum },
  ]
  const start = performance.now()
  const [answer, { body }] = await Promise.all([admin.post(path, slow), admin.post(`${path}/batch`, { requests })])
  expect([answer.status, answer.body]).toEqual([503, { error: 'The request took too long' }])
  expect(body.results).toEqual([
    ...requests
      .slice(0, 6)
      .map(({ id }) => ({ id, ok: false, error: 'An error occurred while processing your request' })),
    { id: 'fast', ok: true, data: expect.objectContaining({ value: 3 }) },
  ])
  // Six times five seconds would be thirty.
  expect(performance.now() - start).toBeLessThan(25_000)
}, 40_000)
