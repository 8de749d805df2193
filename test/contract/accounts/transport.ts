import { exactly, says, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { form } from '../_frame/visitor.ts'
import { GATE } from './languages.ts'
import { closedRoutes, gatedRoutes, nameOf, routesOf, visit } from './routes.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Routes without input: an empty object says all. */
const takesNothing = ['/auth/factors/totp', '/auth/factors/passkeys/options', '/auth/factors/recovery-codes']

export const transport = group(
  'Transport',
  { scenario: async () => ({}) },
  {
    'Base path and routing': ({ app, anonymous, admin }) => {
      const paths = Map.groupBy(routesOf({ app }), ({ path }) => path)
      const unsupported = [...paths].flatMap(([path, known]) =>
        METHODS.filter((method) => !known.some((route) => route.method === method)).map((method) => ({ method, path })),
      )
      return [
        ...['/nothing', '/api/nothing', '/api', '/auth', '/api/auth/nothing', '/directory', '/onboarding'].map((path) =>
          says(`${path} is unknown`, anonymous.get(path), 404, 'Not Found'),
        ),
        ...unsupported.map(({ method, path }) =>
          says(`${method} ${path} is not supported`, anonymous.send(method, path), 404, 'Not Found'),
        ),
        ...unsupported.map(({ method, path }) =>
          says(`${method} /api${path} is not supported`, admin.send(method, `/api${path}`), 404, 'Not Found'),
        ),
        says('a path is served without the prefix', admin.get('/auth/profile'), 200, { email: 'admin@acme.com' }),
        says('a path is served with the prefix', admin.get('/api/auth/profile'), 200, { email: 'admin@acme.com' }),
      ]
    },

    Bodies: ({ app, admin, superadmin, anonymous }) => {
      const check = (type: string | undefined, body: string) =>
        admin.send('POST', '/auth/feature-check', { body, ...(type && { headers: { 'content-type': type } }) })
      const writers = closedRoutes({ app }).filter(
        ({ method, spec, path }) =>
          (method === 'POST' || method === 'PUT') && spec.body && !spec.onUnreadable && !takesNothing.includes(path),
      )
      const asked = JSON.stringify({ features: ['auth.users.list'] })
      const login = { email: 'admin@acme.com', password: 'Secret-123' }
      const multipart = new FormData()
      for (const [name, value] of Object.entries(login)) multipart.set(name, value)
      return [
        ...[
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/vnd.api+json',
          'x/y',
          undefined,
        ].map((type) =>
          says(`JSON is read as ${type ?? 'no content type'}`, check(type, asked), 200, {
            granted: ['auth.users.list'],
          }),
        ),
        ...writers.flatMap(({ method, path }) => {
          // Of these, every member is optional.
          const isEmptyFine = path === '/auth/feature-check' || path.endsWith('/settings')
          const status = isEmptyFine ? 200 : path.endsWith('resend-invite') ? 422 : 400
          const send = (body: string) => superadmin.send(method, path, { body })
          return [
            says(`${method} ${path} takes no body for an empty object`, send(''), status),
            ...['{', 'x', '[1', 'null'].map((body) => says(`${method} ${path} refuses ${body}`, send(body), 400)),
          ]
        }),
        says('a form may be URL-encoded', anonymous.post('/auth/login', form(login)), 200, { ok: true }),
        says('a form may be multipart', anonymous.post('/auth/login', multipart), 200, { ok: true }),
        says('a login that is neither is 400', anonymous.post('/auth/login', login), 400, { ok: false }),
        says('a login that is text is 400', anonymous.post('/auth/login', 'email=admin@acme.com'), 400, { ok: false }),
      ]
    },

    'Request ids': ({ anonymous, admin }) => [
      says('an answer carries a request id', admin.get('/auth/profile'), 200, undefined, { 'x-request-id': /.+/ }),
      says('so does a refusal', anonymous.get('/auth/profile'), 401, undefined, { 'x-request-id': /.+/ }),
      says('so does an unknown path', anonymous.get('/nothing'), 404, undefined, { 'x-request-id': /.+/ }),
      says('answers are JSON', admin.get('/auth/profile'), 200, undefined, { 'content-type': /^application\/json/ }),
      says('refusals are JSON', anonymous.get('/auth/profile'), 401, undefined, {
        'content-type': /^application\/json/,
      }),
    ],

    'Order of checks: login': ({ app, anonymous }) =>
      ['', '/api'].flatMap((base) =>
        closedRoutes({ app }).map((route) =>
          says(
            `${route.method} ${base}${route.path} needs a login`,
            visit(anonymous, route, base),
            401,
            'Unauthorized',
          ),
        ),
      ),

    'Order of checks: features': async ({ app, admin, employee, signIn, organizationId }) => {
      const features = gatedRoutes({ app }).flatMap(({ requiredFeatures }) => requiredFeatures)
      await admin.post('/auth/roles', { name: 'Nobody' }).answer()
      await admin
        .post('/auth/users', { email: 'nobody@acme.com', password: 'Secret-123', organizationId, roles: ['Nobody'] })
        .answer()
      const nobody = await signIn('nobody@acme.com')
      return [
        says('there are features to be missed', admin.post('/auth/feature-check', { features }), 200),
        ...[employee, nobody].flatMap((visitor, index) =>
          gatedRoutes({ app }).map(({ requiredFeatures, ...route }) =>
            says(
              `${nameOf(route)} needs its feature of ${index === 0 ? 'an employee' : 'a role without rights'}`,
              visit(visitor, route),
              403,
              exactly({ error: 'Forbidden', requiredFeatures }),
            ),
          ),
        ),
      ]
    },

    'Order of checks: earlier ones first': ({ anonymous, employee, app }) => {
      const tenantId = crypto.randomUUID()
      const gated = gatedRoutes({ app })
      return [
        says('a route is looked up before a caller', anonymous.send('PATCH', '/auth/users'), 404, 'Not Found'),
        ...gated.map(({ method, path }) =>
          says(
            `${method} ${path}: no login comes before the tenant`,
            anonymous.send(method, `${path}?tenantId=${tenantId}`),
            401,
            'Unauthorized',
          ),
        ),
        ...gated.map(({ method, path }) =>
          says(
            `${method} ${path}: the tenant comes before features`,
            employee.send(method, `${path}?tenantId=${tenantId}`),
            403,
            'Not authorized to target this tenant.',
          ),
        ),
      ]
    },

    'Order of checks: features before the input': ({ app, employee }) =>
      gatedRoutes({ app })
        .filter(({ spec }) => spec.body || spec.query)
        .map(({ requiredFeatures, ...route }) =>
          says(
            `${nameOf(route)}: features come before what is sent`,
            route.method === 'GET'
              ? employee.get(`${route.path}?id=x&userId=x&roleId=x`)
              : employee.send(route.method, route.path, { body: '{' }),
            403,
            exactly({ error: 'Forbidden', requiredFeatures }),
          ),
        ),

    'Headers that are accepted': ({ admin }) =>
      [
        'x-om-unauthorized-redirect',
        'x-om-forbidden-redirect',
        'x-om-ext-anything',
        'x-om-record-lock-kind',
        'x-om-record-lock-resource-id',
        'x-om-record-lock-token',
        'x-om-record-lock-base-log-id',
        'x-om-record-lock-resolution',
        'x-om-record-lock-conflict-id',
      ].map((name) =>
        says(`${name} changes nothing`, admin.with({ [name]: '0' }).get('/auth/profile'), 200, {
          email: 'admin@acme.com',
        }),
      ),

    'Headers that are answered': ({ admin }) => {
      const created = admin.post('/auth/roles', { name: 'With header' })
      return [
        says(
          'a logged write that can be undone carries x-om-operation',
          created,
          201,
          { id: uuid },
          { 'x-om-operation': /^omop:%7B/ },
        ),
        says('a read does not', admin.get('/auth/roles'), 200, undefined, { 'x-om-operation': null }),
        says('Retry-After is for 429 only', created, 201, undefined, {
          'retry-after': null,
          'x-ratelimit-limit': null,
        }),
      ]
    },

    Locale: ({ anonymous, admin, employee }) => {
      const inLocale = (header: string, value: string) => anonymous.with({ [header]: value }).get('/auth/locale')
      const accepted = {
        pl: 'pl',
        'de-AT': 'de',
        es_MX: 'es',
        'en-GB,de': 'en',
        'fr,de;q=0.5': 'de',
        fr: 'en',
        '*': 'en',
        '': 'en',
        'de;q=0.1,pl;q=0.9': 'pl',
        'fr;q=1,es;q=0.2,pl;q=0.1': 'es',
        DE: 'de',
        'de;q=0': 'en',
      }
      return [
        ...['en', 'pl', 'es', 'de'].map((locale) =>
          says(
            `the cookie chooses ${locale}`,
            inLocale('cookie', `locale=${locale}`),
            200,
            exactly({ ok: true, locale }),
          ),
        ),
        says('an unsupported cookie does not count', inLocale('cookie', 'locale=fr'), 200, { locale: 'en' }),
        says(
          'the cookie comes before Accept-Language',
          anonymous.with({ cookie: 'locale=pl', 'accept-language': 'de' }).get('/auth/locale'),
          200,
          { locale: 'pl' },
        ),
        says('without either it is English', anonymous.get('/auth/locale'), 200, { locale: 'en' }),
        ...Object.entries(accepted).map(([header, locale]) =>
          says(`Accept-Language ${header || 'empty'} gives ${locale}`, inLocale('accept-language', header), 200, {
            locale,
          }),
        ),
        ...Object.entries(GATE).flatMap(([locale, { notFound, unauthorized, forbidden }]) => {
          const cookie = { cookie: `locale=${locale}` }
          return [
            says(`404 in ${locale}`, anonymous.with(cookie).get('/nothing'), 404, notFound),
            says(`401 in ${locale}`, anonymous.with(cookie).get('/auth/profile'), 401, unauthorized),
            says(`403 in ${locale}`, employee.with(cookie).get('/auth/users'), 403, {
              error: forbidden,
              requiredFeatures: ['auth.users.list'],
            }),
            says(
              `401 by Accept-Language ${locale}`,
              anonymous.with({ 'accept-language': `${locale}-XX` }).get('/auth/users'),
              401,
              unauthorized,
            ),
            says(`a wrong method in ${locale}`, admin.with(cookie).send('PATCH', '/auth/users'), 404, notFound),
          ]
        }),
      ]
    },
  },
)
