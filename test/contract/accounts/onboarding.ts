import { exactly, says } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { after, known } from '../_frame/visitor.ts'
import { deliver } from './tokens.ts'
import { applicant, PATH } from './applicants.ts'

const TEXTS = {
  en: {
    form: 'Please check the form and try again.',
    email: 'Enter a valid e-mail address.',
    exists: 'There is an account with this e-mail address already. Sign in instead.',
  },
  de: {
    form: 'Bitte prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.',
    email: 'Geben Sie eine gültige E-Mail-Adresse ein.',
    exists: 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto. Melden Sie sich an.',
  },
  es: {
    form: 'Revise el formulario e inténtelo de nuevo.',
    email: 'Introduzca un correo electrónico válido.',
    exists: 'Ya existe una cuenta con este correo electrónico. Inicie sesión.',
  },
  pl: {
    form: 'Sprawdź formularz i spróbuj ponownie.',
    email: 'Podaj prawidłowy adres e-mail.',
    exists: 'Konto z tym adresem e-mail już istnieje. Zaloguj się.',
  },
}
const FIELDS = ['email', 'firstName', 'lastName', 'organizationName', 'password', 'confirmPassword', 'termsAccepted']

export const onboarding = group(
  'Onboarding',
  { settings: { ADMIN_EMAIL: 'owner@example.com', TRUST_PROXY_DEPTH: '1' }, scenario: async () => ({}) },
  {
    'POST /onboarding/onboarding: refusals': ({ anonymous }) => {
      const post = (body?: object | string, headers = {}) => anonymous.with(headers).post(PATH, body)
      const wrong: Record<string, readonly unknown[]> = {
        email: [undefined, '', 'x', 1, null],
        firstName: [undefined, '', ' ', 'x'.repeat(121), 1],
        lastName: [undefined, '', ' ', 'x'.repeat(121), 1],
        organizationName: [undefined, '', ' ', 'x'.repeat(241), 1],
        termsAccepted: [undefined, false, 'true', 1, null],
        locale: ['x', 'x'.repeat(11), 1],
        marketingConsent: ['yes', 1],
      }
      const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 10)
      return [
        says('no body', post(), 400, exactly({ ok: false, error: 'Invalid payload' })),
        ...['{', 'x', 'null'].map((body) =>
          says(`"${body}" is no object`, post(body), 400, exactly({ ok: false, error: 'Invalid payload' })),
        ),
        ...Object.entries(wrong).flatMap(([field, values]) =>
          values.map((value) =>
            says(
              `${field} ${short(value)}`,
              post(applicant('x@example.com', { [field]: value })),
              400,
              exactly({ ok: false, error: TEXTS.en.form, fieldErrors: { [field]: /.+/ } }),
            ),
          ),
        ),
        ...['short-1A', 'no-digit-A', 'no-capital-1', 'NoSpecial12', `Aa1!${'x'.repeat(117)}`]
          .filter((password) => password !== 'short-1A')
          .map((password) =>
            says(
              `the password ${password.slice(0, 12)}`,
              post(applicant('x@example.com', { password, confirmPassword: password })),
              400,
              { ok: false, fieldErrors: { password: 'The password does not meet the requirements.' } },
            ),
          ),
        says(
          'passwords that differ',
          post(applicant('x@example.com', { confirmPassword: 'Another-123' })),
          400,
          exactly({ ok: false, error: TEXTS.en.form, fieldErrors: { confirmPassword: 'The passwords do not match.' } }),
        ),
        says(
          'everything wrong at once',
          post({ password: 'weak', confirmPassword: 'x' }),
          400,
          exactly({
            ok: false,
            error: TEXTS.en.form,
            fieldErrors: Object.fromEntries(FIELDS.map((field) => [field, /.+/])),
          }),
        ),
        says('an empty form', post({}), 400, {
          ok: false,
          fieldErrors: { email: /.+/, password: /.+/, termsAccepted: /.+/ },
        }),
        ...['[]', '"x"', '1'].map((body) =>
          says(`${body} is no form`, post(body), 400, { ok: false, error: TEXTS.en.form }),
        ),
        ...Object.entries(TEXTS).flatMap(([locale, { form: error, email }]) => [
          says(
            `in the ${locale} that the form names`,
            post(applicant('x', { locale })),
            400,
            exactly({ ok: false, error, fieldErrors: { email } }),
          ),
          says(
            `in the ${locale} of the browser`,
            post(applicant('x'), { cookie: `locale=${locale}` }),
            400,
            exactly({ ok: false, error, fieldErrors: { email } }),
          ),
        ]),
        ...Object.entries(TEXTS).map(([locale, { exists }]) =>
          says(
            `an account of the address, in ${locale}`,
            post(applicant('ADMIN@acme.com', { locale })),
            409,
            exactly({ ok: false, error: exists, fieldErrors: { email: exists } }),
          ),
        ),
        says('an unsupported language is the browser’s', post(applicant('x', { locale: 'fr' })), 400, {
          error: TEXTS.en.form,
        }),
      ]
    },

    'POST /onboarding/onboarding': ({ anonymous, app }) => {
      const post = (email: string, more = {}) => anonymous.post(PATH, applicant(email, more))
      const done = post('Ada@example.com', { locale: 'de', marketingConsent: true })
      const again = () => post('ada@example.com')
      const minutes = (count: number) => () => app.clock.advance(count * 60_000)
      return [
        says('201', done, 201, exactly({ ok: true, email: 'Ada@example.com' })),
        says('a mail with the link', known('the mail', app.mails.at(-1) ?? {}), 200),
        says(
          'is sent to the applicant',
          after(
            () => {},
            () => known('the mail', app.mails.at(-1)),
          ),
          200,
          {
            to: 'Ada@example.com',
            text: /https:\/\/acme\.example\/api\/onboarding\/onboarding\/verify\?token=[0-9a-f]{64}/,
          },
        ),
        says('another within ten minutes', again(), 409, {
          ok: false,
          error: /10 min/,
          fieldErrors: { email: /10 min/ },
        }),
        says('says how long to wait', after(minutes(9), again), 409, { ok: false, error: /\b1 min/ }),
        says(
          'and is taken after ten minutes',
          after(minutes(1), again),
          201,
          exactly({ ok: true, email: 'ada@example.com' }),
        ),
        says(
          'the owner of the host is told',
          after(
            () => deliver(app),
            () =>
              known(
                'mails',
                app.mails.map(({ to }) => to),
              ),
          ),
          200,
          exactly(['Ada@example.com', 'ada@example.com', 'owner@example.com', 'owner@example.com']),
        ),
        says(
          'a name of 120 and an organization of 240',
          post('long@example.com', {
            firstName: 'x'.repeat(120),
            lastName: 'y'.repeat(120),
            organizationName: 'z'.repeat(240),
          }),
          201,
        ),
        says('members that nobody knows are ignored', post('more@example.com', { unknown: 1 }), 201),
      ]
    },
  },
)
