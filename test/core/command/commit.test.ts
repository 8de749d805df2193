import { open, post, put, type Scope, sql } from '@plinth/core'
import type { TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createPlatformKeys } from '@plinth/core/security'
import { newEntryId } from '../../../packages/core/src/log/entry-id.ts'
import { createUndoTokens } from '../../../packages/core/src/log/undo-tokens.ts'
import { command, createItem, Item, renameItem } from '../_lab/lab-module.ts'
import { openLab, callerA } from '../_lab/lab.ts'

const header = 'x-om-ext-optimistic-lock-expected-updated-at'

const versionIn = (lab: Awaited<ReturnType<typeof openLab>>, id: string) =>
  lab.do(
    async ({ from }) =>
      (await from(Item, 'i').select('i.updatedAt').where('i.id', '=', id).executeTakeFirstOrThrow()).updatedAt,
  )

function write(lab: TestPlatform, body: object, expected?: string) {
  const headers = { 'content-type': 'application/json', ...(expected !== undefined && { [header]: expected }) }
  return lab.as(callerA).send('PUT', '/items', { body: JSON.stringify(body), headers })
}

test('a write over a version that the caller has not seen is 409, without code in the command', async () => {
  await using lab = await openLab({ routes: [put('/items', renameItem)] })
  const { id } = await lab.do(({ run }) => run(createItem, { name: 'one' }))
  const updatedAt = () => versionIn(lab, id)
  const rename = (name: string, expected?: string) => write(lab, { id, name }, expected)
  const first = await updatedAt()
  expect((await rename('two', first)).status).toBe(200)
  const stale = await rename('three', '2020-01-01T00:00:00.000Z')
  expect(stale.status).toBe(409)
  expect(stale.body).toEqual({
    error: 'This record has changed since it was loaded',
    code: 'optimistic_lock_conflict',
    expectedUpdatedAt: '2020-01-01T00:00:00.000Z',
    currentUpdatedAt: await updatedAt(),
  })
  expect((await rename('four')).status).toBe(200)
  expect((await rename('five', 'yesterday')).status).toBe(400)
  expect(await lab.sql('select name from items')).toEqual([{ name: 'four' }])
})

test('of two writers with the same version one wins', async () => {
  await using lab = await openLab({ routes: [put('/items', renameItem)] })
  const { id } = await lab.do(({ run }) => run(createItem, { name: 'one' }))
  const updatedAt = await versionIn(lab, id)
  lab.clock.advance(1_000)
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => write(lab, { id, name }, updatedAt)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('the version is that of the resource, whatever else the command writes, or does not', async () => {
  const onItem = { entity: Item, input: z.object({ id: z.uuid() }) }
  const parts = sql.table('parts')
  const insert =
    (id: string) =>
    ({ scope }: { scope: Scope }) =>
      sql`insert into ${parts} (id, tenant_id, organization_id, item_id)
      values (${id}, ${scope.tenantId}, ${scope.organizationId}, ${id})`
  // A row of another table with the same id, written before the resource, is none of its versions.
  const twin = command(
    'twin',
    async ({ db, scope, input: { id }, from }) => {
      await insert(id!)({ scope }).execute(db)
      await sql`update ${parts} set note = 'changed', updated_at = '2001-01-01' where id = ${id}`.execute(db)
      await from.change(Item, id!, { name: 'renamed' })
      return { id }
    },
    onItem,
  )
  const besides = command(
    'besides',
    async ({ db, input: { id } }) => {
      await sql`update ${parts} set note = 'changed again' where item_id = ${id}`.execute(db)
      return { id }
    },
    onItem,
  )
  const nothing = command('nothing', async ({ input: { id } }) => ({ id }), onItem)
  const commands = { twin, besides, nothing }
  const routes = Object.entries(commands).map(([path, does]) => put(`/items/${path}`, does))
  await using lab = await openLab({ commands: Object.values(commands), routes })
  const { id } = await lab.do(({ run }) => run(createItem, { name: 'one' }))
  const first = await versionIn(lab, id)
  lab.clock.advance(1_000)
  const send = async (path: string, expected: string) => {
    const headers = { 'content-type': 'application/json', [header]: expected }
    return (await lab.as(callerA).send('PUT', `/items/${path}`, { body: JSON.stringify({ id }), headers })).status
  }
  expect(await send('nothing', first)).toBe(200)
  expect(await send('twin', first)).toBe(200)
  expect(await send('nothing', first)).toBe(409)
  expect(await send('besides', first)).toBe(409)
  expect(await lab.sql('select note from parts')).toEqual([{ note: 'changed' }])
  const now = await versionIn(lab, id)
  expect([await send('besides', now), await send('nothing', now)]).toEqual([200, 200])
})

test('a statement by `from` makes a new version, unless it sets the version itself', async () => {
  const onItem = { entity: Item, input: z.object({ id: z.uuid() }) }
  const set = command(
    'set',
    ({ from, input: { id } }) =>
      from.update(Item, 'i').set({ name: 'set' }).where('i.id', '=', id!).returning('i.id').execute(),
    onItem,
  )
  const upsert = command(
    'upsert',
    ({ from, input: { id } }) =>
      from
        .insert(Item, { id: id!, name: 'new' })
        .onConflict((on) => on.columns(['tenantId', 'id']).doUpdateSet({ name: 'upserted' }))
        .returning('id')
        .execute(),
    onItem,
  )
  const keep = command(
    'keep',
    ({ from, input: { id } }) =>
      from
        .update(Item, 'i')
        .set(({ ref }) => ({ name: 'kept', updatedAt: ref('i.updatedAt') }))
        .where('i.id', '=', id!)
        .returning('i.id')
        .execute(),
    onItem,
  )
  const commands = { set, upsert, keep }
  const routes = Object.entries(commands).map(([path, does]) => put(`/items/${path}`, does))
  await using lab = await openLab({ commands: Object.values(commands), routes })
  const { id } = await lab.do(({ run }) => run(createItem, { name: 'one' }))
  const send = async (path: string, expected: Date) => {
    const headers = { 'content-type': 'application/json', [header]: expected.toISOString() }
    return (await lab.as(callerA).send('PUT', `/items/${path}`, { body: JSON.stringify({ id }), headers })).status
  }
  const versionOf = async () => new Date(await versionIn(lab, id))
  for (const path of ['set', 'upsert']) {
    const seen = await versionOf()
    lab.clock.advance(1_000)
    expect(await send(path, seen)).toBe(200)
    expect((await versionOf()).getTime() - seen.getTime()).toBeGreaterThanOrEqual(1_000)
    expect(await send(path, seen)).toBe(409)
  }
  const seen = await versionOf()
  lab.clock.advance(1_000)
  expect([await send('keep', seen), await send('keep', seen)]).toEqual([200, 200])
})

test('the id of an entry is a UUID of version 7, which begins with the time', () => {
  const at = new Date('2026-01-31T12:00:00.123Z')
  const ids = Array.from({ length: 100 }, () => newEntryId(at))
  expect(new Set(ids).size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime())
})

test('an undo token follows from the secret and the entry, and the log keeps its hash', () => {
  const create = (secret: string, ...retiredSecrets: string[]) =>
    createUndoTokens(createPlatformKeys(secret, retiredSecrets))
  const [former, present] = ['s'.repeat(32), 't'.repeat(32)]
  const [entry, other] = [newEntryId(new Date()), newEntryId(new Date())]
  const tokens = create(former)
  const token = tokens.tokenOf(entry)
  expect(create(former).tokenOf(entry)).toBe(token)
  expect(create(present).tokenOf(entry)).not.toBe(token)
  expect(tokens.tokenOf(other)).not.toBe(token)
  expect(tokens.hash(token)).toMatch(/^[\da-f]{64}$/)
  expect([tokens, create(present, former)].map((accepting) => accepting.entryOf(token))).toEqual([entry, entry])
  const forged = Buffer.from(token, 'base64url').fill(0, 20).toString('base64url')
  expect([create(present).entryOf(token), tokens.entryOf(forged), tokens.entryOf(''), tokens.entryOf('x')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('of several commands of a handler the last one that can be undone is named, once', async () => {
  const two = post('/two', { access: open, response: z.any() }, async ({ run, request }) => {
    request.setHeader('x-note', 'first')
    request.setHeader('X-Note', 'last')
    for (const name of ['one', 'two']) await run(createItem, { name })
  })
  await using lab = await openLab({ routes: [two] })
  const { operation, headers } = await lab.as(callerA).send('POST', '/two', {})
  const rows = await lab.sql(`select id from plinth.action_log order by seq desc limit 1`)
  expect([{ id: operation!.id }]).toEqual(rows)
  expect(headers.get('x-note')).toBe('last')
})
