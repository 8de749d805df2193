import { tenantA, type TestResponse } from '@plinth/testing'
import { defineDirectory } from '@plinth/directory'
import { expect, test } from 'vitest'
import { createBelow, directoryApp, limitedTo, manager, parentsOf } from './directory-app.ts'

const path = '/directory/organizations'
const root = tenantA.organization

test('somebody with a part of the organizations works within it', async () => {
  await using app = await directoryApp()
  const all = app.as(manager)
  const mine = await createBelow(all, 'Mine', root)
  const child = await createBelow(all, 'Child', mine)
  const other = await createBelow(all, 'Other', root)
  const client = app.as(limitedTo(mine, child))
  const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status

  expect(await statusOf(client.post(path, { name: 'New', parentId: child }))).toBe(201)
  expect(await statusOf(client.post(path, { name: 'New' }))).toBe(403)
  expect(await statusOf(client.post(path, { name: 'New', parentId: other }))).toBe(400)
  expect(await statusOf(client.post(path, { name: 'New', parentId: root }))).toBe(400)
  expect(await statusOf(client.post(path, { name: 'New', parentId: mine, childIds: [other] }))).toBe(400)
  for (const id of [root, other]) {
    expect(await statusOf(client.put(path, { id, name: 'x' }))).toBe(404)
    expect(await statusOf(client.del(`${path}?id=${id}`))).toBe(404)
  }
  expect(await statusOf(client.put(path, { id: child, parentId: null }))).toBe(403)
  expect(await statusOf(client.put(path, { id: child, parentId: other }))).toBe(400)
  expect(await statusOf(client.put(path, { id: mine, childIds: [] }))).toBe(403)
  // The form sends back what it was shown: the hidden parent as none.
  const { body } = await client.get(`${path}?view=manage`)
  expect(body.items[0]).toMatchObject({ id: mine, parentId: null, parentName: null, depth: 0, treePath: mine })
  expect(await statusOf(client.put(path, { id: mine, name: 'Renamed', parentId: null, childIds: [child] }))).toBe(200)
  expect(await parentsOf(app)).toMatchObject({ [mine]: root, [child]: mine, [other]: root })
})

test('a tree has at most 32 levels', async () => {
  await using app = await directoryApp()
  const client = app.as(manager)
  const chain: string[] = [root]
  while (chain.length < 32) chain.push(await createBelow(client, `Level ${chain.length + 1}`, chain.at(-1)!))
  const error = 'Organizations can be nested at most 32 levels deep'
  expect((await client.post(path, { name: 'Too deep', parentId: chain.at(-1) })).body).toEqual({ error })
  expect((await client.post(path, { name: 'On top', childIds: [root] })).body).toEqual({ error })
  const side = await createBelow(client, 'Side')
  expect((await client.put(path, { id: root, parentId: side })).body).toEqual({ error })
  expect((await client.put(path, { id: side, childIds: [root] })).body).toEqual({ error })
  expect((await client.put(path, { id: chain[1], parentId: side })).status).toBe(200)
})

test('a tenant has so many organizations, whoever brings them', async () => {
  await using app = await directoryApp({ maxOrganizations: 3 })
  const client = app.as(manager)
  const as = app.callerOf(manager)
  const reverting = { ofOthers: true }
  const undo = ({ operation }: TestResponse) =>
    app.platform.actAs(as, (ctx) => ctx.undo({ token: operation!.undoToken! }, reverting))
  const redo = ({ operation }: TestResponse) => app.platform.actAs(as, (ctx) => ctx.redo(operation!.id, reverting))
  const create = (name: string) => client.post(path, { name })
  const refusal = 'A tenant may have at most 3 organizations'
  const assertOneComes = async (reverted: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(reverted)
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: refusal } })
    expect(Object.keys(await parentsOf(app))).toHaveLength(3)
  }

  const made = await Promise.all(['A', 'B', 'C', 'D'].map(create))
  const [a, b] = made.filter(({ status }) => status === 201) as [TestResponse, TestResponse]
  const refused = made.filter(({ status }) => status === 400).map(({ body }) => body)
  expect(refused).toEqual([{ error: refusal }, { error: refusal }])
  // Both count before one of them commits.
  await app.sql(`create function take_long() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return null; end $$;
    create trigger take_long after insert on plinth.invalidations for each statement execute function take_long()`)
  for (const creation of [a, b]) await undo(creation)
  const e = await create('E')
  await assertOneComes([redo(a), redo(b)])
  await client.del(`${path}?id=${e.body.id}`)
  const f = await create('F')
  const deletions = [await client.del(`${path}?id=${f.body.id}`)]
  for (const { body } of [a, b]) {
    const deletion = await client.del(`${path}?id=${body.id}`)
    if (deletion.status === 200) deletions.push(deletion)
  }
  await create('G')
  await assertOneComes(deletions.map(undo))
  // What is there already may change.
  expect((await client.put(path, { id: root, name: 'Renamed' })).status).toBe(200)
  expect(() => defineDirectory({ maxOrganizations: 0 })).toThrow('`maxOrganizations` is a whole number above 0')
})
