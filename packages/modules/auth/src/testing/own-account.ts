import { type Sample, tenantA, type TestPlatform } from '@plinth/testing'
import { deliverMails, linkToken, PASSWORD, signIn } from './accounts.ts'

/** The headers of a signed-in account. */
const signedInAs = (email: string) => async (app: TestPlatform) => {
  const { token } = await signIn(app, email)
  return { authorization: `Bearer ${token}` }
}
const employee = signedInAs('employee@acme.com')

/** A caller with an account. */
const somebody = { userId: '5a5e0000-0000-4000-8000-000000000000', email: 'somebody@acme.com' }

async function addSomebody({ sql }: TestPlatform): Promise<void> {
  await sql(
    'insert into users (id, tenant_id, organization_id, email) values ($1, $2, $3, $4) on conflict do nothing',
    [somebody.userId, tenantA.id, tenantA.organization, somebody.email],
  )
}

async function remembered(app: TestPlatform): Promise<string> {
  const { refreshToken } = await signIn(app, 'twin@acme.com', { remember: 'on', tenantId: tenantA.id })
  return refreshToken!
}

async function mailedToken(app: TestPlatform): Promise<string> {
  await app.anonymous.post('/auth/reset', new URLSearchParams({ email: 'admin@acme.com' }))
  await deliverMails(app)
  return linkToken(app)
}

async function invited(app: TestPlatform): Promise<string> {
  const id = crypto.randomUUID()
  await app.sql('insert into users (id, tenant_id, organization_id, email) values ($1, $2, $3, $4)', [
    id,
    tenantA.id,
    tenantA.organization,
    `${id}@acme.com`,
  ])
  return id
}

async function idOf(app: TestPlatform, email: string): Promise<string> {
  const [user] = await app.sql('select id from users where email = $1', [email])
  return user!['id']
}

const rights = { features: ['auth.*'] }
const wrong = { email: 'nobody@acme.com', password: 'Wrong-123' }
const personal: Sample[] = [
  { route: 'GET /auth/profile', as: somebody, expect: 200 },
  { route: 'GET /auth/profile', as: { kind: 'api_key' }, expect: 400 },
  {
    route: 'PUT /auth/profile',
    as: somebody,
    request: async (app) => {
      await addSomebody(app)
      return { body: { email: somebody.email } }
    },
    expect: 200,
  },
  { route: 'PUT /auth/profile', as: {}, request: { body: { email: 'x@acme.com' } }, expect: 404 },
  {
    route: 'GET /auth/profile/settings',
    as: somebody,
    request: async (app) => {
      await addSomebody(app)
      return {}
    },
    expect: 200,
  },
  { route: 'GET /auth/profile/settings', as: {}, expect: 404 },
  { route: 'GET /auth/profile/settings', as: { kind: 'api_key' }, expect: 400 },
  {
    route: 'PUT /auth/profile/settings',
    as: somebody,
    request: async (app) => {
      await addSomebody(app)
      return { body: { timeZone: 'Europe/Berlin' } }
    },
    expect: 200,
  },
  { route: 'PUT /auth/profile/settings', as: somebody, request: { body: { timeZone: 'CET' } }, expect: 400 },
  { route: 'PUT /auth/profile/settings', as: {}, request: { body: { language: 'de' } }, expect: 404 },
  { route: 'GET /auth/admin/nav', as: somebody, expect: 200 },
  { route: 'GET /auth/sidebar/preferences', as: rights, expect: 200 },
  { route: 'GET /auth/sidebar/applied', as: rights, expect: 200 },
  {
    route: 'PUT /auth/sidebar/preferences',
    as: somebody,
    request: { body: { groupOrder: ['a'] } },
    expect: 200,
  },
  ...views(),
]

function views(): readonly Sample[] {
  const path = '/auth/list-views'
  const settings = { query: {}, shown: {}, order: [], widths: {} }
  const fields = () => ({ name: 'View', list: `/${crypto.randomUUID()}`, settings })
  const shared = async (app: TestPlatform) => ({
    id: (await app.as(rights).post(path, { ...fields(), isShared: true })).body.id as string,
  })
  const unknown = '99999999-9999-4999-8999-999999999999'
  return [
    { route: `GET ${path}`, as: rights, request: { query: { list: '/x' } }, expect: 200 },
    { route: `GET ${path}`, as: rights, request: { query: { list: 'x'.repeat(501) } }, expect: 400 },
    { route: `GET ${path}/defaults`, as: rights, expect: 200 },
    { route: `POST ${path}`, as: rights, request: () => ({ body: { ...fields(), isShared: true } }), expect: 201 },
    {
      route: `POST ${path}`,
      as: somebody,
      request: async (app) => {
        await addSomebody(app)
        return { body: fields() }
      },
      expect: 201,
    },
    { route: `POST ${path}`, as: rights, request: { body: { name: '' } }, expect: 400 },
    { route: `POST ${path}`, as: somebody, request: () => ({ body: { ...fields(), isShared: true } }), expect: 403 },
    {
      route: `PUT ${path}`,
      as: rights,
      request: async (app) => ({ body: { ...(await shared(app)), name: 'Renamed' } }),
      expect: 200,
    },
    { route: `PUT ${path}`, as: rights, request: { body: { id: unknown, name: 'Renamed' } }, expect: 404 },
    { route: `DELETE ${path}`, as: rights, request: async (app) => ({ query: await shared(app) }), expect: 200 },
    { route: `DELETE ${path}`, as: rights, request: { query: { id: unknown } }, expect: 404 },
  ]
}

/** The routes of the caller's own account that need no login. */
export const openRoutes = [
  'POST /auth/login',
  'GET /auth/logout',
  'POST /auth/logout',
  'POST /auth/reset',
  'POST /auth/reset/confirm',
  'GET /auth/session/refresh',
  'POST /auth/session/refresh',
  'GET /auth/locale',
  'POST /auth/locale',
]

/** Documented statuses covered by other tests. 429: rate-limits.test.ts, invite.test.ts and own-credentials.test.ts. */
export const provenElsewhere = {
  'POST /auth/login': [429],
  'PUT /auth/profile': [429],
  'POST /auth/reset': [429],
  'POST /auth/reset/confirm': [429],
  'GET /auth/session/refresh': [429],
  'POST /auth/session/refresh': [429],
  'POST /auth/users/resend-invite': [429],
  'GET /auth/profile': [404],
}

/** Contract samples of the caller's own account: login, mailed links, profile, navigation. */
export const ownAccountSamples: readonly Sample[] = [
  ...personal,
  { route: 'POST /auth/login', request: { body: { email: 'admin@acme.com', password: PASSWORD } }, expect: 200 },
  { route: 'POST /auth/login', request: { body: wrong }, expect: 401 },
  { route: 'POST /auth/login', request: { body: {} }, expect: 400 },
  {
    route: 'POST /auth/login',
    request: { body: { email: 'employee@acme.com', password: PASSWORD, requireRole: 'admin' } },
    expect: 403,
  },
  ...['GET', 'POST'].flatMap((method): Sample[] => [
    { route: `${method} /auth/logout`, request: async (app) => ({ headers: await employee(app) }), expect: 302 },
    { route: `${method} /auth/logout`, expect: 401 },
    { route: `${method} /auth/logout`, request: { headers: { 'sec-fetch-site': 'cross-site' } }, expect: 403 },
  ]),
  { route: 'POST /auth/reset', request: { body: { email: 'nobody@acme.com' } }, expect: 200 },
  {
    route: 'POST /auth/reset',
    request: { body: 'email=', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    expect: 400,
  },
  {
    route: 'POST /auth/reset/confirm',
    request: async (app) => ({ body: { token: await mailedToken(app), password: PASSWORD } }),
    expect: 200,
  },
  { route: 'POST /auth/reset/confirm', request: { body: { token: 'x' } }, expect: 400 },
  { route: 'GET /auth/session/refresh', request: { query: { redirect: '/backend' } }, expect: 302 },
  {
    route: 'POST /auth/session/refresh',
    request: async (app) => ({ body: { refreshToken: await remembered(app) } }),
    expect: 200,
  },
  { route: 'POST /auth/session/refresh', request: { body: { refreshToken: 'x' } }, expect: 401 },
  { route: 'POST /auth/session/refresh', request: { body: {} }, expect: 400 },
  { route: 'GET /auth/locale', request: { query: { locale: 'de' } }, expect: 200 },
  { route: 'GET /auth/locale', request: { query: { locale: 'de', redirect: '/x' } }, expect: 302 },
  { route: 'GET /auth/locale', request: { query: { locale: 'fr' } }, expect: 400 },
  { route: 'POST /auth/locale', request: { body: { locale: 'de' } }, expect: 201 },
  { route: 'POST /auth/locale', request: { body: {} }, expect: 400 },
  {
    route: 'GET /auth/users/consents',
    as: rights,
    request: async (app) => ({ query: { userId: await idOf(app, 'employee@acme.com') } }),
    expect: 200,
  },
  { route: 'GET /auth/users/consents', as: rights, expect: 400 },
  { route: 'GET /auth/consents', as: somebody, expect: 200 },
  { route: 'GET /auth/consents', as: { kind: 'api_key' }, expect: 400 },
  {
    route: 'POST /auth/users/resend-invite',
    as: rights,
    request: async (app) => ({ body: { id: await invited(app) } }),
    expect: 200,
  },
  {
    route: 'POST /auth/users/resend-invite',
    as: rights,
    request: async (app) => ({ body: { id: await idOf(app, 'employee@acme.com') } }),
    expect: 409,
  },
  {
    route: 'POST /auth/users/resend-invite',
    as: rights,
    request: { body: { id: crypto.randomUUID() } },
    expect: 404,
  },
  { route: 'POST /auth/users/resend-invite', as: rights, request: { body: {} }, expect: 422 },
  {
    route: 'POST /auth/users/resend-invite',
    as: rights,
    request: { body: `${'['.repeat(101)}${']'.repeat(101)}`, headers: { 'content-type': 'application/json' } },
    expect: 400,
  },
]
