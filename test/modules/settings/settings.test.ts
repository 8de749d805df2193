import { auditLogs } from '@plinth/audit-logs'
import { createPlatform, defineFeatures, defineModule, get, open as everybody } from '@plinth/core'
import { directory } from '@plinth/directory'
import { directoryFixtures } from '@plinth/directory/testing'
import { settings, settingsModule } from '@plinth/settings'
import { office, officeSettings, settingsFixtures } from '@plinth/settings/testing'
import { CapturedLog, checkRaces, joinFixtures, tenantB, type TestPlatform, testSecret } from '@plinth/testing'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const auth = { id: 'auth', title: 'Auth' }
/** Reads a setting many times, as code does for each of many rows. */
const reader = defineModule({
  id: 'reader',
  title: 'Reader',
  routes: [
    get(
      '/reader',
      { access: everybody, response: z.object({ greeting: z.string(), nanoseconds: z.number() }) },
      async (ctx) => {
        let { greeting } = await officeSettings.of(ctx)
        const begin = process.cpuUsage().user
        for (let round = 0; round < 10_000; round++) greeting = (await officeSettings.of(ctx)).greeting
        return { greeting, nanoseconds: ((process.cpuUsage().user - begin) * 1000) / 10_000 }
      },
    ),
  ],
})
const modules = [directory, auth, auditLogs, settingsModule, office, reader]
const open = () => testApp({ modules, prepare: directoryFixtures.prepare! })
const all = { features: ['*'] }
const PATH = '/office/settings'
const greetingOf = async (app: TestPlatform, who: Parameters<TestPlatform['as']>[0] = all) =>
  app.platform.actAs(app.callerOf(who), async (ctx) => (await officeSettings.of(ctx)).greeting)

test('settings are inherited from the tenant and down the tree of organizations', async () => {
  await using app = await open()
  const admin = app.as({ ...all, isSuperAdmin: true })
  const add = async (name: string, parentId?: string) =>
    (await admin.post('/directory/organizations', { name, parentId })).body.id as string
  const upper = await add('Upper')
  const lower = await add('Lower', upper)
  const within = (id: string) => ({ features: ['*'], organizationId: id, organizationIds: [id] })
  const greetings = () => Promise.all([all, within(upper), within(lower)].map((who) => greetingOf(app, who)))
  expect(await greetings()).toEqual(['Hello', 'Hello', 'Hello'])
  expect((await app.as(all).put(PATH, { greeting: 'Tenant' })).status).toBe(200)
  expect(await greetings()).toEqual(['Tenant', 'Tenant', 'Tenant'])
  const upperWrite = await app.as(within(upper)).put(PATH, { greeting: ' Upper ', level: 'organization' })
  expect(upperWrite.status).toBe(200)
  expect(await greetings()).toEqual(['Tenant', 'Upper', 'Upper'])
  expect((await app.as(within(lower)).put(PATH, { greeting: 'x' })).status).toBe(403)
  const { body } = await app.as(within(lower)).get(`${PATH}?level=organization`)
  expect(body).toEqual({ values: { greeting: 'Upper', fewest: 1, most: 10 }, own: [], invalid: [], updatedAt: null })
  // Moved elsewhere in the tree, it inherits there.
  expect((await admin.put('/directory/organizations', { id: lower, parentId: null })).status).toBe(200)
  expect(await greetings()).toEqual(['Tenant', 'Upper', 'Tenant'])
  const undone = await app
    .as(all)
    .post('/audit_logs/audit-logs/actions/undo', { undoToken: upperWrite.operation?.undoToken })
  expect([undone.status, await greetings()]).toEqual([200, ['Tenant', 'Tenant', 'Tenant']])
  expect((await app.as(all).put(PATH, { greeting: null })).status).toBe(200)
  expect(await greetings()).toEqual(['Hello', 'Hello', 'Hello'])
  expect(await greetingOf(app, { features: ['*'], tenantId: tenantB.id })).toBe('Hello')
})

test('what a host has read is forgotten when another one writes, and reading again costs nothing', async () => {
  await using app = await open()
  const host = await createPlatform({ modules, database: app.database, secret: testSecret, log: new CapturedLog() })
  await host.start({ workers: false })
  try {
    const there = () => host.actAs(app.callerOf(all), async (ctx) => (await officeSettings.of(ctx)).greeting)
    expect([await there(), await greetingOf(app)]).toEqual(['Hello', 'Hello'])
    await app.as(all).put(PATH, { greeting: 'Servus' })
    expect(await greetingOf(app)).toBe('Servus')
    await vi.waitFor(async () => expect(await there()).toBe('Servus'), { interval: 10, timeout: 1_000 })
    await app.as(all).get('/reader')
    const before = app.queries()
    const { body } = await app.as(all).get('/reader')
    expect([body.greeting, app.queries() - before]).toEqual(['Servus', 0])
    expect(body.nanoseconds).toBeLessThan(500)
  } finally {
    await host.close()
  }
})

test('secrets are encrypted and never told; what is not allowed is refused, or inherited and reported', async () => {
  await using app = await open()
  const admin = app.as(all)
  expect((await admin.put(PATH, { apiKey: 'hush-hush', fewest: 5 })).status).toBe(200)
  expect((await admin.get(PATH)).body).toMatchObject({ values: { fewest: 5 }, own: ['fewest', 'apiKey'] })
  expect((await admin.get(PATH)).text).not.toContain('hush')
  // Encrypted again, the same secret would be a change that cannot be undone.
  const encrypted = await app.sql('select secrets from settings')
  expect((await admin.put(PATH, { apiKey: 'hush-hush', fewest: 5 })).status).toBe(200)
  expect(await app.sql('select secrets from settings')).toEqual(encrypted)
  const kept = await app.sql(
    `select (select json_agg(s)::text from settings s) || (select json_agg(c)::text from plinth.changes c) as text`,
  )
  expect(JSON.stringify(kept)).not.toContain('hush')
  expect(await app.platform.actAs(app.callerOf(all), async (ctx) => (await officeSettings.of(ctx)).apiKey)).toBe(
    'hush-hush',
  )
  const wrong: readonly (readonly [object, object])[] = [
    [{ most: 4 }, { error: 'Must not be less than the fewest', fieldErrors: { most: expect.anything() } }],
    [{ greeting: '' }, {}],
    [{ greeting: 'x', level: 'planet' }, {}],
  ]
  for (const [body, answer] of wrong) expect(await admin.put(PATH, body)).toMatchObject({ status: 400, body: answer })
  await app.sql(`update settings set stored = '{"fewest": "many", "most": 7, "gone": 1}'`)
  const { body } = await admin.get(PATH)
  expect(body).toMatchObject({ values: { fewest: 1, most: 7 }, invalid: ['fewest'], own: ['fewest', 'most', 'apiKey'] })
  const stale = await admin.send('PUT', PATH, {
    body: '{"most":9}',
    headers: {
      'content-type': 'application/json',
      'x-om-ext-optimistic-lock-expected-updated-at': '2020-01-01T00:00:00Z',
    },
  })
  expect(stale.status).toBe(409)
  const { paths } = app.platform.document() as { paths: Record<string, Record<string, object>> }
  expect(JSON.stringify(paths[PATH]?.['put'])).toContain('officeUpdateSettings')
})

test('a release that makes a member a secret, or no longer one, loses no value and leaves no plain text', async () => {
  const features = defineFeatures('maps', { configure: 'Configure' })
  const release = (secret: 'key' | 'token') => {
    const text = (name: string) => z.string().meta({ writeOnly: name === secret })
    const maps = settings({
      id: 'maps.settings',
      schema: z.object({ key: text('key'), token: text('token') }),
      defaults: { key: '', token: 'none' },
      access: { write: features.configure },
    })
    const module = defineModule({ id: 'maps', title: 'Maps', requires: ['settings'], features, resources: [maps] })
    return { maps, modules: [directory, auth, auditLogs, settingsModule, module] }
  }
  const [first, second] = [release('token'), release('key')]
  await using app = await testApp({ modules: first.modules, prepare: directoryFixtures.prepare! })
  const path = '/maps/settings'
  expect((await app.as(all).put(path, { key: 'plain', token: 'hidden' })).status).toBe(200)
  await using next = await testApp({ modules: second.modules, databaseUrl: app.databaseUrl })
  const applied = () => next.platform.actAs(next.callerOf(all), second.maps.of)
  // What was a secret is not told, although it is not one any more.
  expect(await applied()).toEqual({ key: 'plain', token: 'none' })
  expect((await next.as(all).get(path)).body).toMatchObject({ values: { token: 'none' }, own: ['key'] })
  expect((await next.as(all).put(path, { key: 'new', token: 'open' })).status).toBe(200)
  expect(await applied()).toEqual({ key: 'new', token: 'open' })
  expect(
    await app.sql('select stored, (select array_agg(k) from jsonb_object_keys(secrets) k) as names from settings'),
  ).toEqual([{ stored: { token: 'open' }, names: ['key'] }])
  expect((await next.as(all).put(path, { key: null, token: null })).status).toBe(200)
  expect((await next.as(all).get(path)).body).toMatchObject({ own: [] })
})

test('a wrong declaration is refused at once', () => {
  const features = defineFeatures('shop', { configure: 'Configure' })
  const declare = (id: string, shape: z.ZodRawShape, defaults: object) => () =>
    settings({ id, schema: z.object(shape), defaults: defaults as never, access: { write: features.configure } })
  expect(declare('shop', { a: z.int() }, { a: 1 })).toThrow(/an id such as/)
  expect(declare('shop.settings', { a: z.int() }, {})).toThrow(/defaults/)
  expect(declare('shop.settings', { level: z.int() }, { level: 1 })).toThrow(/'level'/)
})

// The other checks of the kit are made with all modules.
test('no example loses an update beside itself or another command', { timeout: 120_000 }, async () => {
  await using app = await testApp({
    modules: [directory, auth, settingsModule, office],
    prepare: directoryFixtures.prepare!,
  })
  await checkRaces(app, { examples: joinFixtures(settingsFixtures).undo.examples })
})
