import { setTimeout as sleep } from 'node:timers/promises'
import { defineEntity, p } from '@mikro-orm/core'
import { apiKeys } from '@plinth/api-keys'
import { defineAuditLogs, type CheckpointSink, verifyTrail } from '@plinth/audit-logs'
import { auth, recordConsent } from '@plinth/auth'
import { linkToken, signIn, urlEncoded, withHeaders } from '@plinth/auth/testing'
import { businessRules } from '@plinth/business-rules'
import { defineCommand, defineFeatures, defineMigration, defineModule, Id, post, Scoped } from '@plinth/core'
import { createKeyRing, createPlatformKeys, keyRing, randomToken, rekey } from '@plinth/core/security'
import { directory } from '@plinth/directory'
import { tenantA, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { argon2 } from '../../_setup/cheap-passwords.ts'
import { testApp } from '../../_setup/app.ts'
import { memoryStore } from '../audit-logs/_archive.ts'
import { prepareAccounts } from '../auth/_accounts.ts'

const former = 'the former secret, with at least 32 characters'
const present = 'the present secret, with at least 32 characters'
/** How much there is to make anew: little in the suite, much in `npm run campaign:rotation`. */
const size = (name: string, usual: number) => Number(process.env[name] ?? usual)
const sizes = {
  keys: size('ROTATION_KEYS', 20),
  sessions: size('ROTATION_SESSIONS', 50),
  entries: size('ROTATION_ENTRIES', 200),
}

const scope = { tenantId: tenantA.id, organizationId: tenantA.organization, organizationIds: null }

const Gateway = defineEntity({
  name: 'Gateway',
  tableName: 'gateways',
  extends: Scoped,
  properties: { label: p.text(), token: p.text().nullable(), fields: p.json<Record<string, unknown>>() },
})
const features = defineFeatures('shop', { manage: 'Manage gateways' })
const withdrawn: string[] = []

/** A module with encrypted columns, and a command whose undo needs its encrypted input. */
const addGateway = defineCommand({
  id: 'shop.gateways.add',
  access: features.manage,
  resource: 'shop.gateway',
  input: z.object({ label: z.string(), token: z.string() }),
  output: Id,
  async run({ from, inject, input: { label, token } }) {
    const ring = inject(keyRing)
    const fields = { plain: 'text', nested: [{ pin: ring.encrypt('shop.fields', `pin of ${token}`) }] }
    const { id } = await from.create(Gateway, { label, token: ring.encrypt('shop.gateway', token), fields })
    return { id }
  },
  undo: ({ input: { token } }) => void withdrawn.push(token),
})

const shop = defineModule({
  id: 'shop',
  title: 'Shop',
  entities: [Gateway],
  features,
  migrations: [
    defineMigration(
      'shop.gateways',
      `select plinth.scoped_table('gateways', 'label text not null, token text, fields jsonb not null', '{token,fields}')`,
    ),
  ],
  commands: [addGateway],
  routes: [
    post(
      '/shop/gateways',
      { access: features.manage, body: addGateway.input, response: Id, runs: addGateway },
      ({ run, body }) => run(addGateway, body),
    ),
  ],
  rekeys: [
    rekey(Gateway, { id: 'shop.tokens', property: 'token', purpose: 'shop.gateway' }),
    rekey(Gateway, { id: 'shop.fields', property: 'fields', purpose: 'shop.fields' }),
  ],
})

function memorySink(): CheckpointSink & { readonly lines: string[] } {
  const lines: string[] = []
  return {
    lines,
    append: async (more) => void lines.push(...more),
    async *read() {
      yield* lines
    },
  }
}

const sink = memorySink()
const { store } = memoryStore()
const auditLogs = defineAuditLogs({ checkpoints: sink, archive: store })
const modules = [directory, auth({ argon2 }), auditLogs, apiKeys, businessRules(), shop]

type Secrets = { readonly secret: string; readonly retiredSecrets?: readonly string[] }

const open = (secrets: Secrets, first?: TestPlatform) =>
  testApp({
    modules,
    origin: 'https://acme.example',
    ...(first ? { databaseUrl: first.databaseUrl } : { prepare: prepareAccounts }),
    ...secrets,
  })

const seal = async (app: TestPlatform) => {
  app.clock.advance(60_000)
  await app.jobs()
}

const verify = (app: TestPlatform, secret: string) =>
  verifyTrail(app.platform, { keys: createPlatformKeys(secret), at: new Date(Date.now() + 3_600_000), sink })

/** What somebody holds: tokens, keys and links, all made with the former secret. */
async function gather(app: TestPlatform) {
  const login = await signIn(app, 'admin@acme.com', { remember: '1' })
  const keys: string[] = []
  for (let n = 0; n < 5; n++)
    keys.push((await login.post('/api_keys/keys', { name: `Key ${n}`, roles: ['admin'] })).body.secret)
  const employee = (await app.sql(`select id from users where email = 'employee@acme.com'`))[0]!['id'] as string
  await app.platform.actAs({ actor: 'platform', reason: 'consent', scope }, ({ run }) =>
    run(recordConsent, { userId: employee, consentType: 'marketing_email', isGranted: true }),
  )
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))
  await app.settled()
  await app.jobs()
  const link = linkToken(app)
  const manager = app.as({ features: ['shop.*', 'audit_logs.*'] })
  const gateway = await manager.post('/shop/gateways', { label: 'Bank', token: 'token of the bank' })
  const role = await login.post('/auth/roles', { name: 'Made before' })
  const write = {
    method: 'POST',
    body: JSON.stringify({ name: 'Written once' }),
    headers: { 'content-type': 'application/json', 'idempotency-key': 'the same key' },
  }
  const written = await login.send('POST', '/auth/roles', write)
  const device = login.answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('om_device='))!
    .split(';')[0]!
  return { login, keys, employee, link, gateway, role, write, written, device }
}

/** More keys, logins and entries of the log, written past the commands. */
async function fill(app: TestPlatform) {
  const ring = createKeyRing({ secret: former })
  const keys = Array.from({ length: sizes.keys }, () => `omk_${randomToken(4)}.${randomToken(24)}`)
  await app.sql(
    `insert into api_keys select r.* from api_keys k, unnest($1::text[], $2::text[]) v(prefix, hash),
      jsonb_populate_record(k, jsonb_build_object('id', gen_random_uuid(), 'key_prefix', v.prefix, 'key_hash', v.hash)) r
      where k.id = (select id from api_keys limit 1)`,
    [keys.map((key) => key.slice(0, 12)), keys.map((key) => ring.keyedHash('api_keys.secret', key))],
  )
  const tokens = Array.from({ length: sizes.sessions }, () => randomToken())
  await app.sql(
    `insert into sessions select r.* from sessions s, unnest($1::text[]) v(hash),
      jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'token_hash', v.hash)) r
      where s.id = (select id from sessions where token_hash is not null limit 1)`,
    [tokens.map((token) => ring.keyedHash('auth.tokens', token))],
  )
  await app.sql(
    `insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
      select $1, gen_random_uuid(), 'shop.orders.update', 'campaign', now() from generate_series(1, $2)`,
    [tenantA.id, sizes.entries],
  )
  return { keys, tokens }
}

/** Requests of people who hold something, against hosts that come and go. */
function startLoad(held: Awaited<ReturnType<typeof gather>>, hosts: TestPlatform[]) {
  const failures: string[] = []
  let sent = 0
  const ended = new AbortController()
  const expectOk = async (what: string, answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer
    sent++
    if (status >= 300) failures.push(`${what}: ${status} ${text}`)
  }
  const run = async (offset: number) => {
    for (let n = offset; !ended.signal.aborted; n++) {
      const host = hosts[n % hosts.length]!
      await expectOk('profile', withHeaders(host, { authorization: `Bearer ${held.login.token}` }).get('/auth/profile'))
      await expectOk('key', withHeaders(host, { 'x-api-key': held.keys[n % held.keys.length]! }).get('/auth/users'))
      await expectOk(
        'refresh',
        host.anonymous.post('/auth/session/refresh', { refreshToken: held.login.refreshToken! }),
      )
      const own = withHeaders(host, { authorization: `Bearer ${held.login.token}` })
      await expectOk('replay', own.send('POST', '/auth/roles', held.write))
      const role = own.post('/auth/roles', { name: `Role ${offset} ${n}` })
      await expectOk('write', role)
      const undoToken = (await role).operation?.undoToken
      await expectOk('undo', own.post('/audit_logs/audit-logs/actions/undo', { undoToken }))
    }
  }
  const runners = [run(0), run(1)]
  return {
    failures,
    async end() {
      ended.abort()
      await Promise.all(runners)
      return sent
    },
    async [Symbol.asyncDispose]() {
      await this.end()
    },
  }
}

/** Ends the connection that rotates, as a crash of its process or of the network would. */
const cutRotation = (app: TestPlatform) =>
  app.sql(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
    and (classid::bigint << 32 | objid::bigint) = 7215046120 and database = (select oid from pg_database where datname = current_database())`)

test(
  'a secret is replaced under load, cut off again and again, and the former one is worthless afterwards',
  { timeout: 600_000 },
  async () => {
    await using first = await open({ secret: former })
    const held = await gather(first)
    const filled = await fill(first)
    await seal(first)
    expect(await verify(first, former)).toMatchObject({ faults: [], anchors: { tenantsWithout: 0 } })

    // First all hosts learn the coming secret, then one after the other writes with it.
    await using one = await open({ secret: former, retiredSecrets: [present] }, first)
    await using other = await open({ secret: former, retiredSecrets: [present] }, first)
    const hosts = [one, other]
    await using load = startLoad(held, hosts)
    await sleep(300)
    await using one2 = await open({ secret: present, retiredSecrets: [former] }, first)
    hosts[0] = one2
    await sleep(300)
    await seal(other)
    await seal(one2)
    expect((await verify(one2, former)).faults.length).toBeGreaterThan(0)
    await using other2 = await open({ secret: present, retiredSecrets: [former] }, first)
    hosts[1] = other2
    await sleep(300)

    for (const { platform } of [first, one, other]) await platform[Symbol.asyncDispose]()
    // Cut off in the step behind the first, the second and so on, then not at all.
    const begunAt = performance.now()
    let cuts = 0
    for (let isDone = false, attempt = 1; !isDone; attempt++) {
      let steps = 0
      let cutting: Promise<unknown> | undefined
      const onStep = () => {
        if (++steps === attempt) cutting = cutRotation(first)
      }
      isDone = await one2.platform.rotateSecret({ onStep }).then(
        (rotation) => rotation.isDone,
        (error: unknown) => {
          if (!cutting) throw error
          cuts++
          return false
        },
      )
      await cutting
    }
    expect(cuts).toBeGreaterThan(5)
    const seconds = (performance.now() - begunAt) / 1000
    await seal(one2)
    await sleep(300)
    const requests = await load.end()
    expect(requests).toBeGreaterThan(50)
    expect(load.failures).toEqual([])
    if (sizes.entries > 1_000) console.log({ ...sizes, seconds, cuts, requests, failures: load.failures.length })

    await using after = await open({ secret: present }, first)
    expect(await after.platform.rotateSecret()).toMatchObject({ isDone: true })
    await seal(after)
    const { faults, anchors, checkpoints } = await verify(after, present)
    expect(faults).toEqual([])
    expect(anchors).toMatchObject({ tenantsWithout: 0 })
    expect(checkpoints).toBeGreaterThan(0)
    expect((await verify(after, former)).faults.length).toBeGreaterThan(0)

    for (const key of held.keys)
      expect((await withHeaders(after, { 'x-api-key': key }).get('/auth/users')).status).toBe(200)
    for (const key of filled.keys.slice(0, 100))
      expect((await withHeaders(after, { 'x-api-key': key }).get('/auth/users')).status).toBe(200)
    for (const refreshToken of filled.tokens.slice(0, 100))
      expect((await after.anonymous.post('/auth/session/refresh', { refreshToken })).status).toBe(200)
    const renewed = await after.anonymous.post('/auth/session/refresh', { refreshToken: held.login.refreshToken! })
    expect(renewed.status).toBe(200)
    // An access token lives a few hours; it is the one thing that is not stored, and is exchanged.
    expect(
      (await withHeaders(after, { authorization: `Bearer ${held.login.token}` }).get('/auth/profile')).status,
    ).toBe(401)
    const admin = withHeaders(after, { authorization: `Bearer ${renewed.body.accessToken}` })
    const consents = await admin.get(`/auth/users/consents?userId=${held.employee}`)
    expect(consents.body.items).toMatchObject([{ integrityValid: true }])
    const reset = { token: held.link, password: 'Another-456' }
    expect((await after.anonymous.post('/auth/reset/confirm', urlEncoded(reset))).status).toBe(200)
    expect((await signIn(after, 'admin@acme.com')).token).toBeTruthy()

    const stored = await after.sql<{ token: string; fields: { plain: string; nested: { pin: string }[] } }>(
      'select token, fields from gateways',
    )
    const texts = await after.platform.actAs({ actor: 'platform', reason: 'read', scope }, async ({ inject }) =>
      stored.map(({ token, fields }) => [
        inject(keyRing).decrypt('shop.gateway', token),
        inject(keyRing).decrypt('shop.fields', fields.nested[0]!.pin),
        fields.plain,
      ]),
    )
    expect(texts).toEqual([['token of the bank', 'pin of token of the bank', 'text']])

    // The token that was given out before, and the one that the log shows now.
    const manager = after.as({ features: ['*'] })
    const undone = await manager.post('/audit_logs/audit-logs/actions/undo', {
      undoToken: held.gateway.operation!.undoToken,
    })
    expect([undone.status, withdrawn]).toEqual([200, ['token of the bank']])
    const redone = await manager.post('/audit_logs/audit-logs/actions/redo', { logId: undone.body.logId })
    expect(redone.status).toBe(200)
    const [restored] = await after.sql<{ token: string }>('select token from gateways')
    expect(
      await after.platform.actAs({ actor: 'platform', reason: 'read', scope }, async ({ inject }) =>
        inject(keyRing).decrypt('shop.gateway', restored!.token),
      ),
    ).toBe('token of the bank')
    const shown = (await admin.get(`/audit_logs/audit-logs/actions?resourceId=${held.role.body.id}`)).body.items as {
      id: string
      undoToken: string
    }[]
    const entry = shown.find(({ id }) => id === held.role.operation!.id)!
    expect(entry.undoToken).not.toBe(held.role.operation!.undoToken)
    expect((await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken: entry.undoToken })).status).toBe(200)

    // Nothing in the database was made with the former secret, and a host that knows it alone can do nothing.
    const [{ made }] = (await after.sql<{ made: number }>(
      `select (select count(*) from sessions where token_hash not like $1) + (select count(*) from api_keys where key_hash not like $1)
      + (select count(*) from plinth.entry_effects where sealed not like $1)
      + (select count(*) from gateways where token not like $1) + (select count(*) from plinth.keys) - 1 as made`,
      [`${createPlatformKeys(present).ids[0]}.%`],
    )) as [{ made: number }]
    expect(Number(made)).toBe(0)
  },
)
