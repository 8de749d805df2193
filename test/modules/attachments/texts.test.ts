import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SlowFile, type TextReader, UnreadableFile } from '@plinth/attachments'
import { tenantB } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archive } from './_archive.ts'
import { formPdf, documents, endlessPdf, pdf, scannedPdf } from './_documents.ts'
import { type FilesApp, filesApp, send } from './_files.ts'
import { secret, written } from './_written/all.ts'

/** The platform of all tests whose texts are read while they are uploaded. */
let quick: FilesApp
beforeAll(async () => {
  quick = await filesApp()
})
afterAll(() => quick[Symbol.asyncDispose]())

async function upload(
  app: FilesApp,
  ...[name, bytes, fields = {}]: [string, Buffer | string, object?]
): Promise<string> {
  const { body } = await send(app.as('admin'), { name, bytes: bytes as string, fields: { ...fields } })
  return body.item.id
}

const detail = async (app: FilesApp, id: string) => (await app.as('admin').get(`/attachments/library/${id}`)).body.item

test.for([
  ['a.txt', 'Grüße', 'Grüße'],
  ['a.md', '# Title\n\nWords', '# Title\n\nWords'],
  ['a.csv', 'a,b\n1,2', 'a,b\n1,2'],
  ['a.json', '{"a":1}', '{"a":1}'],
  [
    'a.html',
    '<!doctype html><title>T</title><style>p{}</style><script>bad()</script><p>One&nbsp;two<p>three',
    'T\nOne two\nthree',
  ],
  [
    'b.html',
    '<html><div>One<p>two</div><table><tr><td>A<td>B</table><b>bo</b>ld <ruby>契約<rp>(<rt>けいやく<rp>)</ruby>書',
    'One\ntwo\nA B\nbold 契約書',
  ],
  [
    'c.html',
    '<html><p hidden>gone</p><div style="color:red;DISPLAY: none !important">gone<p>too</p></div><input hidden>One<p style="display:block">two<p hidden="until-found">three<span style="visibility:hidden">gone</span>',
    'One\ntwo\nthree',
  ],
  ['a.log', 'A\u000bB\u0007\u0008\u001b[1mC\u001a', 'A\u000bB\u0007\u0008\u001b[1mC\u001a'],
  ['a.xhtml', '<?xml version="1.0"?><html><p><b>bo</b>ld<br/>line</p></html>', 'bold\nline'],
  [
    'a.fodt',
    '<?xml version="1.0"?><office:document><text:tracked-changes><text:deletion><text:p>gone</text:p></text:deletion></text:tracked-changes><text:p>One</text:p></office:document>',
    'One',
  ],
  [
    'b.fodt',
    `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.text"><office:meta><dc:creator>Bert</dc:creator></office:meta><office:settings><config:config-item>true</config:config-item></office:settings><office:automatic-styles><style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style></office:automatic-styles><office:master-styles><style:header><text:p>Kopf</text:p></style:header></office:master-styles><office:body><office:text><text:p>Jah<text:span>res</text:span>bericht<text:span text:style-name="T1">gone</text:span><office:annotation><dc:creator>Bert</dc:creator><text:p>Note</text:p></office:annotation></text:p></office:text></office:body></office:document>`,
    'Kopf\nJahresbericht\nNote',
  ],
  [
    'a.fods',
    `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:master-styles><style:header><text:p>Page 1</text:p></style:header></office:master-styles><office:body><office:spreadsheet><table:table><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell><text:p>19 %</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document>`,
    'A\t19 %',
  ],
  ['a.xml', '<?xml version="1.0"?><a><b>One</b><b>two &lt;3</b></a>', 'One\ntwo <3'],
])('the text of %s is in the answer to its upload', async ([name, bytes, content]) => {
  const { id, content: answered } = (await send(quick.as('admin'), { name, bytes })).body.item
  expect(answered).toBe(content)
  expect(await detail(quick, id)).toMatchObject({ content, text: { state: 'read' } })
  const listed = (await quick.as('admin').get('/attachments/library')).body.items
  expect(listed).toContainEqual(expect.objectContaining({ id, content }))
})

test.for([
  ['UTF-16 (little-endian)', Buffer.from('\ufeffGrüße aus Łódź', 'utf16le'), 'Grüße aus Łódź', 'utf-16le'],
  ['UTF-16 (big-endian)', Buffer.from('\ufeffGrüße aus Łódź', 'utf16le').swap16(), 'Grüße aus Łódź', 'utf-16be'],
  [
    'Windows-1252',
    Buffer.from('Many thanks for the 5 \x80, schöne Grüße', 'latin1'),
    'Many thanks for the 5 €, schöne Grüße',
    'windows-1252',
  ],
] as const)('a text in %s is read as it is written, and browsers are told', async ([, bytes, content, encoding]) => {
  const { item } = (await send(quick.as('admin'), { bytes: new Uint8Array(bytes) })).body
  expect(item.content).toBe(content)
  const read = await quick.as('admin').fetch(item.url)
  expect(read.headers.get('content-type')).toBe(`text/plain; charset=${encoding}`)
  expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true)
})

const OLDER: readonly (readonly [encoding: string, content: string, bytes: string])[] = [
  [
    'shift_jis',
    '契約書の内容について、ご確認をお願いいたします。',
    'jF+W8Y+RgsyT4JdlgsmCwoKigsSBQYKyim2URoLwgqiK6IKigqKCvYK1gtyCt4FC',
  ],
  // Kanji alone, among ASCII.
  [
    'shift_jis',
    'id,name,city,amount\n1,K. Sato,東京,100\n2,M. Ito,大阪本社,200\n',
    'aWQsbmFtZSxjaXR5LGFtb3VudAoxLEsuIFNhdG8sk4yLniwxMDAKMixNLiBJdG8skeWN45Z7jtAsMjAwCg==',
  ],
  [
    'gb18030',
    '合同编号：2024-001，甲方：北京某某科技有限公司，乙方：上海贸易公司。',
    'us/NrLHgusWjujIwMjQtMDAxo6y817e9o7qxsb6pxLPEs7/GvLzT0M/euavLvqOs0tK3vaO6yc+6o8Oz0te5q8u+oaM=',
  ],
  [
    'big5',
    '合約編號：甲方為臺北市某某股份有限公司，乙方為高雄貿易公司。',
    'plis+b1zuLmhR6XSpOissLtPpV+lq6xZrFmq0aX3prOtraS9pXGhQaRBpOissLCqtq+2VKn2pL2lcaFD',
  ],
  [
    'euc-jp',
    '契約書の内容について、ご確認をお願いいたします。',
    't8DM873xpM7G4s3GpMukxKSkpMahoqS0s87Hp6TypKq06qSkpKSkv6S3pN6kuaGj',
  ],
  [
    'euc-kr',
    '계약서 내용을 확인해 주시기 바랍니다. 서울특별시 강남구',
    'sOi+4LytILO7v+vAuyDIrsDOx9ggwda9w7HiILnZtvi0z7TZLiC8rb/vxq+6sL3DILCts7KxuA==',
  ],
  [
    'windows-1251',
    'Договор аренды помещения заключён в городе Москве между сторонами',
    'xO7j7uLu8CDg8OXt5Psg7+7s5fnl7ej/IOfg6uv+97jtIOIg4+7w7uTlIMzu8eri5SDs5ebk8yDx8u7w7u3g7Og=',
  ],
]

test.each(OLDER)('a text in %s that does not say so is read as it is written', async (encoding, content, bytes) => {
  const { item } = (
    await send(quick.as('admin'), { name: 'a.txt', bytes: new Uint8Array(Buffer.from(bytes, 'base64')) })
  ).body
  expect(item.content).toBe(content)
  expect(await quick.sql('select encoding from attachments where id = $1', [item.id])).toEqual([{ encoding }])
})

test.each([
  'Sehr geehrte Damen und Herren, für die schöne Übersicht über Ihre Aufträge danken wir. Grüße aus Köln',
  'Name;Straße;Ort\nMüller;Hauptstraße 5;Köln\nJürgen Groß;Bäckerweg 3;Düsseldorf\n',
  "L'été dernier, les élèves français ont été très occupés à préparer la fête : façade, garçon.",
  'El señor Núñez pidió información sobre el año próximo y la reunión de mañana en la oficina.',
  'São Paulo, ações e opções; coração, pão',
])('a text of western Europe stays one: %s', async (content) => {
  const { item } = (
    await send(quick.as('admin'), { name: 'a.txt', bytes: new Uint8Array(Buffer.from(content, 'latin1')) })
  ).body
  expect(item.content).toBe(content)
})

const MARKED = 'charset=windows-1251'
test.for([
  ['a.html', `<html><meta ${MARKED}><p>`, 'договор', 'windows-1251'],
  [
    'b.html',
    `<!-- <meta charset=utf-8> --><html><meta http-equiv="Content-Type" content="text/html; ${MARKED}">`,
    'договор',
    'windows-1251',
  ],
  ['c.html', '<!doctype html><META CHARSET="Shift_JIS">', '契約', 'shift_jis'],
  ['d.html', '<html><meta charset=utf-16><p>', 'Łódź', 'utf-8'],
  ['a.xml', '<?xml version="1.0" encoding="ISO-8859-2"?><a>', 'Łódź', 'iso-8859-2'],
  ['b.xml', "<?xml version='1.0' encoding='nobody'?><a>", 'Łódź', 'utf-8'],
] as const)('%s is read in the encoding that it declares', async ([name, start, word, encoding]) => {
  const bytes = Buffer.concat([Buffer.from(start), encode(word, encoding)])
  const { id, content } = (await send(quick.as('admin'), { name, bytes: new Uint8Array(bytes) })).body.item
  expect(content).toBe(word)
  expect(await quick.sql('select encoding from attachments where id = $1', [id])).toEqual([{ encoding }])
})

/** The bytes of a word, found among those that the platform decodes. */
function encode(word: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(word)
  if (encoding === 'shift_jis') return Buffer.from([0x8c, 0x5f, 0x96, 0xf1])
  const every = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Buffer.from([...word].map((letter) => every.indexOf(letter)))
}

test('XML in UTF-16 is read without a byte order mark, too', async () => {
  const bytes = Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>Łódź</a>', 'utf16le')
  const { content } = (await send(quick.as('admin'), { name: 'a.xml', bytes: new Uint8Array(bytes) })).body.item
  expect(content).toBe('Łódź')
})

test.each([
  ['BMW;Preis', 'text/plain'],
  ['MZ-Nr. 5', 'text/plain'],
  ['solid advice', 'text/plain'],
  ['GIF89a is a format', 'text/plain'],
  ['ID3 is another', 'text/plain'],
  ['RIFF, OggS, Rar! and PK\u0003', 'application/octet-stream'],
  ['Rar! and OggS', 'text/plain'],
  ['BM\u00e4ngel', 'text/plain'],
  ['solid a\n facet normal 0 0 1', 'model/stl'],
  ['GIF89a<html><script>', 'text/plain'],
])('what begins with %s is %s', async (bytes, mimeType) => {
  const { id, content } = (await send(quick.as('admin'), { name: 'a.txt', bytes })).body.item
  expect((await detail(quick, id)).mimeType).toBe(mimeType)
  expect(content).toBe(mimeType === 'text/plain' ? bytes : null)
})

test('bytes that are no text in any of them are not read as one', async () => {
  const noise = [
    new Uint8Array([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]),
    new Uint8Array([0x80, 0xe4, 0xf6, 0xfc, 0xdf]),
    new Uint8Array([0x61, 0x62, 0xe4, 0x81, 0x63, 0x64]),
  ]
  for (const bytes of noise) {
    const { item } = (await send(quick.as('admin'), { bytes })).body
    expect(item.content).toBeNull()
    expect((await detail(quick, item.id)).mimeType).toBe('application/octet-stream')
  }
})

test.each([
  ['a.html', '<html>', '<b>'],
  ['b.html', '<html>', '<svg>'],
  ['a.xml', '<?xml version="1.0"?><all>', '<a>'],
  ['a.svg', '<svg>', '<g>'],
])('a megabyte of nested elements (%s, %s%s…) keeps nobody waiting', async (name, start, tag) => {
  const bytes = Buffer.from(`${start}before ${tag.repeat(1_048_000 / tag.length)}`)
  const began = performance.now()
  const { item } = (await send(quick.as('admin'), { name, bytes })).body
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(item.content).toBe('before')
})

test('many paragraphs within nested ones keep nobody waiting, and are read in order', async () => {
  const within = Array.from({ length: 40_000 }, (_, index) => `<text:p>${index}</text:p>`)
  const bytes = `<?xml version="1.0"?><office:document>${'<text:p>'.repeat(500)}begin${within.join('')}`
  const began = performance.now()
  const { item } = (await send(quick.as('admin'), { name: 'a.fodt', bytes })).body
  expect(performance.now() - began).toBeLessThan(3_000)
  const lines = item.content.trim().split(/\n+/)
  expect([lines.slice(0, 3), lines.at(-1)]).toEqual([['begin', '0', '1'], '39999'])
})

test('many styles and many bodies keep nobody waiting', async () => {
  const styles = Array.from({ length: 17_000 }, (_, index) => `<style:style style:name="${index}"/>`)
  const bytes = `<?xml version="1.0"?><office:document>${styles.join('')}${'<office:body/>'.repeat(30_000)}<text:p>end</text:p>`
  const began = performance.now()
  const { item } = (await send(quick.as('admin'), { name: 'a.fodt', bytes })).body
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(item.content).toBe('end')
})

test.each(['<li><p>', '<tr><td><p>', '<li><a name=x>'])(
  'items without closing tags (%s) are all read',
  async (tags) => {
    const items = Array.from({ length: 700 }, (_, index) => `item ${index}`)
    const bytes = Buffer.from(`<html><body><ul>${items.map((item) => `${tags}${item}`).join('\n')}`)
    const { content } = (await send(quick.as('admin'), { name: 'a.html', bytes })).body.item
    expect(content.match(/item \d+/g)).toEqual(items)
  },
)

/** Documents that differ from `a.odt` in what they say of their type. Each takes a process to read. */
const SAME_AS_ODT = new Map([
  ['a.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['a.odp', 'application/vnd.oasis.opendocument.presentation'],
])

test.for([...SAME_AS_ODT])('the type of %s is known, and its text is left to a worker', async ([name, mimeType]) => {
  const id = await upload(quick, name, await documents[name]!())
  expect(await detail(quick, id)).toMatchObject({ mimeType, content: null, text: { state: 'waiting' } })
})

test('every kind of document is read by a worker', { timeout: 120_000 }, async () => {
  await using app = await filesApp({ ocrLanguages: ['eng'] })
  const ids = new Map<string, string>()
  for (const [name, make] of Object.entries(documents))
    if (!SAME_AS_ODT.has(name)) ids.set(name, await upload(app, name, await make()))
  for (const id of ids.values())
    expect(await detail(app, id)).toMatchObject({ content: null, text: { state: 'waiting' } })
  await app.jobs()
  for (const [name, id] of ids) {
    const { content, text: state } = await detail(app, id)
    expect([name, state.state, state.reason]).toEqual([name, 'read', null])
    expect(content).toContain('Annual report')
    if (!['a.png', 'a.pdf'].includes(name)) expect(content).toContain('Grüße aus Łódź')
    expect(content).not.toContain('Hidden')
  }
  expect((await detail(app, ids.get('a.pdf')!)).text).toMatchObject({ pagesRead: 2, pages: 2 })
  expect((await detail(app, ids.get('a.xlsx')!)).content).toBe('Annual report\t4711\t\nGrüße aus Łódź\there\t\n')
})

test('what a person sees in a document is read, as programs write it', { timeout: 120_000 }, async () => {
  await using app = await filesApp()
  const ids = new Map<string, string>()
  for (const { name, bytes } of [...written, secret]) ids.set(name, await upload(app, name, bytes))
  await app.jobs()
  const read = await Promise.all([...ids].map(async ([name, id]) => [name, await detail(app, id)] as const))
  const texts = new Map(read.map(([name, { content }]) => [name, content]))
  for (const { name, text } of written) expect([name, texts.get(name)]).toEqual([name, text])
  expect(new Map(read).get(secret.name)!.text).toMatchObject({ state: 'unreadable', reason: 'encrypted' })
})

test('an office file with a password is encrypted, and an older one by another name is unsupported', async () => {
  await using app = await filesApp()
  const compound = (name: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le')])
  const secretFile = await upload(app, 'secret.xlsx', compound('EncryptedPackage'))
  const older = await upload(app, 'older.docx', compound('WordDocument'))
  await app.jobs()
  const told = async (id: string) => (await detail(app, id)).text
  expect(await told(secretFile)).toMatchObject({ state: 'unreadable', reason: 'encrypted' })
  expect(await told(older)).toMatchObject({ state: 'unreadable', reason: 'unsupported' })
})

test('what is filled into a PDF, and noted on it, is read', { timeout: 60_000 }, async () => {
  await using app = await filesApp()
  const id = await upload(app, 'form.pdf', formPdf())
  await app.jobs()
  expect((await detail(app, id)).content).toBe('Name\nBitte prüfen\nAnna Müller\nTrier\n')
})

test('pages of a PDF that are scanned are read as pictures are', { timeout: 60_000 }, async () => {
  await using app = await filesApp({ ocrLanguages: ['eng'] })
  const id = await upload(app, 'a.pdf', await scannedPdf(['Annual report', 'Second page']))
  await app.jobs()
  expect(await detail(app, id)).toMatchObject({
    content: 'Annual report\nSecond page\n',
    text: { state: 'read', pagesRead: 2, pages: 2 },
  })
})

test('a text stays with its bytes: it is back after an undo, and purged with them', async () => {
  await using app = await filesApp()
  const id = await upload(app, 'a.txt', 'words')
  const deleted = await app.as('admin').del(`/attachments?id=${id}`)
  await app.revert('undo', deleted)
  expect((await detail(app, id)).content).toBe('words')
  await app.as('admin').del(`/attachments?id=${id}`)
  app.clock.advance(25 * 3_600_000)
  await app.sweep()
  expect(await app.sql('select from attachment_texts')).toEqual([])
  expect(await app.sql('select text_bytes from attachment_usage')).toEqual([{ text_bytes: '0' }])
})

test('a document may name what every object has', async () => {
  await using app = await filesApp()
  const words = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'].map((name) => `\\${name} word`)
  const id = await upload(app, 'a.rtf', `{\\rtf1 Annual ${words.join(' ')}\\par report}`)
  await app.jobs()
  expect((await detail(app, id)).content).toBe('Annual word word word word\nreport')
  for (const name of ['a.constructor', 'a.valueof', 'a.__proto__']) {
    const { status, body } = await send(app.as('admin'), { name, bytes: 'Annual report' })
    expect([name, status, body.item.content]).toEqual([name, 200, 'Annual report'])
  }
})

test('a partition that wants no texts has none, and a tenant has no more of them than its quota', async () => {
  await using app = await filesApp({ textQuota: 10 })
  const admin = app.as('admin')
  await admin.post('/attachments/partitions', { code: 'silent', title: 'Silent', requiresOcr: false })
  const silent = await upload(app, 'a.txt', 'words', { partitionCode: 'silent' })
  expect(await detail(app, silent)).toMatchObject({ content: null, text: null })
  expect((await send(admin, { bytes: '12345678' })).body.item.content).toBe('12345678')
  expect((await send(admin, { bytes: '12345678' })).body.item.content).toBeNull()
  const later = await upload(app, 'a.rtf', '{\\rtf1 More than that}')
  await app.jobs()
  expect(await detail(app, later)).toMatchObject({ content: null, text: { state: 'unreadable', reason: 'quota' } })
})

test('what would take too much is given up, and the host goes on', { timeout: 120_000 }, async () => {
  await using app = await filesApp({ maxFileSize: 1_000_000, maxPages: 3, maxTextLength: 1000 })
  const huge = Buffer.alloc(11_000_000, 'a')
  const part = (bytes: Uint8Array | string, saysSize?: number) =>
    archive([{ name: 'word/document.xml', bytes, ...(saysSize !== undefined && { saysSize }) }])
  const ids = {
    bomb: await upload(app, 'a.docx', part(huge)),
    liar: await upload(app, 'b.docx', part(huge, 100)),
    broken: await upload(app, 'c.pdf', pdf(['x']).subarray(0, 60)),
    long: await upload(app, 'd.rtf', `{\\rtf1 ${'words '.repeat(1000)}}`),
    lines: await upload(app, 'f.eml', `Subject: Lines\n\n${'a\n'.repeat(200_000)}`),
    pages: await upload(app, 'e.pdf', pdf(['', ...Array.from({ length: 8 }, (_, index) => `page ${index + 2}`)])),
  }
  await app.jobs()
  const found = async (id: string) => (await detail(app, id)).text
  expect(await found(ids.bomb)).toMatchObject({ state: 'unreadable', reason: 'too_large' })
  expect(await found(ids.lines)).toMatchObject({ state: 'unreadable', reason: 'too_large' })
  expect(await found(ids.liar)).toMatchObject({ state: 'unreadable', reason: 'broken' })
  expect(await found(ids.broken)).toMatchObject({ state: 'unreadable', reason: 'broken' })
  expect((await detail(app, ids.long)).content).toHaveLength(1000)
  // The first page is empty.
  expect(await detail(app, ids.pages)).toMatchObject({
    content: '\npage 2\npage 3\n',
    text: { state: 'read', pagesRead: 3, pages: 9 },
  })
})

test('a file that takes longer than the first time is read after the others, from where it was left', async () => {
  const began: [string, number][] = []
  const slow: TextReader = {
    reads: () => true,
    async read({ fileName }, { fromPage, cpuSeconds, onText, onPage }) {
      began.push([fileName, fromPage])
      onText(`page ${fromPage} `)
      onPage(fromPage, 2)
      if (fileName === 'long.pdf' && cpuSeconds === 5) throw new SlowFile()
    },
  }
  await using app = await filesApp({ textReaders: () => [slow] })
  const long = await upload(app, 'long.pdf', pdf(['x']))
  app.clock.advance(1)
  const short = await upload(app, 'short.pdf', pdf(['x']))
  await app.jobs()
  expect(began).toEqual([
    ['long.pdf', 1],
    ['short.pdf', 1],
    ['long.pdf', 2],
  ])
  expect(await detail(app, long)).toMatchObject({ content: 'page 1 page 2 ', text: { state: 'read' } })
  expect(await detail(app, short)).toMatchObject({ content: 'page 1 ', text: { state: 'read' } })
})

// The next three wait for most of their time, so they wait side by side.
test.concurrent(
  'a document that takes for ever makes way for those of others, and is given up in the end',
  { timeout: 240_000 },
  async ({ expect }) => {
    await using app = await filesApp({ firstReadingSeconds: 1, readingSeconds: 2 })
    const endless = await upload(app, 'endless.pdf', endlessPdf())
    const other = app.as({ tenantId: tenantB.id, organizationId: tenantB.organization, features: ['attachments.*'] })
    const { body } = await send(other, { name: 'a.docx', bytes: (await documents['a.docx']!()) as never })
    const work = app.jobs()
    const state = async () => (await other.get(`/attachments/library/${body.item.id}`)).body.item.text.state
    await expect.poll(state, { timeout: 120_000, interval: 100 }).toBe('read')
    expect((await detail(app, endless)).text.state).toBe('waiting')
    await work
    expect((await detail(app, endless)).text).toMatchObject({ state: 'unreadable', reason: 'too_much_work' })
  },
)

/** Reads a page at a time, and dies with the host when two of them are written. */
function dyingReader(
  host: AbortController,
  areWritten: () => Promise<void>,
): TextReader & { readonly began: number[] } {
  const began: number[] = []
  return {
    began,
    reads: ({ mimeType }) => mimeType === 'application/pdf',
    async read(_file, { fromPage, onText, onPage, signal: stopped }) {
      began.push(fromPage)
      for (let page = fromPage; page <= 4; page++) {
        onText(`page ${page} `)
        onPage(page, 4)
        if (page !== 2 || began.length > 1) continue
        await areWritten()
        host.abort()
        stopped.throwIfAborted()
      }
    },
  }
}

test.concurrent('where the host stops, another one goes on at once, after the last page that was read', async ({
  expect,
}) => {
  const stop = new AbortController()
  const pagesRead = async () =>
    (await app.sql<{ pages_read: number }>('select pages_read from attachment_texts'))[0]!.pages_read
  const reader = dyingReader(stop, () => expect.poll(pagesRead, { timeout: 20_000 }).toBe(2))
  await using app = await filesApp({ textReaders: (ours) => [reader, ...ours] })
  const id = await upload(app, 'a.pdf', pdf(['x']))
  await expect(app.readTexts(stop.signal)).rejects.toThrow()
  expect(await detail(app, id)).toMatchObject({ content: 'page 1 page 2 ', text: { state: 'waiting', pagesRead: 2 } })
  expect(await app.sql('select attempts, claimed_until from attachment_texts')).toEqual([
    { attempts: 0, claimed_until: null },
  ])
  await app.readTexts()
  expect(reader.began).toEqual([1, 3])
  expect(await detail(app, id)).toMatchObject({ content: 'page 1 page 2 page 3 page 4 ', text: { state: 'read' } })
})

test.concurrent('a page of text that cannot be written fails its job, and not the host', async ({
  expect,
  onTestFinished,
}) => {
  const unheard: unknown[] = []
  const hear = (reason: unknown) => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  const slow: TextReader = {
    reads: () => true,
    async read(_file, { onText, onPage }) {
      onText('page 1')
      onPage(1, 2)
      const isRefused = async () => (await app.sql('select is_called from refusals'))[0]!['is_called']
      await expect.poll(isRefused, { timeout: 20_000 }).toBe(true)
      // Until the host knows it, too.
      await sleep(200)
    },
  }
  await using app = await filesApp({ textReaders: () => [slow] })
  const id = await upload(app, 'a.pdf', pdf(['x']))
  await app.sql(`create sequence refusals; grant usage on refusals to public;
    create function refuse() returns trigger language plpgsql as
      $$ begin perform nextval('public.refusals'); raise exception 'the disk is full'; end $$`)
  await app.sql(`create trigger refuse before update on attachment_texts for each row when (new.content <> '')
    execute function refuse()`)
  await expect(app.readTexts()).rejects.toThrow()
  expect(unheard).toEqual([])
  expect((await detail(app, id)).text).toMatchObject({ state: 'waiting', pagesRead: 0 })
})

test('a file that brings hosts down is given up after three attempts', async () => {
  await using app = await filesApp({
    textReaders: () => [
      {
        reads: () => true,
        read: () => Promise.reject(new Error('the storage is away')),
      },
    ],
  })
  const id = await upload(app, 'a.pdf', pdf(['x']))
  for (let attempt = 0; attempt < 4; attempt++) {
    await app.readTexts()
    app.clock.advance(10 * 60_000)
  }
  expect((await detail(app, id)).text).toMatchObject({ state: 'unreadable', reason: 'too_much_work' })
})

test('letters leave the machine only where a partition names a model and the host has somebody to read them', async () => {
  const asked: string[] = []
  await using app = await filesApp({
    ocrProvider: {
      async read({ model, bytes }) {
        asked.push(model)
        if ((await text(bytes)).length === 0) throw new UnreadableFile('empty')
        return 'read elsewhere'
      },
    },
  })
  const admin = app.as('admin')
  await admin.post('/attachments/partitions', { code: 'remote', title: 'Remote', ocrModel: 'gpt-4o-mini' })
  const here = await upload(app, 'a.pdf', pdf(['read here']))
  const there = await upload(app, 'b.pdf', pdf(['read here']), { partitionCode: 'remote' })
  const office = await upload(app, 'c.docx', await documents['a.docx']!(), { partitionCode: 'remote' })
  await app.jobs()
  expect(asked).toEqual(['gpt-4o-mini'])
  expect((await detail(app, here)).content).toContain('read here')
  expect((await detail(app, there)).content).toBe('read elsewhere')
  expect((await detail(app, office)).content).toContain('Annual report')
})
