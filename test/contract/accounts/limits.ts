import { exactly, says } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { type Call, form, type Visitor } from '../_frame/visitor.ts'

const TOO_MANY = 'Too many requests. Please try again later.'
const LOCALIZED = {
  pl: 'Zbyt wiele żądań. Spróbuj ponownie później.',
  es: 'Demasiadas solicitudes. Inténtelo de nuevo más tarde.',
  de: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.',
}

let last = 0
/** Somebody whose address nobody else has. */
const stranger = (visitor: Visitor) => visitor.with({ 'x-forwarded-for': `203.0.${++last >> 8}.${last & 255}` })

/** A published limit: what is asked, how often, and whom it counts. */
interface Limited {
  readonly name: string
  readonly points: number
  readonly seconds: number
  readonly ask: (visitor: Visitor, turn: number) => Call
  readonly status: number
}

const login = (visitor: Visitor, email: string) => visitor.post('/auth/login', form({ email, password: 'Wrong-123' }))
const reset = (visitor: Visitor, email: string) => visitor.post('/auth/reset', form({ email }))
const refresh = (visitor: Visitor, refreshToken: string) => visitor.post('/auth/session/refresh', { refreshToken })

const limiters: readonly Limited[] = [
  { name: 'login-ip', points: 20, seconds: 60, status: 401, ask: (who, turn) => login(who, `${turn}@nowhere.com`) },
  { name: 'login', points: 5, seconds: 60, status: 401, ask: (who) => login(who, 'same@nowhere.com') },
  { name: 'reset-ip', points: 10, seconds: 60, status: 200, ask: (who, turn) => reset(who, `${turn}@nowhere.com`) },
  { name: 'reset', points: 3, seconds: 60, status: 200, ask: (who) => reset(who, 'same@nowhere.com') },
  {
    name: 'reset-confirm',
    points: 5,
    seconds: 300,
    status: 400,
    ask: (who) => who.post('/auth/reset/confirm', form({ token: 'x'.repeat(64), password: 'Chosen-123' })),
  },
  { name: 'refresh-ip', points: 60, seconds: 60, status: 401, ask: (who, turn) => refresh(who, `token ${turn}`) },
  { name: 'refresh', points: 15, seconds: 60, status: 401, ask: (who) => refresh(who, 'same token') },
]

export const limits = group(
  'Rate limits',
  { settings: { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY_DEPTH: '1' }, scenario: async () => ({}) },
  {
    'Rate limiting: numbers': ({ anonymous, superadmin }) => {
      const invite: Limited = {
        name: 'resend-invite',
        points: 3,
        seconds: 300,
        status: 404,
        ask: (who) => who.post('/auth/users/resend-invite', { id: crypto.randomUUID() }),
      }
      return [...limiters, invite].flatMap(({ name, points, seconds, ask, status }) => {
        const who = stranger(name === 'resend-invite' ? superadmin : anonymous)
        const refused = ask(who, points + 1)
        const wait = new RegExp(seconds === 300 ? '^(29\\d|300)$' : '^(5\\d|60)$')
        return [
          ...Array.from({ length: points }, (_, turn) =>
            says(`${name}: request ${turn + 1} of ${points} is let through`, ask(who, turn), status),
          ),
          says(`${name}: request ${points + 1} is refused`, refused, 429, TOO_MANY),
          says(`${name}: Retry-After is the seconds to wait`, refused, 429, undefined, { 'retry-after': wait }),
          says(`${name}: X-RateLimit-Reset is the same`, refused, 429, undefined, { 'x-ratelimit-reset': wait }),
          says(`${name}: X-RateLimit-Limit is ${points}`, refused, 429, undefined, {
            'x-ratelimit-limit': String(points),
          }),
          says(`${name}: X-RateLimit-Remaining is 0`, refused, 429, undefined, { 'x-ratelimit-remaining': '0' }),
          says(`${name}: another address is let through`, ask(stranger(who), points + 1), status),
        ]
      })
    },

    'Rate limiting: texts': ({ anonymous }) => {
      const who = stranger(anonymous)
      return [
        ...Array.from({ length: 5 }, (_, turn) => says(`login ${turn + 1}`, login(who, 'text@nowhere.com'), 401)),
        says('there is no ok in the refusal', login(who, 'text@nowhere.com'), 429, exactly({ error: TOO_MANY })),
        ...Object.entries(LOCALIZED).map(([locale, text]) =>
          says(`in ${locale}`, login(who.with({ cookie: `locale=${locale}` }), 'text@nowhere.com'), 429, text),
        ),
      ]
    },

    'Rate limiting: whom they count': ({ anonymous }) => {
      const who = stranger(anonymous)
      const right = () => who.post('/auth/login', form({ email: 'admin@acme.com', password: 'Secret-123' }))
      return [
        ...[1, 2, 3, 4].map((turn) => says(`wrong login ${turn}`, login(who, 'admin@acme.com'), 401)),
        says('a right one is let through', right(), 200),
        ...[1, 2, 3, 4].map((turn) =>
          says(`it has forgotten the wrong ones: ${turn}`, login(who, 'admin@acme.com'), 401),
        ),
        says('the address counts on', login(who, 'ADMIN@acme.com '), 400),
        ...['', 'x', 'no address'].map((email) =>
          says(`what is no address counts by address only: "${email}"`, login(who, email), 400),
        ),
        says('a login without an e-mail counts too', who.post('/auth/login', form({})), 400),
      ]
    },

    'Rate limiting: what is not limited': ({ anonymous }) => {
      const who = stranger(anonymous)
      return Array.from({ length: 12 }, (_, turn) => [
        says(`GET refresh ${turn + 1}`, who.get('/auth/session/refresh'), 302),
        says(`GET locale ${turn + 1}`, who.get('/auth/locale'), 200),
        says(`POST locale ${turn + 1}`, who.post('/auth/locale', { locale: 'en' }), 201),
        says(`GET logout ${turn + 1}`, who.get('/auth/logout'), 401),
      ]).flat()
    },
  },
)

export const limitSettings = group(
  'Settings of rate limits',
  {
    settings: {
      RATE_LIMIT_ENABLED: 'true',
      RATE_LIMIT_TRUST_PROXY_DEPTH: '1',
      RATE_LIMIT_LOGIN_POINTS: '2',
      RATE_LIMIT_LOGIN_DURATION: '120',
      RATE_LIMIT_LOGIN_BLOCK_DURATION: '600',
      RATE_LIMIT_RESET_IP_POINTS: '1',
      OM_TEST_MODE: '1',
      OM_TEST_AUTH_RATE_LIMIT_MODE: 'opt-in',
      OM_PASSWORD_MIN_LENGTH: '6',
      NEXT_PUBLIC_OM_PASSWORD_REQUIRE_DIGIT: 'false',
      OM_PASSWORD_REQUIRE_UPPERCASE: 'off',
      OM_PASSWORD_REQUIRE_SPECIAL: 'no',
      REMEMBER_ME_DAYS: '3',
      OM_INIT_ADMIN_EMAIL: 'admin@acme.com',
    },
    scenario: async () => ({}),
  },
  {
    'Rate limiting: settings': ({ anonymous }) => {
      const who = stranger(anonymous).with({ 'x-om-test-rate-limit': 'on' })
      const refused = login(who, 'set@nowhere.com')
      return [
        says('RATE_LIMIT_LOGIN_POINTS: the first', login(who, 'set@nowhere.com'), 401),
        says('RATE_LIMIT_LOGIN_POINTS: the second', login(who, 'set@nowhere.com'), 401),
        says('RATE_LIMIT_LOGIN_POINTS: no third', refused, 429, TOO_MANY, { 'x-ratelimit-limit': '2' }),
        says('RATE_LIMIT_LOGIN_BLOCK_DURATION', refused, 429, undefined, { 'retry-after': /^(59\d|600)$/ }),
        says('RATE_LIMIT_RESET_IP_POINTS: the first', reset(who, 'a@nowhere.com'), 200),
        says('RATE_LIMIT_RESET_IP_POINTS: no second', reset(who, 'b@nowhere.com'), 429, TOO_MANY, {
          'x-ratelimit-limit': '1',
        }),
      ]
    },

    'Rate limiting: test mode': ({ anonymous }) => {
      const who = stranger(anonymous)
      return [
        ...Array.from({ length: 8 }, (_, turn) =>
          says(`without the header, login ${turn + 1} is not counted`, login(who, 'mode@nowhere.com'), 401),
        ),
        ...['off', '1', ''].map((value) =>
          says(
            `x-om-test-rate-limit "${value}" does not count`,
            login(who.with({ 'x-om-test-rate-limit': value }), 'mode@nowhere.com'),
            401,
          ),
        ),
      ]
    },

    'Password policy: settings': ({ admin, organizationId }) => {
      const create = (password: string) =>
        admin.post('/auth/users', { email: `${password}@acme.com`, password, organizationId })
      return [
        says('OM_PASSWORD_MIN_LENGTH', create('zxqwvk'), 201),
        says('shorter is refused', create('zxqwv'), 400, { error: 'Invalid input' }),
        says('no digit, capital or special character is needed', create('plainwordsonly'), 201),
      ]
    },

    'Cookies: settings': ({ anonymous, app }) => {
      const days = Math.floor(app.clock.now.getTime() / 1000) + 3 * 86_400
      const expires = new Date(days * 1000).toUTCString()
      return [
        says(
          'REMEMBER_ME_DAYS',
          anonymous.post('/auth/login', form({ email: 'admin@acme.com', password: 'Secret-123', remember: '1' })),
          200,
          undefined,
          {
            'set-cookie': new RegExp(`session_token=[0-9a-f]{64}; [^\\n]*Expires=${expires}`),
          },
        ),
      ]
    },
  },
)
