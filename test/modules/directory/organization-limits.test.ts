import { tenantA } from '@plinth/core/testing'
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
