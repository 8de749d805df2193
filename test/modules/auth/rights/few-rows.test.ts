import { type Context, sql } from '@plinth/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ME, OTHER, Parcel, parcel, parcelsApp } from './_parcels.ts'

let app: Awaited<ReturnType<typeof parcelsApp>>
let [shown, hidden] = ['', '']

const SENDERS = 300

beforeAll(async () => {
  app = await parcelsApp()
  await app.sql(`begin; set local session_replication_role = replica;
    insert into "group" (id, tenant_id, organization_id, name, owner_id)
      select gen_random_uuid(), tenant_id, organization_id, 'many ' || n, '${ME}' from "group", generate_series(1, ${SENDERS}) n where name = 'S1';
    commit`)
  const one = (owner: string) =>
    app.sql<{ id: string }>(
      `select p.id from parcels p join "group" s on s.id = p.sender_id where s.owner_id = '${owner}' order by p.title limit 1`,
    )
  ;[shown, hidden] = [(await one(ME))[0]!.id, (await one(OTHER))[0]!.id]
})
afterAll(() => app[Symbol.asyncDispose]())

const ofMine = { field: 'sender.ownerId', operator: '=', value: null, valueField: 'me.id' }
const caller = (read: object = ofMine) => app.callerWith([[{ 'parcels.parcel': { read, update: ofMine } } as never]])

/** What work returns, and how many related rows are read for it. */
const reading = <T>(work: (context: Context) => Promise<T>) =>
  app.platform.actAs(caller(), async (context) => {
    const readRows = async () => {
      const { rows } = await sql<{
        n: number
      }>`select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
        from pg_stat_xact_user_tables where relname = 'group'`.execute(context.db)
      return rows[0]?.n ?? 0
    }
    const before = await readRows()
    const result = await work(context)
    return { result, related: (await readRows()) - before }
  })

test('one record is decided by its own related row, not by all that its policy permits', async () => {
  const byId = (id: string) =>
    reading(({ from }) => from(Parcel, 'row').select('row.id').where('row.id', '=', id).execute())
  const found = await byId(shown)
  expect(found.result).toEqual([{ id: shown }])
  expect(found.related).toBeLessThan(5)
  const other = await byId(hidden)
  expect(other.result).toEqual([])
  expect(other.related).toBeLessThan(5)
  const list = await reading(({ from }) => from(Parcel, 'row').select('row.id').execute())
  expect(list.result.length).toBeGreaterThan(5)
  expect(list.related).toBeGreaterThan(SENDERS)
})

test('so are a detail by its route, and the row that a command changes', async () => {
  const list = parcel.routes.find(({ method, path }) => method === 'GET' && !path.includes('{'))!
  const asked = (query: object) =>
    reading(async ({ db, from, scope, locale, inject, actor }) => {
      const request = { db, from, scope, locale, inject, actor, query: { page: 1, pageSize: 50, ...query } }
      return (await list.handle!(request as never)) as unknown as { items: { id: string }[]; total: number }
    })
  const detail = await asked({ id: shown })
  expect(detail.result).toMatchObject({ items: [{ id: shown }], total: 1 })
  expect(detail.related).toBeLessThan(10)
  const nothing = await asked({ id: hidden })
  expect(nothing.result).toMatchObject({ items: [], total: 0 })
  expect(nothing.related).toBeLessThan(10)
  const many = await asked({ ids: Array.from({ length: 11 }, () => crypto.randomUUID()).join() })
  expect(many.result.total).toBe(0)

  // Whoever reads all of them asks how many that are.
  const never = {
    most_values: `create() returns integer language plpgsql stable as $$ begin raise exception 'all are read'; end $$`,
  }
  const update = parcel.commands.find(({ id }) => id.endsWith('update'))!
  const change = (id: string) =>
    app.platform.actAs(caller(), ({ run }) => run(update, { id, title: 'changed' } as never))
  await app.withFunctions(never, async () => {
    await change(shown)
    await expect(change(hidden)).rejects.toThrow(/not found/i)
    await expect(asked({})).rejects.toThrow('all are read')
  })
})

test('a statement that says so by mistake is answered alike', async () => {
  const either = { operator: 'OR', rules: [ofMine, { field: 'region', operator: '=', value: 'north' }] }
  const both = { operator: 'AND', rules: [ofMine, { field: 'day', operator: '>', value: '2025-12-31' }] }
  for (const read of [ofMine, either, both, { operator: 'NOT', rules: [ofMine] }]) {
    const titles = (comment: string) =>
      app.platform.actAs(caller(read), async ({ db }) => {
        const { rows } = await sql<{
          title: string
        }>`select title from parcels ${sql.raw(comment)} order by title`.execute(db)
        return rows.map(({ title }) => title)
      })
    const [expected, few] = [await titles(''), await titles('/* few of parcels */')]
    expect(expected.length).toBeGreaterThan(0)
    expect(few).toEqual(expected)
  }
})
