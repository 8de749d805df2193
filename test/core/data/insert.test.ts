import { defineEntity, p } from '@mikro-orm/core'
import {
  type CommandContext,
  defineCommand,
  defineMigration,
  defineModule,
  type Module,
  open,
  Scoped,
  sql,
  TenantScoped,
} from '@plinth/core'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const Maker = defineEntity({
  name: 'Maker',
  tableName: 'makers',
  extends: TenantScoped,
  properties: { name: p.text() },
})
const Part = defineEntity({
  name: 'Part',
  tableName: 'parts',
  extends: Scoped,
  properties: {
    maker: () => p.manyToOne(Maker).nullable(),
    partNumber: p.string().fieldName('number'),
    kind: p.enum(['screw', 'nut']).default('screw'),
    dueAt: p.datetime().nullable(),
    madeOn: p.date().nullable(),
    pieces: p.bigint().defaultRaw('7'),
    weight: p.decimal('number').nullable(),
    data: p.json<unknown>().nullable(),
    labels: p.array<string>().columnType('text[]').default([]),
    picture: p.blob().nullable(),
    draft: p.string().persist(false).nullable(),
  },
})
const tables = defineMigration(
  'insert.tables',
  `select plinth.tenant_table('makers', 'name text not null');
   select plinth.scoped_table('parts', $$maker_id uuid, number text not null, kind text not null default 'screw',
     due_at timestamptz, made_on date, pieces bigint not null default 7, weight numeric(8, 2), data jsonb,
     labels text[] not null default '{}', picture bytea$$);
   create unique index parts_number on parts (tenant_id, number);`,
)

let work: (ctx: CommandContext<unknown>) => Promise<unknown>
const write = defineCommand({
  id: 'parts.write',
  access: open,
  input: z.object({}),
  output: z.unknown(),
  run: (ctx) => work(ctx),
})
const parts: Module = defineModule({ id: 'parts', title: 'Parts', entities: [Maker, Part], migrations: [tables] })

const [north, south] = [tenantA.organization, '5a5a5a5a-0000-4000-8000-000000000002']
let app: TestPlatform
beforeAll(async () => void (app = await testApp({ modules: [parts] })))
afterAll(() => app[Symbol.asyncDispose]())

function inCommand<T>(
  does: (ctx: CommandContext<unknown>) => Promise<T>,
  scope = { organizationId: north as string | null, organizationIds: null as readonly string[] | null },
): Promise<T> {
  work = does
  const caller = { actor: 'platform', reason: 'insert', scope: { tenantId: tenantA.id, ...scope } } as const
  return app.platform.actAs(caller, ({ run }) => run(write, {})) as Promise<T>
}

let next = 0
const number = () => `part ${++next}`

test('a row has what is said of it, by property, and is answered as queries show it', async () => {
  const maker = crypto.randomUUID()
  const partNumber = number()
  const labels = ['null', ' a "b"', '{c,d}', 'e\\\nf', '']
  const row = await inCommand(({ from }) =>
    from
      .insert(Part, {
        maker,
        partNumber,
        kind: 'nut',
        dueAt: new Date('2026-01-31T12:00:00.5Z'),
        madeOn: '2026-02-28',
        pieces: 9_007_199_254_740_993n,
        weight: 1.5,
        data: [{ a: 1 }, 'b', null],
        labels,
        picture: Buffer.from([0, 255]),
      })
      .returning(['stored.partNumber', 'dueAt', 'madeOn', 'weight', 'maker', 'data', 'labels', 'picture', 'kind'])
      .executeTakeFirstOrThrow(),
  )
  expect(row).toEqual({
    partNumber,
    maker,
    dueAt: '2026-01-31T12:00:00.500Z',
    madeOn: '2026-02-28',
    weight: 1.5,
    data: [{ a: 1 }, 'b', null],
    labels,
    kind: 'nut',
    picture: Buffer.from([0, 255]),
  })
  const stored = await app.sql('select pieces::text, jsonb_typeof(data) as type from parts where number = $1', [
    partNumber,
  ])
  expect(stored).toEqual([{ pieces: '9007199254740993', type: 'array' }])
})

test('what nobody says is filled in as the entity declares, else by the database, else null', async () => {
  const partNumber = number()
  const [row, at] = await inCommand(async ({ from, now }) => [
    await from.insert(Part, { partNumber, data: undefined }).returningAll().executeTakeFirstOrThrow(),
    now(),
  ])
  expect(row).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    tenantId: tenantA.id,
    organizationId: north,
    createdAt: expect.any(String),
    updatedAt: row.createdAt,
    maker: null,
    partNumber,
    kind: 'screw',
    dueAt: null,
    madeOn: null,
    pieces: 7,
    weight: null,
    data: null,
    labels: [],
    picture: null,
  })
  expect(at.getTime() - Date.parse(row.createdAt)).toBeLessThan(10_000)
})

test('a row is recorded in the log, like any other', async () => {
  const { id } = await inCommand(({ from }) =>
    from.insert(Part, { partNumber: number() }).returning('id').executeTakeFirstOrThrow(),
  )
  expect(await app.sql('select table_name, before from plinth.changes where row_id = $1', [id])).toEqual([
    { table_name: 'parts', before: null },
  ])
})

test('a row is of the tenant that is worked in; only the platform names another one', async () => {
  const own = { partNumber: number(), tenantId: tenantB.id }
  await expect(inCommand(async ({ from }) => from.insert(Part, own as never).execute())).rejects.toThrow(
    "A new row of entity 'Part' cannot set 'tenantId': it always belongs to the current tenant",
  )
  const { tenantId } = await inCommand(({ widenScope }) =>
    widenScope('allTenants', 'add a maker elsewhere', ({ from }) =>
      from.insert(Maker, { name: 'far', tenantId: tenantB.id }).returning('tenantId').executeTakeFirstOrThrow(),
    ),
  )
  expect(tenantId).toBe(tenantB.id)
  const home = await inCommand(({ widenScope }) =>
    widenScope('allTenants', 'add a maker here', ({ from }) =>
      from.insert(Maker, { name: 'near' }).returning('tenantId').executeTakeFirstOrThrow(),
    ),
  )
  expect(home.tenantId).toBe(tenantA.id)
})

test('an organization beyond the caller’s is refused by the database; none is shared; a missing one is 400', async () => {
  const partNumber = number()
  const within = { organizationId: north, organizationIds: [north] }
  const insert = (organizationId?: string | null) =>
    inCommand(({ from }) => from.insert(Part, { partNumber, organizationId }).execute(), within)
  await expect(insert(south)).rejects.toMatchObject({ code: 'forbidden' })
  await insert(null)
  const nowhere = { organizationId: null, organizationIds: null }
  await expect(
    inCommand(async ({ from }) => from.insert(Part, { partNumber: number() }).execute(), nowhere),
  ).rejects.toThrow('Organization context is required')
})

test('what is no property is refused in words, and so is a reader', async () => {
  await expect(inCommand(async ({ from }) => from.insert(Part, { colour: 'red' } as never).execute())).rejects.toThrow(
    "Entity 'Part' has no property 'colour'",
  )
  await expect(
    app.platform.actAs(
      { actor: 'platform', reason: 'insert', scope: { tenantId: tenantA.id, organizationId: north } },
      (ctx) => ctx.from.insert(Part, { partNumber: number() }).execute(),
    ),
  ).rejects.toThrow(/read-only transaction/)
})

test('a row that is there already can be left alone, or changed, by the names of properties', async () => {
  const partNumber = number()
  const add = (pieces: number) =>
    inCommand(({ from }) =>
      from
        .insert(Part, { partNumber, pieces })
        .onConflict((on) =>
          on.columns(['tenantId', 'partNumber']).doUpdateSet(({ ref, eb }) => ({
            pieces: eb('stored.pieces', '+', ref('excluded.pieces')),
            dueAt: '2026-01-31T12:00:00.000Z',
          })),
        )
        .returning(['pieces', 'dueAt'])
        .executeTakeFirstOrThrow(),
    )
  expect(await add(2)).toEqual({ pieces: 2, dueAt: null })
  expect(await add(3)).toEqual({ pieces: 5, dueAt: '2026-01-31T12:00:00.000Z' })
  const skipped = await inCommand(({ from }) =>
    from
      .insert(Part, { partNumber })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .execute(),
  )
  expect(skipped).toEqual([])
})

test('the text of a statement depends on what the database fills in, and on nothing else', async () => {
  const texts = await inCommand(async ({ from }) =>
    [{ partNumber: 'a' }, { partNumber: 'b', data: undefined }, { partNumber: 'c', pieces: 1 }].map(
      (row) => from.insert(Part, row).compile().sql,
    ),
  )
  expect(texts[0]).toBe(texts[1])
  expect(texts[0]).toContain('default')
  expect(texts[2]).not.toBe(texts[0])
})

test('all of what an update or a delete returns has the names of properties, too', async () => {
  const partNumber = number()
  const [added, changed, gone] = await inCommand(async ({ from }) => [
    await from.insert(Part, { partNumber }).returningAll().executeTakeFirstOrThrow(),
    await from
      .update(Part, 'p')
      .set({ kind: 'nut' })
      .where('p.partNumber', '=', partNumber)
      .returningAll()
      .executeTakeFirstOrThrow(),
    await from.delete(Part, 'p').where('p.partNumber', '=', partNumber).returningAll().executeTakeFirstOrThrow(),
  ])
  expect(changed).toEqual({ ...added, kind: 'nut' })
  expect(gone).toEqual(changed)
})

test('statements that a command issues together run in that order, built or written by hand', async () => {
  const counted = await inCommand(async ({ from, db }) => {
    const count = () =>
      sql<{ parts: number }>`select count(*)::int as parts from parts where number = 'ordered'`.execute(db)
    const [before, , after] = await Promise.all([
      count(),
      from.insert(Part, { partNumber: 'ordered' }).execute(),
      count(),
      from(Part, 'p').select('p.id').where('p.partNumber', '=', 'ordered').execute(),
    ])
    return [before.rows[0]!.parts, after.rows[0]!.parts]
  })
  expect(counted).toEqual([0, 1])
})
