import { defineEntity, p } from '@mikro-orm/core'
import { defineMigration, keep, type Keep, Scoped, sql } from '@plinth/core'
import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { openLab, callerA } from '../_lab/lab.ts'

const Visit = defineEntity({
  name: 'Visit',
  tableName: 'visits',
  extends: Scoped,
  properties: { title: p.string(), leftAt: p.datetime().nullable() },
})
const tables = defineMigration(
  'lab.visits',
  `select plinth.scoped_table('visits', 'title text not null, left_at timestamptz');
   select plinth.tenant_table('visit_settings', 'days integer not null');`,
)

async function open(...kept: Keep[]) {
  const lab = await openLab({ entities: [Visit], migrations: [tables], keep: kept })
  const now = lab.clock.now
  return {
    ...lab,
    add: (title: string, days: number | null, tenant: string = tenantA.id) =>
      lab.sql('insert into visits (id, tenant_id, title, left_at) values (gen_random_uuid(), $1, $2, $3)', [
        tenant,
        title,
        days === null ? null : new Date(now.getTime() - days * 86_400_000),
      ]),
    purge: async () => {
      await lab.platform.actAs(callerA, async ({ enqueue }) => kept.forEach(({ job }) => enqueue(job, {})))
      await lab.platform.runJobs()
    },
    left: async () => (await lab.sql('select title from visits order by title')).map(({ title }) => title),
    entries: () => lab.sql(`select command_id as command, undo_token_hash as token from plinth.action_log`),
    [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose](),
  }
}

test('rows of all tenants go when their days are over, under an entry that nobody can undo', async () => {
  const kept = keep(Visit, { id: 'lab.visits', by: 'leftAt', days: 90 })
  await using lab = await open(kept)
  await lab.purge()
  expect(await lab.entries()).toEqual([])
  await lab.add('new', 1)
  await lab.add('in time', 89)
  await lab.add('still there', null)
  await lab.add('old', 92)
  await lab.add('old elsewhere', 400, tenantB.id)
  await lab.purge()
  expect(await lab.left()).toEqual(['in time', 'new', 'still there'])
  expect(await lab.entries()).toEqual([{ command: 'lab.visits.purge', token: null }])
  expect(kept.job.schedule).toMatch(/^\d+ \* \* \* \*$/)
  await expect(lab.platform.actAs(lab.callerOf({}), ({ run }) => run(kept.command, {}))).rejects.toThrow('Forbidden')
})

test('many rows go in batches, each a transaction of its own', async () => {
  await using lab = await open(keep('visits', { id: 'lab.visits', by: 'left_at', days: 0 }))
  await lab.sql(
    `insert into visits (id, tenant_id, title, left_at) select gen_random_uuid(), $1, 'old', $2 from generate_series(1, 5001)`,
    [tenantA.id, lab.clock.now],
  )
  await lab.add('to come', -1)
  await lab.purge()
  expect(await lab.left()).toEqual(['to come'])
  expect(await lab.entries()).toHaveLength(2)
})

test('rows that take many along go in smaller batches', async () => {
  await using lab = await open(keep(Visit, { id: 'lab.visits', by: 'leftAt', days: 0, batch: 2 }))
  for (const title of ['one', 'two', 'three', 'four', 'five']) await lab.add(title, 1)
  await lab.purge()
  expect(await lab.left()).toEqual([])
  expect(await lab.entries()).toHaveLength(3)
})

test('the instant is found under the name that its column has', async () => {
  const Stay = defineEntity({
    name: 'Stay',
    tableName: 'visits',
    extends: Scoped,
    properties: { title: p.string(), endedAt: p.datetime().name('left_at').nullable() },
  })
  // The second one once an ORM has read the entity.
  for (const id of ['lab.stays', 'lab.more_stays']) {
    const kept = keep(Stay, { id, by: 'endedAt', days: 90 })
    await using lab = await openLab({ entities: [Stay], migrations: [tables], keep: [kept] })
    await lab.sql(`insert into visits (id, tenant_id, title, left_at) values
      (gen_random_uuid(), '${tenantA.id}', 'new', now()), (gen_random_uuid(), '${tenantA.id}', 'old', now() - interval '99 days')`)
    await lab.do(async ({ enqueue }) => enqueue(kept.job, {}))
    await lab.jobs()
    expect(await lab.sql('select title from visits')).toEqual([{ title: 'new' }])
  }
})

test('a tenant with a setting of its own keeps as many days as it says', async () => {
  const ownDays = sql<{ tenant_id: string; days: number }>`select tenant_id, days from visit_settings`
  await using lab = await open(keep(Visit, { id: 'lab.visits', by: 'leftAt', days: 90, ownDays }))
  await lab.sql('insert into visit_settings (id, tenant_id, days) values (gen_random_uuid(), $1, 10)', [tenantA.id])
  for (const tenant of [tenantA, tenantB])
    for (const days of [5, 20, 200])
      await lab.add(`${tenant.id === tenantA.id ? 'own' : 'usual'} ${days}`, days, tenant.id)
  await lab.purge()
  expect(await lab.left()).toEqual(['own 5', 'usual 20', 'usual 5'])
})

test('what cannot be kept is refused with its reason', () => {
  const of = (by: string, days: number) => () => keep(Visit, { id: 'lab.visits', by: by as 'leftAt', days })
  expect(of('title', 9)).toThrow(`'lab.visits' keeps rows by 'title', which is not an instant`)
  expect(of('colour', 9)).toThrow(`'lab.visits' names 'colour', which is not a property of entity 'Visit'`)
  for (const days of [-1, 1.5, NaN, 1e9]) expect(of('leftAt', days)).toThrow('must be a whole number up to 36500')
  // @ts-expect-error a text is no instant
  expect(() => keep(Visit, { id: 'lab.visits', by: 'title', days: 9 })).toThrow()
})
