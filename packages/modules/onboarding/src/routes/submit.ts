import { credentials, isAddressTaken, LocaleName } from '@plinth/auth'
import {
  badInput,
  composition,
  type Context,
  type Locale,
  mailer,
  NO_SCOPE,
  open,
  passwordSchema,
  PlatformError,
  post,
  type RequestFacts,
  systemSession,
  nameText,
} from '@plinth/core'
import { z } from 'zod'
import { liftHold } from '../commands/lift-hold.ts'
import { emailExists, submitRequest } from '../commands/submit-request.ts'
import { BROWSER_COOKIE } from '../link-tokens.ts'
import { type Message, say } from '../messages.ts'
import { requestLimit } from '../rate-limits.ts'
import { LINK_HOURS, settings } from '../settings.ts'
import { composeVerification } from '../verification-mail.ts'

const Name = nameText().trim().min(1)

const LANGUAGE = 'language'

const Submission = z
  .object({
    email: z.email().max(320),
    firstName: Name.max(120),
    lastName: Name.max(120),
    organizationName: Name.max(240),
    password: z.string().max(120),
    confirmPassword: z.string().max(120),
    termsAccepted: z.literal(true),
    marketingConsent: z.boolean().default(false),
    locale: z.string().min(2).max(10).optional(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, { path: ['confirmPassword'] })
  // Comes with any other issue and says in what language the others are to be told.
  .refine(() => false, {
    path: [LANGUAGE],
    when: ({ issues }) => issues.length > 0,
    error: ({ input }) => named(input),
  })

/** POST /onboarding/onboarding, section 9.1. */
export const submit = post(
  '/onboarding/onboarding',
  {
    access: open,
    summary: 'Ask for a tenant of one’s own; a link to confirm the e-mail address is mailed.',
    body: Submission,
    response: z.object({ ok: z.literal(true), email: z.string() }),
    status: 201,
    errors: [400, 404, 409, 502],
    okInErrors: true,
    rateLimits: [requestLimit],
    onUnreadable: () => badInput('Invalid payload'),
    onInvalid: ({ issues }, request) => {
      const [language] = issues.filter(({ path }) => path[0] === LANGUAGE)
      const fields = new Set(issues.filter((issue) => issue !== language).map(({ path }) => String(path[0])))
      return invalid(toLocale(language?.message, request), [...fields])
    },
  },
  async (ctx) => {
    const { body, request, get } = ctx
    const { email, organizationName } = body
    const locale = toLocale(body.locale, request)
    if (get(settings).enabled === false) throw new PlatformError('not_found', 'Self-service onboarding is disabled.')
    const { policy, passwords, saltOf } = get(credentials)
    if (!passwordSchema(policy).safeParse(body.password).success) throw invalid(locale, ['password'])
    if (await isAddressTaken(ctx, email)) throw emailExists(locale)
    const { confirmPassword: _again, termsAccepted: _terms, password, ...fields } = body
    const passwordHash = await passwords.of(request.network).hash(password, saltOf(email))
    const input = { ...fields, locale, passwordHash, ipAddress: request.ip }
    const { id, token, browser } = await asPlatform(ctx, ({ run }) => run(submitRequest, input))
    const link = `${get(composition).origin}/api/onboarding/onboarding/verify?token=${token}`
    try {
      await get(mailer).send(composeVerification({ locale, to: email, organizationName, link }))
    } catch (error) {
      await asPlatform(ctx, ({ run }) => run(liftHold, { id }))
      throw new PlatformError('upstream_failed', say(locale, 'emailSendFailed'), { cause: error })
    }
    request.setCookie(BROWSER_COOKIE, browser, { httpOnly: true, sameSite: 'lax', maxAge: LINK_HOURS * 3_600 })
    return { ok: true as const, email }
  },
)

/** What a form says its language is, whatever else is in it. */
function named(form: unknown): string | undefined {
  const { locale } = (form ?? {}) as { readonly locale?: unknown }
  return typeof locale === 'string' ? locale : undefined
}

/** The language that the form names when it is supported, else the request's. */
const toLocale = (wanted: string | undefined, { locale }: RequestFacts): Locale =>
  LocaleName.safeParse(wanted).data ?? locale

/** Works for somebody who is nobody yet: in no tenant. */
function asPlatform<T>({ asSystem }: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  return asSystem('take an onboarding request', ({ within }) => within(systemSession('onboarding', NO_SCOPE), work))
}

/** 400 with one message for each field that is wrong. */
function invalid(locale: Locale, fields: readonly string[]): PlatformError {
  const fieldErrors = Object.fromEntries(
    fields.map((field) => [field, say(locale, worded.has(field) ? (field as Message) : 'genericError')]),
  )
  return badInput(say(locale, 'genericError'), { fieldErrors })
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
