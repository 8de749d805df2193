import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createItem } from '../_lab/lab-module.ts'
import { callerA, openLab } from '../_lab/lab.ts'

const { tenantId, organizationId } = callerA.scope
const insert = `insert into items (id, tenant_id, organization_id, name)
  select gen_random_uuid(), '${tenantId}', '${organizationId}', 'Item ' || gen_random_uuid() from generate_series(1, $1::int)`

/** A lab in which a tenant can have 1,000 items. */
async function openLimited() {
  const lab = await openLab()
  await lab.sql(`select plinth.limit_rows('items', 1000, 'At most %s items')`)
  const add = () =>
    lab
      .do(({ run }) => run(createItem, { name: crypto.randomUUID() }))
      .then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('At most 1000 items')
          return false
        },
      )
  /** Adds items by several callers at once, until none of them can. */
  const fill = async () => {
    const caller = async () => {
      while (await add());
    }
    await Promise.all(Array.from({ length: 8 }, caller))
    const [{ count }] = (await lab.sql('select count(*)::int as count from items')) as [{ count: number }]
    return count
  }
  return { lab, add, fill, [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose]() }
}

/** Whether the next addition needs no count. */
const isMarked =
  'select enough_until > (select last_value from plinth.added_rows) as "isMarked" from plinth.counted_rows'

test('what has been counted is counted again before a limit is reached, and never exceeds it', async () => {
  await using limited = await openLimited()
  const { lab, add, fill } = limited
  await lab.sql(insert, [840])
  // Not while transactions of other tests are running that began before.
  await vi.waitFor(async () => {
    await add()
    expect(await lab.sql(isMarked)).toEqual([{ isMarked: true }])
  }, 10_000)
  await lab.sql(insert, [20])
  expect(await fill()).toBe(1000)
  await lab.sql(`delete from items where name like 'Item %'`)
  expect(await add()).toBe(true)
  expect(await fill()).toBe(1000)
}, 60_000)

test('rows that a transaction adds while others are counted count as well', async () => {
  await using limited = await openLimited()
  const { lab, add, fill } = limited
  const client = new pg.Client({ connectionString: lab.databaseUrl })
  client.on('error', () => {})
  await client.connect()
  await add()
  await add()
  await client.query('begin')
  await client.query(insert, [600])
  // So many that a count is needed, and then two that could begin and use a new mark.
  await lab.sql(insert, [310])
  await add()
  await add()
  await client.query('commit')
  await client.end()
  expect(await fill()).toBe(1000)
}, 60_000)

/** Adds rows to a table of shelves, which is limited to 1,000. */
async function openShelves(more: string) {
  const lab = await openLab()
  await lab.sql(`select plinth.tenant_table('shelves', 'room text, side text, state text');
    select plinth.limit_rows('shelves', 1000, 'At most %s shelves', ${more})`)
  const add = (count: number, values: string) =>
    lab.sql(
      `insert into shelves (id, tenant_id, room, side, state)
      select gen_random_uuid(), '${tenantId}', ${values} from generate_series(1, $1::int)`,
      [count],
    )
  return { ...lab, add, [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose]() }
}

test('rows that count since an update are seen by the next addition', async () => {
  await using shelves = await openShelves(`'{}', $$state = 'open'$$`)
  await shelves.add(500, `'a', 'b', 'closed'`)
  for (let at = 0; at < 3; at++) await shelves.add(1, `'a', 'b', 'open'`)
  await shelves.add(500, `'a', 'b', 'open'`)
  await shelves.sql(`update shelves set state = 'open'`)
  await expect(shelves.add(1, `'a', 'b', 'open'`)).rejects.toThrow('At most 1000 shelves')
})

test('owners are told apart whatever their values contain', async () => {
  await using shelves = await openShelves(`'{room,side}'`)
  await shelves.add(1000, `'a b', 'c', 'open'`)
  for (let at = 0; at < 3; at++) await shelves.add(1, `'a', 'b c', 'open'`)
  await expect(shelves.add(1, `'a b', 'c', 'open'`)).rejects.toThrow('At most 1000 shelves')
})

test('rows that move to another owner are seen by the next addition', async () => {
  await using shelves = await openShelves(`'{room}'`)
  await shelves.add(1000, `'b', 'c', 'open'`)
  for (let at = 0; at < 3; at++) await shelves.add(1, `'a', 'c', 'open'`)
  await shelves.sql(`update shelves set room = 'a'`)
  await expect(shelves.add(1, `'a', 'c', 'open'`)).rejects.toThrow('At most 1000 shelves')
})

test('deletions and marks that a savepoint took back leave nothing behind, with many callers at once', async () => {
  await using limited = await openLimited()
  const { lab, fill } = limited
  await lab.sql(insert, [800])
  const client = new pg.Client({ connectionString: lab.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('savepoint a')
  await client.query('delete from items')
  for (let at = 0; at < 3; at++) await client.query(insert, [1])
  await client.query('rollback to savepoint a')
  await client.query(insert, [50])
  await client.query('savepoint b')
  await client.query(insert, [10])
  await client.query('release savepoint b')
  await client.query('commit')
  await client.end()
  await lab.sql(insert, [1])
  expect(await fill()).toBe(1000)
}, 60_000)

test('what a crash leaves, numbers without marks, is counted', async () => {
  await using limited = await openLimited()
  const { lab, add, fill } = limited
  await add()
  await add()
  await add()
  await lab.sql('truncate plinth.counted_rows')
  await lab.sql(insert, [890])
  expect(await fill()).toBe(1000)
}, 60_000)

test('thirty connections that add, delete and roll back at once never exceed a limit', async () => {
  await using limited = await openLimited()
  const { lab } = limited
  const clients = Array.from({ length: 30 }, () => new pg.Client({ connectionString: lab.databaseUrl }))
  await Promise.all(clients.map((client) => client.connect()))
  const used = async () => (await lab.sql<{ used: number }>('select count(*)::int as used from items'))[0]!.used
  let [most, refused] = [0, 0]
  const step = async (client: pg.Client) => {
    const chance = Math.random()
    await client.query('begin')
    try {
      await client.query('savepoint a')
      await client.query(insert, [2])
      if (chance < 0.2) await client.query('rollback to savepoint a')
      if (chance > 0.9)
        await client.query(`delete from items where id in (
          select id from items order by random() limit 5 for update skip locked)`)
      await client.query(insert, [1])
      if (chance > 0.5) await client.query('select pg_sleep(0.02)')
      await client.query(chance < 0.1 ? 'rollback' : 'commit')
    } catch (error) {
      expect((error as Error).message).toBe('At most 1000 items')
      refused++
      await client.query('rollback')
    }
  }
  for (let round = 0; round < 4; round++) {
    await Promise.all(
      clients.map(async (client) => {
        for (let at = 0; at < 25; at++) await step(client)
      }),
    )
    most = Math.max(most, await used())
    await lab.sql('delete from items where id in (select id from items order by random() limit 400)')
  }
  await Promise.all(clients.map((client) => client.end()))
  expect(refused).toBeGreaterThan(0)
  expect(most).toBeGreaterThan(800)
  expect(most).toBeLessThanOrEqual(1000)
}, 120_000)
