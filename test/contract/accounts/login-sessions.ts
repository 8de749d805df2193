import { PASSWORD } from '../_frame/host.ts'
import { exactly, says } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { after, bodyFrom, form, known } from '../_frame/visitor.ts'
import { deliver, mailedToken } from './tokens.ts'
import { addAccounts } from './add-accounts.ts'
import { ACCESS, CLEARED } from './known.ts'

const INVALID = 'Invalid email or password'
const refusal = exactly({ ok: false, error: INVALID })

export const loginSessions = group(
  'Logout, reset and refresh',
  { scenario: addAccounts },
  {
    'GET and POST /auth/logout': async ({ anonymous, visitor }) => {
      const open = async () =>
        bodyFrom(anonymous.post('/auth/login', form({ email: 'leaver@acme.com', password: PASSWORD, remember: '1' })))
      const [first, second, third, fourth] = [await open(), await open(), await open(), await open()]
      const cookies = ({ token, refreshToken }: { token: string; refreshToken: string }) =>
        visitor({ cookie: `auth_token=${token}; session_token=${refreshToken}` })
      const leaving = { location: '/login', 'set-cookie': CLEARED, 'content-type': /^text\/html/ }
      return [
        says(
          'POST redirects to the login page and clears the cookies',
          cookies(first).post('/auth/logout'),
          302,
          undefined,
          leaving,
        ),
        says('its access token has ended', cookies(first).get('/auth/profile'), 401, 'Unauthorized'),
        says(
          'and its refresh token',
          anonymous.post('/auth/session/refresh', { refreshToken: first.refreshToken }),
          401,
          { ok: false },
        ),
        says('GET does the same', cookies(second).get('/auth/logout'), 302, undefined, leaving),
        says(
          'a refresh cookie alone is enough',
          visitor({ cookie: `session_token=${third.refreshToken}` }).post('/auth/logout'),
          302,
          undefined,
          leaving,
        ),
        says(
          'a bearer token is enough',
          visitor({ authorization: `Bearer ${fourth.token}` }).post('/auth/logout'),
          302,
          undefined,
          leaving,
        ),
        says('without a login POST is 401', anonymous.post('/auth/logout'), 401, 'Unauthorized', {
          'set-cookie': null,
        }),
        says('without a login GET is 401', anonymous.get('/auth/logout'), 401, 'Unauthorized', { 'set-cookie': null }),
        says(
          'an ended login is 401 and its cookies are cleared',
          cookies(first).post('/auth/logout'),
          401,
          'Unauthorized',
          { 'set-cookie': CLEARED },
        ),
        says(
          'other sites cannot log anybody out',
          visitor({ authorization: `Bearer ${fourth.token}`, 'sec-fetch-site': 'cross-site' }).get('/auth/logout'),
          403,
        ),
      ]
    },

    'POST /auth/reset': ({ anonymous, app }) => {
      const ask = (fields: Record<string, string>) => anonymous.post('/auth/reset', form(fields))
      const mail = () => known('the mail', app.mails.findLast(({ to }) => to === 'employee@acme.com') ?? null)
      const count = app.mails.length
      return [
        ...['nobody@acme.com', 'x', '', 'a b@acme.com', `${'x'.repeat(400)}@acme.com`, 'invited@acme.com'].map(
          (email) => says(`"${email.slice(0, 20)}" is 200`, ask({ email }), 200, exactly({ ok: true })),
        ),
        says('no field is 200', ask({}), 200, exactly({ ok: true })),
        says('a known account is 200', ask({ email: 'EMPLOYEE@acme.com' }), 200, exactly({ ok: true })),
        says('JSON is no form', anonymous.post('/auth/reset', { email: 'employee@acme.com' }), 400, {
          error: 'Invalid input',
        }),
        says(
          'the account gets a mail',
          after(() => deliver(app), mail),
          200,
          { to: 'employee@acme.com' },
        ),
        says(
          'with a link below the configured origin',
          after(() => {}, mail),
          200,
          {
            text: /https:\/\/acme\.example\/reset\/[0-9a-f]{64}/,
          },
        ),
        says(
          'others get none',
          known(
            'mails',
            app.mails.slice(count).filter(({ to }) => !['employee@acme.com', 'invited@acme.com'].includes(to)),
          ),
          200,
          exactly([]),
        ),
      ]
    },

    'POST /auth/reset/confirm': async ({ anonymous, app, signIn }) => {
      const ask = async () => {
        await anonymous.post('/auth/reset', form({ email: 'employee@acme.com' })).answer()
        await deliver(app)
        return mailedToken(app)
      }
      const older = await ask()
      const token = await ask()
      const before = await signIn('employee@acme.com')
      const confirm = (fields: Record<string, string>, headers = {}) =>
        anonymous.with(headers).post('/auth/reset/confirm', form(fields))
      const password = 'Chosen-123'
      const invalid = exactly({ ok: false, error: 'Invalid request' })
      const gone = exactly({ ok: false, error: 'Invalid or expired token' })
      const done = confirm({ token, password })
      return [
        ...Object.entries({
          'no fields': {},
          'no password': { token },
          'no token': { password },
          'a token of nine characters': { token: 'x'.repeat(9), password },
          'a weak password': { token, password: 'weak' },
        }).map(([what, fields]) => says(`${what} is invalid`, confirm(fields as Record<string, string>), 400, invalid)),
        says('an unknown token', confirm({ token: 'f'.repeat(64), password }), 400, gone),
        says('an older token', confirm({ token: older, password }), 400, gone),
        ...Object.entries({
          de: 'Der Link ist ungültig oder abgelaufen',
          es: 'El enlace no es válido o ha caducado',
          pl: 'Link jest nieprawidłowy lub wygasł',
        }).map(([locale, error]) =>
          says(
            `in ${locale}`,
            confirm({ token: older, password }, { 'accept-language': locale }),
            400,
            exactly({ ok: false, error }),
          ),
        ),
        says('success leads to the login', done, 200, exactly({ ok: true, redirect: '/login' })),
        says('the token is used up', confirm({ token, password }), 400, gone),
        says('every login of before has ended', before.get('/auth/profile'), 401, 'Unauthorized'),
        says(
          'the old password is wrong',
          anonymous.post('/auth/login', form({ email: 'employee@acme.com', password: PASSWORD })),
          401,
          refusal,
        ),
        says(
          'the new one is right',
          anonymous.post('/auth/login', form({ email: 'employee@acme.com', password })),
          200,
          { ok: true },
        ),
      ]
    },

    'POST /auth/reset/confirm: 60 minutes': async ({ anonymous, app }) => {
      await anonymous.post('/auth/reset', form({ email: 'admin@acme.com' })).answer()
      await deliver(app)
      const token = mailedToken(app)
      return [
        says(
          'a link has ended after 60 minutes',
          after(
            () => app.clock.advance(3_600_000),
            () => anonymous.post('/auth/reset/confirm', form({ token, password: 'Chosen-123' })),
          ),
          400,
          exactly({ ok: false, error: 'Invalid or expired token' }),
        ),
      ]
    },

    'GET /auth/session/refresh': async ({ anonymous, visitor }) => {
      const { refreshToken } = await bodyFrom(
        anonymous.post('/auth/login', form({ email: 'admin@acme.com', password: PASSWORD, remember: '1' })),
      )
      const browser = visitor({ cookie: `session_token=${refreshToken}` })
      const to = (target: string) => `/auth/session/refresh?redirect=${encodeURIComponent(target)}`
      const targets = {
        '/backend': '/backend',
        '/a?b=c#d': '/a?b=c#d',
        'https://acme.example/x?y': '/x?y',
        'https://evil.example/x': '/',
        '//evil.example': '/',
        'javascript:alert(1)': '/',
        '/\\evil.example': '/',
        backend: '/backend',
        '': '/',
      }
      return [
        says('a valid session goes to /', browser.get('/auth/session/refresh'), 302, undefined, {
          location: '/',
          'set-cookie': ACCESS,
        }),
        ...Object.entries(targets).map(([target, location]) =>
          says(`redirect "${target}" goes to ${location}`, browser.get(to(target)), 302, undefined, { location }),
        ),
        says('it cannot loop', browser.get(to('/auth/session/refresh')), 302, undefined, { location: '/' }),
        says('nor through the prefix', browser.get(to('/api/auth/session/refresh?redirect=x')), 302, undefined, {
          location: '/',
        }),
        says('without a session to the login page', anonymous.get(to('/a?b=c')), 302, undefined, {
          location: `/login?redirect=${encodeURIComponent('/a?b=c')}`,
          'set-cookie': CLEARED,
        }),
        says('with an unknown session as well', visitor({ cookie: 'session_token=x' }).get(to('/a')), 302, undefined, {
          location: '/login?redirect=%2Fa',
          'set-cookie': CLEARED,
        }),
        says('a foreign target is forgotten there too', anonymous.get(to('https://evil.example')), 302, undefined, {
          location: '/login?redirect=%2F',
        }),
      ]
    },

    'POST /auth/session/refresh': async ({ anonymous, app }) => {
      const { refreshToken, token } = await bodyFrom(
        anonymous.post('/auth/login', form({ email: 'admin@acme.com', password: PASSWORD, remember: '1' })),
      )
      const post = (body?: object | string) => anonymous.post('/auth/session/refresh', body)
      const missing = exactly({ ok: false, error: 'Missing or invalid refresh token' })
      const done = post({ refreshToken })
      return [
        says(
          'success',
          after(
            () => app.clock.advance(1000),
            () => done,
          ),
          200,
          exactly({ ok: true, accessToken: /^[\w-]+\.[\w-]+\.[\w-]+$/, expiresIn: 28_800 }),
        ),
        says('with the cookie', done, 200, undefined, { 'set-cookie': ACCESS }),
        ...Object.entries({
          'no body': undefined,
          'no JSON': '{',
          'an empty object': {},
          'an empty token': { refreshToken: '' },
          'a number': { refreshToken: 1 },
          null: { refreshToken: null },
        }).map(([what, body]) =>
          says(`${what} is 400 and clears the cookies`, post(body), 400, missing, { 'set-cookie': CLEARED }),
        ),
        says(
          'an unknown token is 401 and clears the cookies',
          post({ refreshToken: 'x' }),
          401,
          exactly({ ok: false, error: 'Invalid or expired refresh token' }),
          { 'set-cookie': CLEARED },
        ),
        says('an access token is none', post({ refreshToken: token }), 401, { ok: false }),
        ...Object.entries({
          de: 'Das Erneuerungstoken ist ungültig oder abgelaufen',
          es: 'El token de renovación no es válido o ha caducado',
          pl: 'Token odświeżania jest nieprawidłowy lub wygasł',
        }).map(([locale, error]) =>
          says(
            `in ${locale}`,
            anonymous.with({ 'accept-language': locale }).post('/auth/session/refresh', { refreshToken: 'x' }),
            401,
            exactly({ ok: false, error }),
          ),
        ),
      ]
    },
  },
)
