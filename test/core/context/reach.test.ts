import { defineEntity, p } from '@mikro-orm/core'
import {
  defineCommand,
  defineMigration,
  defineModule,
  forbidden,
  Scoped,
  type Caller,
  signedIn,
  sql,
} from '@plinth/core'
import { eachTenant, type From } from '@plinth/core/data'
import { assertSuperAdmin } from '@plinth/core/acl'
import { toCaller } from '@plinth/core/internal'
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
  async run({ from, widenScope }) {
    const own = await from.update(Note, 'n').set({ title: 'own' }).returning('n.title').execute()
    const all = await widenScope('tenant', 'rename all', (tenant) =>
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
  toCaller({ actor: 'platform', reason: 'reach', scope: { tenantId, organizationIds } })

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
      app.platform.actAs(callerOf(tenantA.id, [north]), async ({ from, widenScope }) => {
        const read = (query: typeof from) => query(Note, 'n').select(['n.title', 'n.organizationId']).execute()
        expect(await read(from)).toHaveLength(2)
        const whole = await widenScope('tenant', 'count', (tenant) => read(tenant.from))
        expect(whole.map(({ title }) => title)).toEqual(['a', 'a', 'a'])
        expect(await read(from)).toHaveLength(2)
      }),
    )
  })

  test('bulk statements change and delete what the caller sees, and what the tenant has where it is asked for', async () => {
    await fill()
    await withLayers(app, layers, async () => {
      const { steps } = await app.platform.actAs(callerOf(tenantA.id, [north]), ({ run }) => run(rename, {}))
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
  const count = await app.platform.actAs(callerOf(tenantA.id, []), ({ widenScope }) =>
    widenScope(
      'tenant',
      'count',
      async ({ db }) => (await sql<{ id: string }>`select id from notes`.execute(db)).rows.length,
    ),
  )
  expect(count).toBe(3)
})

test('what a bulk statement names are properties, also in sub-selects and in what it returns', async () => {
  await fill()
  const [note] = await app.sql<{ id: string }>('select id from notes where tenant_id = $1 and organization_id = $2', [
    tenantA.id,
    north,
  ])
  const { rows } = await app.platform.actAs(callerOf(tenantA.id), ({ run }) => run(spell, note!))
  const dueAt = '2026-01-31T12:00:00.000Z'
  expect(rows).toEqual([{ id: note!.id, organizationId: north, dueAt, weight: 2.5, isHeavy: true }])
})

test('a row of any tenant is looked up by what is its own, and nothing else is told of it', async () => {
  await fill()
  const [note] = await app.sql<{ id: string }>('select id from notes where tenant_id = $1 limit 1', [tenantB.id])
  await app.platform.actAs(callerOf(tenantA.id, []), ({ widenScope }) =>
    widenScope('allTenants', 'find a note', async ({ findUnique }) => {
      const found = await findUnique(Note, { id: note!.id }, ['tenantId', 'title'])
      expect(found).toEqual({ tenantId: tenantB.id, title: 'b' })
      expect(await findUnique(Note, { id: tenantA.id }, ['tenantId'])).toBeNull()
      const several = findUnique(Note, { tenantId: tenantB.id, title: 'b' }, ['id'])
      await expect(several).rejects.toThrow(/Note by 'title' matched several rows/)
      const mixed = findUnique(Note, { title: 'b', id: note!.id }, ['id'])
      await expect(mixed).rejects.toThrow(/needs exactly one property/)
    }),
  )
})

const actor = (more: Partial<Caller['actor']> = {}): Caller['actor'] => ({
  ...callerOf(tenantA.id).actor,
  kind: 'user',
  homeTenantId: tenantA.id,
  allowedOrganizationIds: [north],
  ...more,
})

test('only super admins and the platform pass a check for them', () => {
  expect(() => assertSuperAdmin(actor({ isSuperAdmin: true }))).not.toThrow()
  expect(() => assertSuperAdmin(callerOf(tenantA.id).actor)).not.toThrow()
  expect(() => assertSuperAdmin(actor())).toThrow(forbidden())
})

test('a reach that does not exist is the tenant', async () => {
  await fill()
  const count = app.platform.actAs(callerOf(tenantA.id), ({ widenScope }) =>
    widenScope('everything' as 'tenant', 'count', async ({ from }) => from(Note, 'n').select('n.id').execute()),
  )
  expect(await count).toHaveLength(3)
})

test('work goes on elsewhere as the same actor where they may be, or as the platform', async () => {
  await fill()
  const somebody = actor()
  const at = (tenantId: string, organizationIds: readonly string[] | null, who = somebody) => ({
    actor: who,
    scope: { tenantId, organizationId: null, organizationIds },
  })
  await app.platform.actAs(at(tenantA.id, []), async ({ actAs }) => {
    const count = (caller: Caller) =>
      actAs({ ...caller, reason: 'count' }, async ({ from }) => (await from(Note, 'n').select('n.id').execute()).length)
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
  await app.platform.actAs(callerOf(tenantA.id), async ({ widenScope, actAs }) => {
    await widenScope('tenant', 'because', async () => {})
    await widenScope('allTenants', 'because', async () => {})
    await actAs({ actor: 'platform', reason: 'because', scope: { tenantId: tenantB.id } }, async () => {})
  })
  const logged = app.log.lines.map(
    ({ message, facts }) => `${message}: ${String(facts['reason'])} ${String(facts['reach'] ?? facts['tenantId'])}`,
  )
  expect(logged).toEqual(
    expect.arrayContaining([
      'scope widened: because tenant',
      'scope widened: because allTenants',
      `acting as: because ${tenantB.id}`,
    ]),
  )
})

test('work is done in each organization that is found', async () => {
  await fill()
  const visited: unknown[] = []
  const find = (from: From) => from(Note, 'n').select(['n.tenantId', 'n.organizationId']).distinct().execute()
  await app.platform.actAs(callerOf(tenantA.id), async ({ widenScope, log }) => {
    const found = await widenScope('allTenants', 'compare', ({ from }) => find(from))
    await eachTenant(
      { widenScope, log, signal: new AbortController().signal },
      { reason: 'visit', find },
      async ({ scope: { tenantId, organizationId, organizationIds } }) =>
        void visited.push({ tenantId, organizationId, organizationIds }),
    )
    expect(found.some(({ organizationId }) => organizationId !== null)).toBe(true)
    expect(visited).toEqual(expect.arrayContaining(found.map((one) => ({ ...one, organizationIds: null }))))
    expect(visited).toHaveLength(found.length)
  })
})

test('what fails in one tenant stops no other, and the job fails all the same', async () => {
  await fill()
  const find = (from: From) => from(Note, 'n').select('n.tenantId').distinct().orderBy('n.tenantId').execute()
  const visited: string[] = []
  const visit = app.platform.actAs(callerOf(tenantA.id), ({ widenScope, log }) =>
    eachTenant(
      { widenScope, log, signal: new AbortController().signal },
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
