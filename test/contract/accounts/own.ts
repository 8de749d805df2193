import { PASSWORD } from '../_frame/host.ts'
import { exactly, says, uuid, without } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { bodyFrom, form, idFrom } from '../_frame/visitor.ts'
import { ACCESS } from './known.ts'

const COOKIE = /^locale=(en|pl|es|de); Path=\/; Max-Age=31536000$/

export const own = group(
  'One’s own account',
  {
    async scenario({ admin, signIn, organizationId }) {
      const create = async (email: string) => {
        const id = await idFrom(
          admin.post('/auth/users', { email, password: PASSWORD, organizationId, roles: ['employee'] }),
        )
        return { id, client: await signIn(email) }
      }
      const key = await bodyFrom(admin.post('/api_keys/keys', { name: 'Key', roles: ['admin'] }))
      return {
        mover: await create('mover@acme.com'),
        changer: await create('changer@acme.com'),
        key: key.secret as string,
      }
    },
  },
  {
    'GET /auth/locale': ({ anonymous, admin }) => {
      const chosen = (query: string) => anonymous.get(`/auth/locale?${query}`)
      return [
        says(
          'without input it tells the language',
          anonymous.get('/auth/locale'),
          200,
          exactly({ ok: true, locale: 'en' }),
        ),
        says('without input it sets no cookie', anonymous.get('/auth/locale'), 200, undefined, { 'set-cookie': null }),
        says('it works with a login', admin.get('/auth/locale'), 200, exactly({ ok: true, locale: 'en' })),
        ...['en', 'pl', 'es', 'de'].flatMap((locale) => [
          says(`locale=${locale} is chosen`, chosen(`locale=${locale}`), 200, exactly({ ok: true, locale }), {
            'set-cookie': COOKIE,
          }),
          says(`locale=${locale} and a redirect`, chosen(`locale=${locale}&redirect=/x`), 302, undefined, {
            location: '/x',
            'set-cookie': COOKIE,
          }),
        ]),
        ...['fr', '', 'EN', 'e', 'en-GB', 'null'].map((locale) =>
          says(`locale="${locale}" is none`, chosen(`locale=${locale}`), 400, 'Invalid locale', { 'set-cookie': null }),
        ),
        ...Object.entries({
          'https://evil.example': '/',
          '//evil.example': '/',
          'https://acme.example/a?b#c': '/a?b#c',
          a: '/a',
          '': '/',
        }).map(([target, location]) =>
          says(
            `a redirect to "${target}" goes to ${location}`,
            chosen(`locale=de&redirect=${encodeURIComponent(target)}`),
            302,
            undefined,
            { location },
          ),
        ),
      ]
    },

    'POST /auth/locale': ({ anonymous }) => {
      const post = (body?: object | string) => anonymous.post('/auth/locale', body)
      return [
        ...['en', 'pl', 'es', 'de'].flatMap((locale) => [
          says(`${locale} is 201`, post({ locale }), 201, exactly({ ok: true })),
          says(`${locale} is remembered for a year, readable by scripts`, post({ locale }), 201, undefined, {
            'set-cookie': `locale=${locale}; Path=/; Max-Age=31536000`,
          }),
        ]),
        ...[{ locale: 'fr' }, { locale: '' }, { locale: 1 }, { locale: null }, {}, { locale: ['de'] }].map((body) =>
          says(`${JSON.stringify(body)} is no locale`, post(body), 400, 'Invalid locale', { 'set-cookie': null }),
        ),
        ...['[]', '"de"', 'null', '1'].map((body) => says(`${body} is no locale`, post(body), 400, 'Invalid locale')),
        says('no body is no request', post(), 400, 'Bad request'),
        ...['{', 'de', '{"locale":}'].map((body) => says(`${body} is no request`, post(body), 400, 'Bad request')),
      ]
    },

    'GET /auth/profile': ({ superadmin, admin, employee, key, visitor, mover }) => [
      says(
        'an admin',
        admin.get('/auth/profile'),
        200,
        exactly({ email: 'admin@acme.com', name: 'Admin', roles: ['admin'] }),
      ),
      says(
        'a super admin',
        superadmin.get('/auth/profile'),
        200,
        exactly({ email: 'superadmin@acme.com', name: /./, roles: ['superadmin'] }),
      ),
      says(
        'an employee',
        employee.get('/auth/profile'),
        200,
        exactly({ email: 'employee@acme.com', name: /./, roles: ['employee'] }),
      ),
      says(
        'whoever was made by an admin',
        mover.client.get('/auth/profile'),
        200,
        exactly({ email: 'mover@acme.com', name: null, roles: ['employee'] }),
      ),
      says('an API key', visitor({ 'x-api-key': key }).get('/auth/profile'), 400, 'Failed to load profile.'),
    ],

    'PUT /auth/profile: refusals': ({ employee, key, visitor, anonymous }) => {
      const put = (body: object | string) => employee.put('/auth/profile', body)
      const invalid = (path: string, message?: string) => ({
        error: 'Invalid profile update.',
        issues: [{ path: [path], ...(message && { message }) }],
      })
      return [
        says('nothing', put({}), 400, invalid('email', 'Provide an email or a password.')),
        says('no JSON', put('{'), 400, {
          error: 'Invalid profile update.',
          issues: [{ path: [], message: 'The body is not valid JSON' }],
        }),
        says('a password without the current one', put({ password: 'Chosen-123' }), 400, invalid('currentPassword')),
        says(
          'the current password alone',
          put({ currentPassword: PASSWORD, email: 'x@acme.com' }),
          400,
          invalid('password'),
        ),
        says(
          'an empty current password',
          put({ currentPassword: ' ', password: 'Chosen-123' }),
          400,
          invalid('currentPassword'),
        ),
        ...['x', '', 'a@b', ' a@acme.com'].map((email) =>
          says(`"${email}" is no e-mail`, put({ email }), 400, invalid('email', 'Invalid email address')),
        ),
        says('a number is no e-mail', put({ email: 1 }), 400, invalid('email')),
        says(
          'a wrong current password',
          put({ currentPassword: 'Wrong-123', password: 'Chosen-123' }),
          400,
          exactly({
            error: 'Current password is incorrect.',
            issues: [{ path: ['currentPassword'], message: 'Current password is incorrect.' }],
          }),
        ),
        says('an e-mail that is taken', put({ email: 'admin@acme.com' }), 400, {
          error: 'Email already in use',
          fieldErrors: { email: 'Email already in use' },
          details: [{ path: ['email'], message: 'Email already in use', code: 'duplicate', origin: 'validation' }],
        }),
        says('one that is taken in other capitals', put({ email: 'ADMIN@acme.com' }), 400, {
          error: 'Email already in use',
        }),
        says(
          'an API key',
          visitor({ 'x-api-key': key }).put('/auth/profile', { email: 'key@acme.com' }),
          400,
          'Failed to update profile.',
        ),
        says('nobody', anonymous.put('/auth/profile', { email: 'x@acme.com' }), 401, 'Unauthorized'),
        ...Object.entries({
          de: 'Das aktuelle Passwort ist falsch.',
          es: 'La contraseña actual no es correcta.',
          pl: 'Obecne hasło jest nieprawidłowe.',
        }).map(([locale, error]) =>
          says(
            `in ${locale}`,
            employee
              .with({ cookie: `locale=${locale}` })
              .put('/auth/profile', { currentPassword: 'Wrong-123', password: 'Chosen-123' }),
            400,
            { error },
          ),
        ),
        ...Object.entries({
          de: 'Ungültige Änderung des Profils.',
          es: 'Cambio de perfil no válido.',
          pl: 'Nieprawidłowa zmiana profilu.',
        }).map(([locale, error]) =>
          says(`nothing in ${locale}`, employee.with({ cookie: `locale=${locale}` }).put('/auth/profile', {}), 400, {
            error,
          }),
        ),
      ]
    },

    'PUT /auth/profile: changes': async ({ mover, changer, anonymous, admin }) => {
      const moved = mover.client.put('/auth/profile', { email: 'Moved@acme.com' })
      const other = await bodyFrom(
        anonymous.post('/auth/login', form({ email: 'changer@acme.com', password: PASSWORD, remember: '1' })),
      )
      const changed = changer.client.put('/auth/profile', { currentPassword: PASSWORD, password: 'Chosen-123' })
      return [
        says('the e-mail alone needs no password', moved, 200, exactly({ ok: true, email: 'Moved@acme.com' })),
        says('it answers a new cookie', moved, 200, undefined, { 'set-cookie': ACCESS }),
        says('but no undo metadata', moved, 200, undefined, { 'x-om-operation': null }),
        says('the spelling is kept', mover.client.get('/auth/profile'), 200, { email: 'Moved@acme.com' }),
        says(
          'the change is logged as auth.users.update',
          admin.get(`/audit_logs/audit-logs/actions?resourceId=${mover.id}&limit=1`),
          200,
          {
            items: [
              { commandId: 'auth.users.update', resourceKind: 'auth.user', resourceId: mover.id, undoToken: null },
            ],
          },
        ),
        says('a password', changed, 200, exactly({ ok: true, email: 'changer@acme.com' })),
        says('answers a new cookie, too', changed, 200, undefined, { 'set-cookie': ACCESS }),
        says(
          'ends every other login',
          anonymous.post('/auth/session/refresh', { refreshToken: other.refreshToken }),
          401,
          { ok: false },
        ),
        says('and the one it came from', changer.client.get('/auth/profile'), 401, 'Unauthorized'),
        says(
          'the old password is wrong',
          anonymous.post('/auth/login', form({ email: 'changer@acme.com', password: PASSWORD })),
          401,
          { ok: false },
        ),
        says(
          'the new one is right',
          anonymous.post('/auth/login', form({ email: 'changer@acme.com', password: 'Chosen-123' })),
          200,
          { ok: true },
        ),
        says(
          'passwords are nowhere in the log',
          admin.get(`/audit_logs/audit-logs/actions?resourceId=${changer.id}&limit=1`),
          200,
          { items: [without('password')] },
        ),
      ]
    },

    'POST /auth/feature-check': ({ admin, employee, superadmin, key, visitor, anonymous }) => {
      const check = (features: unknown) => admin.post('/auth/feature-check', { features })
      const none = { ok: true, granted: [] }
      return [
        ...[undefined, null, 'auth.users.list', 1, {}, [], { 0: 'auth.users.list' }, true].map((features) =>
          says(
            `${JSON.stringify(features) ?? 'nothing'} asks for nothing`,
            check(features),
            200,
            exactly({ ...none, userId: uuid }),
          ),
        ),
        ...['null', '{'].map((body) =>
          says(`the body ${body} is refused`, admin.post('/auth/feature-check', body), 400, { error: 'Invalid input' }),
        ),
        ...['', '[]', '"x"'].map((body) =>
          says(
            `the body ${body || 'that is missing'} asks for nothing`,
            admin.post('/auth/feature-check', body),
            200,
            none,
          ),
        ),
        says('granted ones in the order of the request', check(['auth.users.list', 'x.y', 'auth.roles.list']), 200, {
          ok: false,
          granted: ['auth.users.list', 'auth.roles.list'],
        }),
        says('as they were spelled', check(['auth.*', 'auth']), 200, { ok: true, granted: ['auth.*', 'auth'] }),
        says('what is no text is left out, and not all', check(['auth.users.list', 1, null, {}]), 200, {
          ok: true,
          granted: ['auth.users.list'],
        }),
        says('only what is no text asks for nothing', check([1, null]), 200, none),
        says('an unknown feature is not granted', check(['x.y']), 200, { ok: false, granted: [] }),
        says('more than 50 are answered', check(Array.from({ length: 200 }, (_, index) => `auth.${index}`)), 200, {
          ok: true,
        }),
        says('a super admin has all', superadmin.post('/auth/feature-check', { features: ['x.y', '*'] }), 200, {
          ok: true,
          granted: ['x.y', '*'],
        }),
        says(
          'an employee has few',
          employee.post('/auth/feature-check', { features: ['auth.users.list', 'dashboards.view'] }),
          200,
          { ok: false, granted: ['dashboards.view'] },
        ),
        says(
          'a key is called by its id',
          visitor({ 'x-api-key': key }).post('/auth/feature-check', { features: [] }),
          200,
          { userId: /^api_key:[0-9a-f-]{36}$/ },
        ),
        says('nobody is 401', anonymous.post('/auth/feature-check', { features: [] }), 401, 'Unauthorized'),
      ]
    },
  },
)
