import { readFile } from 'node:fs/promises'
import { archive } from '../attachments/_archive.ts'
import { postFile, workOn } from '@plinth/transfer/testing'
import { addEntity, defineField } from '@plinth/custom-fields/testing'
import { tenantLocales } from '@plinth/core/http'
import { importers } from '@plinth/transfer'
import { tenantA, tenantB } from '@plinth/testing'
import { afterAll, expect, test } from 'vitest'
import { CLERK, importApp } from './_shop.ts'

const app = await importApp()
afterAll(() => app[Symbol.asyncDispose]())
const { client } = app.person(CLERK)
const admin = app.as({ features: ['*'] })

interface Change {
  readonly name?: string | undefined
  readonly [setting: string]: unknown
}

/** Imports a file with some settings changed, and returns the import and what was refused. */
async function run(entity: string, bytes: string | Uint8Array<ArrayBuffer>, { name, ...change }: Change = {}) {
  app.clock.advance(1_000)
  const made = await postFile(client, { bytes, entity, ...(name && { name }) })
  expect(made.status, made.text).toBe(201)
  const { id, settings } = made.body
  const put = await client.put('/transfer/imports', { id, settings: { ...settings, ...change } })
  expect(put.status, put.text).toBe(200)
  const done = await workOn(app, client, { id, work: 'run' })
  const { items } = (await client.get(`/transfer/refusals?importId=${id}&pageSize=100`)).body
  const refused = items.map(({ row, problems }: { row: number; problems: { column: string; message: string }[] }) =>
    [row, ...problems.map(({ column, message }) => `${column}: ${message}`)].join(' '),
  )
  return { id, done, refused, settings }
}

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}

test.each<[string, string | Uint8Array<ArrayBuffer>, readonly string[], string?]>([
  [
    'quotes, line breaks and a byte order mark',
    '\ufefftitle,sku,description\r\n"a ""b"",c",q1,"x\r\ny"\r\n\r\nd,q2',
    ['a "b",c', 'd'],
  ],
  ['UTF-16 with tabs', utf16('title\tsku\nżółć\tu1\n'), ['żółć']],
  ['UTF-16 of the other order', utf16('title;sku\nñ;u2\n', true), ['ñ']],
  [
    'Windows-1252',
    new Uint8Array(
      Buffer.from(
        'title;sku\nGröße „L“ 5 €;w1\n'.replace('„', '\x84').replace('“', '\x93').replace('€', '\x80'),
        'latin1',
      ),
    ),
    ['Größe „L“ 5 €'],
  ],
  ['lines before the header', '\ufeffsep=;\r\n\r\ntitle;sku\r\ny,z;sep1\r\n', ['y,z']],
  ['a character at the end of a sample', `title,sku,x${'h'.repeat(448)}😀\nEnd,end1,${'x'.repeat(99)}😀\n`, ['End']],
  ['zeros and half characters', '{"title":"Half","a\\ud800":1,"b":"\\ud800\\u0000"}\n', ['Half'], 'rows.jsonl'],
  ['carriage returns', 'title|sku\rx|c1\ry|c2\r', ['x', 'y']],
  [
    'JSON Lines',
    '{"sku":"j1","title":"one"}\n{"title":"two","sku":"j2","more":{"a":1}}\n',
    ['one', 'two'],
    'rows.jsonl',
  ],
])('a file with %s', async (...[, bytes, titles, name]) => {
  const { done } = await run('catalog.product', bytes, { name })
  expect(done).toMatchObject({ status: 'completed', counts: { created: titles.length, refused: 0 } })
  const { items } = (await client.get('/catalog/products?sortField=createdAt&sortDir=desc')).body
  expect(
    items
      .slice(0, titles.length)
      .map(({ title }: { title: string }) => title)
      .sort(),
  ).toEqual([...titles].sort())
})

test('numbers and times by the locale, related records by their key, and ids of another system', async () => {
  const product = (await client.post('/catalog/products', { title: 'Chair', sku: 'CH-1' })).body.id
  const elsewhere = app.as({ features: CLERK, organizationIds: [tenantA.otherOrganization] })
  await elsewhere.post('/catalog/products', { title: 'Hidden', sku: 'HIDDEN' })
  const change = {
    decimal: ',',
    dates: 'dmy',
    timeZone: 'Europe/Berlin',
    mode: 'both',
    key: { by: 'externalId', column: 'Nr', source: 'erp' },
    mapping: [
      { column: 'Artikel', field: 'productId', lookUp: { entity: 'catalog.product', by: 'sku' } },
      { column: 'Preis', field: 'unitPrice' },
      { column: 'Ab', field: 'startsAt' },
      { column: 'Menge', field: 'minQuantity' },
      { column: 'Währung', field: 'currencyCode', values: { Euro: 'EUR' } },
    ],
  }
  const header = 'Nr;Artikel;Preis;Ab;Menge;Währung\n'
  const first = await run(
    'catalog.price',
    `${header}1;CH-1;1.234,50;01.02.2026 10:30;1.000;Euro
2;NONE;1;;;EUR
3;CH-1;1,2,3;31.02.2026;x;EUR
4;CH-1;0,1;;;Euro
`,
    change,
  )
  expect(first.refused).toEqual([
    "3 Artikel: There is no record 'NONE'",
    '4 Preis: This is not a number Ab: This is not a time Menge: This is not a number',
  ])
  const prices = async () =>
    (await client.get(`/catalog/prices?productId=${product}&sortField=unitPrice&sortDir=desc`)).body.items
  expect(await prices()).toMatchObject([
    { unitPrice: '1234.5000', startsAt: '2026-02-01T09:30:00.000Z', minQuantity: 1000, currencyCode: 'EUR' },
    { unitPrice: '0.1000', startsAt: null, minQuantity: 1 },
  ])
  // The same file again: one row has another price, and a blank cell clears a time.
  const again = `${header}1;CH-1;1.234,50;;1.000;EUR\n4;CH-1;0,2;;;EUR\n`
  const second = await run('catalog.price', again, { ...change, blank: 'clear' })
  expect(second.refused).toEqual(['3 Menge: This cannot be empty'])
  expect(second.done.counts).toEqual({ created: 0, updated: 1, unchanged: 0, refused: 1 })
  const third = await run('catalog.price', again, change)
  expect(third.done.counts).toEqual({ created: 0, updated: 1, unchanged: 1, refused: 0 })
  expect(await prices()).toMatchObject([{ unitPrice: '1234.5000', startsAt: null }, { unitPrice: '0.2000' }])
  // A deleted record is created again under its number.
  const [{ id: gone }] = (await prices()).slice(-1)
  await client.del(`/catalog/prices?id=${gone}`)
  const fourth = await run('catalog.price', again, change)
  expect(fourth.done.counts).toEqual({ created: 1, updated: 0, unchanged: 1, refused: 0 })
  await workOn(app, client, { id: fourth.id, work: 'undo' })
  expect((await run('catalog.price', again, change)).done.counts).toMatchObject({ created: 1, unchanged: 1 })
})

test('cells without a column, replaced values, and refused rows that a spreadsheet would execute', async () => {
  const mapping = [
    { column: 'title', field: 'title', values: { 1: 'Uno', true: 'Yes' } },
    { column: 'sku', field: 'sku', values: { 'n/a': '' } },
  ]
  const name = 'rows.jsonl'
  const lines = '{"title":1,"sku":"n/a"}\n{"title":true,"sku":"\\ud800"}\n'
  const replaced = await run('catalog.product', lines, { name, mapping })
  expect(replaced.refused).toEqual(['2 sku: This has characters that cannot be stored'])
  expect((await client.get('/catalog/products?search=Uno')).body.items).toMatchObject([{ title: 'Uno', sku: null }])
  const long = await run('catalog.product', "title,sku\nA,1,,\nB,2,more\n,'=1+1\n,+49 1\n,-5\n")
  expect(long.refused).toEqual([
    '3 null: This row has more cells than the header',
    '4 title: This is needed',
    '5 title: This is needed',
    '6 title: This is needed',
  ])
  expect((await client.get(`/transfer/imports/${long.id}/refused`)).text.split('\n').slice(2, 5)).toEqual([
    ",'=1+1,title: This is needed",
    ",'+49 1,title: This is needed",
    ',-5,title: This is needed',
  ])
  const lookUp = { entity: 'catalog.product', by: 'sku' }
  const unknown = await run('catalog.price', `p,unitPrice,currencyCode\n${'x'.repeat(99)}😀,1,EUR\n`, {
    mapping: [
      { column: 'p', field: 'productId', lookUp },
      { column: 'unitPrice', field: 'unitPrice' },
      { column: 'currencyCode', field: 'currencyCode' },
    ],
  })
  expect(unknown.refused).toEqual([`2 p: There is no record '${'x'.repeat(99)}\ufffd'`])
})

test('rows go through rules, custom fields and constraints; a refused one takes nothing else with it', async () => {
  const color = await defineField(admin, 'catalog:catalog_product', { kind: 'select', options: ['red', 'blue'] })
  const rule = await admin.post('/business_rules/rules', {
    ruleId: 'NO-CHEAP',
    ruleName: 'No cheap ones',
    ruleType: 'GUARD',
    entityType: 'catalog:catalog_product',
    eventType: 'beforeCreate',
    conditionExpression: { field: 'title', operator: '!=', value: 'Cheap chair' },
    failureActions: [{ type: 'BLOCK_TRANSITION', config: { message: 'Cheap things are not sold' } }],
  })
  expect(rule.status, rule.text).toBe(201)
  await client.post('/catalog/products', { title: 'Known', sku: 'taken' })
  const lines = Array.from({ length: 40 }, (_, index) => `Good ${index},g-${index},red`)
  lines[10] = 'Cheap chair,cheap,blue'
  lines[20] = 'Twin,taken,red'
  lines[30] = 'Green,green,green'
  const { done, refused, id } = await run('catalog.product', ['title,sku,Color', ...lines].join('\n'), {
    mapping: [
      { column: 'title', field: 'title' },
      { column: 'sku', field: 'sku' },
      { column: 'Color', field: `cf_${color}` },
    ],
  })
  expect(refused).toEqual([
    '12 null: Cheap things are not sold',
    expect.stringMatching(/^22 sku: /),
    expect.stringMatching(/^32 Color: /),
  ])
  expect(done).toMatchObject({ status: 'completed', counts: { created: 37, refused: 3 } })
  const found = (await client.get('/catalog/products?search=good')).body
  expect(found).toMatchObject({
    total: 37,
    items: expect.arrayContaining([
      expect.objectContaining({ customFields: [expect.objectContaining({ key: color, value: 'red' })] }),
    ]),
  })
  // A record that others refer to by now stays, and so does one with another value of a custom field.
  const [needed, edited] = found.items as readonly [{ id: string }, { id: string }]
  const variant = await client.post('/catalog/variants', { productId: needed.id, name: 'Small' })
  expect(variant.status, variant.text).toBe(201)
  await client.put('/catalog/products', { id: edited.id, customFields: { [color]: 'blue' } })
  await workOn(app, client, { id, work: 'undo' })
  const left = (await client.get('/catalog/products?search=good')).body.items
  expect(left.map((product: { id: string }) => product.id).sort()).toEqual([needed.id, edited.id].sort())
  const kept = (await client.get(`/transfer/chunks?importId=${id}`)).body.items.flatMap(
    (chunk: { kept: unknown }) => chunk.kept,
  )
  expect(kept).toEqual(
    expect.arrayContaining([
      { resourceKind: 'catalog.product', resourceId: needed.id, fields: [] },
      { resourceKind: 'catalog.product', resourceId: edited.id, fields: [`cf_${color}`] },
    ]),
  )
  await admin.del(`/business_rules/rules?id=${rule.body.id}`)
})

test('spreadsheets: what is exported can be imported, and what LibreOffice and openpyxl write', async () => {
  const download = async (format: string) =>
    new Uint8Array(await (await client.fetch(`/catalog/products?format=${format}&search=Sheet`)).arrayBuffer())
  const one = { title: 'Sheet one', sku: '0012', description: '=1+1\n"two"', isActive: false }
  await client.post('/catalog/products', one)
  await client.post('/catalog/products', { title: 'Sheet two', sku: '12' })
  const key = { mode: 'both', key: { by: 'field', field: 'sku' } }
  for (const format of ['xlsx', 'ods', 'csv', 'jsonl']) {
    const { done, settings, refused } = await run('catalog.product', await download(format), {
      ...key,
      name: `p.${format}`,
    })
    expect([format, settings.mode, refused, done.counts]).toEqual([
      format,
      'both',
      [],
      { created: 0, updated: 0, unchanged: 2, refused: 0 },
    ])
  }
  const fixture = async (name: string) => new Uint8Array(await readFile(new URL(`./_sheets/${name}`, import.meta.url)))
  const mapping = [
    { column: 'sku', field: 'sku' },
    { column: 'title', field: 'title' },
    { column: 'Is active', field: 'isActive' },
    { column: 'note', field: 'description' },
  ]
  for (const name of ['libreoffice.xlsx', 'libreoffice.ods', 'openpyxl-1904.xlsx']) {
    const { done, refused, id } = await run('catalog.product', await fixture(name), { mapping })
    expect([name, refused, done.counts]).toMatchObject([
      name,
      name.startsWith('openpyxl') ? ['4 note: The formula of this cell has no value'] : [],
      { created: 2 },
    ])
    const { items } = (await client.get('/catalog/products?search=Row&sortField=title')).body
    expect(items).toMatchObject([
      { sku: '00123', title: 'Row 1', isActive: true, description: 'a\nb' },
      { sku: '2', title: 'Row 2', isActive: false },
    ])
    await workOn(app, client, { id, work: 'undo' })
  }
  const far =
    '<worksheet><sheetData><row><c><v>1</v></c></row><row r="1000003"><c><v>1</v></c></row></sheetData></worksheet>'
  const parts = { 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': far }
  const bytes = new Uint8Array(archive(Object.entries(parts).map(([name, text]) => ({ name, bytes: text }))))
  const tooFar = await postFile(client, { bytes, name: 'far.xlsx', entity: 'catalog.product' })
  expect([tooFar.status, tooFar.body.error]).toEqual([400, 'The spreadsheet is too large'])
}, 60_000)

test('fields of customers: what is exported in German is imported without a change, in any format', async () => {
  await using own = await importApp()
  const choice = { language: 'de', timeZone: 'Europe/Berlin', weekStart: null, currency: null }
  own.platform.override(tenantLocales, { of: async () => choice })
  const boss = own.person(['*']).client
  const options = ['a, b', 'A', 'a', 'x;y', '"q"', '1.5', ' lead']
  for (const [key, kind, config] of [
    ['t', 'text', {}],
    ['m', 'multiline', {}],
    ['i', 'integer', {}],
    ['f', 'float', {}],
    ['b', 'boolean', {}],
    ['s', 'select', { options }],
    ['ss', 'select', { options, multi: true }],
    ['sn', 'select', { options: [1, 2.5, 1000.125] }],
    ['ts', 'text', { multi: true }],
    ['is', 'integer', { multi: true }],
    ['fs', 'float', { multi: true }],
    ['d', 'date', {}],
    ['dt', 'datetime', {}],
    ['c', 'currency', {}],
  ] as const)
    await defineField(boss, 'catalog:catalog_product', { key, kind, ...config })
  const products: Record<string, unknown>[] = [
    { cf_t: '12,5', cf_m: 'a\nb\n', cf_i: -1234, cf_f: 1.234, cf_b: false, cf_s: 'a, b', cf_ss: ['a, b', 'A'] },
    { cf_t: "'=1", cf_m: '  x  ', cf_i: 1_000_000, cf_f: 1234.5, cf_b: true, cf_s: 'a', cf_ss: ['a', 'x;y', '"q"'] },
    { cf_sn: 1000.125, cf_ts: ['1,5', 'x|y', '2;3'], cf_is: [1, 2], cf_fs: [1.234, 5.678], cf_d: '2026-03-04' },
    { cf_sn: 2.5, cf_ts: ['0'], cf_is: [-1], cf_fs: [0.125], cf_dt: '2026-10-25T01:30:00.000Z', cf_d: '1899-12-31' },
    { cf_dt: '2026-10-25T00:30:00.123Z', cf_f: 1e21, cf_c: 'EUR' },
    { cf_t: 'true', cf_ts: ['12,5', '-3'], cf_fs: [1e-7, 12.5], cf_s: '1.5' },
  ]
  for (const [at, one] of products.entries()) {
    const made = await boss.post('/catalog/products', { title: `Own ${at}`, sku: `o-${at}`, ...one })
    expect(made.status, made.text).toBe(201)
  }
  const path = '/catalog/products?sortField=title&pageSize=100'
  const before = (await boss.get(path)).body.items
  for (const format of ['csv', 'jsonl', 'xlsx', 'ods']) {
    own.clock.advance(1_000)
    const bytes = new Uint8Array(await (await boss.fetch(`${path}&format=${format}`)).arrayBuffer())
    const made = await postFile(boss, { bytes, entity: 'catalog.product', name: `own.${format}` })
    expect(made.body.settings, made.text).toMatchObject({ decimal: '.' })
    const { counts } = await workOn(own, boss, { id: made.body.id, work: 'run' })
    expect([format, counts]).toEqual([format, { created: 0, updated: 0, unchanged: products.length, refused: 0 }])
    expect((await boss.get(path)).body.items).toEqual(before)
  }
}, 120_000)

test('records of a custom entity', async () => {
  const entity = await addEntity(admin)
  await defineField(admin, entity, { key: 'seats', kind: 'integer' })
  const owner = app.person([...CLERK, 'entities.*']).client
  const made = await postFile(owner, { bytes: 'name,Seats\nVan,9\nBus,many\nVan,8\n', entity })
  expect(made.body.settings, made.text).toMatchObject({ mapping: [{ field: 'cf_name' }, { field: 'cf_seats' }] })
  const { id, settings } = made.body
  const key = { by: 'field', field: 'cf_name' }
  await owner.put('/transfer/imports', { id, settings: { ...settings, mode: 'both', key } })
  expect(await workOn(app, owner, { id, work: 'run' })).toMatchObject({ counts: { created: 1, refused: 2 } })
  app.clock.advance(1_000)
  const again = (await postFile(owner, { bytes: 'name,seats\nVan,7\n', entity })).body
  await owner.put('/transfer/imports', { id: again.id, settings: { ...again.settings, mode: 'both', key } })
  expect(await workOn(app, owner, { id: again.id, work: 'run' })).toMatchObject({ counts: { updated: 1 } })
  const records = async () => (await owner.get(`/entities/records?entityId=${entity}`)).body.items
  expect(await records()).toMatchObject([{ name: 'Van', seats: 7 }])
  await workOn(app, owner, { id: again.id, work: 'undo' })
  expect(await records()).toMatchObject([{ seats: 9 }])
  await workOn(app, owner, { id, work: 'undo' })
  expect(await records()).toEqual([])
})

test('an import has the rights of whoever started it, as they are by then', async () => {
  const viewer = app.person(['transfer.*', 'attachments.*', 'progress.*', 'catalog.products.view'])
  const hidden = await postFile(viewer.client, { bytes: 'title\nX\n', entity: 'catalog.product' })
  expect(hidden).toMatchObject({
    status: 400,
    body: { fieldErrors: { entity: 'Records of this kind cannot be imported' } },
  })
  const leaver = app.person(CLERK)
  const left = await postFile(leaver.client, { bytes: 'title\nX\n', entity: 'catalog.product' })
  app.people.delete(leaver.userId)
  expect(await workOn(app, leaver.client, { id: left.body.id, work: 'run' })).toMatchObject({
    status: 'failed',
    errorMessage: 'The account that has started this import cannot be used any more',
  })
  const headers = { 'accept-language': 'pl' }
  expect((await client.get(`/transfer/imports?id=${left.body.id}`, { headers })).body.items).toMatchObject([
    { errorMessage: 'Konta, które rozpoczęło ten import, nie można już używać' },
  ])
  // Nobody else sees the file, the import, or what it would change.
  const stranger = app.person(CLERK, { tenantId: tenantB.id, organizationId: tenantB.organization }).client
  const { id, attachmentId } = (await client.get(`/transfer/imports?id=${left.body.id}`)).body.items[0]
  const foreign = await stranger.post('/transfer/imports', { attachmentId, entity: 'catalog.product' })
  expect([foreign.status, foreign.body.error]).toEqual([400, 'The file of the import was not found'])
  expect((await stranger.post(`/transfer/imports/${id}/run`)).status).toBe(404)
  expect((await stranger.get(`/transfer/imports/${id}/refused`)).status).toBe(404)
  const refused = await client.post('/catalog/products', { title: 'Other', sku: 'other' })
  const { refused: problems } = await run(
    'catalog.product',
    `id,title\n${refused.body.id},Mine\nx,Y\n${tenantA.id},Z\n`,
  )
  expect(problems).toEqual(['3 id: This is not an id', '4 id: There is no such record'])
  expect((await app.as({ features: ['*'], kind: 'api_key' }).post(`/transfer/imports/${id}/run`)).status).toBe(403)
})

test('an importer who loses their rights in the midst is told so, and continues when they have them again', async () => {
  const { client: clerk, userId } = app.person(CLERK)
  const rows = Array.from({ length: 120 }, (_, n) => `Midst ${n}`)
  const { id } = (await postFile(clerk, { bytes: `title\n${rows.join('\n')}\n`, entity: 'catalog.product' })).body
  const [before, without] = [app.people.get(userId)!, app.callerOf({ userId, features: ['transfer.*'] })]
  const worker = { asked: 0 }
  // For the plan, for what has been imported, and for the first rows.
  app.platform.override(importers, {
    async callerOf(importer) {
      if (importer.userId !== userId) return app.people.get(importer.userId) ?? null
      return ++worker.asked > 3 ? without : before
    },
  })
  expect(await workOn(app, clerk, { id, work: 'run' })).toMatchObject({
    status: 'failed',
    errorMessage: 'The account that has started this import may not do this any more',
    counts: { created: 50 },
  })
  app.platform.override(importers, { callerOf: async (importer) => app.people.get(importer.userId) ?? null })
  expect(await workOn(app, clerk, { id, work: 'run' })).toMatchObject({ status: 'completed', counts: { created: 120 } })
  expect(await workOn(app, clerk, { id, work: 'undo' })).toMatchObject({ status: 'undone' })
})

test('files and settings that do not fit are refused with a reason', async () => {
  const messages = async (bytes: string | Uint8Array<ArrayBuffer>, format?: object) => {
    const { status, body } = await postFile(client, { bytes, entity: 'catalog.product', ...(format && { format }) })
    return [status, body.error]
  }
  for (const bytes of ['', '\ufeff\n\n']) expect(await messages(bytes)).toEqual([400, 'The file is empty'])
  expect(await messages('PK\u0003\u0004 and no archive')).toEqual([400, 'The spreadsheet is broken'])
  app.clock.advance(1_000)
  const polish = new Uint8Array(Buffer.from('title\nz\xb3oty\n', 'latin1'))
  const read = { bytes: polish, entity: 'catalog.product', format: { encoding: 'windows-1250' } }
  expect((await postFile(client, read)).body.columns).toEqual([{ name: 'title', samples: ['złoty'] }])
  const [{ attachmentId }] = (await client.get('/transfer/imports?sortField=createdAt&sortDir=desc&pageSize=1')).body
    .items
  const inPolish = await app.fetch('/transfer/imports', {
    method: 'POST',
    headers: {
      ...app.headersOf({ features: CLERK }),
      'accept-language': 'pl',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ attachmentId, entity: 'catalog.product' }),
  })
  expect(await inPolish.json()).toMatchObject({ columns: [{ samples: ['złoty'] }] })
  expect(await messages('title\n"open')).toEqual([400, 'The file ends within quotes'])
  expect(await messages('{"a":1}\n[]\n')).toEqual([400, 'Line 2 is not a JSON object'])
  expect(await messages(Array.from({ length: 201 }, (_, n) => `c${n}`).join())).toEqual([
    400,
    'A file can have at most 200 columns',
  ])
  const { body } = await postFile(client, { bytes: 'title\nX\n', entity: 'catalog.product' })
  const start = async (change: object) => {
    await client.put('/transfer/imports', { id: body.id, settings: { ...body.settings, ...change } })
    const { status, body: answer } = await client.post(`/transfer/imports/${body.id}/run`)
    return [status, answer.error]
  }
  expect(await start({ mapping: [] })).toEqual([400, 'Map at least one column'])
  expect(await start({ mapping: [{ column: 'x', field: 'title' }] })).toEqual([400, "The file has no column 'x'"])
  expect(await start({ mapping: [{ column: 'title', field: '__proto__' }] })).toEqual([
    400,
    "There is no field '__proto__'",
  ])
  const format = { ...body.settings.format, delimiter: 't' }
  await start({ format })
  await app.jobs()
  expect((await client.get(`/transfer/imports?id=${body.id}`)).body.items).toMatchObject([
    {
      status: 'failed',
      errorMessage: 'In this format, the file has other columns: create another import with it',
      counts: null,
    },
  ])
  expect(await start({ mode: 'update' })).toEqual([400, 'Choose how existing records are found'])
  expect(await start({ mode: 'both', key: { by: 'field', field: 'tenantId' } })).toEqual([
    400,
    "Map a column to 'tenantId', by which records are found",
  ])
})

test.each([
  ['1.234', ','],
  ['0.234', '.'],
  ['1.234,567', ','],
  ['1.234.567', ','],
  ['1,234,567', '.'],
  ['29.03.2026', ','],
  ['1.234\n2026-03-29T12:00:00Z', '.'],
  ['1.234\n5,67\n5.67', ','],
])('in German, the numbers of a file with %j have %s before their decimals', async (values, decimal) => {
  app.clock.advance(1_000)
  const bytes = `n\n${values.replaceAll(/^.*,.*$/gm, '"$&"')}\n`
  const { body } = await postFile(client, { bytes, entity: 'catalog.price' })
  const post = (given: object) =>
    app.fetch('/transfer/imports', {
      method: 'POST',
      headers: {
        ...app.headersOf({ features: CLERK }),
        'accept-language': 'de',
        'content-type': 'application/json',
      },
      body: JSON.stringify(given),
    })
  const [{ attachmentId }] = (await client.get(`/transfer/imports?id=${body.id}`)).body.items
  const again = await post({ attachmentId, entity: 'catalog.price' })
  expect(await again.json()).toMatchObject({ settings: { decimal } })
})

test('an id of a record that is hidden is refused like one that does not exist', async () => {
  const elsewhere = app.as({ features: CLERK, organizationIds: [tenantA.otherOrganization] })
  const hidden = (await elsewhere.post('/catalog/products', { title: 'Not yours' })).body.id
  const confined = app.person(CLERK, { organizationIds: [tenantA.organization] }).client
  const bytes = `id,title\n${hidden},x\n${crypto.randomUUID()},y\n`
  const { body } = await postFile(confined, { bytes, entity: 'catalog.product' })
  await workOn(app, confined, { id: body.id, work: 'run' })
  const { items } = (await confined.get(`/transfer/refusals?importId=${body.id}`)).body
  expect(items.map(({ problems }: { problems: object[] }) => problems)).toEqual([
    [{ column: 'id', message: 'There is no such record' }],
    [{ column: 'id', message: 'There is no such record' }],
  ])
})
