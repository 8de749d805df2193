import { tenantA, tenantB } from '@plinth/testing'
import { defineJob, defineMigration, defineModule } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../_setup/app.ts'
import { shop, shopFeatures } from '../_setup/fixtures/shop.ts'

test('somebody with a role writes, and a subscriber and a durable one hear of it', async () => {
  await using app = await testApp({ modules: [shop] })
  const created = await app.as('admin').post('/shop/items', { name: 'Pen' })
  expect(created).toMatchObject({ status: 201, body: { id: expect.any(String) } })
  expect(created.operation).toMatchObject({ commandId: 'shop.items.create', resourceId: created.body.id })
  await app.settled()
  expect(app.log.lines).toContainEqual({ level: 'info', facts: { items: 1 }, message: 'counted' })
  expect(await app.jobs()).toBe(1)
  expect(app.log.lines).toContainEqual({ level: 'info', facts: { id: created.body.id }, message: 'announced' })
  expect(await app.sql('select tenant_id, organization_id, created_at from items')).toEqual([
    { tenant_id: tenantA.id, organization_id: tenantA.organization, created_at: app.clock.now },
  ])
})

test('roles, personas and nobody are told apart', async () => {
  await using app = await testApp({ modules: [shop] })
  const item = { name: 'Pen' }
  expect((await app.anonymous.get('/shop/items')).status).toBe(401)
  expect((await app.as('employee').post('/shop/items', item)).status).toBe(403)
  expect((await app.as({ features: [shopFeatures.manage] }).get('/shop/items')).status).toBe(403)
  expect((await app.as({ isSuperAdmin: true, kind: 'api_key' }).post('/shop/items', item)).status).toBe(201)
  const list = await app.as({ features: ['shop.*'], tenantId: tenantB.id }).get('/shop/items')
  expect(list.body).toMatchObject({ items: [], total: 0 })
  expect(() => app.as('nobody')).toThrow("No composed module declares a role 'nobody'; there are: admin, employee")
})

test('the clock stands still until it is moved', async () => {
  const start = new Date('2030-01-01T00:00:00Z')
  await using app = await testApp({ modules: [shop], startAt: start })
  app.clock.advance(1500)
  await app.as('admin').post('/shop/labels', { title: 'new' })
  expect(await app.sql('select created_at from labels')).toEqual([{ created_at: new Date('2030-01-01T00:00:01.5Z') }])
})

test('schedules come due as the clock moves, once however long it moved', async () => {
  const done: string[] = []
  const job = defineJob({
    id: 'nights.count',
    schedule: '0 3 * * *',
    payload: z.object({}),
    run: ({ now, scope }) => void done.push(`${now().toISOString()} ${scope.tenantId}`),
  })
  const nights = defineModule({ id: 'nights', title: 'Nights', jobs: [job] })
  await using app = await testApp({ modules: [nights], startAt: new Date('2030-01-01T02:00:00Z') })
  expect(await app.jobs()).toBe(0)
  app.clock.advance(59 * 60_000)
  expect(await app.jobs()).toBe(0)
  app.clock.advance(60_000)
  expect([await app.jobs(), await app.jobs()]).toEqual([1, 0])
  app.clock.advance(3 * 86_400_000)
  expect(await app.jobs()).toBe(1)
  expect(done.map((line) => line.slice(0, 13))).toEqual(['2030-01-01T03', '2030-01-04T03'])
})

test('statements are counted', async () => {
  await using app = await testApp({ modules: [shop] })
  await app.anonymous.get('/shop/hours')
  expect(app.queries()).toBe(0)
  await app.as('admin').get('/shop/labels')
  expect(app.statements).toEqual([expect.stringMatching(/^begin read only/), expect.stringContaining('from "labels"')])
})

test('a template is prepared once and copied for each test', async () => {
  const options = {
    modules: [shop],
    prepare: async ({ sql }: { sql: (text: string) => Promise<unknown> }) => {
      await sql(`insert into labels (id, tenant_id, title)
        values (gen_random_uuid(), 'a0000000-0000-4000-8000-000000000000', 'prepared')`)
    },
  }
  for (let round = 0; round < 2; round++) {
    await using app = await testApp(options)
    const labels = await app.as('employee').get('/shop/labels')
    expect(labels.body.items).toEqual([{ id: expect.any(String), title: 'prepared' }])
    await app.as('admin').post('/shop/labels', { title: 'mine' })
  }
})

test('a template of modules is made once, and what it begins with is shared', async () => {
  // Other tests make templates meanwhile. A comment is not copied with a database.
  const marking = defineMigration(
    'marked.mark',
    `do $$ begin execute format('comment on database %I is %L', current_database(), 'marked by a test'); end $$`,
  )
  const marked = defineModule({ id: 'marked', title: 'Marked', migrations: [marking] })
  const templates = async () => {
    await using app = await testApp({ modules: [shop, marked] })
    return app.sql(
      `select oid, datname from pg_database where shobj_description(oid, 'pg_database') = 'marked by a test'`,
    )
  }
  const made = await templates()
  expect(made).toEqual([{ oid: expect.any(Number), datname: expect.stringMatching(/^plinth_template_/) }])
  expect(await templates()).toEqual(made)
})
