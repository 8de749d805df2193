import { providers } from '@plinth/sso'
import { tenantA } from '@plinth/testing'
import { createPublicKey } from 'node:crypto'
import { allowInsecureRequests, ClientSecretBasic, Configuration } from 'openid-client'
import { expect, test, vi } from 'vitest'
import { newKey, signBy, signWith, unsigned } from './_own-provider.ts'
import { urlEncoded } from '../auth/_accounts.ts'
import { answer, connect, cookiesFrom, type OwnApp, ownApp, prove, signInBy } from './_sso.ts'

const ann = { sub: 'ann', email: 'ann@corp.example', email_verified: true, name: 'Ann' }
const SECRET = 'a client secret that is long enough'

/** Where a sign-in of somebody new leads. */
async function visit(app: OwnApp, id: string, claims: Record<string, unknown> = {}) {
  const sub = crypto.randomUUID()
  app.provider.claims = { ...ann, sub, email: `${sub}@corp.example`, ...claims }
  return (await signInBy(app, id)).location
}

test('only keys that the provider publishes sign id tokens', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const { provider } = app
  const [key] = provider.keys
  const byKey = (claims: Record<string, unknown>) => signBy(key!, claims)
  const stranger = newKey(key!.kid)
  const forged = [
    (claims: object) => signBy(stranger, { ...claims }),
    (claims: object) => signBy(newKey(), { ...claims }),
    (claims: object) => unsigned({ ...claims }),
    (claims: object) => signWith(SECRET, { ...claims }, key!.kid),
    (claims: object) => signWith(SECRET, { ...claims }),
    // The public key as a shared secret.
    (claims: object) => signWith(JSON.stringify(key!.jwk), { ...claims }, key!.kid),
    (claims: object) => byKey({ ...claims }).slice(0, -4),
    (claims: object) => byKey({ ...claims }).replace(/[^.]+$/, ''),
  ]
  for (const token of forged) {
    provider.token = token
    expect(await visit(app, id)).toBe('/login?error=sso_failed')
  }
  expect(await app.sql(`select 1 from users where email like '%@corp.example'`)).toEqual([])
  provider.token = byKey
  expect(await visit(app, id)).toBe('/backend')
})

test('weak keys are refused, and so are key sets without a usable key', async () => {
  await using app = await ownApp()
  const { provider } = app
  const id = await connect(app)
  provider.keys = [newKey('weak', 1024)]
  expect(await visit(app, id)).toBe('/login?error=sso_failed')
  const findings = (await app.as({ features: ['*'] }).post('/sso/connections/test', { id })).body.findings
  expect(findings).toContainEqual(expect.objectContaining({ check: 'keys', outcome: 'failed' }))
})

test('a provider that has replaced its keys is asked for them again, but not at the will of strangers', async () => {
  await using app = await ownApp()
  const { provider } = app
  const id = await connect(app)
  expect(await visit(app, id)).toBe('/backend')
  provider.keys = [newKey()]
  expect(await visit(app, id)).toBe('/backend')
  expect(provider.requests['/keys']).toBe(2)
  // A withdrawn key is not accepted any longer.
  provider.keys = [newKey(), provider.keys[0]!]
  expect(await visit(app, id)).toBe('/backend')
  const before = provider.requests['/keys']!
  const unknown = signBy(newKey(), { iss: provider.issuer })
  for (let at = 0; at < 20; at++)
    await app.anonymous.post(`/sso/backchannel-logout/${id}`, urlEncoded({ logout_token: unknown }))
  expect(provider.requests['/keys']! - before).toBeLessThan(6)
  provider.keys = [newKey()]
  expect(await visit(app, id)).toBe('/backend')
})

test('a token is by the key that signed it, whatever the keys of a provider are called', async () => {
  await using app = await ownApp()
  const { provider } = app
  const id = await connect(app)
  const rename = (key: ReturnType<typeof newKey>, kid: string | undefined) => ({
    ...key,
    kid,
    jwk: { ...key.jwk, kid },
  })
  const [one, two, three] = [newKey(), newKey(), newKey()]
  const encryption = { ...rename(three, undefined), jwk: { ...three.jwk, kid: undefined, use: 'enc' } }
  // All with the same id, or none: the second one signs.
  for (const kid of ['same', undefined]) {
    provider.keys = [rename(one, kid), rename(two, kid), encryption]
    provider.token = (claims) => signBy(rename(two, kid), claims)
    expect([kid, await visit(app, id)]).toEqual([kid, '/backend'])
    provider.token = (claims) => signBy(rename(three, kid), claims)
    expect([kid, await visit(app, id)]).toEqual([kid, '/login?error=sso_failed'])
  }
  // A replaced key with the id of the former one is known at once, and the former one no longer.
  for (const kid of ['kept', undefined]) {
    provider.keys = [rename(one, kid)]
    provider.token = (claims) => signBy(rename(one, kid), claims)
    expect([kid, await visit(app, id)]).toEqual([kid, '/backend'])
    provider.keys = [rename(two, kid)]
    provider.token = (claims) => signBy(rename(two, kid), claims)
    expect([kid, await visit(app, id)]).toEqual([kid, '/backend'])
    provider.token = (claims) => signBy(rename(one, kid), claims)
    expect([kid, await visit(app, id)]).toEqual([kid, '/login?error=sso_failed'])
  }
  // More keys than are tried.
  provider.keys = [...Array.from({ length: 10 }, () => rename(one, undefined)), rename(three, undefined)]
  provider.token = (claims) => signBy(rename(three, undefined), claims)
  expect(await visit(app, id)).toBe('/login?error=sso_failed')
})

test('a response that comes from another issuer, or says something twice, is refused', async () => {
  await using app = await ownApp()
  const { provider } = app
  const id = await connect(app)
  provider.response = (state) => ({ state, iss: 'https://elsewhere.example' })
  expect(await visit(app, id)).toBe('/login?error=sso_failed')
  provider.response = (state) => ({ state, iss: provider.issuer, session_state: 'x', scope: 'openid' })
  expect(await visit(app, id)).toBe('/backend')
  provider.response = (state) => ({ state, response: 'a token' })
  expect(await visit(app, id)).toBe('/login?error=sso_failed')
  provider.response = (state) => ({ state })
  for (const name of ['code', 'state', 'iss']) {
    const twice = (url: URL) => {
      url.searchParams.append(name, 'another')
      if (name === 'iss') url.searchParams.append(name, provider.issuer)
      return url
    }
    app.provider.claims = { ...ann, sub: name, email: `${name}@corp.example` }
    expect([name, (await signInBy(app, id, { change: twice })).location]).toEqual([name, '/login?error=sso_failed'])
  }
  // A provider that names itself always is not believed without.
  provider.metadata = { authorization_response_iss_parameter_supported: true }
  const other = await connect(app, {}, { domain: 'other.example' })
  expect(await visit(app, other, { email: 'x@other.example' })).toBe('/login?error=sso_failed')
  provider.response = (state) => ({ state, iss: provider.issuer })
  expect(await visit(app, other, { email: 'x@other.example' })).toBe('/backend')
})

test('a provider without keys, or whose keys cannot be read, signs nobody in', async () => {
  await using app = await ownApp()
  const { provider } = app
  const id = await connect(app)
  provider.intercept = (path, response) => path === '/keys' && Boolean(response.writeHead(500).end())
  expect(await visit(app, id)).toBe('/login?error=sso_failed')
  provider.intercept = () => false
  expect(await visit(app, id)).toBe('/backend')
  provider.metadata = { jwks_uri: undefined }
  const other = await connect(app, {}, { domain: 'other.example' })
  expect(await visit(app, other, { email: 'x@other.example' })).toBe('/login?error=sso_failed')
})

test('claims that do not fit are refused', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const now = Math.floor(Date.now() / 1000)
  const wrong: Record<string, unknown>[] = [
    { iss: 'https://elsewhere.example' },
    { aud: 'somebody else' },
    { aud: ['somebody else', 'and another'] },
    { azp: 'somebody else' },
    { nonce: 'another' },
    { nonce: undefined },
    { sub: undefined },
    { sub: 1.5 },
    { sub: 2 ** 60 },
    { sub: ['ann'] },
    { sub: '' },
    { sub: 'x'.repeat(501) },
    { sub: 'with\u0000nul' },
    { exp: now - 120 },
    { iat: undefined },
    { nbf: now + 3600 },
    { azp: '' },
    { iat: 'yesterday' },
    { exp: `${now - 120}` },
    { nbf: `${now + 3600}` },
  ]
  for (const claims of wrong)
    expect([claims, await visit(app, id, claims)]).toEqual([claims, '/login?error=sso_failed'])
  // Clocks differ by a minute at most.
  expect(await visit(app, id, { exp: now - 30, iat: now - 330 })).toBe('/backend')
  expect(await visit(app, id, { iat: now + 30, nbf: now + 30 })).toBe('/backend')
})

test('several audiences need the party that the token was issued to', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const { provider } = app
  provider.token = (claims) => signBy(provider.keys[0]!, { ...claims, aud: [claims['aud'], 'another'] })
  expect(await visit(app, id)).toBe('/login?error=sso_failed')
  provider.token = (claims) => {
    const client = claims['aud']
    return signBy(provider.keys[0]!, { ...claims, aud: [client, 'another'], azp: client })
  }
  expect(await visit(app, id)).toBe('/backend')
})

test('what the provider says about people elsewhere has to be about the same person', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const { provider } = app
  const without = { email: undefined, email_verified: undefined }
  provider.info = { sub: 'somebody else', email: 'x@corp.example' }
  expect(await visit(app, id, without)).toBe('/login?error=sso_failed')
  provider.info = { email: 'x@corp.example' }
  expect(await visit(app, id, without)).toBe('/backend')
  // Some name a claim without a value.
  for (const [index, email] of [null, '', ' ', []].entries()) {
    provider.info = { email: `x${index}@corp.example` }
    expect([email, await visit(app, id, { sub: `x${index}`, email })]).toEqual([email, '/backend'])
  }
  provider.info = { name: 'Kim Lee' }
  provider.metadata = { claims_supported: ['sub', 'name'] }
  const named = await connect(app, {}, { domain: 'named.example' })
  expect(await visit(app, named, { sub: 'named', email: 'kim@named.example', name: null })).toBe('/backend')
  expect(await app.sql('select name from users where email = $1', ['kim@named.example'])).toEqual([{ name: 'Kim Lee' }])
  provider.metadata = { claims_supported: ['sub', 'email_verified'] }
  const vouching = await connect(app, {}, { domain: 'vouching.example' })
  for (const [index, said] of [true, false, null, undefined].entries()) {
    const email = `n${index}@vouching.example`
    provider.info = { email, email_verified: said }
    const target = await visit(app, vouching, { sub: email, email, email_verified: null })
    expect([said, target]).toEqual([said, said ? '/backend' : '/login?error=sso_email_not_verified'])
  }
  provider.metadata = { userinfo_signing_alg_values_supported: ['RS256', 'none'] }
  const other = await connect(app, {}, { domain: 'other.example' })
  const claims = (email: string) => ({ sub: 'signed', email })
  const signed = { ...without, sub: 'signed' }
  provider.info = signBy(newKey(), claims('y@other.example'))
  expect(await visit(app, other, signed)).toBe('/login?error=sso_failed')
  provider.info = unsigned(claims('y@other.example'))
  expect(await visit(app, other, signed)).toBe('/login?error=sso_failed')
  provider.info = signBy(provider.keys[0]!, claims('y@other.example'))
  expect(await visit(app, other, signed)).toBe('/backend')
})

test('an address counts if the provider says yes, or does not say anything', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const yes = [true, 'true', 'True', 'TRUE', 1, '1', undefined]
  const no = [
    false,
    'false',
    'False',
    0,
    '0',
    'no',
    'No',
    'n',
    'off',
    'yes',
    '',
    ' ',
    'null',
    null,
    2,
    -1,
    [],
    {},
    [true],
  ]
  for (const email_verified of yes) expect(await visit(app, id, { email_verified })).toBe('/backend')
  for (const email_verified of no)
    expect([email_verified, await visit(app, id, { email_verified })]).toEqual([
      email_verified,
      '/login?error=sso_email_not_verified',
    ])
})

test('a provider that many organizations share names people of the proven ones only', async () => {
  await using app = await ownApp()
  const { provider } = app
  const id = await connect(app)
  await prove(app.as({ features: ['*'] }), id, 'second.example')
  const standIn = (issuer: string) => {
    provider.metadata = { issuer }
    app.platform.override(providers, {
      async configure({ clientId, secret }) {
        const [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint] = [
          `${provider.issuer}/authorize`,
          `${provider.issuer}/token`,
          `${provider.issuer}/keys`,
          `${provider.issuer}/info`,
        ]
        const endpoints = { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint }
        const found = new Configuration({ issuer, ...endpoints }, clientId, undefined, ClientSecretBasic(secret!))
        allowInsecureRequests(found)
        return found
      },
      keysOf: () => async () => createPublicKey(provider.keys[0]!.privateKey),
      discover: () => Promise.reject(new Error('not asked for')),
      fetch: () => Promise.reject(new Error('not asked for')),
      readJson: () => Promise.reject(new Error('not asked for')),
      resolveTxt: async () => [],
    })
  }
  const google = 'https://accounts.google.com'
  const unverified = '/login?error=sso_email_not_verified'
  const unproven = '/login?error=sso_domain_not_proven'
  const noEmail = '/login?error=sso_no_email'
  const directory = 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0'
  const personal = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0'
  const rows: [issuer: string, claims: Record<string, unknown>, location: string][] = [
    [google, { hd: 'corp.example' }, '/backend'],
    [google, { hd: 'CORP.Example' }, '/backend'],
    [google, { hd: 'second.example' }, '/backend'],
    // A personal account with an address of the domain, as somebody who has left may keep.
    [google, {}, unverified],
    [google, { hd: '' }, unverified],
    [google, { hd: ['corp.example'] }, unverified],
    [google, { hd: { toString: 'corp.example' } }, unverified],
    [google, { email: 'ann@gmail.com' }, unverified],
    // Another organization of Google, whatever address it gives its people.
    [google, { hd: 'evil.example' }, unproven],
    [google, { hd: 'evil.example', email: 'ann@evil.example' }, unproven],
    [google, { hd: 'corp.example', email: 'ann@evil.example' }, unproven],
    [google, { hd: 'x.corp.example' }, unproven],
    [google, { hd: 'corp.example', email_verified: false }, unverified],
    ['https://gitlab.com', { hd: 'corp.example' }, unverified],
    [personal, { tid: '9188040d-6c67-4c5b-b112-36a304b66dad' }, unverified],
    [directory, { email_verified: undefined }, '/backend'],
    [directory, { email_verified: undefined, xms_edov: true }, '/backend'],
    [directory, { email_verified: undefined, xms_edov: '1' }, '/backend'],
    // A guest, for whose address the directory does not answer.
    [directory, { email_verified: undefined, xms_edov: false }, unverified],
    [directory, { email_verified: undefined, xms_edov: 0 }, unverified],
    // Somebody without a mailbox.
    [directory, { email: undefined, preferred_username: 'without@corp.example' }, '/backend'],
    [directory, { email: undefined, preferred_username: 'without@evil.example' }, unproven],
    [directory, { email: undefined, preferred_username: 'guest_evil.example#EXT#@corp' }, noEmail],
    [directory, { email: undefined, preferred_username: 'home@corp.example', idp: directory }, '/backend'],
    // Guests have the names that other providers have given them.
    [directory, { email: undefined, preferred_username: 'boss@corp.example', idp: 'live.com' }, noEmail],
    [
      directory,
      { email: undefined, preferred_username: 'boss@corp.example', idp: directory.replace('1111', '2222') },
      noEmail,
    ],
    ['https://sso.example', { email: undefined, preferred_username: 'without@corp.example' }, noEmail],
    [google, { email: undefined, hd: 'corp.example', preferred_username: 'without@corp.example' }, noEmail],
    // The token of another directory.
    [directory, { iss: directory.replace('1111', '2222') }, '/login?error=sso_failed'],
    // Elsewhere, the claim has no meaning.
    ['https://sso.example', { hd: 'evil.example' }, '/backend'],
  ]
  for (const [issuer, claims, location] of rows) {
    standIn(issuer)
    expect([issuer, claims, await visit(app, id, { iss: issuer, ...claims })]).toEqual([issuer, claims, location])
  }
  expect(await app.sql(`select 1 from users where email like '%@evil.example' or email like '%@gmail.com'`)).toEqual([])
  // Somebody known keeps the address if the new one is not of a proven organization.
  standIn(google)
  const known = { iss: google, sub: 'known', hd: 'corp.example' }
  expect(await visit(app, id, { ...known, email: 'known@corp.example' })).toBe('/backend')
  expect(await visit(app, id, { ...known, hd: 'evil.example', email: 'boss@corp.example' })).toBe('/backend')
  expect(await app.sql(`select 1 from users where email = 'boss@corp.example'`)).toEqual([])
})

test('an issuer for many directories is refused when it is entered', async () => {
  await using app = await ownApp()
  const fields = { name: 'Corp', clientId: 'c', secret: 'a secret', homeOrganizationId: tenantA.organization }
  const enter = (issuer: string) => app.as({ features: ['*'] }).post('/sso/connections', { ...fields, issuer })
  for (const path of ['common', 'organizations', 'consumers', 'Common', '9188040d-6c67-4c5b-b112-36a304b66dad'])
    for (const host of ['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn']) {
      const { status, body } = await enter(`https://${host}/${path}/v2.0`)
      expect([host, path, status, Object.keys(body.fieldErrors)]).toEqual([host, path, 400, ['issuer']])
    }
  expect((await enter('https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0')).status).toBe(201)
  expect((await enter('https://login.corp.example/common')).status).toBe(201)
})

test('an answer about another address does not vouch for this one', async () => {
  await using app = await ownApp()
  app.provider.metadata = { claims_supported: ['sub', 'email', 'email_verified'] }
  const id = await connect(app)
  const unsaid = { email_verified: undefined }
  app.provider.info = { email_verified: false }
  expect(await visit(app, id, unsaid)).toBe('/login?error=sso_email_not_verified')
  app.provider.info = { email: 'another@corp.example', email_verified: true }
  expect(await visit(app, id, unsaid)).toBe('/login?error=sso_email_not_verified')
  app.provider.info = { email_verified: true }
  expect(await visit(app, id, unsaid)).toBe('/backend')
})

test('answers that are huge, slow or nonsense end on the sign-in page', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const { provider } = app
  for (const path of ['/token', '/keys']) {
    const bodies: [number, string, string][] = [
      [200, 'application/json', `{"access_token":"${'x'.repeat(1_100_000)}"}`],
      [200, 'application/json', '{'],
      [200, 'application/json', 'null'],
      [200, 'text/html', '<p>Sign in</p>'],
      [302, 'text/html', ''],
      [500, 'application/json', '{}'],
      [999, 'application/json', '{}'],
      [205, 'application/json', '{}'],
    ]
    for (const [status, type, body] of bodies) {
      provider.intercept = (at, response) =>
        at === path &&
        Boolean(response.writeHead(status, { 'content-type': type, location: 'http://127.0.0.1:1' }).end(body))
      expect([path, status, await visit(app, id)]).toEqual([path, status, '/login?error=sso_failed'])
    }
    provider.intercept = (at, response) => at === path && Boolean(response.destroy())
    expect(await visit(app, id)).toBe('/login?error=sso_failed')
  }
  provider.intercept = () => false
  expect(await visit(app, id)).toBe('/backend')
})

test('a response is worth nothing a second time, even if the provider takes its code again', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  app.provider.claims = ann
  const started = await app.anonymous.get(`/sso/start/${id}`)
  const state = cookiesFrom(started.headers)
  const back = await app.provider.visit(started.headers.get('location')!)
  expect((await answer(app, back, state)).location).toBe('/')
  expect((await answer(app, back, state)).location).toBe('/login?error=sso_state')
  expect(await app.sql('select count(*)::int as sessions from sso_sessions')).toEqual([{ sessions: 1 }])
})

test('a connection that is switched off meanwhile lets nobody in', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  app.provider.claims = ann
  const started = await app.anonymous.get(`/sso/start/${id}`)
  const back = await app.provider.visit(started.headers.get('location')!)
  await app.as({ features: ['*'] }).put('/sso/connections', { id, isActive: false })
  expect((await answer(app, back, cookiesFrom(started.headers))).location).toBe('/login?error=sso_failed')
})

test('what the provider refuses is told apart', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const codeOf = async (error: string) => {
    app.provider.response = (state) => ({ state, error, error_description: '<b>no</b>' })
    return new URL(await visit(app, id), 'https://acme.example').searchParams.get('error')
  }
  expect(await codeOf('access_denied')).toBe('sso_denied')
  expect(await codeOf('login_required')).toBe('sso_login_required')
  expect(await codeOf('temporarily_unavailable')).toBe('sso_unavailable')
  expect(await codeOf('invalid_scope')).toBe('sso_failed')
  expect(await codeOf('toString')).toBe('sso_failed')
})

test('a sign-in is as fresh as the provider says that the person has proved who they are', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const { provider } = app
  const status = async (authTime: unknown, fresh = false) => {
    provider.claims = { ...ann, auth_time: authTime }
    const { browser } = await signInBy(app, id, { fresh })
    return (await browser.post('/auth/factors/recovery-codes', {})).body.code ?? 'fresh'
  }
  const now = Math.floor(Date.now() / 1000)
  expect(await status(now - 5)).not.toBe('verification_required')
  expect(await status(now - 3 * 365 * 86_400)).toBe('verification_required')
  expect(await status(now - 11 * 60)).toBe('verification_required')
  expect(await status(undefined)).toBe('verification_required')
  // A clock that is ahead does not make a login fresh for longer.
  expect(await status(now + 30)).not.toBe('verification_required')
  const [ahead] = await app.sql("select max(verified_at) <= now() + interval '1 minute' as fits from sessions")
  expect(ahead).toEqual({ fits: true })
  // Some write it as text. What says no time, or one that is yet to come, such as milliseconds, says nothing.
  expect(await status(String(now - 5))).not.toBe('verification_required')
  expect(await status(String(now - 11 * 60))).toBe('verification_required')
  for (const unsaid of [
    now * 1000,
    now + 365 * 86_400,
    String(now * 1000),
    'yesterday',
    new Date(),
    null,
    -1,
    0,
    [now],
  ])
    expect([unsaid, await status(unsaid)]).toEqual([unsaid, 'verification_required'])
  expect(Number(provider.asked.get('max_age'))).toBeGreaterThan(86_400)
  expect(provider.asked.get('prompt')).toBeNull()
  await status(now, true)
  expect([provider.asked.get('max_age'), provider.asked.get('prompt')]).toEqual(['0', 'login'])
})

vi.setConfig({ testTimeout: 60_000 })

test('a provider that leaves out the groups of somebody who is in too many gives them nothing, and the log says why', async () => {
  await using app = await ownApp()
  const id = await connect(app, { groupsClaim: 'groups' })
  const warnings = () => app.log.lines.filter(({ message }) => message.includes('has left out the groups')).length
  expect([await visit(app, id, { groups: ['staff'] }), warnings()]).toEqual(['/backend', 0])
  const elsewhere = {
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.example' } },
  }
  expect([await visit(app, id, elsewhere), warnings()]).toEqual(['/backend', 1])
  expect([await visit(app, id, { hasgroups: true }), warnings()]).toEqual(['/backend', 2])
  // Names of others, and what is no list of names.
  for (const names of [{ address: 'src1' }, 'groups', null, []])
    expect([await visit(app, id, { _claim_names: names }), warnings()]).toEqual(['/backend', 2])
})
