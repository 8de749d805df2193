import { postFile, workOn } from '@plinth/transfer/testing'
import { addEntity, defineField } from '@plinth/custom-fields/testing'
import { tenantA, tenantB } from '@plinth/testing'
import { importers } from '@plinth/transfer'
import { afterAll, expect, test } from 'vitest'
import { CLERK, importApp } from './_shop.ts'

const app = await importApp()
afterAll(() => app[Symbol.asyncDispose]())
const { client } = app.person(CLERK)
const admin = app.as({ features: ['*'] })

type Client = typeof client

/** Rehearses the import of a file. */
async function rehearse(bytes: string, { by = client, entity = 'catalog.product', ...change }: Rehearsal = {}) {
  app.clock.advance(1_000)
  const { id, settings } = (await postFile(by, { bytes, entity })).body
  const put = await by.put('/transfer/imports', { id, settings: { ...settings, ...change } })
  expect(put.status, put.text).toBe(200)
  const done = await workOn(app, by, { id, work: 'rehearse' })
  expect(done).toMatchObject({ status: 'draft', errorMessage: null })
  return id as string
}

interface Rehearsal {
  readonly by?: Client
  readonly entity?: string
  readonly [setting: string]: unknown
}

const found = async (id: string, by: Client = client) => {
  const listed = await by.get(`/transfer/duplicates?importId=${id}&pageSize=100`)
  expect(listed.status, listed.text).toBe(200)
  return listed.body.items.map(({ row, otherRow, label, reason, column, choice }: Record<string, unknown>) =>
    [
      row,
      `${String(reason)} of ${String(column)}:`,
      label ?? `row ${String(otherRow)}`,
      ...(choice ? [choice] : []),
    ].join(' '),
  ) as readonly string[]
}
const choose = (id: string, body: object, by: Client = client) => by.post(`/transfer/imports/${id}/duplicates`, body)
const product = async (title: string, sku: string, by: Client = client) =>
  (await by.post('/catalog/products', { title, sku })).body.id as string
const titles = async (search: string) =>
  (await client.get(`/catalog/products?search=${search}&sortField=sku&pageSize=100`)).body.items.map(
    ({ title, sku }: Record<string, string>) => `${sku} ${title}`,
  )

test('rows that look like a record or an earlier row are shown, and created, updated or left out as chosen', async () => {
  await product('Große Lampe, rot', 'lamp-1')
  await product('Wooden chair 12', 'chair-1')
  const bytes = `title,sku
"Lampe rot GROSSE",lamp-2
Woodden chair 12,chair-2
Wooden chair 13,chair-3
Green table,table-1
"table: green",table-2
Somethng else,x-1
Something else,x-2
`
  const id = await rehearse(bytes)
  expect(await found(id)).toEqual([
    '2 name of title: Große Lampe, rot',
    '3 spelling of title: Wooden chair 12',
    '6 name of title: row 5',
    '8 spelling of title: row 7',
  ])
  expect((await choose(id, { choice: 'skip' })).body).toEqual({ chosen: 4 })
  expect((await choose(id, { choice: 'update', rows: [2, 6, 7] })).body).toEqual({ chosen: 2 })
  expect((await choose(id, { choice: 'create', rows: [8] })).body).toEqual({ chosen: 1 })
  const counts = { created: 4, updated: 2, unchanged: 0, refused: 0, skipped: 1 }
  expect((await workOn(app, client, { id, work: 'rehearse' })).rehearsal).toEqual(counts)
  expect(await found(id)).toEqual([
    '2 name of title: Große Lampe, rot update',
    '3 spelling of title: Wooden chair 12 skip',
    '6 name of title: row 5 update',
    '8 spelling of title: row 7 create',
  ])
  expect(await workOn(app, client, { id, work: 'run' })).toMatchObject({ status: 'completed', counts })
  expect(await titles('lamp')).toEqual(['lamp-2 Lampe rot GROSSE'])
  expect(await titles('chair')).toEqual(['chair-1 Wooden chair 12', 'chair-3 Wooden chair 13'])
  expect(await titles('green')).toEqual(['table-2 table: green'])
  expect(await titles('else')).toEqual(['x-1 Somethng else', 'x-2 Something else'])
  expect((await choose(id, { choice: 'skip' })).status).toBe(409)
  // The update of a record that an earlier row has created can be undone by itself.
  expect((await client.post(`/transfer/imports/${id}/undo-rows`, { rows: [6, 2] })).body).toEqual({
    undone: 2,
    kept: [],
  })
  expect(await titles('green')).toEqual(['table-1 Green table'])
  expect(await titles('lamp')).toEqual(['lamp-1 Große Lampe, rot'])
  await workOn(app, client, { id, work: 'undo' })
  expect(await titles('green')).toEqual([])
  expect(await titles('chair')).toEqual(['chair-1 Wooden chair 12'])
}, 60_000)

test('addresses, numbers and names of records of a custom entity', async () => {
  const entity = await addEntity(admin)
  for (const key of ['first_name', 'last_name', 'email', 'mobile_phone'])
    await defineField(admin, entity, { key, kind: 'text' })
  const owner = app.person([...CLERK, 'entities.*']).client
  const header = 'name,first_name,last_name,email,mobile_phone\n'
  const file = `${header}a,Ann,Lee,ann@lee.example,\nb,Bob,Ray,,+49 (30) 12-34-56\nc,José Álvaro,Núñez,,\n`
  const first = await rehearse(file, { by: owner, entity })
  expect(await found(first, owner)).toEqual([])
  await workOn(app, owner, { id: first, work: 'run' })
  const again = await rehearse(
    `${header}d,Anna,Leigh, ANN@LEE.example,\ne,Robert,Ray,,0049 30 123456\nf,NUNEZ,Alvaro José,,\ng,Other,One,,12345\nh,Same,One,,12345\n`,
    { by: owner, entity },
  )
  expect(await found(again, owner)).toEqual([
    '2 email of email: a',
    '3 phone of mobile_phone: b',
    '4 name of first_name: c',
  ])
  await choose(again, { choice: 'update', rows: [2, 3, 4] }, owner)
  expect(await workOn(app, owner, { id: again, work: 'run' })).toMatchObject({ counts: { created: 2, updated: 3 } })
})

test('nobody learns of records or values that they cannot see', async () => {
  await product('Secret plan', 'plan-1')
  await product('Hidden organ', 'organ-1', app.as({ features: CLERK, organizationIds: [tenantA.otherOrganization] }))
  const foreign = app.person(CLERK, { tenantId: tenantB.id, organizationId: tenantB.organization }).client
  await product('Foreign thing', 'thing-1', foreign)
  const bytes = 'title,sku\nSecret plan!,p-2\nHidden Organ,o-2\nForeign Thing,t-2\n'
  const id = await rehearse(bytes)
  const confined = app.person(CLERK, { organizationIds: [tenantA.organization] }).client
  expect(await found(await rehearse(bytes, { by: confined }), confined)).toEqual(['2 name of title: Secret plan'])
  const ofRows = { 'catalog.product': { read: { field: 'sku', operator: '!=', value: 'plan-1' } } }
  const restricted = app.person(CLERK, { policies: ofRows as never }).client
  expect(await found(await rehearse(bytes, { by: restricted }), restricted)).not.toContainEqual(
    expect.stringContaining('Secret'),
  )
  // Who may not read the field cannot import into it either.
  const ofFields = { 'catalog.product': { fields: { read: ['sku', 'productType'], write: ['sku', 'productType'] } } }
  const blind = app.person(CLERK, { policies: ofFields as never }).client
  const blindImport = (await postFile(blind, { bytes, entity: 'catalog.product' })).body
  expect(blindImport.settings.mapping).toEqual([{ column: 'sku', field: 'sku' }])
  // What one person has found is not shown to another one, who may see less, and is not theirs to choose.
  expect(await found(id)).toContain('2 name of title: Secret plan')
  for (const other of [restricted, app.person(CLERK).client, foreign]) {
    expect(await found(id, other)).toEqual([])
    expect((await choose(id, { choice: 'skip' }, other)).body).not.toMatchObject({
      chosen: expect.toSatisfy((n) => n > 0),
    })
  }
  expect(await found(id)).toContain('2 name of title: Secret plan')
  expect((await choose(id, { choice: 'skip' }, app.person(['transfer.view']).client)).status).toBe(403)
  expect((await choose(id, { choice: 'other' })).status).toBe(400)
  expect((await choose(id, { choice: 'skip', rows: [] })).status).toBe(400)
})

test('a record that is gone by then, and settings that have changed', async () => {
  const old = await product('Vanishing cabinet', 'cab-1')
  const id = await rehearse('title,sku\nVanishing Cabinet,cab-2\n')
  await choose(id, { choice: 'update' })
  await client.del(`/catalog/products?id=${old}`)
  expect(await workOn(app, client, { id, work: 'run' })).toMatchObject({ counts: { created: 0, refused: 1 } })
  const { items } = (await client.get(`/transfer/refusals?importId=${id}`)).body
  expect(items[0].problems).toEqual([{ column: null, message: 'The record that it was to update is not there' }])
  await product('Vanishing cabinet', 'cab-3')
  const other = await rehearse('title,sku\nVanishing Cabinet,cab-4\n')
  await choose(other, { choice: 'skip' })
  const { settings } = (await client.get(`/transfer/imports?id=${other}`)).body.items[0]
  await client.put('/transfer/imports', { id: other, settings: { ...settings, blank: 'clear' } })
  expect(await found(other)).toEqual([])
  expect(await workOn(app, client, { id: other, work: 'run' })).toMatchObject({ counts: { created: 1 } })
})

test('a worker that was taken for lost notes nothing about settings that have changed meanwhile', async () => {
  await product('Slow lamp', 'slow-1')
  const { client: owner, userId } = app.person(CLERK)
  const { id, settings } = (
    await postFile(owner, { bytes: 'title,sku\nSlow Lamp,slow-2\n', entity: 'catalog.product' })
  ).body
  expect((await owner.put('/transfer/imports', { id, settings })).status).toBe(200)
  const statuses: number[] = []
  app.platform.override(importers, {
    callerOf: async (asked) => {
      const [row] = await app.sql("select rehearsal ->> 'created' as created from transfer_imports where id = $1", [id])
      // The rows have been tried, and are about to be compared.
      if (asked.userId === userId && row!['created'] === '1' && statuses.length === 0) {
        app.clock.advance(400_000)
        statuses.push((await owner.put('/transfer/imports', { id, settings: { ...settings, blank: 'clear' } })).status)
      }
      return app.people.get(asked.userId) ?? null
    },
  })
  await workOn(app, owner, { id, work: 'rehearse' })
  expect(statuses).toEqual([200])
  expect(await found(id, owner)).toEqual([])
})
