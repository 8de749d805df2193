import { createPlatform, defineCache, defineFeatures, type Platform, sql } from '@plinth/core'
import { rowsTag } from '@plinth/core/data'
import { tenantA, tenantB, testSecret } from '@plinth/testing'
import { analytics, type AnalyticsEntity } from '@plinth/points'
import { expect, test } from 'vitest'
import { command, createItem, Item, labModule } from '../core/_lab/lab-module.ts'
import { openLab, callerA, callerB } from '../core/_lab/lab.ts'

const features = defineFeatures('lab', { sum: 'Sum up' })
const items: AnalyticsEntity = {
  id: 'lab:items',
  features: [features.sum],
  table: 'items',
  fields: { id: { column: 'id', type: 'uuid' }, amount: { column: 'amount', type: 'number' } },
}
const sums = defineCache<number>('lab.sums')

const faults: Record<string, [Partial<AnalyticsEntity>, string]> = {
  'a missing table': [{ table: 'gone' }, 'lab:items: gone has no column id of type uuid'],
  'a missing column': [
    { fields: { id: { column: 'nope', type: 'uuid' } } },
    'lab:items: items has no column nope of type uuid',
  ],
  'a column of another type': [
    { fields: { id: { column: 'name', type: 'number' } } },
    'items has no column name of type int2',
  ],
  'a condition on a missing column': [{ only: { gone: null } }, 'items has no column gone of type any'],
  'organizations left out': [{ hasOrganizations: false }, 'items has organization_id, which the entity leaves out'],
  'a view with the rights of its owner': [{ table: 'bare' }, 'lab:items: bare is not a security_invoker view'],
}

test.each(Object.entries(faults))('%s is refused at start', async (_name, [change, message]) => {
  await using lab = await openLab()
  await lab.sql('create view bare as select * from items')
  await using platform = await createPlatform({
    modules: [labModule({ features, contributes: [analytics.of({ ...items, ...change })] })],
    database: lab.database,
    secret: testSecret,
  })
  await expect(platform.start()).rejects.toMatchObject({
    code: 'broken_setup',
    message: expect.stringContaining(message),
  })
})

const count = (platform: Platform, caller = callerA) =>
  platform.actAs(caller, ({ cached, db, scope }) =>
    cached(sums, scope.tenantId, async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from items`.execute(db)
      return { value: rows[0]!.n, tags: [rowsTag(scope.tenantId, 'items')] }
    }),
  )

test('what was summed up is dropped when a command has written rows of the table, and only then', async () => {
  const idle = command('idle', async () => ({}))
  const clear = command('clear', ({ db }) => sql`delete from items`.execute(db))
  const more = { features, contributes: [analytics.of(items)], caches: [sums], commands: [idle, clear] }
  await using lab = await openLab(more)
  await using other = await createPlatform({
    modules: lab.platform.modules,
    database: lab.database,
    secret: testSecret,
  })
  await other.start({ workers: false })
  const both = async () => [await count(lab.platform), await count(other)]
  expect(await both()).toEqual([0, 0])
  await lab.sql(`insert into items (id, tenant_id, name) values (gen_random_uuid(), $1, 'behind')`, [tenantA.id])
  await lab.do(({ run }) => run(idle, {}))
  expect(await both()).toEqual([0, 0])
  await lab.do(({ run }) => run(createItem, { name: 'one' }))
  expect(await count(lab.platform)).toBe(2)
  await expect.poll(() => count(other), { timeout: 2_000, interval: 10 }).toBe(2)
  await other.actAs(callerA, ({ run }) => run(clear, {}))
  expect(await count(other)).toBe(0)
  await expect.poll(() => count(lab.platform), { timeout: 2_000, interval: 10 }).toBe(0)
})

test('what is summed up in another tenant is dropped when a command writes rows there', async () => {
  const spread = command('spread', ({ widenScope }) =>
    widenScope('allTenants', 'add an item everywhere', async ({ from }) => {
      for (const { tenantId } of [tenantA, tenantB].map(({ id }) => ({ tenantId: id })))
        await from.insert(Item, { tenantId, organizationId: null, name: 'spread' }).execute()
    }),
  )
  const more = { features, contributes: [analytics.of(items)], caches: [sums], commands: [spread] }
  await using lab = await openLab(more)
  const both = () => Promise.all([count(lab.platform), count(lab.platform, callerB)])
  expect(await both()).toEqual([0, 0])
  await lab.do(({ run }) => run(spread, {}))
  expect(await both()).toEqual([1, 1])
})
