import { p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, defineScopedEntity, input, resource } from '@plinth/core'
import { money } from '@plinth/core/money'
import { addEntity, defineField } from '@plinth/custom-fields/testing'
import { dictionaries } from '@plinth/dictionaries'
import { postFile, workOn } from '@plinth/transfer/testing'
import { afterAll, expect, test } from 'vitest'
import { archive } from '../attachments/_archive.ts'
import { CLERK, importApp } from './_shop.ts'

const features = defineFeatures('leases', { manage: 'Manage' })
const Lease = defineScopedEntity('leases.lease', {
  code: p.string(),
  deposit: money({ fixed: 'EUR' }),
  owner: p.uuid(),
  note: p.string(),
})
const leases = defineModule({
  id: 'leases',
  title: 'Leases',
  features,
  resources: [
    resource('/leases', Lease, {
      access: { read: features.manage, write: features.manage },
      input: input(Lease, ['code', 'deposit', 'owner', 'note']),
      fixed: ['code', 'deposit', 'owner'],
    }),
  ],
  migrations: [
    defineMigration(
      'leases.tables',
      `select plinth.scoped_table('leases_lease',
        'code text not null, deposit numeric(19,4) not null, owner uuid not null, note text not null')`,
    ),
  ],
})

const app = await importApp(dictionaries, leases)
afterAll(() => app[Symbol.asyncDispose]())
const { client } = app.person([...CLERK, 'entities.*'])

const post = async (bytes: string | Uint8Array<ArrayBuffer>, more: object = {}) => {
  app.clock.advance(1_000)
  return await postFile(client, { bytes, entity: 'catalog.product', ...more })
}

const cellsOf = (cells: readonly string[], row: number) =>
  `<row r="${row}">${cells.map((text, at) => (text === '' ? '' : `<c r="${'ABC'[at]}${row}" t="inlineStr"><is><t>${text}</t></is></c>`)).join('')}</row>`

interface Sheet {
  readonly name: string
  readonly state?: string
  readonly rows: readonly (readonly string[])[]
}

const namespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with several sheets. */
function workbook(...sheets: readonly Sheet[]) {
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"${state === undefined ? '' : ` state="${state}"`}/>`,
  )
  const related = sheets.map(
    (_, at) => `<Relationship Id="r${at}" Type="${namespace}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="${namespace}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${related.join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${rows.map((cells, row) => cellsOf(cells, row + 1)).join('')}</sheetData></worksheet>`,
      ]),
    ),
  }
  return new Uint8Array(archive(Object.entries(parts).map(([name, text]) => ({ name, bytes: text }))))
}

/** The same as an OpenDocument file. */
function document(...sheets: readonly Sheet[]) {
  const tables = sheets.map(({ name, state, rows }) => {
    const lines = rows.map((cells) => {
      const all = cells.map((text) => `<table:table-cell>${text && `<text:p>${text}</text:p>`}</table:table-cell>`)
      return `<table:table-row>${all.join('')}</table:table-row>`
    })
    return `<table:table table:name="${name}" table:style-name="${state ?? 'shown'}">${lines.join('')}</table:table>`
  })
  const styles = ['shown', 'hidden'].map(
    (name) =>
      `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${name === 'shown'}"/></style:style>`,
  )
  const content = `<office:document-content><office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`
  const mimetype = 'application/vnd.oasis.opendocument.spreadsheet'
  return new Uint8Array(
    archive(Object.entries({ mimetype, 'content.xml': content }).map(([name, text]) => ({ name, bytes: text }))),
  )
}

const table = [
  ['title', 'sku'],
  ['One', 'f1'],
]

test.each([
  ['XLSX', workbook],
  ['ODS', document],
])(
  'of %s, the first visible sheet with something in it is read, or the one that is named',
  async (_, write) => {
    const bytes = write(
      {
        name: 'Settings',
        state: 'hidden',
        rows: [
          ['key', 'value'],
          ['a', 'b'],
        ],
      },
      { name: 'Empty', rows: [] },
      { name: 'Products', rows: table },
      {
        name: 'Notes',
        rows: [
          ['title', 'sku'],
          ['Two', 'f2'],
        ],
      },
    )
    const columns = async (format?: object) => {
      const { status, body } = await post(bytes, { ...(format && { format }) })
      return status === 201 ? body.columns.map(({ samples }: { samples: string[] }) => samples[0]) : body.error
    }
    expect(await columns()).toEqual(['One', 'f1'])
    expect(await columns({ sheet: 'Notes' })).toEqual(['Two', 'f2'])
    expect(await columns({ sheet: 'Settings' })).toEqual(['a', 'b'])
    expect(await columns({ sheet: 'notes' })).toBe("There is no sheet 'notes', but Settings, Empty, Products, Notes")
    const { body } = await post(bytes, { format: { sheet: 'Notes' } })
    expect(body.settings.format).toMatchObject({ sheet: 'Notes' })
    expect(await workOn(app, client, { id: body.id, work: 'rehearse' })).toMatchObject({ rehearsal: { created: 1 } })
  },
  120_000,
)

const titled = [
  ['Products of 2026'],
  ['', ''],
  ['Exported by', 'Ann'],
  ['title', 'sku', 'description'],
  ['One', 'h1', 'x'],
  ['Two', 'h2', 'y'],
]

test.each([
  ['delimited text', `${titled.map((cells) => cells.join(';')).join('\n')}\n`],
  ['XLSX', workbook({ name: 'Products', rows: titled })],
  ['ODS', document({ name: 'Products', rows: titled })],
])(
  'lines above the table of %s are left out, and rows keep their numbers',
  async (_, bytes) => {
    const { body } = await post(bytes)
    expect(body.settings, JSON.stringify(body)).toMatchObject({
      format: { headerRow: 4 },
      mapping: [{ field: 'title' }, { field: 'sku' }, { field: 'description' }],
    })
    expect(await workOn(app, client, { id: body.id, work: 'run' })).toMatchObject({
      counts: { created: 2, refused: 0 },
    })
    const { items } = (await client.get(`/transfer/rows?importId=${body.id}`)).body
    expect(items.map(({ row }: { row: number }) => row)).toEqual([5, 6])
    await workOn(app, client, { id: body.id, work: 'undo' })
    const chosen = await post(bytes, { format: { headerRow: 5 } })
    expect(chosen.body.columns.map(({ name }: { name: string }) => name)).toEqual(['One', 'h1', 'x'])
  },
  120_000,
)

test('a header with one name, and one with names that are left out, are headers', async () => {
  for (const bytes of ['title\nOne\nTwo\n', 'title,sku\nOne,1\n,\nTwo,2,\n', 'title,sku,,\nOne,1,a,b\n'])
    expect((await post(bytes)).body.settings.format, bytes).not.toHaveProperty('headerRow')
})

test.each([
  ['name (first, last, middle);title\nAnna;1\n', ';', ['name (first, last, middle)', 'title']],
  ['sep=^\ntitle^sku\nOne^1\n', '^', ['title', 'sku']],
  ['title\tdescription\nA, B, C\tx, y, z\n', '\t', ['title', 'description']],
  ['title;price\nOne;1,5\nTwo;2,75\nThree;3,1\n', ';', ['title', 'price']],
  ['title|a;b;c|sku\nOne|1|x\n', '|', ['title', 'a;b;c', 'sku']],
])('the delimiter of %j is %j', async (bytes, delimiter, names) => {
  const { body } = await post(bytes)
  expect(body.settings.format).toMatchObject({ delimiter })
  expect(body.columns.map(({ name }: { name: string }) => name)).toEqual(names)
})

const OLD = 'The file is encrypted, or of an old Excel (XLS): save it as XLSX without a password'
const MARKUP = 'The file is a web page or XML: save it as XLSX or CSV'
const OTHER = 'The file is neither text nor a spreadsheet'

test.each([
  ['an old or encrypted Excel file', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]), OLD],
  ['HTML', '<html><body><table><tr><td>title</td></tr></table></body></html>', MARKUP],
  ['XML of a spreadsheet', '\ufeff<?xml version="1.0"?>\n<Workbook/>', MARKUP],
  [
    'a list in JSON',
    '[{"title":"One"},\n{"title":"Two"}]',
    'JSON has to have one object a line, without brackets around all of them',
  ],
  ['gzip', Buffer.from('1f8b08000000', 'hex'), OTHER],
  ['PDF', '%PDF-1.4\n1 0 obj\n', OTHER],
  ['other bytes', Buffer.from(Array.from({ length: 400 }, (_, n) => (n * 7) % 32)), OTHER],
])('%s is refused in words', async (_, bytes, message) => {
  const { status, body } = await post(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), { name: 'a.csv' })
  expect([status, body.error]).toEqual([400, message])
})

test('text that begins like something else is text', { timeout: 120_000 }, async () => {
  for (const bytes of [
    '<title>,sku\nOne,1\n'.replace('<', '< '),
    '[title],sku\nOne,1\n',
    'PAR,sku\nx,1\n',
    'title,sku\nOne,1\n\u001a',
  ])
    expect((await post(bytes)).status, bytes).toBe(201)
  const ended = (await post('title,sku\r\nOne,dos\r\n\u001a')).body
  expect(await workOn(app, client, { id: ended.id, work: 'rehearse' })).toMatchObject({
    rehearsal: { created: 1, refused: 0 },
  })
})

test('a column of ids of another system is not taken for the ids of records', async () => {
  const suggested = async (id: string) => {
    const { mode, key } = (await post(`ID,title\n${id},One\n`)).body.settings
    return [mode, key]
  }
  expect(await suggested('4711')).toEqual(['create', null])
  expect(await suggested(crypto.randomUUID())).toEqual(['both', { by: 'id', column: 'ID' }])
})

test('cells with errors are shown as in the spreadsheet', async () => {
  const parts = {
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c t="e"><v>#REF!</v></c></row><row><c t="e"><v>#N/A</v></c></row></sheetData></worksheet>',
  }
  const bytes = new Uint8Array(archive(Object.entries(parts).map(([name, text]) => ({ name, bytes: text }))))
  expect((await post(bytes)).body.columns).toEqual([{ name: '#REF!', samples: ['#N/A'] }])
})

test('what is no text names no record, and neither does what is longer than an id of another system can be', async () => {
  const error = (name: string) => `<c r="A${name.slice(1)}" t="e"><v>#N/A</v></c>`
  const rows = ['a1', 'a2'].map((name, at) => `${error(name)}<c r="B${at}" t="inlineStr"><is><t>${name}</t></is></c>`)
  const parts = {
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${cellsOf(['key', 'title'], 1)}${rows.map((row) => `<row>${row}</row>`).join('')}</sheetData></worksheet>`,
  }
  const sheet = new Uint8Array(archive(Object.entries(parts).map(([name, text]) => ({ name, bytes: text }))))
  const long = Array.from({ length: 200 }, () => crypto.randomUUID()).join('')
  const lines = [{ a: 1 }, [2], 12345678901234567890n, long, 7, ' x\u00a0'].map(
    (key, at) => `{"key":${typeof key === 'bigint' ? key : JSON.stringify(key)},"title":"b${at}"}`,
  )
  const problems = async (bytes: string | Uint8Array<ArrayBuffer>, name: string, change: object) => {
    const { body } = await post(bytes, { name })
    await client.put('/transfer/imports', { id: body.id, settings: { ...body.settings, ...change } })
    const { status, counts } = await workOn(app, client, { id: body.id, work: 'run' })
    const { items } = (await client.get(`/transfer/refusals?importId=${body.id}`)).body
    return [
      status,
      counts?.created,
      ...items.map((one: { problems: { message: string }[] }) => one.problems[0]?.message),
    ]
  }
  const mapping = [{ column: 'title', field: 'title' }]
  const key = { mapping, mode: 'both', key: { by: 'externalId', source: 'keys', column: 'key' } }
  const failed = 'The formula of this cell has no value'
  expect(await problems(sheet, 'keys.xlsx', key)).toEqual(['completed', 0, failed, failed])
  expect(await problems(lines.join('\n'), 'keys.jsonl', key)).toEqual([
    'completed',
    2,
    'This is not a text',
    'This is not a text',
    'This number has too many digits',
    'At most 500 characters',
  ])
  expect(await app.sql(`select external_id from transfer_external_ids order by 1`)).toEqual([
    { external_id: '7' },
    { external_id: 'x' },
  ])
  const related = { column: 'key', field: 'categoryIds', lookUp: { entity: 'catalog.category', by: 'name' } }
  const lookUp = { mapping: [...mapping, related], mode: 'create', key: null }
  expect(await problems(sheet, 'related.xlsx', lookUp)).toEqual(['completed', 0, failed, failed])
})

test('related records are found as they are stored, and records of customers with the blanks that they have', async () => {
  const admin = app.as({ features: ['*'] })
  const entity = await addEntity(admin)
  await defineField(admin, entity, { key: 'chief', kind: 'relation', relatedEntityId: entity })
  const run = async (csv: string, change: object) => {
    const { body } = await post(csv, { entity })
    await client.put('/transfer/imports', { id: body.id, settings: { ...body.settings, ...change } })
    return (await workOn(app, client, { id: body.id, work: 'run' })).counts
  }
  const byName = { mode: 'both', key: { by: 'field', field: 'cf_name' } }
  expect(await run('name\n"Ann "\n\u00a0Bob\n', byName)).toMatchObject({ created: 2 })
  expect(await run('name\n"Ann "\n\u00a0Bob\n', byName)).toMatchObject({ created: 0, unchanged: 2 })
  const { items } = (await client.get(`/entities/records?entityId=${entity}`)).body
  const mapping = [
    { column: 'name', field: 'cf_name' },
    { column: 'chief', field: 'cf_chief', lookUp: { entity, by: 'id' } },
  ]
  const csv = `name,chief\nCid,${items[0].id.toUpperCase()}\n`
  expect(await run(csv, { mapping, mode: 'create', key: null })).toMatchObject({ created: 1 })
})

test('what a spreadsheet shows instead of a value is none in delimited text, and a year needs four digits', async () => {
  const admin = app.as({ features: ['*'] })
  const entity = await addEntity(admin)
  await defineField(admin, entity, { key: 'on', kind: 'date' })
  await defineField(admin, entity, { key: 'at', kind: 'datetime' })
  const shown = ['#N/A', '#BEZUG!', ' ######## ', '#1', '##', '#ok!', '#NUM!']
  const times = [',', '31.12.26,', ',31.12.26 10:00', '1.2.3.4,']
  const rows = [...shown.map((text) => `${text},,`), ...times.map((text, at) => `T${at},${text}`), '#REF!,,']
  const { body } = await post(`name,on,at\n${rows.join('\n')}\n`, { entity })
  const [first, ...others] = body.settings.mapping
  const mapping = [{ ...first, values: { '#NUM!': '#NUM!!', '#N/A': '', '#REF!': '#REF!' } }, ...others]
  await client.put('/transfer/imports', { id: body.id, settings: { ...body.settings, mapping, dates: 'dmy' } })
  const { counts } = await workOn(app, client, { id: body.id, work: 'run' })
  const { items } = (await client.get(`/transfer/refusals?importId=${body.id}`)).body
  const refused = items.map(({ row, problems }: { row: number; problems: object[] }) => [row, problems])
  expect([counts, refused]).toMatchObject([
    { created: 7 },
    [
      [3, [{ column: 'name', message: 'The formula of this cell has no value' }]],
      [4, [{ column: 'name', message: expect.stringContaining('too narrow') }]],
      [10, [{ column: 'on', message: 'The year of a date needs four digits' }]],
      [11, [{ column: 'at', message: 'The year of a date needs four digits' }]],
      [12, [{ column: 'on', message: 'This is not a date' }]],
    ],
  ])
})

test('values of dictionaries are found by their label, unless that is a value itself', async () => {
  const admin = app.as({ features: ['*'] })
  const { body: dictionary } = await admin.post('/dictionaries', { key: 'tones', name: 'Tones' })
  const labels = { r: 'Rot', g: 'Grün ', x: 'Same', y: 'same', rot: 'R', red: 'Blue', blue: 'Red' }
  for (const [value, label] of Object.entries(labels))
    await admin.post(`/dictionaries/${dictionary.id}/entries`, { value, label })
  const { body: shipped } = await admin.post('/dictionaries', { key: 'units', name: 'Units' })
  await app.sql(`update dictionaries set entries_from = 'unit' where id = $1`, [shipped.id])
  const entity = await addEntity(admin)
  await defineField(admin, entity, { key: 'tone', kind: 'dictionary', dictionaryId: dictionary.id })
  await defineField(admin, entity, { key: 'tones', kind: 'dictionary', dictionaryId: dictionary.id, multi: true })
  await defineField(admin, entity, { key: 'unit', kind: 'dictionary', dictionaryId: shipped.id })
  const csv = 'name,tone,tones,unit\nAnn, GRÜN ,R|red,kilogram\nBob,rot,Blue,kg\nCid,same,,\nDan,x,y,\n'
  const { body } = await post(csv, { entity })
  expect(await workOn(app, client, { id: body.id, work: 'run' })).toMatchObject({ counts: { created: 3, refused: 1 } })
  const { items } = (await client.get(`/entities/records?entityId=${entity}&sortField=name`)).body
  expect(items).toMatchObject([
    { name: 'Ann', tone: 'g', tones: ['r', 'red'], unit: 'kg' },
    { name: 'Bob', tone: 'rot', tones: ['blue'], unit: 'kg' },
    { name: 'Dan', tone: 'x', tones: ['y'] },
  ])
})

test('records of customers refer to others by a key, and options are found by their label', async () => {
  const admin = app.as({ features: ['*'] })
  const entity = await addEntity(admin)
  await defineField(admin, entity, { key: 'chief', kind: 'relation', relatedEntityId: entity })
  const options = [
    { value: 'r', label: 'Rot' },
    { value: 'g', label: 'Grün' },
    { value: 'x', label: 'Same' },
    { value: 'y', label: 'same' },
    { value: 'rot', label: 'R' },
  ]
  await defineField(admin, entity, { key: 'color', kind: 'select', options })
  const many = Array.from({ length: 300 }, (_, n) => ({ value: `v${n}`, label: `Label ${n}` }))
  await defineField(admin, entity, { key: 'colors', kind: 'select', multi: true, options: many })
  const csv =
    'name,chief,color,colors\nAnn,,Rot,Label 1|v2\nBob,Ann,GRÜN,label 299\nCid,Ann,rot,\nDan,Nobody,same,Other\nEve,,g,\n'
  const { body } = await post(csv, { entity })
  const mapping = body.settings.mapping.map((mapped: { field: string }) =>
    mapped.field === 'cf_chief' ? { ...mapped, lookUp: { entity, by: 'cf_name' } } : mapped,
  )
  const put = await client.put('/transfer/imports', { id: body.id, settings: { ...body.settings, mapping } })
  expect(put.status, put.text).toBe(200)
  expect(await workOn(app, client, { id: body.id, work: 'run' })).toMatchObject({ counts: { created: 4, refused: 1 } })
  const { items } = (await client.get(`/entities/records?entityId=${entity}&sortField=name`)).body
  const ann = items.find(({ name }: { name: string }) => name === 'Ann').id
  expect(items).toMatchObject([
    { name: 'Ann', chief: null, color: 'r', colors: ['v1', 'v2'] },
    { name: 'Bob', chief: ann, color: 'g', colors: ['v299'] },
    { name: 'Cid', chief: ann, color: 'rot' },
    { name: 'Eve', color: 'g' },
  ])
})

test('values of long lists are not taken for labels, and keys are found in any spelling', async () => {
  const admin = app.as({ features: ['*'] })
  const { body: dictionary } = await admin.post('/dictionaries', { key: 'codes', name: 'Codes' })
  await admin.post(`/dictionaries/${dictionary.id}/entries`, { value: 'Red', label: 'Rouge' })
  const entity = await addEntity(admin)
  const many = Array.from({ length: 300 }, (_, n) => ({ value: `v${n}`, label: `Label ${n}` }))
  const swapped = [
    { value: 'a', label: 'B' },
    { value: 'b', label: 'A' },
    { value: 'c', label: 'C' },
  ]
  await defineField(admin, entity, { key: 'size', kind: 'select', options: [...many, ...swapped] })
  await defineField(admin, entity, { key: 'code', kind: 'dictionary', dictionaryId: dictionary.id })
  await defineField(admin, entity, { key: 'at', kind: 'datetime' })
  await defineField(admin, entity, { key: 'chief', kind: 'relation', relatedEntityId: entity })
  const run = async (csv: string, key?: string) => {
    const { body } = await post(csv, { entity })
    const settings = { ...body.settings, ...(key && { mode: 'both', key: { by: 'field', field: key } }) }
    const put = await client.put('/transfer/imports', { id: body.id, settings })
    return put.status === 200 ? (await workOn(app, client, { id: body.id, work: 'run' })).counts : put.body.error
  }
  const records = async () => (await client.get(`/entities/records?entityId=${entity}&sortField=name`)).body.items
  expect(await run('name,size\nA,a\nB,b\nC,C\nD,V7\n')).toMatchObject({ created: 4 })
  expect((await records()).map(({ size }: { size: string }) => size)).toEqual(['a', 'b', 'c', 'v7'])
  expect(await run('name,code\nE,RED\n', 'cf_code')).toMatchObject({ created: 1 })
  expect(await run('name,code\nF,red\n', 'cf_code')).toMatchObject({ created: 0, updated: 1 })
  await client.post('/entities/records', { entityId: entity, values: { name: 'G', at: '2026-01-02T05:04:05+02:00' } })
  expect(await run('name,at\nH,2026-01-02T03:04:05Z\n', 'cf_at')).toMatchObject({ created: 0, updated: 1 })
  const [{ id }] = await records()
  expect(await run(`name,chief\nI,${id.toUpperCase()}\n`)).toMatchObject({ created: 1 })
  expect((await records()).at(-1)).toMatchObject({ name: 'I', chief: id })
})

test('values that cannot be changed are the same in another form', async () => {
  const admin = app.as({ features: ['*'] })
  const owner = crypto.randomUUID()
  const made = await admin.post('/leases', { code: 'A1', deposit: '12.5', owner, note: 'x' })
  expect(made.status, made.text).toBe(201)
  const lessor = app.person([...CLERK, 'leases.*']).client
  const run = async (bytes: string | Uint8Array<ArrayBuffer>, name: string) => {
    app.clock.advance(1_000)
    const { id } = (await postFile(lessor, { bytes, name, entity: 'leases.lease' })).body
    return (await workOn(app, lessor, { id, work: 'run' })).counts
  }
  const csv = (deposit: string) =>
    `id,code,deposit,owner,note\n${made.body.id},A1 ,${deposit},${owner.toUpperCase()},y\n`
  expect(await run(csv('12.50'), 'own.csv')).toMatchObject({ updated: 1, refused: 0 })
  expect(await run(csv('12.51'), 'own.csv')).toMatchObject({ updated: 0, refused: 1 })
  const sheet = await (await admin.fetch('/leases?format=xlsx')).arrayBuffer()
  expect(await run(new Uint8Array(sheet), 'own.xlsx')).toMatchObject({ unchanged: 1, refused: 0 })
})

test('words for yes and no of spreadsheets in other languages, and times as browsers write them', async () => {
  const admin = app.as({ features: ['*'] })
  const entity = await addEntity(admin)
  await defineField(admin, entity, { key: 'ok', kind: 'boolean' })
  await defineField(admin, entity, { key: 'at', kind: 'datetime' })
  const rows = [
    ['VRAI', '31.12.2026, 08:15'],
    ['Não', '31.12.2026, 08:15:30'],
    ['ИСТИНА', '31/12/2026, 8:15:00\u202fAM'],
    ['✓', '31/12/2026 8:15 p. m.'],
  ]
  const csv = `name;ok;at\n${rows.map(([ok, at], row) => `${row};${ok};${at}`).join('\n')}\n`
  const { body } = await post(csv, { entity })
  const settings = { ...body.settings, dates: 'dmy', timeZone: 'UTC' }
  await client.put('/transfer/imports', { id: body.id, settings })
  expect(await workOn(app, client, { id: body.id, work: 'run' })).toMatchObject({ counts: { created: 4, refused: 0 } })
  const { items } = (await client.get(`/entities/records?entityId=${entity}&sortField=name`)).body
  expect(items).toMatchObject([
    { ok: true, at: '2026-12-31T08:15:00.000Z' },
    { ok: false, at: '2026-12-31T08:15:30.000Z' },
    { ok: true, at: '2026-12-31T08:15:00.000Z' },
    { ok: true, at: '2026-12-31T20:15:00.000Z' },
  ])
})

test('a blank cell that would clear what a record needs is refused in words', async () => {
  const first = (await post('title,sku\nNeeded,clear-1\n')).body
  await workOn(app, client, { id: first.id, work: 'run' })
  const { body } = await post('title,sku\n,clear-1\n')
  const settings = { ...body.settings, mode: 'update', key: { by: 'field', field: 'sku' }, blank: 'clear' }
  await client.put('/transfer/imports', { id: body.id, settings })
  expect(await workOn(app, client, { id: body.id, work: 'run' })).toMatchObject({ counts: { refused: 1 } })
  const { items } = (await client.get(`/transfer/refusals?importId=${body.id}`)).body
  expect(items).toMatchObject([{ row: 2, problems: [{ column: 'title', message: 'This cannot be empty' }] }])
})
