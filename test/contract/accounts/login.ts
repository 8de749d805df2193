import { PASSWORD } from '../_frame/host.ts'
import { exactly, says, without } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { form } from '../_frame/visitor.ts'
import { addAccounts } from './add-accounts.ts'
import { ACCESS } from './known.ts'

const INVALID = 'Invalid email or password'
const refusal = exactly({ ok: false, error: INVALID })
const REMEMBERED = /session_token=[0-9a-f]{64}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax/
const TEXTS = {
  invalid: {
    pl: 'Nieprawidłowy adres e-mail lub hasło',
    es: 'Correo electrónico o contraseña incorrectos',
    de: 'E-Mail-Adresse oder Passwort ist falsch',
  },
  denied: {
    pl: 'Brak uprawnień do tego obszaru',
    es: 'No tiene autorización para esta área',
    de: 'Für diesen Bereich fehlt Ihnen die Berechtigung',
  },
}

export const login = group(
  'Login',
  { scenario: addAccounts },
  {
    'POST /auth/login': ({ anonymous, tenantId }) => {
      const post = (fields: Record<string, string>) =>
        anonymous.post('/auth/login', form({ email: 'admin@acme.com', password: PASSWORD, ...fields }))
      const plain = post({})
      const remembered = post({ remember: 'on' })
      return [
        says('a login answers ok, a token and a redirect', plain, 200, {
          ok: true,
          token: /^[\w-]+\.[\w-]+\.[\w-]+$/,
          redirect: '/backend',
        }),
        says('no refresh token without remember', plain, 200, without('refreshToken')),
        says('the cookie auth_token', plain, 200, undefined, { 'set-cookie': ACCESS }),
        says('no session_token without remember', plain, 200, undefined, { 'set-cookie': /^(?![\s\S]*session_token)/ }),
        says('remember gives a refresh token of 64 hex characters', remembered, 200, {
          refreshToken: /^[0-9a-f]{64}$/,
        }),
        says('and the cookie session_token', remembered, 200, undefined, { 'set-cookie': REMEMBERED }),
        ...['1', 'true', 'yes', 'y', 'on', 'enable', 'enabled', 'TRUE', ' On '].map((remember) =>
          says(`remember "${remember}" is true`, post({ remember }), 200, { refreshToken: /^[0-9a-f]{64}$/ }),
        ),
        ...['0', 'false', 'no', 'n', 'off', 'disable', 'disabled', '', 'x', '2'].map((remember) =>
          says(`remember "${remember}" is not`, post({ remember }), 200, without('refreshToken')),
        ),
        ...['ADMIN@ACME.COM', 'Admin@Acme.com'].map((email) =>
          says(`${email} is the same address`, post({ email }), 200, { ok: true }),
        ),
        says('the tenant may be named', post({ tenantId }), 200, { ok: true }),
        says('its alias is tenant', post({ tenant: tenantId }), 200, { ok: true }),
        says('an empty tenantId names none', post({ tenantId: '' }), 200, { ok: true }),
        says('nor does an empty tenant', post({ tenant: '' }), 200, { ok: true }),
        says('an external redirect is ignored', post({ redirect: 'https://evil.example' }), 200, {
          redirect: '/backend',
        }),
        says('fields it does not know are ignored', post({ unknown: 'x' }), 200, { ok: true }),
      ]
    },

    'POST /auth/login: refusals': ({ anonymous, beta }) => {
      const post = (fields: Record<string, string>) => anonymous.post('/auth/login', form(fields))
      const right = { email: 'admin@acme.com', password: PASSWORD }
      return [
        ...Object.entries({
          'no fields': {},
          'no password': { email: right.email },
          'no e-mail': { password: PASSWORD },
          'an e-mail that is none': { ...right, email: 'admin' },
          'an e-mail with a space': { ...right, email: ' admin@acme.com' },
          'five characters': { ...right, password: 'Ab-12' },
          'a tenant that is no uuid': { ...right, tenantId: 'x' },
          'an alias that is no uuid': { ...right, tenant: 'x' },
        }).map(([what, fields]) =>
          says(`${what} is 400 in the words of 401`, post(fields as Record<string, string>), 400, refusal),
        ),
        says('an unknown account', post({ ...right, email: 'nobody@acme.com' }), 401, refusal),
        says('a wrong password', post({ ...right, password: 'Wrong-123' }), 401, refusal),
        says('an account without a password', post({ ...right, email: 'invited@acme.com' }), 401, refusal),
        says('another tenant’s account', post({ ...right, tenantId: beta.tenantId }), 401, refusal),
        says('a tenant that does not exist', post({ ...right, tenantId: crypto.randomUUID() }), 401, refusal),
        says('refusals set no cookie', post({ ...right, password: 'Wrong-123' }), 401, undefined, {
          'set-cookie': null,
        }),
        ...Object.entries(TEXTS.invalid).flatMap(([locale, error]) => [
          says(
            `400 in ${locale}`,
            anonymous.with({ cookie: `locale=${locale}` }).post('/auth/login', form({})),
            400,
            exactly({ ok: false, error }),
          ),
          says(
            `401 in ${locale}`,
            anonymous
              .with({ cookie: `locale=${locale}` })
              .post('/auth/login', form({ ...right, password: 'Wrong-123' })),
            401,
            exactly({ ok: false, error }),
          ),
        ]),
      ]
    },

    'POST /auth/login: one e-mail in several tenants': ({ anonymous, beta, tenantId }) => {
      const post = (fields: Record<string, string>) =>
        anonymous.post('/auth/login', form({ email: 'twin@acme.com', password: PASSWORD, ...fields }))
      return [
        says(
          'asks for the tenant',
          post({}),
          400,
          exactly({ ok: false, error: 'This account exists in several organizations; use the login link of yours.' }),
        ),
        says('not when the password is wrong', post({ password: 'Wrong-123' }), 401, refusal),
        says('one tenant named', post({ tenantId }), 200, { ok: true }),
        says('the other tenant named', post({ tenantId: beta.tenantId }), 200, { ok: true }),
        says('with different passwords the right one decides', post({ email: 'differs@acme.com' }), 200, { ok: true }),
        says(
          'the other password is the other account',
          post({ email: 'differs@acme.com', password: 'Another-123' }),
          200,
          { ok: true },
        ),
      ]
    },

    'POST /auth/login: required roles': ({ anonymous }) => {
      const post = (fields: Record<string, string>, headers = {}) =>
        anonymous.with(headers).post('/auth/login', form({ email: 'employee@acme.com', password: PASSWORD, ...fields }))
      const denied = exactly({ ok: false, error: 'Not authorized for this area' })
      return [
        says('a role that is held', post({ requireRole: 'employee' }), 200, { ok: true }),
        says('one of several', post({ requireRole: 'admin, employee' }), 200, { ok: true }),
        says('none of several', post({ requireRole: 'admin,superadmin' }), 403, denied),
        says('the alias role', post({ role: 'admin' }), 403, denied),
        says('the alias with a role that is held', post({ role: 'employee' }), 200, { ok: true }),
        says('an empty one asks for none', post({ requireRole: ' , ' }), 200, { ok: true }),
        says('after the password', post({ requireRole: 'admin', password: 'Wrong-123' }), 401, refusal),
        ...Object.entries(TEXTS.denied).map(([locale, error]) =>
          says(
            `in ${locale}`,
            post({ requireRole: 'admin' }, { 'accept-language': locale }),
            403,
            exactly({ ok: false, error }),
          ),
        ),
      ]
    },
  },
)
