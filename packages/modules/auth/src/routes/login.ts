import { badInput, forbidden, open, post, type RouteContext, sql, systemSession, unauthenticated } from '@plinth/core'
import { z } from 'zod'
import { startSession } from '../commands/start-session.ts'
import { events } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { say } from '../messages.ts'
import { forgottenAtLogin, rateLimits } from '../rate-limits.ts'
import { issueTokens } from '../sessions/issue-tokens.ts'
import { openSession } from '../sessions/open-session.ts'

const truthy = new Set(['1', 'true', 'yes', 'y', 'on', 'enable', 'enabled'])

const LoginForm = z.object({
  email: z.email().max(320),
  // Seeded accounts bypass the policy, so any password of six characters may be tried (section 2.4).
  password: z.string().min(6).max(1024),
  remember: z
    .string()
    .optional()
    .transform((value) => truthy.has((value ?? '').trim().toLowerCase())),
  // An empty field of a form is none (decision 47).
  tenantId: z
    .literal('')
    .transform(() => undefined)
    .or(z.uuid())
    .optional(),
  tenant: z.uuid().optional(),
  requireRole: z.string().max(500).optional(),
  role: z.string().max(500).optional(),
})

/** POST /auth/login, section 7.1. Unknown accounts, accounts without a password and wrong passwords look alike. */
export const login = post(
  '/auth/login',
  {
    operation: 'login',
    access: open,
    summary: 'Exchange an e-mail and a password for an access token.',
    body: LoginForm,
    bodyType: 'form',
    response: z.object({
      ok: z.literal(true),
      token: z.string(),
      redirect: z.string().nullable(),
      refreshToken: z.string().optional(),
    }),
    errors: [400, 401, 403],
    okInErrors: true,
    rateLimits: rateLimits.login,
    onInvalid: (_error, { locale }) => badInput(say(locale, 'invalidCredentials')),
  },
  async (ctx) => {
    const { body, request, asSystem, get } = ctx
    const candidate = await recognise(ctx)
    const opened = candidate && (await openSession(ctx, candidate.id))
    if (!opened) throw unauthenticated(say(request.locale, 'invalidCredentials'))
    if (!holdsRole(opened.session.actor.roles, body.requireRole ?? body.role))
      throw forbidden(say(request.locale, 'permissionDenied'))
    const { account } = opened
    const scope = { tenantId: account.tenantId, organizationId: account.organizationId, organizationIds: null }
    const { id: sessionId, refreshToken } = await asSystem('start a session at login', ({ within }) =>
      within(systemSession('login', scope, account.id), ({ run }) =>
        run(startSession, {
          userId: account.id,
          email: account.email,
          organizationId: account.organizationId,
          remember: body.remember,
          passwordHash: candidate.passwordHash,
          rehashed: candidate.rehashed,
        }),
      ),
    )
    for (const name of forgottenAtLogin) await request.resetRateLimit(name)
    const { accessToken } = await issueTokens(ctx, request, { account, sessionId, refreshToken })
    return {
      ok: true as const,
      token: accessToken,
      redirect: get(credentials).homePath,
      ...(refreshToken !== null && { refreshToken }),
    }
  },
)

type LoginContext = RouteContext<undefined, undefined, typeof LoginForm>

interface Candidate {
  readonly id: string
  readonly passwordHash: string | null
}

interface Recognised {
  readonly id: string
  readonly passwordHash: string
  readonly rehashed?: string
}

/** Accounts whose password may be tried for one e-mail without a tenant; more would let one login cost too much. */
const MAX_CANDIDATES = 5

/** The one account that the e-mail and password belong to. The tenant is asked for only when the password was right. */
async function recognise({ body, request, asSystem, get, emit }: LoginContext): Promise<Recognised | null> {
  const { passwords } = get(credentials)
  const tenantId = body.tenantId ?? body.tenant ?? null
  const candidates = await asSystem('find accounts by e-mail at login', async ({ db }) => {
    const { rows } = await sql<Candidate>`
      select id, password_hash as "passwordHash" from users where lower(email) = ${body.email.toLowerCase()}
        and (${tenantId}::uuid is null or tenant_id = ${tenantId}::uuid) order by created_at limit ${MAX_CANDIDATES}`.execute(
      db,
    )
    return rows
  })
  const matches: Recognised[] = []
  for (const candidate of candidates.length > 0 ? candidates : [null]) {
    const { ok, needsRehash } = await passwords.verify(candidate?.passwordHash ?? null, body.password)
    if (!ok || !candidate?.passwordHash) continue
    const { id, passwordHash } = candidate
    matches.push({ id, passwordHash, ...(needsRehash && { rehashed: await passwords.hash(body.password) }) })
  }
  if (matches.length > 1) throw badInput(say(request.locale, 'tenantRequired'))
  const [match] = matches
  if (!match) {
    const reason = candidates.length > 0 ? 'invalid_password' : 'invalid_credentials'
    emit(events['login.failed'], { email: body.email, reason })
  }
  return match ?? null
}

function holdsRole(held: readonly string[], required: string | undefined): boolean {
  const wanted = (required ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return wanted.length === 0 || wanted.some((name) => held.includes(name))
}
