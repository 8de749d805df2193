import { defineEntity, p } from '@mikro-orm/core'
import {
  defineCommand,
  defineMigration,
  defineModule,
  PlatformError,
  Scoped,
  type Caller,
  signedIn,
  sql,
  systemCaller,
} from '@plinth/core'
import { eachTenant, type From } from '@plinth/core/data'
import { tenantA, tenantB } from '@plinth/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Layers, withLayers } from '../../../packages/testing/src/layers.ts'
import { testApp } from '../../_setup/app.ts'

const Note = defineEntity({
  name: 'Note',
  tableName: 'notes',
  extends: Scoped,
  properties: { title: p.string(), dueAt: p.datetime().nullable(), weight: p.decimal('number').nullable() },
})
const tables = defineMigration(
  'notes.tables',
  `select plinth.scoped_table('notes', 'title text not null, due_at timestamptz, weight numeric(8, 2)');
  select plinth.unique_among_tenants('notes', 'id');`,
)

/** Renames what is seen, at first as the caller, then in the whole tenant, then as the caller again. */
const rename = defineCommand({
  id: 'notes.notes.rename',
  access: signedIn,
  input: z.object({}),
  output: z.object({ steps: z.array(z.array(z.string())) }),
  async run({ from, asTenant }) {
    const own = await from.update(Note, 'n').set({ title: 'own' }).returning('n.title').execute()
    const all = await asTenant('rename all', (tenant) =>
      tenant.from.update(Note, 'n').set({ title: 'all' }).returning('n.title').execute(),
    )
    const again = await from.delete(Note, 'n').returning('n.title').execute()
    return { steps: [own, all, again].map((rows) => rows.map(({ title }) => title)) }
  },
})
const spell = defineCommand({
  id: 'notes.notes.spell',
  access: signedIn,
  input: z.object({ id: z.uuid() }),
  output: z.object({ rows: z.array(z.unknown()) }),
  async run({ from, input }) {
    const rows = await from
      .update(Note, 'n')
      .set((eb) => ({ dueAt: '2026-01-31T12:00:00.000Z', weight: eb('n.weight', '+', 1), title: eb.ref('n.title') }))
      .where('n.id', '=', input.id)
      .where('n.dueAt', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom(from.table(Note, 'o')).select('o.id').whereRef('o.id', '=', 'n.id').where('o.weight', '=', 1.5),
        ),
      )
      .returning(['n.id', 'n.organizationId', 'n.dueAt', 'n.weight'])
      .returning(({ eb }) => eb('n.weight', '>', 2).as('isHeavy'))
      .execute()
    return { rows }
  },
})
const module = defineModule({
  id: 'notes',
  title: 'Notes',
  entities: [Note],
  migrations: [tables],
  commands: [rename, spell],
})

const north = tenantA.organization
const south = '5a5a5a5a-0000-4000-8000-000000000002'
const callerOf = (tenantId: string, organizationIds: readonly string[] | null = null) =>
  systemCaller('reach', { tenantId, organizationId: null, organizationIds })

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp({ modules: [module] })
})
afterAll(() => app[Symbol.asyncDispose]())

async function fill() {
  await app.sql('delete from notes')
  for (const [tenant, title] of [
    [tenantA.id, 'a'],
    [tenantB.id, 'b'],
  ])
    for (const organization of [north, south, null])
      await app.sql(
        `insert into notes (id, tenant_id, organization_id, title, weight, created_at, updated_at)
         values (gen_random_uuid(), $1, $2, $3, 1.5, now(), now())`,
        [tenant, organization, title],
      )
}
const titles = () =>
  app.sql<{ title: string; count: number }>('select title, count(*)::int from notes group by 1 order by 1')

describe.each<Layers>(['both layers', 'no ORM filters', 'no row level security'])('with %s', (layers) => {
  test('the whole tenant is seen past its organizations, and no other tenant', async () => {
    await fill()
    await withLayers(app, layers, () =>
      app.platform.as(callerOf(tenantA.id, [north]), async ({ from, asTenant }) => {
        const read = (query: typeof from) => query(Note, 'n').select(['n.title', 'n.organizationId']).execute()
        expect(await read(from)).toHaveLength(2)
        const whole = await asTenant('count', (tenant) => read(tenant.from))
        expect(whole.map(({ title }) => title)).toEqual(['a', 'a', 'a'])
        expect(await read(from)).toHaveLength(2)
      }),
    )
  })

  test('bulk statements change and delete what the caller sees, and what the tenant has where it is asked for', async () => {
    await fill()
    await withLayers(app, layers, async () => {
      const { steps } = await app.platform.as(callerOf(tenantA.id, [north]), ({ run }) => run(rename, {}))
      expect(steps).toEqual([
        ['own', 'own'],
        ['all', 'all', 'all'],
        ['all', 'all'],
      ])
    })
    expect(await titles()).toEqual([
      { title: 'all', count: 1 },
      { title: 'b', count: 3 },
    ])
  })
})

test('raw statements in the whole tenant stay behind its wall', async () => {
  await fill()
  const count = await app.platform.as(callerOf(tenantA.id, []), ({ asTenant }) =>
    asTenant('count', async ({ db }) => (await sql<{ id: string }>`select id from notes`.execute(db)).rows.length),
  )
  expect(count).toBe(3)
})

test('what a bulk statement names are properties, also in sub-selects and in what it returns', async () => {
  await fill()
  const [note] = await app.sql<{ id: string }>('select id from notes where tenant_id = $1 and organization_id = $2', [
    tenantA.id,
    north,
  ])
  const { rows } = await app.platform.as(callerOf(tenantA.id), ({ run }) => run(spell, note!))
  const dueAt = '2026-01-31T12:00:00.000Z'
  expect(rows).toEqual([{ id: note!.id, organizationId: north, dueAt, weight: 2.5, isHeavy: true }])
})

test('a row of any tenant is looked up by what is its own, and nothing else is told of it', async () => {
  await fill()
  const [note] = await app.sql<{ id: string }>('select id from notes where tenant_id = $1 limit 1', [tenantB.id])
  await app.platform.as(callerOf(tenantA.id, []), async ({ lookUp }) => {
    expect(await lookUp(Note, { id: note!.id }, ['tenantId', 'title'])).toEqual({ tenantId: tenantB.id, title: 'b' })
    expect(await lookUp(Note, { id: tenantA.id }, ['tenantId'])).toBeNull()
    await expect(lookUp(Note, { tenantId: tenantB.id, title: 'b' }, ['id'])).rejects.toThrow(
      /by 'title' matched several rows/,
    )
    await expect(lookUp(Note, { title: 'b', id: note!.id }, ['id'])).rejects.toThrow(/needs exactly one property/)
  })
})

const actor = (more: Partial<Caller['actor']> = {}): Caller['actor'] => ({
  ...callerOf(tenantA.id).actor,
  kind: 'user',
  homeTenantId: tenantA.id,
  allowedOrganizationIds: [north],
  ...more,
})

test('nobody but a super admin sees all tenants as one', async () => {
  await fill()
  const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
  const count = (isSuperAdmin: boolean) =>
    app.platform.as({ actor: actor({ isSuperAdmin }), scope }, ({ asSuperAdmin }) =>
      asSuperAdmin('count', async ({ from }) => (await from(Note, 'n').select('n.id').execute()).length),
    )
  expect(await count(true)).toBe(6)
  await expect(count(false)).rejects.toThrow(PlatformError)
})

test('work goes on elsewhere as the same actor where they may be, or as the platform', async () => {
  await fill()
  const somebody = actor()
  const at = (tenantId: string, organizationIds: readonly string[] | null, who = somebody) => ({
    actor: who,
    scope: { tenantId, organizationId: null, organizationIds },
  })
  await app.platform.as(at(tenantA.id, []), async ({ within }) => {
    const count = (caller: Caller) =>
      within(caller, async ({ from }) => (await from(Note, 'n').select('n.id').execute()).length)
    expect(await count(at(tenantA.id, [north]))).toBe(2)
    expect(await count(callerOf(tenantB.id))).toBe(3)
    await expect(count(at(tenantA.id, [north, south]))).rejects.toThrow(/cannot enter organizations/)
    await expect(count(at(tenantA.id, null))).rejects.toThrow(/cannot enter organizations/)
    await expect(count(at(tenantB.id, [north]))).rejects.toThrow(/another tenant/)
    expect(await count(at(tenantA.id, [north], actor()))).toBe(2)
    const others = [{ isSuperAdmin: true }, { id: 'other' }, { userId: 'other' }, { kind: 'api_key' }] as const
    for (const other of others) await expect(count(at(tenantA.id, [north], actor(other)))).rejects.toThrow(/same actor/)
    const confined = actor({ allowedOrganizationIds: [south] })
    await expect(count(at(tenantA.id, [north], confined))).rejects.toThrow(/cannot enter organizations/)
  })
})

test('whoever reaches beyond their scope is in the log with the reason', async () => {
  await app.platform.as(callerOf(tenantA.id), async ({ asTenant, lookUp, within }) => {
    await asTenant('because', async () => {})
    await lookUp(Note, { id: tenantA.id }, ['id'])
    await within(callerOf(tenantB.id), async () => {})
  })
  const logged = app.log.lines.map(({ message, facts }) => `${message}: ${String(facts['reason'])}`)
  expect(logged).toEqual(
    expect.arrayContaining(['as tenant: because', 'look up: Note by id', `within: system:reach in ${tenantB.id}`]),
  )
})

test('what fails in one tenant stops no other, and the job fails all the same', async () => {
  await fill()
  const find = (from: From) => from(Note, 'n').select('n.tenantId').distinct().orderBy('n.tenantId').execute()
  const visited: string[] = []
  const visit = app.platform.as(callerOf(tenantA.id), ({ asSystem, log }) =>
    eachTenant(
      { asSystem, log, signal: new AbortController().signal },
      { reason: 'visit', find },
      async ({ scope }) => {
        visited.push(scope.tenantId)
        if (visited.length === 1) throw new Error('spoiled')
      },
    ),
  )
  await expect(visit).rejects.toThrow('spoiled')
  expect(visited.toSorted()).toEqual([tenantA.id, tenantB.id].toSorted())
  expect(app.log.lines).toContainEqual(expect.objectContaining({ level: 'error', message: 'work in a tenant failed' }))
})
