import { defineCommand, defineModule, Ok, post, signedIn, sql } from '@plinth/core'
import { tenantA, type TestPlatform } from '@plinth/testing'
import fc from 'fast-check'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { createBelow, directoryApp, homeless, parentsOf } from './directory-app.ts'

const path = '/directory/organizations'

/** Fails when some organization does not reach a root through organizations that exist. */
function assertSound(parents: Readonly<Record<string, string | null>>): void {
  for (const start of Object.keys(parents)) {
    let at: string | null = start
    for (let steps = 0; at !== null; steps++) {
      expect(steps).toBeLessThanOrEqual(32)
      expect(parents).toHaveProperty(at)
      at = parents[at] ?? null
    }
  }
}

const index = fc.nat({ max: 11 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), id: index, parent: fc.option(index) }),
  fc.record({ kind: fc.constant('children' as const), id: index, children: fc.array(index, { maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('create' as const),
    parent: fc.option(index),
    children: fc.array(index, { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('delete' as const), id: index }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take(app: TestPlatform, ids: string[], move: Step): Promise<number> {
  const client = app.as(homeless)
  const pick = (at: number) => ids[at % ids.length]!
  const pickParent = (at: number | null) => (at === null ? null : pick(at))
  switch (move.kind) {
    case 'move':
      return (await client.put(path, { id: pick(move.id), parentId: pickParent(move.parent) })).status
    case 'children':
      return (await client.put(path, { id: pick(move.id), childIds: move.children.map(pick) })).status
    case 'create': {
      const body = { name: 'New', parentId: pickParent(move.parent), childIds: move.children.map(pick) }
      const answer = await client.post(path, body)
      if (answer.status === 201) ids.push(answer.body.id)
      return answer.status
    }
    case 'delete': {
      const id = pick(move.id)
      if (ids.length === 1) return 200
      ids.splice(ids.indexOf(id), 1)
      return (await client.del(`${path}?id=${id}`)).status
    }
  }
}

test('whatever is moved, created and deleted: the tree stays a tree', { timeout: 60_000 }, async () => {
  await using app = await directoryApp()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await app.sql('update organizations set parent_id = null, is_active = true, deleted_at = now()')
      await app.sql('update organizations set deleted_at = null where id = $1', [tenantA.organization])
      const ids: string[] = [tenantA.organization]
      for (let count = 0; count < 6; count++) ids.push(await createBelow(app.as(homeless), 'N', ids[count >> 1]))
      for (const move of steps) {
        expect([200, 201, 400]).toContain(await take(app, ids, move))
        const parents = await parentsOf(app)
        assertSound(parents)
        expect(Object.keys(parents).sort()).toEqual([...ids].sort())
      }
      const { body } = await app.as(homeless).get(`${path}?view=manage&pageSize=200`)
      const shown = body.items.map(({ id, parentId }: Record<string, string>) => [id, parentId])
      expect(Object.fromEntries(shown)).toEqual(await parentsOf(app))
    }),
    { numRuns: 25 },
  )
})

test('opposite moves at the same time cannot close a circle', async () => {
  await using app = await directoryApp()
  const client = app.as(homeless)
  for (let round = 0; round < 10; round++) {
    const a = await createBelow(client, `A${round}`)
    const b = await createBelow(client, `B${round}`)
    const answers = await Promise.all([
      client.put(path, { id: a, parentId: b }),
      client.put(path, { id: b, parentId: a }),
      client.put(path, { id: a, childIds: [b] }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 400)).toBe(true)
    expect(statuses).toContain(200)
    assertSound(await parentsOf(app))
  }
})

test('a move below an organization that is being deleted fails or goes up with the others', async () => {
  await using app = await directoryApp()
  const client = app.as(homeless)
  for (let round = 0; round < 10; round++) {
    const parent = await createBelow(client, `Parent ${round}`)
    const child = await createBelow(client, `Child ${round}`)
    await Promise.all([
      client.del(`${path}?id=${parent}`),
      client.put(path, { id: child, parentId: parent }),
      client.post(path, { name: 'New', parentId: parent }),
    ])
    assertSound(await parentsOf(app))
  }
})

/** Writes parents and deletions as undo does: whole rows, without asking the directory's own commands. */
const force = defineCommand({
  id: 'lab.force',
  access: signedIn,
  input: z.object({ rows: z.array(z.object({ id: z.uuid(), parentId: z.uuid().nullable(), deleted: z.boolean() })) }),
  output: Ok,
  async run({ input, db }) {
    for (const { id, parentId, deleted } of input.rows)
      await sql`update organizations set parent_id = ${parentId}, deleted_at = ${deleted ? new Date() : null}
        where id = ${id}`.execute(db)
    return { ok: true as const }
  },
})
const lab = defineModule({ id: 'lab', title: 'Lab', commands: [force], routes: [post('/lab', force)] })

test('the database refuses what the commands would: undo meets later moves', async () => {
  await using app = await directoryApp({ modules: [lab] })
  const client = app.as(homeless)
  const write = async (...rows: [string, string | null, boolean?][]) =>
    (await client.post('/lab', { rows: rows.map(([id, parentId, deleted = false]) => ({ id, parentId, deleted })) }))
      .status
  const a = await createBelow(client, 'A')
  const b = await createBelow(client, 'B', a)
  const c = await createBelow(client, 'C', b)
  expect(await write([a, c])).toBe(400)
  expect(await write([a, a])).not.toBe(200)
  expect(await write([b, a, true])).toBe(400)
  expect(await write([b, a, true], [c, b, true])).toBe(200)
  expect(await write([c, b])).toBe(400)
  expect(await write([c, b], [b, a])).toBe(200)
  expect(await write([a, b], [b, null])).toBe(200)
  const chain: string[] = [tenantA.organization]
  while (chain.length < 30) chain.push(await createBelow(client, `Level ${chain.length + 1}`, chain.at(-1)!))
  expect(await write([b, chain.at(-1)!])).toBe(200)
  await createBelow(client, 'Level 33', a).catch(() => {})
  expect(await write([c, a])).toBe(400)
  assertSound(await parentsOf(app))
})

test('two writers past the commands cannot close a circle either', async () => {
  await using app = await directoryApp({ modules: [lab] })
  const client = app.as(homeless)
  for (let round = 0; round < 5; round++) {
    const a = await createBelow(client, `A${round}`)
    const b = await createBelow(client, `B${round}`)
    const answers = await Promise.all([
      client.post('/lab', { rows: [{ id: a, parentId: b, deleted: false }] }),
      client.post('/lab', { rows: [{ id: b, parentId: a, deleted: false }] }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    assertSound(await parentsOf(app))
  }
})
