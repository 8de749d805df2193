import { defineEntity, p } from '@mikro-orm/core'
import {
  type CommandContext,
  conflict,
  defineCommand,
  defineMigration,
  defineModule,
  open,
  Scoped,
  sql,
} from '@plinth/core'
import { searchText } from '@plinth/core/data'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const Crate = defineEntity({
  name: 'WoodenCrate',
  tableName: 'crates',
  extends: Scoped,
  properties: {
    name: p.string(),
    note: p.string().nullable(),
    state: p.enum(['open', 'shut']).default('open'),
    dueAt: p.datetime().nullable(),
    madeOn: p.date().nullable(),
    pieces: p.bigint().defaultRaw('7'),
    price: p.decimal().nullable(),
    weight: p.decimal('number').nullable(),
    data: p.json<unknown>().nullable(),
    labels: p.array<string>().columnType('text[]').default([]),
    picture: p.blob().nullable(),
    crateNumber: p.integer().fieldName('number').default(1),
    searchText: searchText('name', 'note'),
  },
})
const Sticker = defineEntity({
  name: 'Sticker',
  tableName: 'stickers',
  extends: Scoped,
  properties: { crateId: p.uuid() },
})
const tables = defineMigration(
  'crates.tables',
  `select plinth.scoped_table('crates', $$name text not null, note text, state text not null default 'open',
     due_at timestamptz, made_on date, pieces bigint not null default 7, price numeric(10, 2), weight numeric(8, 2),
     data jsonb, labels text[] not null default '{}', picture bytea, number int not null default 1,
     search_text text not null$$);
   select plinth.scoped_table('stickers', 'crate_id uuid not null');
   create function count_up(crate uuid) returns int language sql
     as $$update crates set number = number + 1, note = 'counted' where id = crate returning number$$;
   create function count_sticker() returns trigger language plpgsql
     as $$begin perform count_up(new.crate_id); return null; end$$;
   create trigger count_sticker after insert on stickers for each row execute function count_sticker();`,
)

let work: (ctx: CommandContext<unknown>) => Promise<unknown>
const write = defineCommand({
  id: 'crates.write',
  access: open,
  input: z.object({}),
  output: z.unknown(),
  run: (ctx) => work(ctx),
})

const [north, south] = [tenantA.organization, '5a5a5a5a-0000-4000-8000-000000000002']
let app: TestPlatform
beforeAll(async () => {
  app = await testApp({
    modules: [defineModule({ id: 'crates', title: 'Crates', entities: [Crate, Sticker], migrations: [tables] })],
  })
})
afterAll(() => app[Symbol.asyncDispose]())

interface Where {
  readonly organizationIds?: readonly string[] | null
  readonly tenantId?: string
}

const callerOf = ({ organizationIds = null, tenantId = tenantA.id }: Where = {}) =>
  ({ actor: 'platform', reason: 'crates', scope: { tenantId, organizationId: north, organizationIds } }) as const

function inCommand<T>(does: (ctx: CommandContext<unknown>) => Promise<T>, where?: Where): Promise<T> {
  work = does
  return app.platform.actAs(callerOf(where), ({ run }) => run(write, {})) as Promise<T>
}

const recorded = async () => {
  const [row] = await app.sql<{ count: number }>('select count(*)::int as count from plinth.changes')
  return row!.count
}

const full = {
  name: 'Örebro',
  note: 'first',
  dueAt: '2026-01-31T12:00:00.500Z',
  madeOn: '2026-02-28',
  price: '1.50',
  weight: 2.5,
  data: { a: [1, { b: null }], c: 'x' },
  labels: ['x', 'null', '{y}'],
  picture: Buffer.from([0, 255]),
} as const

test('a row is created, locked and read as queries show it', async () => {
  const [created, locked, read, [all]] = await inCommand(async ({ from }) => {
    const made = await from.create(Crate, { ...full, dueAt: new Date(full.dueAt), pieces: 9n })
    return [
      made,
      await from.lock(Crate, made.id),
      await from(Crate, 'c').selectAll().where('c.id', '=', made.id).executeTakeFirstOrThrow(),
      await from.lockAll(Crate, { name: full.name, note: ['first', null], state: 'open' }),
    ] as const
  })
  expect(created).toMatchObject({ ...full, pieces: 9, crateNumber: 1, state: 'open', searchText: 'orebro first' })
  expect(created).toMatchObject({ tenantId: tenantA.id, organizationId: north, createdAt: created.updatedAt })
  expect([locked, read, all]).toEqual([created, created, created])
  expect(Object.isFrozen(created)).toBe(true)
})

test('a change writes what differs, once, and returns the row as it is stored', async () => {
  const id = await inCommand(async ({ from }) => (await from.create(Crate, { ...full, updatedAt: new Date(0) })).id)
  const [before, after, again] = await inCommand(async ({ from }) => {
    const row = await from.lock(Crate, id)
    const changed = await from.change(Crate, row, {
      name: 'Łódź',
      price: '2.999',
      note: undefined,
      data: [1, [2]],
      labels: ['z'],
      dueAt: new Date(0),
    })
    return [row, changed, await from(Crate, 'c').selectAll().where('c.id', '=', id).executeTakeFirstOrThrow()] as const
  })
  expect(after).toEqual({
    ...before,
    name: 'Łódź',
    price: '3.00',
    data: [1, [2]],
    labels: ['z'],
    dueAt: '1970-01-01T00:00:00.000Z',
    searchText: expect.stringMatching(/^.odz first$/),
    updatedAt: expect.any(String),
  })
  expect(after.updatedAt > before.updatedAt).toBe(true)
  expect(again).toEqual(after)
})

test('nothing is written for values that are already there, however they are spelled', async () => {
  const id = await inCommand(async ({ from }) => (await from.create(Crate, { ...full, pieces: 5 })).id)
  const before = await recorded()
  const same = [
    { ...full },
    { dueAt: new Date(full.dueAt), price: '1.5', weight: 2.5, pieces: 5n },
    { dueAt: '2026-01-31T13:00:00.5+01:00', data: { c: 'x', a: [1, { b: null }] } },
    { note: undefined, crateNumber: 1, picture: Buffer.from([0, 255]) },
    {},
  ]
  for (const values of same)
    await inCommand(async ({ from }) => {
      const row = await from.lock(Crate, id)
      expect(await from.change(Crate, row, values)).toBe(row)
    })
  expect(await recorded()).toBe(before)
})

test('a row that is not there, or not for the caller, is 404 by its name', async () => {
  const { id } = await inCommand(({ from }) => from.create(Crate, { name: 'hidden', organizationId: south }))
  const cases: readonly [string, Where, (ctx: CommandContext<unknown>) => Promise<unknown>][] = [
    ['Wooden crate not found', {}, ({ from }) => from.lock(Crate, crypto.randomUUID())],
    ['Wooden crate not found', {}, ({ from }) => from.lock(Crate, { id, name: 'other' })],
    ['Wooden crate not found', {}, ({ from }) => from.change(Crate, crypto.randomUUID(), { name: 'x' })],
    ['Wooden crate not found', {}, ({ from }) => from.remove(Crate, crypto.randomUUID())],
    ['Wooden crate not found', { organizationIds: [north] }, ({ from }) => from.change(Crate, id, { name: 'x' })],
    ['Wooden crate not found', { organizationIds: [north] }, ({ from }) => from.remove(Crate, { id })],
    ['Wooden crate not found', { tenantId: tenantB.id }, ({ from }) => from.lock(Crate, id)],
    ['Gone', {}, ({ from }) => from.lock(Crate, { id, state: 'shut' }, () => conflict('Gone'))],
  ]
  for (const [message, where, does] of cases) await expect(inCommand(does, where)).rejects.toMatchObject({ message })
  expect(await inCommand(({ from }) => from.lockAll(Crate, { id: [id] }), { organizationIds: [north] })).toEqual([])
  expect(await inCommand(async ({ from }) => (await from.lock(Crate, id)).name)).toBe('hidden')
})

test('a removed row is gone, and recorded', async () => {
  const { id } = await inCommand(({ from }) => from.create(Crate, full))
  const before = await recorded()
  await inCommand(async ({ from }) => from.remove(Crate, await from.lock(Crate, id)))
  expect(await recorded()).toBe(before + 1)
  await expect(inCommand(({ from }) => from.lock(Crate, id))).rejects.toMatchObject({ status: 404 })
})

test('a version that has been replaced in the command, by whatever, is read again', async () => {
  const { id } = await inCommand(({ from }) => from.create(Crate, { ...full, crateNumber: 1 }))
  const changes: readonly ((ctx: CommandContext<unknown>) => Promise<unknown>)[] = [
    ({ from }) => from.create(Sticker, { crateId: id }),
    ({ db }) => sql`select count_up(${id})`.execute(db),
    ({ widenScope }) => widenScope('allTenants', 'count', ({ from }) => from.change(Crate, id, { crateNumber: 2 })),
    ({ from }) => from.change(Crate, id, { crateNumber: 2 }),
    ({ from }) => from.update(Crate, 'c').set({ crateNumber: 2 }).where('c.id', '=', id).execute(),
    ({ db }) => sql`update crates set number = 2 where id = ${id}`.execute(db),
  ]
  for (const change of changes) {
    const last = await inCommand(async (ctx) => {
      const first = await ctx.from.lock(Crate, id)
      await change(ctx)
      return ctx.from.change(Crate, first, { crateNumber: 1 })
    })
    expect(last.crateNumber).toBe(1)
    expect(await app.sql('select number from crates where id = $1', [id])).toEqual([{ number: 1 }])
  }
  // What is computed from several values is computed from those that are there.
  const named = await inCommand(async ({ from }) => {
    const first = await from.lock(Crate, id)
    await from.change(Crate, first, { note: 'first' })
    await from.create(Sticker, { crateId: id })
    return from.change(Crate, first, { name: 'Named' })
  })
  expect(named).toMatchObject({ note: 'counted', crateNumber: 2, searchText: 'named counted' })
})

test('a row that the platform has locked is only there for a caller who may see it', async () => {
  const { id } = await inCommand(({ from }) => from.create(Crate, { name: 'hidden', organizationId: south }))
  const changed = ({ widenScope, from }: CommandContext<unknown>, values: { name?: string }) =>
    widenScope('allTenants', 'lock', (system) => system.from.lock(Crate, id)).then(() => from.change(Crate, id, values))
  for (const values of [{}, { name: 'x' }])
    await expect(inCommand((ctx) => changed(ctx, values), { organizationIds: [north] })).rejects.toMatchObject({
      status: 404,
    })
})

test('a change costs one statement, and none if nothing differs', async () => {
  const { id } = await inCommand(({ from }) => from.create(Crate, full))
  const counts = await inCommand(async ({ from }) => {
    const row = await from.lock(Crate, id)
    await from(Sticker, 's').select('s.id').execute()
    const seen = [app.statements.length]
    for (const one of [row, id]) {
      await from.change(Crate, one, { name: full.name })
      seen.push(app.statements.length)
      await from.change(Crate, one, { name: `${full.name} ${seen.length}` })
      seen.push(app.statements.length)
      await from.change(Crate, one, { name: full.name })
      seen.push(app.statements.length)
    }
    return seen.slice(1).map((count, at) => count - seen[at]!)
  })
  expect(counts).toEqual([0, 1, 1, 0, 1, 1])
})

test('a row that is held is not locked again, unless it may have changed or the authority is another one', async () => {
  const id = await inCommand(async ({ from }) => (await from.create(Crate, full)).id)
  const before = app.statements.length
  const rows = await inCommand(async ({ from, db }) => {
    const first = await from.lock(Crate, id)
    const held = await from.lock(Crate, { id, organizationId: [north] })
    const changed = await from.change(Crate, held, { name: 'held' })
    const again = await from.lock(Crate, id)
    await expect(from.lock(Crate, { id, name: 'other' })).rejects.toThrow('Wooden crate not found')
    await sql`update crates set note = 'elsewhere' where id = ${id}`.execute(db)
    return [first === held, changed === again, (await from.lock(Crate, id)).note]
  })
  expect(rows).toEqual([true, true, 'elsewhere'])
  expect(app.statements.slice(before).filter((text) => text.includes('for no key update'))).toHaveLength(3)
  const hidden = inCommand(
    async ({ from, widenScope }) => {
      await widenScope('allTenants', 'hold it', (system) => (system.from as typeof from).lock(Crate, id))
      return from.lock(Crate, id)
    },
    { organizationIds: [south] },
  )
  await expect(hidden).rejects.toThrow('Wooden crate not found')
})

test('what is read without a lock is checked when it is written', async () => {
  const { id } = await inCommand(({ from }) => from.create(Crate, { ...full, crateNumber: 0 }))
  const others: readonly ((ctx: CommandContext<unknown>, row: { id: string; crateNumber: number }) => unknown)[] = [
    ({ from }, row) => from.change(Crate, row, { crateNumber: row.crateNumber + 1 }),
    async ({ from }, row) => from.change(Crate, await from.lock(Crate, row.id), { crateNumber: row.crateNumber + 1 }),
    async ({ from }, row) => {
      const [locked] = await from.lockAll(Crate, { name: full.name, id: row.id })
      return from.change(Crate, locked!, { crateNumber: row.crateNumber + 1 })
    },
  ]
  for (const [index, change] of others.entries()) {
    let attempts = 0
    await inCommand(async (ctx) => {
      const row = await ctx
        .from(Crate, 'c')
        .select(['c.id', 'c.crateNumber'])
        .where('c.id', '=', id)
        .executeTakeFirstOrThrow()
      // Somebody else is faster, once.
      if (++attempts === 1) await app.sql('update crates set number = number + 10 where id = $1', [id])
      return change(ctx, row)
    })
    expect([attempts, await app.sql('select number from crates where id = $1', [id])]).toEqual([
      2,
      [{ number: (index + 1) * 11 }],
    ])
  }
})

test('mistakes are named', async () => {
  const { id } = await inCommand(({ from }) => from.create(Crate, full))
  const mistakes: readonly [string, (ctx: CommandContext<unknown>) => Promise<unknown>][] = [
    ["A condition on 'name' is undefined", ({ from }) => from.lockAll(Crate, { name: undefined as never })],
    ["A condition on 'name' is an object", ({ from }) => from.lockAll(Crate, { name: { $ne: 'x' } as never })],
    ["has no property 'nane'", ({ from }) => from.change(Crate, id, { nane: 'x' } as never)],
    ["has no property 'nane'", ({ from }) => from.lock(Crate, { nane: 'x' } as never)],
    ["cannot set 'tenantId'", ({ from }) => from.create(Crate, { ...full, tenantId: tenantB.id } as never)],
  ]
  for (const [message, does] of mistakes)
    await expect(inCommand(does)).rejects.toThrow(
      expect.objectContaining({ message: expect.stringContaining(message) }),
    )
  await expect(app.platform.actAs(callerOf(), ({ from }) => from.lock(Crate, id))).rejects.toThrow(
    /only available in commands/,
  )
})
