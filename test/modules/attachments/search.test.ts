import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { type FilesApp, filesApp, send } from './_files.ts'

async function found(app: FilesApp, query: string, who: Parameters<FilesApp['as']>[0] = 'admin') {
  const { body } = await app.as(who).get(`/attachments/library?${query}`)
  return body.items.map(({ fileName }: { fileName: string }) => fileName)
}

const write = (app: FilesApp, name: string, bytes: string) => send(app.as('admin'), { name, bytes })

test('files are found by what is written in them, in four languages, the best first, with a snippet', async () => {
  await using app = await filesApp()
  await write(app, 'en.txt', 'The companies signed every contract.')
  await write(app, 'de.txt', 'Die Verträge der Häuser wurden unterschrieben.')
  await write(app, 'es.txt', 'Las facturas fueron pagadas por los clientes.')
  await write(app, 'pl.txt', 'Podpisano umowę, a faktury zapłacono.')
  await write(app, 'more.txt', 'contract contract contract')
  expect(await found(app, 'text=company')).toEqual(['en.txt'])
  expect(await found(app, 'text=Vertrag')).toEqual(['de.txt'])
  expect(await found(app, 'text=cliente')).toEqual(['es.txt'])
  expect(await found(app, 'text=umowa')).toEqual(['pl.txt'])
  expect(await found(app, 'text=contract')).toEqual(['more.txt', 'en.txt'])
  expect(await found(app, 'text=contract&sortField=fileName&sortDir=asc')).toEqual(['en.txt', 'more.txt'])
  expect(await found(app, 'text=contract&search=more')).toEqual(['more.txt'])
  expect(await found(app, 'text=nowhere')).toEqual([])
  const { body } = await app.as('admin').get('/attachments/library?text=signed')
  expect(body).toMatchObject({ total: 1, items: [{ snippet: expect.stringContaining('signed every contract') }] })
})

test('a file without a space is stored like others, and found by the beginning of its word', async () => {
  await using app = await filesApp()
  const { status } = await write(app, 'long.txt', `contract ${'tak'.repeat(300_000)}`)
  expect(status).toBe(200)
  expect(await found(app, 'text=contract')).toEqual(['long.txt'])
  expect(await found(app, `text=${'tak'.repeat(10)}`)).toEqual(['long.txt'])
})

test('each page of what is found tells how many there are, also one behind the last', async () => {
  await using app = await filesApp()
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await write(app, name, `a contract of ${name}`)
  const page = async (number: number, text = 'contract') => {
    const query = `text=${text}&pageSize=2&page=${number}&sortField=fileName&sortDir=asc`
    const { body } = await app.as('admin').get(`/attachments/library?${query}`)
    return [body.items.map(({ fileName }: { fileName: string }) => fileName), body.total]
  }
  expect(await page(1)).toEqual([['a.txt', 'b.txt'], 3])
  expect(await page(2)).toEqual([['c.txt'], 3])
  expect(await page(3)).toEqual([[], 3])
  expect(await page(1, 'nowhere')).toEqual([[], 0])
})

test('files are listed and found by the names that people gave them, in every script and form', async () => {
  await using app = await filesApp()
  const names = [
    '契約.txt',
    '報告.txt',
    'Müller.txt',
    'договор № 5.txt',
    'Łódź – плац.txt',
    '한국어.txt',
    'a／b\u202e.txt',
  ]
  // Apple's systems decompose letters.
  for (const name of names) await write(app, name.normalize('NFD'), 'Die Müller haben договор 契約')
  const shown = ['契約.txt', '報告.txt', 'Müller.txt', 'договор_№_5.txt', 'Łódź_–_плац.txt', '한국어.txt', 'a_b.txt']
  expect((await found(app, 'sortField=createdAt&sortDir=asc')).toSorted()).toEqual(shown.toSorted())
  for (const [search, name] of [
    ['契', '契約.txt'],
    ['Müller', 'Müller.txt'],
    ['MULL', 'Müller.txt'],
    ['ДОГОВОР № 5', 'договор_№_5.txt'],
    ['договор_№', 'договор_№_5.txt'],
    ['Łódź –', 'Łódź_–_плац.txt'],
    ['국', '한국어.txt'],
    ['№', 'договор_№_5.txt'],
  ] as const)
    for (const form of ['NFC', 'NFD'])
      expect([search, await found(app, `search=${encodeURIComponent(search.normalize(form))}`)]).toEqual([
        search,
        [name],
      ])
  for (const text of ['müller', 'Договор', '契約'])
    expect([text, (await found(app, `text=${encodeURIComponent(text)}`)).length]).toEqual([text, names.length])
  const [{ url }] = (await app.as('admin').get('/attachments/library?search=%E5%A5%91')).body.items
  expect((await app.as('admin').get(url)).headers.get('content-disposition')).toContain(
    "filename*=UTF-8''%E5%A5%91%E7%B4%84.txt",
  )
})

test('a name keeps its quotes and the joiners that it needs, and is found with what is hidden in a search', async () => {
  await using app = await filesApp()
  const names = ['say "hi" 5%.txt', 'می\u200cخواهم.txt', '👨‍👩‍👧❤️.txt', 'क्\u200dष.txt', 'a\u200db\u200f.txt']
  for (const name of names) await write(app, name, 'x')
  const files = (await app.as('admin').get('/attachments/library?sortField=createdAt&sortDir=asc')).body.items
  const shown = ['say__hi__5_.txt', ...names.slice(1, 4), 'ab.txt']
  expect(files.map(({ fileName }: { fileName: string }) => fileName).toSorted()).toEqual(shown.toSorted())
  const saved = await Promise.all(
    files.map(async ({ url }: { url: string }) => {
      const disposition = (await app.as('admin').get(url)).headers.get('content-disposition')!
      const encoded = /filename\*=UTF-8''(\S+)/.exec(disposition)?.[1]
      return encoded ? decodeURIComponent(encoded) : /filename="?(.+?)"?$/.exec(disposition)![1]!
    }),
  )
  const kept = ['say \\"hi\\" 5%.txt', ...names.slice(1, 4), 'ab.txt']
  expect(saved.toSorted()).toEqual(kept.toSorted())
  for (const [search, name] of [
    ['say "hi" 5%', 'say__hi__5_.txt'],
    ['\u200fمی\u200cخواهم\u200e', names[1]],
    ['👨‍👩‍👧', names[2]],
    ['\u200e\u202aab.txt\u202c', 'ab.txt'],
  ] as const)
    expect([search, await found(app, `search=${encodeURIComponent(search)}`)]).toEqual([search, [name]])
})

test('a file that was named by an earlier version is listed and found by its name', async () => {
  await using app = await filesApp()
  await write(app, '契約.txt', 'x')
  await app.sql("update attachments set file_name = '__.txt'")
  expect(await found(app, 'search=%E5%A5%91%E7%B4%84')).toEqual(['契約.txt'])
})

test('nobody finds texts that are not theirs', async () => {
  await using app = await filesApp()
  await write(app, 'a.txt', 'a secret word')
  const stranger = { features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization }
  const { otherOrganization } = tenantA
  const sibling = { features: ['*'], organizationId: otherOrganization, organizationIds: [otherOrganization] }
  expect(await found(app, 'text=secret')).toEqual(['a.txt'])
  for (const who of [stranger, sibling]) {
    expect(await found(app, 'text=secret', who)).toEqual([])
    expect((await app.as(who).get('/attachments/library')).body).toMatchObject({ total: 0, availableTags: [] })
  }
})

test('counters say what there is after every write, undo and redo', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const state = async () => {
    const { total, availableTags } = (await admin.get('/attachments/library')).body
    return [total, availableTags]
  }
  const { id } = (await send(admin, { fields: { tags: 'a,b' } })).body.item
  await send(admin, { fields: { tags: 'b' } })
  expect(await state()).toEqual([2, ['a', 'b']])
  const changed = await admin.patch(`/attachments/library/${id}`, { tags: ['c'] })
  expect(await state()).toEqual([2, ['b', 'c']])
  await app.revert('undo', changed)
  expect(await state()).toEqual([2, ['a', 'b']])
  const deleted = await admin.del(`/attachments?id=${id}`)
  expect(await state()).toEqual([1, ['b']])
  await app.revert('undo', deleted)
  expect(await state()).toEqual([2, ['a', 'b']])
  const counted = await app.sql('select kind, name, files::int from attachment_counts order by kind, name')
  const real = await app.sql(`select kind, name, count(*)::int as files from attachments a, lateral (
    select 'partition' as kind, a.partition_code as name union all select 'tag', tag from unnest(a.tags) tag) f
    group by 1, 2 order by 1, 2`)
  expect(counted).toEqual(real)
})

test('uploads at the same time are all counted', async () => {
  await using app = await filesApp()
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, index) => send(app.as('admin'), { fields: { tags: `b,a,${index % 3}` } })),
  )
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
  expect((await app.as('admin').get('/attachments/library')).body).toMatchObject({
    total: 12,
    availableTags: ['0', '1', '2', 'a', 'b'],
  })
})
