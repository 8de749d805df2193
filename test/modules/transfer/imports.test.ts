import { mailTemplates } from '@plinth/mail-templates'
import { postFile, workOn } from '@plinth/transfer/testing'
import { importers } from '@plinth/transfer'
import { expect, test } from 'vitest'
import { CLERK, importApp } from './_shop.ts'

test('a file is rehearsed, run, and undone, with what others have edited since', async () => {
  await using app = await importApp()
  const { client } = app.person(CLERK)
  const old = (await client.post('/catalog/products', { title: 'Old', sku: 'A-1', subtitle: 'stays' })).body.id
  const same = (await client.post('/catalog/products', { title: 'Same', sku: 'A-2' })).body.id
  app.clock.advance(1_000)
  const bytes =
    'SKU;Title;Is active\nA-1;New;nein\nA-2;Same;ja\n0003;"Third; one";x\nA-4;;ja\nA-5;Fifth;maybe\n0003;Again;ja\n'
  const made = await postFile(client, { bytes, entity: 'catalog.product' })
  expect(made.status, made.text).toBe(201)
  const { id, settings } = made.body
  expect(settings).toMatchObject({
    format: { type: 'csv', encoding: 'utf-8', delimiter: ';' },
    mapping: [
      { column: 'SKU', field: 'sku' },
      { column: 'Title', field: 'title' },
      { column: 'Is active', field: 'isActive' },
    ],
    mode: 'create',
  })
  const measured = await postFile(client, { bytes: 'Title (EUR)\nOne\n', entity: 'catalog.product' })
  expect(measured.body.settings.mapping).toEqual([{ column: 'Title (EUR)', field: 'title' }])
  const put = await client.put('/transfer/imports', {
    id,
    settings: { ...settings, mode: 'both', key: { by: 'field', field: 'sku' } },
  })
  expect(put.status, put.text).toBe(200)

  const rehearsed = await workOn(app, client, { id, work: 'rehearse' })
  const outcome = { created: 1, updated: 1, unchanged: 1, refused: 3 }
  expect(rehearsed).toMatchObject({ status: 'draft', rehearsal: outcome, counts: null, errorMessage: null })
  expect((await client.get('/catalog/products')).body.total).toBe(2)
  const refusals = async (isRehearsal: boolean) =>
    (await client.get(`/transfer/refusals?importId=${id}&isRehearsal=${isRehearsal}`)).body.items.map(
      ({ row, problems }: { row: number; problems: unknown }) => ({ row, problems }),
    )
  const expected = [
    { row: 5, problems: [{ column: 'Title', message: 'This is needed' }] },
    { row: 6, problems: [{ column: 'Is active', message: 'Must be yes or no' }] },
    { row: 7, problems: [{ column: 'SKU', message: 'An earlier row has the same' }] },
  ]
  expect(await refusals(true)).toEqual(expected)

  const ran = await workOn(app, client, { id, work: 'run' })
  expect(ran).toMatchObject({ status: 'completed', counts: outcome, lastRow: 7 })
  expect(await refusals(false)).toEqual(expected)
  expect((await client.get(`/transfer/imports/${id}/refused`)).text).toBe(
    `SKU,Title,Is active,Reasons\nA-4,,ja,Title: This is needed\nA-5,Fifth,maybe,Is active: Must be yes or no\n0003,Again,ja,SKU: An earlier row has the same\n`,
  )
  const products = async () =>
    (await client.get('/catalog/products?sortField=title')).body.items.map(
      ({ title, sku, subtitle, isActive }: Record<string, unknown>) => ({ title, sku, subtitle, isActive }),
    )
  expect(await products()).toEqual([
    { title: 'New', sku: 'A-1', subtitle: 'stays', isActive: false },
    { title: 'Same', sku: 'A-2', subtitle: null, isActive: true },
    { title: 'Third; one', sku: '0003', subtitle: null, isActive: true },
  ])

  // One field of the changed product, and an untouched one; the new product stays as it was imported.
  await client.put('/catalog/products', { id: old, title: 'Edited', subtitle: 'edited' })
  expect(await workOn(app, client, { id, work: 'undo' })).toMatchObject({ status: 'undone' })
  expect(await products()).toEqual([
    { title: 'Edited', sku: 'A-1', subtitle: 'edited', isActive: true },
    { title: 'Same', sku: 'A-2', subtitle: null, isActive: true },
  ])
  const chunks = async () => (await client.get(`/transfer/chunks?importId=${id}`)).body.items
  expect(await chunks()).toMatchObject([
    { isUndone: true, kept: [{ resourceKind: 'catalog.product', resourceId: old, fields: ['title'] }] },
  ])

  expect(await workOn(app, client, { id, work: 'redo' })).toMatchObject({ status: 'completed' })
  expect(await products()).toMatchObject([
    { title: 'Edited', sku: 'A-1', isActive: false },
    { title: 'Same' },
    { title: 'Third; one', sku: '0003' },
  ])
  const third = (await client.get('/catalog/products?search=third')).body.items[0].id
  await client.put('/catalog/products', { id: third, subtitle: 'somebody needs it' })
  expect(await workOn(app, client, { id, work: 'undo' })).toMatchObject({ status: 'undone' })
  expect(await products()).toMatchObject([
    { title: 'Edited', isActive: true },
    { title: 'Same' },
    { title: 'Third; one' },
  ])
  expect((await chunks())[0].kept).toEqual([
    { resourceKind: 'catalog.product', resourceId: third, fields: ['subtitle'] },
    { resourceKind: 'catalog.product', resourceId: old, fields: ['title'] },
  ])
  expect(same).toBeDefined()
}, 60_000)

test('an import stays at work as long as its worker undoes rows', async () => {
  await using app = await importApp()
  const { client, userId } = app.person(CLERK)
  const rows = Array.from({ length: 300 }, (_, row) => `T${row},sku-${row}`)
  const { id } = (await postFile(client, { bytes: `title,sku\n${rows.join('\n')}`, entity: 'catalog.product' })).body
  await workOn(app, client, { id, work: 'run' })
  const deletions: number[] = []
  app.platform.override(importers, {
    callerOf: async () => {
      app.clock.advance(120_000)
      if (deletions.length < 4) deletions.push((await client.del(`/transfer/imports?id=${id}`)).status)
      return app.people.get(userId) ?? null
    },
  })
  expect(await workOn(app, client, { id, work: 'undo' })).toMatchObject({ status: 'undone', errorMessage: null })
  expect(deletions).toEqual([409, 409, 409, 409])
}, 60_000)

test('what can be imported is named in the language of the reader, and two kinds are not called the same', async () => {
  await using app = await importApp(mailTemplates)
  const headers = { ...app.headersOf({ features: ['*'] }), 'accept-language': 'de' }
  const { items } = (await (await app.fetch('/transfer/entities', { headers })).json()) as {
    items: readonly { id: string; title: string; fields: readonly { name: string; label: string }[] }[]
  }
  const product = items.find(({ id }) => id === 'catalog.product')!
  expect(product.title).toBe('Produkt')
  expect(product.fields.find(({ name }) => name === 'productType')!.label).toBe('Produktart')
  expect(items.find(({ id }) => id === 'mail_templates.template')!.title).toBe('Vorlage (E-Mail-Vorlagen)')
}, 60_000)
