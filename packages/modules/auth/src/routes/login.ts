import { badInput, emailAddress, forbidden, open, post, type RouteContext, unauthenticated } from '@plinth/core'
import { randomId } from '@plinth/core/security'
import { z } from 'zod'
import { startSession } from '../commands/start-session.ts'
import { events } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { knownDevice } from '../known-device.ts'
import { authText } from '../messages.ts'
import { createChallenge, toFactorRefusal } from '../sessions/sign-in-challenge.ts'
import { rateLimits } from '../rate-limits.ts'
import { issueTokens } from '../sessions/issue-tokens.ts'
import { loadCaller } from '../sessions/load-caller.ts'
import { toSignInDevice } from '../sessions/sign-in-device.ts'
import { wrongPasswords } from '../sessions/sign-in-history.ts'
import { trustOwner } from '../sessions/trust-owner.ts'
import { findAccountsByEmail, type FoundAccount } from '../users/accounts-by-email.ts'

const truthy = new Set(['1', 'true', 'yes', 'y', 'on', 'enable', 'enabled'])

/** An empty form field counts as absent (decision: tenantId null). */
const TenantField = z
  .literal('')
  .transform(() => undefined)
  .or(z.uuid())
  .optional()

const LoginForm = z.object({
  email: emailAddress().max(320),
  // Passwords of seeded accounts are not checked against the policy, so any of six characters or more is accepted here.
  password: z.string().min(6).max(1024),
  remember: z
    .string()
    .optional()
    .transform((value) => truthy.has((value ?? '').trim().toLowerCase())),
  tenantId: TenantField,
  tenant: TenantField,
  requireRole: z.string().max(500).optional(),
  role: z.string().max(500).optional(),
})

/** The response of a completed sign-in. */
export const LoggedIn = z.object({
  ok: z.literal(true),
  token: z.string(),
  redirect: z.string().nullable(),
  refreshToken: z.string().optional(),
  /** When the account will need a second factor to sign in, if it has none yet. */
  factorRequiredFrom: z.string().optional(),
})

/**
 * POST /auth/login. Unknown accounts, accounts without a password and wrong passwords are answered alike. If a second factor has
 * to follow, the response is 403 with `code: 'second_factor_required'` and a challenge for `POST /auth/login/verify`.
 */
export const login = post(
  '/auth/login',
  {
    operation: 'login',
    access: open,
    summary: 'Sign in with an email address and a password to get an access token.',
    body: LoginForm,
    http: { bodyType: 'form', okInErrors: true },
    response: LoggedIn,
    errors: [400, 401, 403],
    rateLimits: rateLimits.login,
    onInvalid: (_error, { locale }) => badInput(authText(locale, 'invalidCredentials')),
  },
  async (ctx) => {
    const { body, request, inject, actAs } = ctx
    const candidate = await recognise(ctx)
    const opened = candidate && (await loadCaller(ctx, candidate.id))
    if (!opened) throw unauthenticated(authText(request.locale, 'invalidCredentials'))
    if (!holdsRole(opened.caller.actor.roles, body.requireRole ?? body.role))
      throw forbidden(authText(request.locale, 'permissionDenied'))
    const { account } = opened
    const scope = { tenantId: account.tenantId, organizationId: account.organizationId, organizationIds: null }
    const { secrets, hashes } = createChallenge(ctx, request)
    const login = await actAs({ actor: 'platform', reason: 'login', scope, userId: account.id }, ({ run }) =>
      run(startSession, {
        userId: account.id,
        email: account.email,
        organizationId: account.organizationId,
        remember: body.remember,
        passwordHash: candidate.passwordHash,
        rehashed: candidate.rehashed,
        device: toSignInDevice(ctx, request, account.email),
        challenge: hashes,
      }),
    )
    if (login.id === null) throw toFactorRefusal(request, { secrets, challenge: login.challenge })
    await trustOwner(ctx, request, { ...candidate, email: body.email })
    const { id: sessionId, refreshToken, factorRequiredFrom } = login
    const { accessToken } = await issueTokens(ctx, request, { account, sessionId, refreshToken })
    return {
      ok: true as const,
      token: accessToken,
      redirect: inject(credentials).homePath,
      ...(refreshToken !== null && { refreshToken }),
      ...(factorRequiredFrom !== null && { factorRequiredFrom }),
    }
  },
)

type LoginContext = RouteContext<undefined, undefined, typeof LoginForm>

interface Candidate extends FoundAccount {
  readonly passwordHash: string
}

interface RecognisedCandidate extends Candidate {
  readonly rehashed?: string
}

/** Maximum number of accounts with one address whose passwords are compared. Beyond it, the tenant has to be given. */
const MAX_CANDIDATES = 1_000

/**
 * The one account that the email and password belong to. The tenant is only asked for if the password was right. Accounts with
 * the same address share a salt, so a wrong password takes the same time for any number of them, including none.
 */
async function recognise(ctx: LoginContext): Promise<RecognisedCandidate | null> {
  const { body, request, inject, emit } = ctx
  const { email, password } = body
  const { passwords, saltOf } = inject(credentials)
  const { isKnown, candidates } = await findCandidates(ctx)
  const hashes = candidates.map(({ passwordHash }) => passwordHash)
  const line = passwords.of(request.network, { isKnown: knownDevice(request, email) !== null })
  const { matches, hash } = await line.identify({ password, hashes, salt: saltOf(email) })
  const [match, ...others] = candidates.filter(({ passwordHash }) => matches.includes(passwordHash))
  if (others.length > 0) throw badInput(authText(request.locale, 'tenantRequired'))
  if (!match) {
    emit(events['login.failed'], { email, reason: isKnown ? 'invalid_password' : 'invalid_credentials' })
    noteWrongPassword(ctx, candidates)
    return null
  }
  return match.passwordHash === hash ? match : { ...match, rehashed: hash }
}

/** Runs in its own transaction, so that logins waiting to verify a password do not hold database connections. */
async function findCandidates({ body, actor, scope, actAs }: LoginContext) {
  const { email, tenant, tenantId = tenant } = body
  const rows = await actAs({ actor, scope, reason: 'leave no open transaction while a password is checked' }, (own) =>
    findAccountsByEmail(own, { email, tenantId, most: MAX_CANDIDATES }),
  )
  const candidates = rows.filter((row): row is Candidate => row.passwordHash !== null)
  return { isKnown: rows.length > 0, candidates }
}

/** Maximum number of accounts with one address in whose history a wrong password is recorded. */
const MAX_NOTED = 5

function noteWrongPassword({ record, request, now }: LoginContext, candidates: readonly Candidate[]): void {
  const at = now().toISOString()
  const userAgent = request.headers.get('user-agent')?.slice(0, 400) ?? null
  for (const { id: userId, tenantId } of candidates.slice(0, MAX_NOTED))
    record(wrongPasswords, { id: randomId(), tenantId, userId, at, userAgent, ipAddress: request.ip })
}

function holdsRole(roleNames: readonly string[], required: string | undefined): boolean {
  const requiredRoles = (required ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return requiredRoles.length === 0 || requiredRoles.some((name) => roleNames.includes(name))
}
