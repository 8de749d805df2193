import { auditLogs } from '@plinth/audit-logs'
import { directory } from '@plinth/directory'
import { directoryFixtures } from '@plinth/directory/testing'
import { numbering, numberSeries, series } from '@plinth/numbers'
import { numbersFixtures, paperwork, seriesId } from '@plinth/numbers/testing'
import { createPlatform, defineModule } from '@plinth/core'
import {
  CapturedLog,
  checkRaces,
  joinFixtures,
  tenantB,
  type TestPlatform,
  type TestResponse,
  testSecret,
} from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'

const auth = { id: 'auth', title: 'Auth' }
const modules = [directory, auth, auditLogs, numbering, paperwork]
const open = () => testApp({ modules, prepare: directoryFixtures.prepare! })

const all = { features: ['*'] }
const take = async (app: TestPlatform, kind: string, count = 1) => {
  const response = await app.as(all).post('/paperwork/papers', { kind, count })
  expect([response.status, response.text]).toEqual([201, expect.anything()])
  return response
}
const numberOf = ({ body }: TestResponse) => (body.numbers as string[]).at(-1)
const undo = (app: TestPlatform, { operation }: TestResponse) =>
  app.as(all).post('/audit_logs/audit-logs/actions/undo', { undoToken: operation?.undoToken })
const redo = (app: TestPlatform, { body }: TestResponse) =>
  app.as(all).post('/audit_logs/audit-logs/actions/redo', { logId: body.logId })
const set = (app: TestPlatform, id: string, body: object) => app.as(all).put('/numbers/series', { id, ...body })

test('numbers follow the pattern, the period in the time zone of the tenant, and the organization', async () => {
  await using app = await open()
  app.clock.set(new Date('2026-12-31T22:30:00Z'))
  expect(numberOf(await take(app, 'invoice'))).toBe('RE-2026-00001')
  expect((await app.as(all).put('/directory/settings', { timeZone: 'Europe/Berlin' })).status).toBe(200)
  app.clock.set(new Date('2026-12-31T23:30:00Z'))
  expect(numberOf(await take(app, 'invoice', 2))).toBe('RE-2027-00002')
  const admin = app.as({ features: ['*'], isSuperAdmin: true })
  const { body: other } = await admin.post('/directory/organizations', { name: 'Other' })
  const elsewhere = app.as({ features: ['*'], organizationId: other.id, organizationIds: [other.id] })
  const at = async (kind: string) => numberOf(await elsewhere.post('/paperwork/papers', { kind }))
  expect([await at('invoice'), await at('parcel')]).toEqual(['RE-2027-00001', 'P2701-001'])
  expect(numberOf(await take(app, 'parcel'))).not.toBe('P2701-001')
  expect((await elsewhere.put('/numbers/series', { id: await seriesId(app), next: 9 })).status).toBe(404)
  const nowhere = await app.as({ features: ['*'], organizationId: null }).post('/paperwork/papers', { kind: 'invoice' })
  expect(nowhere.status).toBe(400)
})

test('an undo gives back the last number, and a redo takes the same one or says why not', async () => {
  await using app = await open()
  app.clock.set(new Date('2026-05-01T12:00:00Z'))
  const [, second, third] = [await take(app, 'invoice'), await take(app, 'invoice', 2), await take(app, 'invoice')]
  // A command that is rolled back takes no number.
  await app.platform.actAs(app.callerOf(all), ({ dryRun }) =>
    dryRun(({ run }) => run(paperwork.commands![0]!, { kind: 'invoice', count: 3 })),
  )
  const kept = await undo(app, second)
  expect(kept.status).toBe(200)
  const given = await undo(app, third)
  const again = await take(app, 'invoice')
  expect(numberOf(again)).toBe('RE-2026-00004')
  const late = await redo(app, given)
  expect([late.status, late.body.error]).toEqual([409, 'Number 4 has been taken by another record since'])
  expect((await redo(app, kept)).status).toBe(200)
  const fifth = await take(app, 'invoice', 3)
  const sixth = await take(app, 'invoice')
  const [lastUndone, nextUndone] = [await undo(app, sixth), await undo(app, fifth)]
  const early = await redo(app, lastUndone)
  expect([early.status, early.body.error]).toEqual([409, 'Number 8 cannot be taken again before those below it'])
  expect([(await redo(app, nextUndone)).status, (await redo(app, lastUndone)).status]).toEqual([200, 200])
  expect(numberOf(await take(app, 'invoice'))).toBe('RE-2026-00009')
  const receipt = await take(app, 'receipt')
  expect((await undo(app, receipt)).status).toBe(200)
  expect(numberOf(await take(app, 'receipt'))).toBe('B0002')
})

test('16 callers on two hosts get each number once, gapless ones without gaps', async () => {
  await using app = await open()
  const host = await createPlatform({ modules, database: app.database, secret: testSecret, log: new CapturedLog() })
  await host.start({ workers: false })
  try {
    const platforms = [app.platform, host]
    const run = (kind: 'invoice' | 'parcel') =>
      Promise.all(
        Array.from({ length: 16 }, async (_, caller) => {
          const found: string[] = []
          for (let round = 0; round < 10; round++) {
            const result = await platforms[caller % 2]!.actAs(app.callerOf(all), ({ run }) =>
              run(paperwork.commands![0]!, { kind, count: 1 + (round % 3) }),
            )
            found.push(...(result as { numbers: string[] }).numbers)
          }
          return found
        }),
      )
    const invoices = (await run('invoice')).flat().toSorted()
    expect(new Set(invoices).size).toBe(invoices.length)
    expect(invoices.at(-1)).toMatch(new RegExp(`-00${invoices.length}$`))
    const parcels = (await run('parcel')).flat()
    expect(new Set(parcels).size).toBe(parcels.length)
  } finally {
    await host.close()
  }
})

test('tenants change patterns and go on with a higher number', async () => {
  await using app = await open()
  app.clock.set(new Date('2026-05-01T12:00:00Z'))
  await take(app, 'invoice')
  const id = await seriesId(app)
  const wrong: readonly (readonly [object, string])[] = [
    [{ pattern: 'INV-{0000}' }, 'The numbers begin anew each year, so the pattern needs {yyyy} or {yy}'],
    [{ pattern: 'INV-{yyyy}' }, 'A pattern has one place for the number: {00000}'],
    [{ pattern: '{yyyy}-1{000}' }, 'A digit beside the number would be read as part of it'],
    [
      { pattern: '{yyyy}{dd}{000}' },
      'In braces, a pattern can have yyyy, yy, mm and zeros for the number: {yyyy}-{00000}',
    ],
    [{ next: 1 }, 'The next number must be at least 2'],
  ]
  for (const [body, error] of wrong) {
    const refused = await set(app, id, body)
    expect([refused.status, refused.body.error]).toEqual([400, error])
  }
  const changed = await set(app, id, { pattern: '{yy}/{00}', next: 99 })
  expect(changed.status).toBe(200)
  const [row] = (await app.as(all).get(`/numbers/series?id=${id}`)).body.items
  expect(row).toMatchObject({ title: 'Invoices', pattern: '{yy}/{00}', next: 99, example: '26/99', period: 'year' })
  const taken = await take(app, 'invoice', 2)
  expect(taken.body.numbers).toEqual(['26/99', '26/100'])
  expect((await set(app, id, { next: 50 })).status).toBe(400)
  await undo(app, taken)
  expect((await undo(app, changed)).status).toBe(200)
  expect(numberOf(await take(app, 'invoice'))).toBe('RE-2026-00002')
  await set(app, id, { pattern: '{yy}/{00}' })
  // Chosen before a release in which numbers begin anew each year.
  await app.sql(`update number_formats set pattern = 'INV-{000}' where id = $1`, [id])
  expect(numberOf(await take(app, 'invoice'))).toBe('RE-2026-00003')
  const [unfit] = (await app.as(all).get(`/numbers/series?id=${id}`)).body.items
  expect(unfit).toMatchObject({ pattern: 'RE-{yyyy}-{00000}', example: 'RE-2026-00004' })

  const parcels = await seriesId(app, 'paperwork.parcels')
  await take(app, 'parcel')
  await take(app, 'parcel')
  expect((await set(app, parcels, { next: 5000 })).status).toBe(200)
  const later = [numberOf(await take(app, 'parcel')), numberOf(await take(app, 'parcel'))]
  expect(later).toEqual(['P2605-5000', expect.stringMatching(/^P2605-5[0-4]\d\d$/)])
  const restricted = app.as({ features: ['*'], organizationIds: [app.callerOf('admin').scope.organizationId!] })
  expect((await restricted.put('/numbers/series', { id: parcels, next: 9000 })).status).toBe(403)
  const { body: hidden } = await app.as({ features: ['*'], tenantId: tenantB.id }).get('/numbers/series')
  expect(hidden.items.map(({ id }: { id: string }) => id)).not.toContain(id)
  const stale = await app.as(all).send('PUT', '/numbers/series', {
    body: JSON.stringify({ id: parcels, next: 9000 }),
    headers: {
      'content-type': 'application/json',
      'x-om-ext-optimistic-lock-expected-updated-at': '2020-01-01T00:00:00Z',
    },
  })
  expect(stale.status).toBe(409)
})

test('a series that no module contributes is refused, and so is a wrong pattern at startup', async () => {
  const misnamed = numberSeries({ id: 'other.x', title: 'X', pattern: '{000}', gapless: true })
  const wrong = numberSeries({ id: 'shop.x', title: 'X', pattern: 'X{000}', period: 'month', gapless: true })
  for (const [one, message] of [
    [misnamed, /must have an id that starts with 'shop\.'/],
    [wrong, /needs \{yyyy\} or \{yy\}/],
  ] as const) {
    const shop = defineModule({ id: 'shop', title: 'Shop', contributes: [series.of(one)] })
    await expect(testApp({ modules: [directory, auth, numbering, shop] })).rejects.toThrow(message)
  }
  const one = numberSeries({ id: 'shop.x', title: 'X', pattern: '{000}', gapless: true })
  const twice = defineModule({ id: 'shop', title: 'Twice', contributes: [series.of(one, one)] })
  await expect(testApp({ modules: [directory, auth, numbering, twice] })).rejects.toThrow(/shop\.x/)
})

// The other checks of the kit are made with all modules.
test('no example loses an update beside itself or another command', { timeout: 120_000 }, async () => {
  await using app = await testApp({ modules: [numbering, paperwork] })
  await checkRaces(app, { examples: joinFixtures(numbersFixtures).undo.examples })
})
