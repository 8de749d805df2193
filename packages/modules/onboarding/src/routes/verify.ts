import { redirectTo } from '@plinth/auth'
import { type Context, get, isOwnSite, open, type RequestFacts, sql, systemSession, wire } from '@plinth/core'
import { z } from 'zod'
import { provisionRequest } from '../commands/provision-request.ts'
import { hashLinkToken } from '../link-tokens.ts'
import { verifyLimit } from '../rate-limits.ts'
import { settings } from '../settings.ts'

const Verification = z.object({
  ok: z.boolean(),
  status: z.enum(['completed', 'invalid', 'already_exists', 'error']),
  tenantId: z.uuid().nullable(),
  /** Where browsers are sent. */
  redirect: z.string(),
})

type Verification = z.output<typeof Verification>

/**
 * GET /onboarding/onboarding/verify, section 9.2: the mailed link. However often and by whomever it is followed, one
 * tenant comes of it. Browsers are sent on, clients get JSON.
 */
export const verify = get(
  '/onboarding/onboarding/verify',
  {
    access: open,
    summary: 'Confirm an e-mail address, and provision the tenant that was asked for.',
    query: z.object({ token: z.string().optional() }),
    response: Verification,
    errors: [302],
    rateLimits: [verifyLimit],
  },
  async (ctx) => {
    const { request } = ctx
    const outcome = await followLink(ctx, ctx.query.token ?? '')
    const answer = toAnswer(outcome, request.origin)
    setCookies(request, answer.tenantId)
    return request.headers.get('accept')?.includes('text/html') ? redirectTo(answer.redirect) : answer
  },
)

type Outcome = Pick<Verification, 'status' | 'tenantId'>

/** The token that was mailed, and nothing else. */
const TOKEN = /^[0-9a-f]{64}$/

async function followLink(ctx: Context, token: string): Promise<Outcome> {
  if (!TOKEN.test(token) || ctx.get(settings).enabled === false) return { status: 'invalid', tenantId: null }
  const tokenHash = hashLinkToken(ctx, token)
  const request = await findRequest(ctx, tokenHash)
  if (!request) return { status: 'invalid', tenantId: null }
  const { id, tenantId, organizationId } = request
  const session = systemSession('onboarding', { tenantId, organizationId, organizationIds: null })
  try {
    const { status } = await ctx.asSystem('provision a requested tenant', ({ within }) =>
      within(session, ({ run }) => run(provisionRequest, { id, tokenHash })),
    )
    return { status, tenantId: status === 'completed' ? tenantId : null }
  } catch (error) {
    // Nothing was written, so the link may be followed again.
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'onboarding failed')
    return { status: 'error', tenantId: null }
  }
}

interface FoundRequest {
  readonly id: string
  readonly tenantId: string
  readonly organizationId: string
}

function findRequest({ asSystem }: Context, tokenHash: string): Promise<FoundRequest | undefined> {
  return asSystem('find an onboarding request by its link', async ({ db }) => {
    const { rows } = await sql<FoundRequest>`select id, tenant_id as "tenantId", organization_id as "organizationId"
      from onboarding_requests where token_hash = ${tokenHash}`.execute(db)
    return rows[0]
  })
}

function toAnswer({ status, tenantId }: Outcome, origin: string): Verification {
  const isDone = status === 'completed'
  const path = isDone ? `/login?tenant=${tenantId}` : `/onboarding?status=${status}`
  return { ok: isDone, status, tenantId, redirect: `${origin}${path}` }
}

const FORTNIGHT = 1_209_600

/**
 * Whoever was signed in here is not who signs in next; the login page is told the new tenant. A link on another site
 * changes nothing of it (decision 42).
 */
function setCookies(request: RequestFacts, tenantId: string | null): void {
  if (!isOwnSite(request.headers)) return
  for (const name of [wire.accessCookie, wire.sessionCookie]) request.setCookie(name, '', { maxAge: 0 })
  const lifetime = tenantId === null ? { maxAge: 0 } : { maxAge: FORTNIGHT, sameSite: 'lax' as const }
  request.setCookie('om_login_tenant', tenantId ?? '', lifetime)
}
