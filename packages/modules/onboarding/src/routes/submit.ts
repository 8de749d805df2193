import { credentials, isAddressTaken, passwordSchema } from '@plinth/auth'
import { badInput, composition, type Context, emailAddress, nameText, open, PlatformError, post } from '@plinth/core'
import { NO_SCOPE } from '@plinth/core/data'
import { describedAs, type Locale, type RequestFacts, texts } from '@plinth/core/http'
import { sendMail } from '@plinth/points'
import { z } from 'zod'
import { liftHold } from '../commands/lift-hold.ts'
import { emailExists, submitRequest } from '../commands/submit-request.ts'
import { BROWSER_COOKIE } from '../link-tokens.ts'
import { type OnboardingMessage, onboardingText } from '../messages.ts'
import { requestLimit } from '../rate-limits.ts'
import { LINK_HOURS, settings } from '../settings.ts'
import { verificationMail } from '../verification-mail.ts'

const Name = nameText().trim().min(1)

const Submission = z
  .object({
    email: emailAddress().max(320),
    firstName: Name.max(120),
    lastName: Name.max(120),
    organizationName: Name.max(240),
    password: z.string().max(120),
    confirmPassword: z.string().max(120),
    termsAccepted: z.literal(true),
    marketingConsent: z.boolean().default(false),
    locale: z.string().min(2).max(10).optional(),
  })
  // Reported together with all other errors.
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    when: ({ value }) => isObject(value),
  })

export const submit = post(
  '/onboarding/onboarding',
  {
    operation: 'start',
    access: open,
    summary: 'Sign up for a new tenant. Sends an email with a link to confirm the address.',
    before({ inject }) {
      if (inject(settings).enabled === false)
        throw new PlatformError('not_found', 'Self-service onboarding is disabled.')
    },
    // Parsed by the handler, so that password policy violations are reported together with all other errors.
    body: describedAs(Submission),
    response: z.object({ ok: z.literal(true), email: z.string() }),
    status: 201,
    errors: [400, 404, 409, 502],
    http: { okInErrors: true },
    rateLimits: [requestLimit],
    onUnreadable: () => badInput('Invalid payload'),
  },
  async (ctx) => {
    const { request, inject, actor, scope, actAs } = ctx
    const locale = toLocale(isObject(ctx.body) ? ctx.body['locale'] : undefined, ctx)
    const body = parse(ctx, locale)
    const { email, organizationName } = body
    const { passwords, saltOf } = inject(credentials)
    // Runs in its own transaction, so that requests waiting to hash a password do not hold database connections.
    if (
      await actAs({ actor, scope, reason: 'leave no open transaction before a sign-up' }, (own) =>
        isAddressTaken(own, email),
      )
    )
      throw emailExists(locale)
    const { confirmPassword: _again, termsAccepted: _terms, password, ...fields } = body
    const passwordHash = await passwords.of(request.network).hash(password, saltOf(email))
    const input = { ...fields, locale, passwordHash, ipAddress: request.ip }
    const { id, token, browser } = await asPlatform(ctx, ({ run }) => run(submitRequest, input))
    const link = `${inject(composition).origin}/api/onboarding/onboarding/verify?token=${token}`
    try {
      const values = { tenant: organizationName, link }
      await sendMail(ctx, verificationMail, { to: email, language: locale, tenantId: null, values })
    } catch (error) {
      await asPlatform(ctx, ({ run }) => run(liftHold, { id }))
      throw new PlatformError('upstream_failed', onboardingText(locale, 'emailSendFailed'), { cause: error })
    }
    request.setCookie(BROWSER_COOKIE, browser, { httpOnly: true, sameSite: 'lax', maxAge: LINK_HOURS * 3_600 })
    return { ok: true as const, email }
  },
)

/** The parsed form. Throws 400 with all errors in it. */
function parse({ body, inject }: Pick<Context, 'inject'> & { readonly body: unknown }, locale: Locale) {
  const { data, error } = Submission.safeParse(body)
  const fields = new Set(error?.issues.map(({ path }) => String(path[0] ?? 'form')))
  const password = isObject(body) ? body['password'] : undefined
  if (!passwordSchema(inject(credentials).policy).safeParse(password).success) fields.add('password')
  if (!data || fields.size > 0) throw invalid(locale, [...fields])
  return data
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The language named by the form if it is supported, otherwise that of the request. */
const toLocale = (
  requested: unknown,
  { inject, request }: Pick<Context, 'inject'> & { readonly request: RequestFacts },
): Locale => inject(texts).languages.find((language) => language === requested) ?? request.locale

/** Runs for an applicant without an account, in no tenant. */
function asPlatform<T>({ actAs }: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  return actAs({ actor: 'platform', reason: 'onboarding', scope: NO_SCOPE }, work)
}

/** 400 with one message per invalid field. */
function invalid(locale: Locale, fields: readonly string[]): PlatformError {
  const fieldErrors = Object.fromEntries(
    fields.map((field) => [
      field,
      onboardingText(locale, worded.has(field) ? (field as OnboardingMessage) : 'genericError'),
    ]),
  )
  return badInput(onboardingText(locale, 'genericError'), { fieldErrors })
}

const worded: ReadonlySet<string> = new Set([
  'email',
  'firstName',
  'lastName',
  'organizationName',
  'password',
  'confirmPassword',
  'termsAccepted',
])
