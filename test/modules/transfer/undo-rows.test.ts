import { postFile, workOn } from '@plinth/transfer/testing'
import { tenantA, tenantB } from '@plinth/testing'
import { afterAll, expect, test } from 'vitest'
import { CLERK, importApp } from './_shop.ts'

const app = await importApp()
afterAll(() => app[Symbol.asyncDispose]())
const { client } = app.person(CLERK)

type Client = typeof client

/** Imports products by their SKU. */
async function importProducts(bytes: string, by: Client = client) {
  app.clock.advance(1_000)
  const { id, settings } = (await postFile(by, { bytes, entity: 'catalog.product' })).body
  const put = await by.put('/transfer/imports', {
    id,
    settings: { ...settings, mode: 'both', key: { by: 'field', field: 'sku' } },
  })
  expect(put.status, put.text).toBe(200)
  expect(await workOn(app, by, { id, work: 'run' })).toMatchObject({ status: 'completed' })
  app.clock.advance(1_000)
  return id as string
}

const rowsOf = async (id: string, by: Client = client) => {
  const listed = await by.get(`/transfer/rows?importId=${id}&pageSize=100`)
  expect(listed.status, listed.text).toBe(200)
  return listed.body.items.map(({ row, label, isNew, isUndone }: Record<string, unknown>) =>
    [row, label, isNew ? 'new' : 'old', ...(isUndone ? ['undone'] : [])].join(' '),
  ) as readonly string[]
}
const undo = (id: string, rows: readonly number[], by: Client = client) =>
  by.post(`/transfer/imports/${id}/undo-rows`, { rows })
const titles = async (prefix: string, by: Client = client) =>
  (await by.get(`/catalog/products?search=${prefix}&sortField=sku&pageSize=100`)).body.items.map(
    ({ title, subtitle }: Record<string, string>) => (subtitle ? `${title}, ${subtitle}` : title),
  )
const product = async (sku: string) =>
  (await client.get(`/catalog/products?pageSize=100`)).body.items.find((one: { sku: string }) => one.sku === sku)

test('chosen rows are undone exactly, and what is left can be undone, redone and undone again', async () => {
  await client.post('/catalog/products', { title: 'Aa old', sku: 'aa-1', subtitle: 'stays' })
  await client.post('/catalog/products', { title: 'Aa same', sku: 'aa-4' })
  const id = await importProducts(
    'sku,title,subtitle\naa-1,Aa one,x\naa-2,Aa two,\naa-3,Aa three,\naa-4,Aa same,\naa-5,Aa five,\n',
  )
  expect(await rowsOf(id)).toEqual(['2 Aa one old', '3 Aa two new', '4 Aa three new', '6 Aa five new'])
  const done = await undo(id, [2, 4])
  expect([done.status, done.body], done.text).toEqual([200, { undone: 2, kept: [] }])
  const left = ['Aa old, stays', 'Aa two', 'Aa same', 'Aa five']
  expect(await titles('Aa')).toEqual(left)
  const state = await rowsOf(id)
  expect(state).toEqual(['2 Aa old old undone', '3 Aa two new', '4  new undone', '6 Aa five new'])

  // The same rows again, and together with another one.
  expect((await undo(id, [2, 4])).body.error).toBe('There is nothing to undo')
  expect((await undo(id, [2, 4, 6])).body).toEqual({ undone: 1, kept: [] })
  // Its own undo, by the token of the response.
  const again = await undo(id, [3])
  expect(
    (await client.post('/audit_logs/audit-logs/actions/undo', { undoToken: again.operation!.undoToken })).status,
  ).toBe(200)
  expect(await rowsOf(id)).toEqual(['2 Aa old old undone', '3 Aa two new', '4  new undone', '6  new undone'])

  // Somebody sets by hand what the import had set: this is theirs by now.
  await client.put('/catalog/products', { id: (await product('aa-1')).id, title: 'Aa one' })
  expect(await workOn(app, client, { id, work: 'undo' })).toMatchObject({ status: 'undone', errorMessage: null })
  expect(await titles('Aa')).toEqual(['Aa one, stays', 'Aa same'])
  const [chunk] = (await client.get(`/transfer/chunks?importId=${id}`)).body.items
  expect(chunk).toMatchObject({ isUndone: true, kept: [] })
  expect((await undo(id, [3])).body.error).toBe('There is nothing to undo')
  expect(await workOn(app, client, { id, work: 'redo' })).toMatchObject({ status: 'completed', errorMessage: null })
  expect(await titles('Aa')).toEqual(['Aa one, stays', 'Aa two', 'Aa same'])
  // Rows of a chunk that was redone.
  expect((await undo(id, [3])).body).toEqual({ undone: 1, kept: [] })
  expect(await titles('Aa')).toEqual(['Aa one, stays', 'Aa same'])
  expect(await workOn(app, client, { id, work: 'undo' })).toMatchObject({ status: 'undone', errorMessage: null })
  expect(await workOn(app, client, { id, work: 'redo' })).toMatchObject({ status: 'completed', errorMessage: null })
  expect(await titles('Aa')).toEqual(['Aa one, stays', 'Aa same'])
}, 60_000)

test('edits are kept and named by field, and so is a record that others refer to', async () => {
  await client.post('/catalog/products', { title: 'Bb old', sku: 'bb-1', subtitle: 'stays' })
  const id = await importProducts('sku,title,subtitle\nbb-1,Bb one,x\nbb-2,Bb two,\nbb-3,Bb three,\nbb-4,Bb four,\n')
  const [one, two, three] = await Promise.all(['bb-1', 'bb-2', 'bb-3'].map(product))
  await client.put('/catalog/products', { id: one.id, title: 'Bb mine' })
  await client.put('/catalog/products', { id: two.id, subtitle: 'edited' })
  await client.post('/catalog/variants', { productId: three.id, name: 'Small' })
  const done = await undo(id, [2, 3, 4, 5])
  expect(done.status, done.text).toBe(200)
  expect(done.body.undone).toBe(2)
  expect(done.body.kept).toEqual(
    expect.arrayContaining([
      { row: 2, resourceKind: 'catalog.product', resourceId: one.id, fields: ['title'] },
      { row: 3, resourceKind: 'catalog.product', resourceId: two.id, fields: ['subtitle'] },
      { row: 4, resourceKind: 'catalog.product', resourceId: three.id, fields: [] },
    ]),
  )
  expect(done.body.kept).toHaveLength(3)
  expect(await titles('Bb')).toEqual(['Bb mine, stays', 'Bb two, edited', 'Bb three'])
  expect(await rowsOf(id)).toEqual(['2 Bb mine old undone', '3 Bb two new', '4 Bb three new', '5  new undone'])
  // What was kept can be undone when nothing is in the way any more.
  await client.put('/catalog/products', { id: two.id, subtitle: null })
  expect((await undo(id, [3])).body).toEqual({ undone: 1, kept: [] })
  expect(await workOn(app, client, { id, work: 'undo' })).toMatchObject({ status: 'undone' })
  expect(await titles('Bb')).toEqual(['Bb mine, stays', 'Bb three'])
})

test('the undo of rows is an action of its own, which is undone and redone unless the import has been undone', async () => {
  const audit = (name: 'undo' | 'redo', body: object) => client.post(`/audit_logs/audit-logs/actions/${name}`, body)
  const id = await importProducts('sku,title\ncc-1,Cc one\ncc-2,Cc two\ncc-3,Cc three\n')
  const { operation } = await undo(id, [2, 3])
  const { undoToken, id: logId } = operation!
  const { items } = (
    await client.get(`/audit_logs/audit-logs/actions?resourceKind=transfer.import&resourceId=${id}&includeRelated=true`)
  ).body
  expect(items[0]).toMatchObject({ id: logId, commandId: 'transfer.imports.undo_chosen_rows', context: { undone: 2 } })
  const undone = await audit('undo', { undoToken })
  expect(undone.status, undone.text).toBe(200)
  expect(await titles('Cc')).toEqual(['Cc one', 'Cc two', 'Cc three'])
  expect(await rowsOf(id)).toEqual(['2 Cc one new', '3 Cc two new', '4 Cc three new'])
  const redone = await audit('redo', { logId })
  expect(redone.status, redone.text).toBe(200)
  expect(await rowsOf(id)).toEqual(['2  new undone', '3  new undone', '4 Cc three new'])
  expect(await workOn(app, client, { id, work: 'undo' })).toMatchObject({ status: 'undone', errorMessage: null })
  expect(await titles('Cc')).toEqual([])
  const late = await audit('undo', { undoToken: redone.operation!.undoToken })
  expect([late.status, late.body.error]).toEqual([409, 'The import has been undone: redo it first'])
  expect(await workOn(app, client, { id, work: 'redo' })).toMatchObject({ status: 'completed', errorMessage: null })
  expect(await titles('Cc')).toEqual(['Cc three'])
  expect((await audit('undo', { undoToken: redone.operation!.undoToken })).status).toBe(200)
  expect(await titles('Cc')).toEqual(['Cc one', 'Cc two', 'Cc three'])
  expect(await workOn(app, client, { id, work: 'undo' })).toMatchObject({ status: 'undone', errorMessage: null })
  expect(await titles('Cc')).toEqual([])
})

test('an import that is cancelled, undone in part and continued; rows of several chunks; and callers at once', async () => {
  const lines = Array.from({ length: 130 }, (_, row) => `dd-${String(row).padStart(3, '0')},Dd ${row}`)
  const { id, settings } = (
    await postFile(client, { bytes: `sku,title\n${lines.join('\n')}\n`, entity: 'catalog.product' })
  ).body
  await client.put('/transfer/imports', {
    id,
    settings: { ...settings, mode: 'both', key: { by: 'field', field: 'sku' } },
  })
  const { progressJobId } = (await client.post(`/transfer/imports/${id}/run`)).body
  expect([(await undo(id, [2])).status, (await rowsOf(id)).length]).toEqual([409, 0])
  // Cancelled behind its first chunk.
  await app.sql(`create function stop_import() returns trigger language plpgsql as $$ begin
    if new.first_row > 2 then raise exception 'full' using errcode = 'XX000'; end if; return new; end $$`)
  await app.sql(
    'create trigger stop_import before insert on transfer_chunks for each row execute function stop_import()',
  )
  await app.jobs()
  await app.sql('drop function stop_import cascade')
  const [stopped] = (await client.get(`/transfer/imports?id=${id}`)).body.items
  expect(stopped).toMatchObject({ status: 'failed', lastRow: 51, progressJobId })
  expect((await undo(id, [2, 3])).body).toEqual({ undone: 2, kept: [] })
  expect(await workOn(app, client, { id, work: 'run' })).toMatchObject({
    status: 'completed',
    counts: { created: 130 },
  })
  const answers = await Promise.all([undo(id, [4, 60, 131]), undo(id, [4, 131]), undo(id, [60])])
  const undone = answers.map(({ status, body }) => (status === 409 ? 0 : (body.undone as number)))
  expect([undone.reduce((sum, one) => sum + one), answers.every(({ status }) => [200, 409].includes(status))]).toEqual([
    3,
    true,
  ])
  expect((await client.get('/catalog/products?search=Dd')).body.total).toBe(125)
  const [started, ...others] = await Promise.all([
    client.post(`/transfer/imports/${id}/undo`),
    undo(id, [10, 11]),
    undo(id, [12, 70]),
  ])
  expect(started.status, started.text).toBe(202)
  expect(others.every(({ status }) => [200, 409].includes(status))).toBe(true)
  await app.jobs()
  expect((await client.get(`/transfer/imports?id=${id}`)).body.items).toMatchObject([{ status: 'undone' }])
  expect((await client.get('/catalog/products?search=Dd')).body.total).toBe(0)
  const { items } = (await client.get(`/transfer/chunks?importId=${id}`)).body
  expect(items.flatMap(({ kept }: { kept: object[] }) => kept)).toEqual([])
})

test('rows that are not there, too many at once, and callers who may not', async () => {
  const id = await importProducts('sku,title\nee-1,Xe one\n,\nee-2,Xe two\n')
  const none = await undo(id, [2, 3])
  expect([none.status, none.body.fieldErrors]).toEqual([400, { rows: 'Row 3 has written nothing' }])
  expect((await undo(id, [])).status).toBe(400)
  expect(
    (
      await undo(
        id,
        Array.from({ length: 501 }, (_, row) => row + 2),
      )
    ).status,
  ).toBe(400)
  const stranger = app.person(CLERK, { tenantId: tenantB.id, organizationId: tenantB.organization }).client
  expect((await undo(id, [2], stranger)).status).toBe(404)
  expect(await rowsOf(id, stranger)).toEqual([])
  const elsewhere = app.person(CLERK, { organizationIds: [tenantA.otherOrganization] }).client
  expect((await undo(id, [2], elsewhere)).status).toBe(404)
  expect(await rowsOf(id, elsewhere)).toEqual([])
  // Without the right to delete or to change products, or to see them.
  const viewer = app.person(['transfer.*', 'catalog.products.view']).client
  const refused = await undo(id, [2], viewer)
  expect([refused.status, await rowsOf(id, viewer)]).toEqual([403, ['2 Xe one new', '4 Xe two new']])
  expect(await rowsOf(id, app.person(['transfer.*']).client)).toEqual(['2  new', '4  new'])
  expect((await undo(id, [2], app.person(['transfer.view', 'catalog.*']).client)).status).toBe(403)
  expect(await titles('Xe')).toEqual(['Xe one', 'Xe two'])
})

test('row and field policies: what somebody may not see is neither named nor undone by them', async () => {
  await client.post('/catalog/products', { title: 'Ff old', sku: 'ff-1', subtitle: 'stays' })
  const id = await importProducts('sku,title,subtitle\nff-1,Ff one,x\nff-2,Ff two,secret\nff-3,Ff three,\n')
  const read = { field: 'sku', operator: '!=', value: 'ff-2' }
  const fields = { read: ['sku', 'subtitle'], write: ['sku', 'subtitle'] }
  const policies = { 'catalog.product': { read, update: read, delete: read, fields } }
  const restricted = app.person(CLERK, { policies }).client
  const listed = await restricted.get(`/transfer/rows?importId=${id}`)
  expect(listed.body.items).toMatchObject([
    { row: 2, label: 'ff-1', recordId: expect.any(String) },
    { row: 3, label: null, recordId: null },
    { row: 4, label: 'ff-3' },
  ])
  expect(listed.text).not.toMatch(/Ff|secret/)
  const hidden = await undo(id, [3, 4], restricted)
  expect([hidden.status, hidden.body.error]).toEqual([403, 'This action changed rows that are not visible to you.'])
  const field = await undo(id, [2], restricted)
  expect([field.status, field.body.error]).toEqual([
    403,
    'This action changed fields that are not visible to you, or that you may not change.',
  ])
  await client.put('/catalog/products', { id: (await product('ff-3')).id, title: 'Ff edited', subtitle: 'edited' })
  const kept = await undo(id, [4], restricted)
  expect(kept.body, kept.text).toMatchObject({ undone: 0, kept: [{ row: 4, fields: ['subtitle'] }] })
  expect(await titles('Ff')).toEqual(['Ff one, x', 'Ff two, secret', 'Ff edited, edited'])
})

test('a row whose record somebody has deleted is undone when the record is back', async () => {
  await client.post('/catalog/products', { title: 'Gg old', sku: 'gg-1' })
  const id = await importProducts('sku,title\ngg-1,Gg one\ngg-2,Gg two\ngg-3,Gg three\n')
  const deleted = []
  for (const sku of ['gg-1', 'gg-2']) deleted.push(await client.del(`/catalog/products?id=${(await product(sku)).id}`))
  const none = await undo(id, [2, 3])
  expect(none.body, none.text).toMatchObject({ undone: 0, kept: [{ fields: ['id'] }, { fields: ['id'] }] })
  expect(await rowsOf(id)).toEqual(['2  old', '3  new', '4 Gg three new'])
  for (const { operation } of deleted.toReversed()) {
    const back = await client.post('/audit_logs/audit-logs/actions/undo', { undoToken: operation!.undoToken })
    expect(back.status, back.text).toBe(200)
  }
  expect(await titles('Gg')).toEqual(['Gg one', 'Gg two', 'Gg three'])
  expect((await undo(id, [2, 3])).body).toEqual({ undone: 2, kept: [] })
  expect(await titles('Gg')).toEqual(['Gg old', 'Gg three'])
})
