import { defineEntity, p } from '@mikro-orm/core'
import { input, lines, list, type Module, Scoped, signedIn } from '@plinth/core'
import {
  addMoney,
  compareMoney,
  currencyDigits,
  formatMoney,
  formatQuantity,
  money,
  multiplyMoney,
  quantity,
  roundMoney,
  subtractMoney,
} from '@plinth/core/money'
import { testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const yen = (amount: string) => ({ amount, currency: 'JPY' })

test.each([
  [
    'sums keep all digits',
    addMoney(eur('0.1'), eur('0.2000'), eur('12345678901234567890.01')).amount,
    '12345678901234567890.31',
  ],
  ['sums of negative amounts', addMoney(eur('-0.05'), eur('-1')).amount, '-1.05'],
  ['differences', subtractMoney(eur('1'), eur('-0.005')).amount, '1.005'],
  ['comparisons', [compareMoney(eur('9.9'), eur('10')), compareMoney(eur('1.0'), eur('1'))], [-1, 0]],
  ['half up', multiplyMoney(eur('1.005'), '1', 'halfExpand').amount, '1.01'],
  ['half to even', roundMoney(eur('1.005'), 'halfEven').amount, '1.00'],
  ['no decimals', multiplyMoney(yen('999'), '0.5', 'trunc').amount, '499'],
  ['no negative zero', roundMoney(eur('-0.001'), 'halfExpand').amount, '0.00'],
  ['German', formatMoney(eur('12345678901234567.5'), 'de'), '12.345.678.901.234.567,50 €'],
  ['more decimals than usual', formatMoney(eur('0.0125'), 'en'), '€0.0125'],
  [
    'decimals of ISO 4217, whatever the runtime writes',
    ['HUF', 'COP', 'IQD', 'CLF', 'UYW', 'JPY', 'MRU'].map(currencyDigits),
    [2, 2, 3, 4, 4, 0, 2],
  ],
  ['rounded to those', roundMoney({ amount: '12.505', currency: 'HUF' }, 'halfExpand').amount, '12.51'],
  ['no decimals where they are not usual', formatMoney({ amount: '1234', currency: 'HUF' }, 'de'), '1.234 HUF'],
  ['unusual decimals', formatMoney({ amount: '1234.5', currency: 'HUF' }, 'de'), '1.234,50 HUF'],
  ['units of account', formatMoney({ amount: '1.2345', currency: 'CLF' }, 'en'), 'CLF 1.2345'],
  ['no decimals at all', formatMoney({ amount: '5.0000', currency: 'JPY' }, 'de'), '5 ¥'],
  ['Polish', formatQuantity('1.5000', 'kilogram', 'pl'), '1,5 kg'],
])('%s', (_, found, wanted) => {
  const plain = (value: unknown) => (typeof value === 'string' ? value.replaceAll(/\s/g, ' ') : value)
  expect(plain(found)).toEqual(plain(wanted))
})

test('other currencies, other texts and other units are refused', () => {
  expect(() => addMoney(eur('1'), yen('1'))).toThrow('Amounts in EUR and JPY do not go together')
  expect(() => compareMoney(eur('1'), yen('1'))).toThrow('do not go together')
  for (const amount of ['', '1e3', 'NaN', '0x1', '1.', `1${'0'.repeat(50)}`])
    expect(() => addMoney(eur(amount))).toThrow('decimal')
  expect(() => roundMoney({ amount: '1', currency: 'XYZ' }, 'trunc')).toThrow('not a currency')
  expect(() => money({ fixed: 'EURO' })).toThrow('not a currency')
  expect(() => quantity({ unit: 'cubit' })).toThrow()
})

test('a list with amounts has their currency', () => {
  const entity = defineEntity({
    name: 'Fee',
    tableName: 'fees',
    extends: Scoped,
    properties: { currency: p.string(), net: money({ currency: 'currency' }) },
  })
  expect(() => list('/fees', entity, { access: signedIn, select: ['id', 'net'] })).toThrow(
    "The list /fees shows 'net' without its currency: add 'currency' to `select`",
  )
})

test('lines with amounts have their currency', () => {
  const entity = defineEntity({
    name: 'FeeLine',
    tableName: 'fee_lines',
    extends: Scoped,
    properties: { feeId: p.uuid(), currency: p.string(), net: money({ currency: 'currency' }) },
  })
  const declare = (more: object) => lines(entity, { parent: 'feeId', input: input(entity, ['net']), ...more })
  expect(declare({}).names).toEqual(['id', 'net', 'currency'])
  expect(declare({ select: ['net', 'currency'] }).names).toEqual(['id', 'net', 'currency'])
  expect(() => declare({ select: ['net'] })).toThrow(
    "Lines of 'FeeLine' show 'net' without its currency: add 'currency' to `select`",
  )
})

test('the invoices of the page keep every digit, and refuse what their currency does not have', async () => {
  await using folder = await makeFolder()
  const written = await folder.write('invoices.ts', readBlock('docs/money.md', 'invoices.ts').text)
  const { rental } = (await import(written)) as { rental: Module }
  await using app = await testPlatform({ modules: [rental], postgresUrl: inject('postgresUrl') })
  const admin = app.as('admin')
  const create = (body: object) => admin.post('/rental/invoices', body)
  const created = await create({ currency: 'EUR', net: '123456789012345.67', weight: '0.125' })
  expect(created.status).toBe(201)
  const { id } = created.body
  expect((await admin.get('/rental/invoices')).body.items).toMatchObject([
    { currency: 'EUR', net: '123456789012345.6700', weight: '0.1250' },
  ])
  expect((await admin.get(`/rental/invoices/${id}/total`)).body).toEqual({ total: '€146,913,578,924,691.35' })
  const exported = async (format: string) => (await admin.get(`/rental/invoices?format=${format}`)).text.split('\n')
  expect((await exported('csv'))[0]).toBe('id,currency,net,weight (kilogram),createdAt,updatedAt')
  expect((await exported('markdown'))[0]).toBe('| id | currency | net | weight (kilogram) | createdAt | updatedAt |')
  expect(JSON.parse((await exported('jsonl'))[0]!)).toMatchObject({ net: '123456789012345.6700', weight: '0.1250' })
  const refused = await create({ currency: 'EUR', net: '1.005' })
  expect([refused.status, refused.body]).toMatchObject([400, { error: 'Amounts in EUR have at most 2 decimals' }])
  expect((await create({ currency: 'JPY', net: '5.10' })).status).toBe(400)
  expect((await create({ currency: 'XYZ', net: '5' })).status).toBe(400)
  expect((await create({ currency: 'JPY', net: '5.00' })).status).toBe(201)
  expect((await create({ currency: 'HUF', net: '12.50' })).status).toBe(201)
  expect((await create({ currency: 'CLF', net: '1.2345' })).status).toBe(201)
  expect((await admin.put('/rental/invoices', { id, currency: 'JPY' })).body).toMatchObject({
    error: 'Amounts in JPY have at most 0 decimals',
  })
  expect((await admin.put('/rental/invoices', { id, net: '7.5' })).status).toBe(200)
  const document = JSON.stringify(app.platform.document())
  expect(document).toContain('"x-currency-member":"currency"')
  expect(document).toContain('"x-unit":"kilogram"')
})
