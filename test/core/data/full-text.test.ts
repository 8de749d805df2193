import { defineEntity, p } from '@mikro-orm/core'
import { type Context, defineMigration, Scoped, sql } from '@plinth/core'
import { fullText, snippetOf, textMatches } from '@plinth/core/data'
import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { openLab, callerA } from '../_lab/lab.ts'

const Contract = defineEntity({
  name: 'Contract',
  tableName: 'contracts',
  extends: Scoped,
  properties: { title: p.string(), content: p.text().nullable() },
})
const texts = fullText(Contract, ['title', 'content'], { languages: ['english', 'german', 'spanish', 'polish'] })
const contracts = defineMigration(
  'lab.contracts',
  `select plinth.scoped_table('contracts', 'title text not null, content text');
   select plinth.full_text('contracts', '{title,content}', '{english,german,spanish,polish}');`,
)
const north = tenantA.organization
const south = '5a5a5a5a-0000-4000-8000-000000000001'

async function openContracts() {
  const lab = await openLab({ entities: [Contract], migrations: [contracts], searches: [texts] })
  const add = (
    title: string,
    { content = '', organization = north as string | null, tenant = tenantA.id as string } = {},
  ) =>
    lab.sql(
      'insert into contracts (id, tenant_id, organization_id, title, content) values (gen_random_uuid(), $1, $2, $3, $4)',
      [tenant, organization, title, content],
    )
  return { ...lab, add, [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose]() }
}

const search = ({ from }: Context, text: string) =>
  from(Contract, 'c')
    .innerJoin(textMatches({ in: texts, text }).as('m'), 'm.id', 'c.id')
    .select(['c.title', 'm.rank', snippetOf({ in: texts, text }, 'c.content').as('snippet')])
    .orderBy('m.rank', 'desc')
    .orderBy('c.title')
    .execute()
const find = async (ctx: Context, text: string) => (await search(ctx, text)).map(({ title }) => title)

const within = (organizationIds: readonly string[] | null) =>
  ({ actor: 'platform', reason: 'search', scope: { tenantId: tenantA.id, organizationIds } }) as const

test.each([
  ['The companies signed their agreements', ['company', 'COMPANIES', 'agreement sign', 'signing']],
  ['Rechnungen für die Häuser der Straße', ['Rechnung', 'haus', 'HÄUSER', 'strasse', 'Straßen', 'rechn']],
  ['Las organizaciones y la Canción', ['organización', 'organizacion', 'canciones', 'CANCIÓN']],
  [
    'Faktury za zamówienia klientów',
    ['faktura', 'fakturze', 'zamówienie', 'ZAMÓWIEŃ', 'klientem', 'zamowieniami klient'],
  ],
  ['Привет, мир 東京', ['привет', '東京']],
  ['Order 4711-AB/9', ['4711', 'ab 9', '4711-ab']],
  // What nobody sees does not divide a word, and the end of a line does so only for the eye.
  [
    'Der Do\u00adnau\u00addampfer, Silben\u00ad\ntren\u200bnung',
    ['Donaudampfer', 'silbentrennung', 'Donau\u00addampfer'],
  ],
  ['Vertrags-\nbedingungen, E-\nMail', ['Vertragsbedingungen', 'vertrags bedingungen', 'email', 'mail']],
  // Scripts without spaces between words, or with signs for vowels.
  [
    '契約書と報告書、東京都の第3条',
    ['契約', '報告', '報告書', '書', '都', '第3条', '3', '東京 報告', '契約書と報告書'],
  ],
  ['合同编号2026年度采购', ['采购', '编号', '2026', '2026年度', '合同 采购']],
  ['한국어계약서입니다', ['계약서', '한국어', '계약']],
  ['สัญญาเช่าบ้าน', ['เช่า', 'บ้าน', 'สัญญา']],
  ['مُحَمَّد كِتَاب، מִכְתָּב', ['محمد', 'كتاب', 'مُحَمَّد', 'מכתב']],
  ['می\u200cخواهم', ['می\u200cخواهم', 'میخواهم']],
])('%s is found in its other forms', async (content, asked) => {
  await using lab = await openContracts()
  await lab.add('wanted', { content })
  await lab.add('other', { content: 'Nothing, nichts, nada, nic' })
  for (const text of asked) expect(await lab.do((ctx) => find(ctx, text)), text).toEqual(['wanted'])
  for (const text of [`${asked[0]} elsewhere`, '', '!!!', "' | x:*"])
    expect(await lab.do((ctx) => find(ctx, text)), text).toEqual([])
})

test('what says it more often in fewer words comes first, with what stands around it', async () => {
  await using lab = await openContracts()
  await lab.add('long', { content: `${'many other words '.repeat(500)}about delivery ${'and so on '.repeat(50)}` })
  await lab.add('short', { content: 'Delivery, delivery: what was delivered.' })
  const found = await lab.do((ctx) => search(ctx, 'deliveries'))
  expect(found.map(({ title }) => title)).toEqual(['short', 'long'])
  expect(found[0]!.rank).toBeGreaterThan(found[1]!.rank)
  expect(found[0]!.snippet).toBe('Delivery, delivery: what was delivered.')
  expect(found[1]!.snippet).toMatch(/^….*about delivery and so on.*…$/)
  expect(found[1]!.snippet.length).toBeLessThan(260)
})

test('a word is shown with what stands around it, in scripts without spaces too', async () => {
  await using lab = await openContracts()
  await lab.add('long', { content: `${'合同条款，'.repeat(200)}采购编号${'，以及其他'.repeat(200)}` })
  const [found] = await lab.do((ctx) => search(ctx, '编号'))
  expect(found!.snippet).toContain('采购编号')
  expect(await lab.do((ctx) => find(ctx, '号购'))).toEqual([])
})

test('signs of full width tell words apart, and mean nothing else', async () => {
  await using lab = await openContracts()
  await lab.add('wanted', { content: '株式会社（東京）、ＡＢＣ［１］＼' })
  await lab.add('other', { content: '株式会社' })
  for (const text of ['株式会社（東京', '（東京）', '［１］', '株式会社＼ＡＢＣ', 'ABC（', '東京＇［'])
    expect(
      (await lab.do((ctx) => search(ctx, text))).map(({ title }) => title),
      text,
    ).toEqual(['wanted'])
})

test('texts are found as they are now, also after an update, a move and a deletion, and are in no log', async () => {
  await using lab = await openContracts()
  await lab.add('one', { content: 'first text' })
  await lab.sql(`update contracts set content = 'second text'`)
  expect(await lab.do((ctx) => find(ctx, 'first'))).toEqual([])
  expect(await lab.do((ctx) => find(ctx, 'second'))).toEqual(['one'])
  await lab.sql('update contracts set organization_id = $1', [south])
  expect(await lab.platform.actAs(within([south]), (ctx) => find(ctx, 'second'))).toEqual(['one'])
  expect(await lab.platform.actAs(within([north]), (ctx) => find(ctx, 'second'))).toEqual([])
  await lab.sql('delete from contracts')
  expect(await lab.sql('select from plinth.texts_contracts')).toEqual([])
})

test('nobody finds what row level security hides, and nobody else reads the words', async () => {
  await using lab = await openContracts()
  await lab.add('north', { content: 'secret' })
  await lab.add('south', { content: 'secret', organization: south })
  await lab.add('shared', { content: 'secret', organization: null })
  await lab.add('other', { content: 'secret', tenant: tenantB.id, organization: tenantB.organization })
  const seen = async (organizations: readonly string[] | null) => {
    // The ids themselves, without a query that row level security would filter.
    const { rows } = await lab.platform.actAs(within(organizations), ({ db }) =>
      sql<{ id: string }>`select id from plinth.find_contracts('secret')`.execute(db),
    )
    return rows.length
  }
  const many = Array.from({ length: 60 }, () => crypto.randomUUID())
  expect([await seen(null), await seen([north]), await seen([]), await seen([...many, south])]).toEqual([3, 2, 1, 2])
  for (const role of ['plinth_app', 'plinth_system'])
    expect(
      await lab.sql(`select has_table_privilege('${role}', 'plinth.texts_contracts', 'select, insert, update') as may`),
    ).toEqual([{ may: false }])
  await expect(lab.do(({ db }) => sql`select from plinth.texts_contracts`.execute(db))).rejects.toThrow()
})

test('texts without end are cut, not refused', async () => {
  await using lab = await openContracts()
  const words = Array.from({ length: 200_000 }, (_, n) => `w${n.toString(36)}ñ`).join(' ')
  await lab.add('long', { content: words })
  await lab.add('one word', { content: '漢'.repeat(600_000) })
  expect(await lab.do((ctx) => find(ctx, 'w1'))).toEqual(['long'])
  expect(await lab.do((ctx) => find(ctx, `${'long '.repeat(10_000)} nothing`))).toEqual(['long'])
})

test('rows of before are found, and what cannot be searched is refused with its reason', async () => {
  await using lab = await openLab({
    entities: [Contract],
    migrations: [
      defineMigration(
        'lab.contracts',
        `select plinth.scoped_table('contracts', 'title text not null, content text');
         insert into contracts (id, tenant_id, title) values (gen_random_uuid(), '${tenantA.id}', 'Older than the search');
         select plinth.full_text('contracts', '{title}', '{english}');`,
      ),
    ],
  })
  expect(await lab.platform.actAs(callerA, (ctx) => find(ctx, 'searching'))).toEqual(['Older than the search'])
  const refusal = (call: string) =>
    lab.sql(`select plinth.full_text(${call})`).then(
      () => '',
      (error: Error) => error.message,
    )
  expect(await refusal(`'contracts', '{nothing}', '{}'`)).toContain('has no column nothing with text to search')
  expect(await refusal(`'contracts', '{}', '{}'`)).toContain('is searched in no column')
  expect(await refusal(`'contracts', '{title}', '{klingon}'`)).toContain('no stems for the language klingon')
  expect(await refusal(`'plinth_migrations', '{id}', '{}'`)).toContain('has no policy "tenant"')
})

test('a platform does not start when its texts have no function', async () => {
  const bare = defineMigration(
    'lab.contracts',
    `select plinth.scoped_table('contracts', 'title text not null, content text')`,
  )
  await expect(openLab({ entities: [Contract], migrations: [bare], searches: [texts] })).rejects.toThrow(
    `'contracts' is searched, but no migration runs \`select plinth.full_text('contracts', …)\``,
  )
})

test('what is found is looked up one by one, however many rows the planner expects', async () => {
  await using lab = await openContracts()
  const [finder] = await lab.sql<{ settings: string[] }>(
    "select proconfig as settings from pg_proc where oid = 'plinth.find_contracts(text, integer)'::regprocedure",
  )
  // Some hundredths of all rows, it guesses of every word, and would read all of them.
  expect(finder!.settings).toEqual(
    expect.arrayContaining(['enable_hashjoin=off', 'enable_mergejoin=off', 'max_parallel_workers_per_gather=0']),
  )
})
