import { type Context } from '@plinth/core'
import { keyRing } from '@plinth/core/security'
import { z } from 'zod'
import { provisionRequest } from './commands/provision-request.ts'
import { LINK_HASH } from './link-tokens.ts'
import { settings } from './settings.ts'
import { OnboardingRequest } from './entities.ts'

/** The result of following a mailed link. */
export const LinkVerification = z.object({
  ok: z.boolean(),
  status: z.enum(['completed', 'password_required', 'invalid', 'already_exists', 'error']),
  tenantId: z.uuid().nullable(),
  /** Where browsers are redirected. */
  redirect: z.string(),
})
export type LinkVerification = z.output<typeof LinkVerification>

/** The format of mailed tokens. */
const TOKEN = /^[0-9a-f]{64}$/

/** A request that can be provisioned, found by its link. */
export interface FoundRequest {
  readonly id: string
  readonly tenantId: string
  readonly organizationId: string
  readonly email: string
  readonly isCompleted: boolean
  readonly browserHash: string | null
  /** The forms in which the hash of its link may be stored. */
  readonly tokenHashes: readonly string[]
}

/** The request of a link; undefined if the link is invalid. */
export async function findRequest(ctx: Context, token: string): Promise<FoundRequest | undefined> {
  if (!TOKEN.test(token) || ctx.inject(settings).enabled === false) return undefined
  const tokenHash = ctx.inject(keyRing).keyedHashes(LINK_HASH, token)
  const found = await ctx.widenScope('allTenants', 'open a link of a sign-up', ({ findUnique }) =>
    findUnique(OnboardingRequest, { tokenHash }, LOOK_UP_COLUMNS),
  )
  if (!found) return undefined
  const isCompleted = found.status === 'completed'
  return isCompleted || Date.parse(found.expiresAt) > ctx.now().getTime()
    ? { ...found, isCompleted, tokenHashes: tokenHash }
    : undefined
}

const LOOK_UP_COLUMNS = ['id', 'tenantId', 'organizationId', 'email', 'status', 'browserHash', 'expiresAt'] as const

/**
 * Whether the request was sent by the browser with this cookie. The password sent with a request is only valid there
 * (decision: Ownership of an email address).
 */
export function isSender(ctx: Context, { browserHash }: FoundRequest, cookie: string | undefined): boolean {
  return browserHash !== null && cookie !== undefined && ctx.inject(keyRing).isHashOf(LINK_HASH, cookie, browserHash)
}

/** Provisions a request with the password sent with it, or with one chosen now. Writes nothing if it fails. */
export async function provision(
  ctx: Context,
  request: FoundRequest,
  chosenHash: string | null,
): Promise<Pick<LinkVerification, 'status' | 'tenantId'>> {
  const { id, tenantId, organizationId, tokenHashes } = request
  const caller = { actor: 'platform', reason: 'onboarding', scope: { tenantId, organizationId } } as const
  try {
    const { status } = await ctx.actAs(caller, ({ run }) =>
      run(provisionRequest, { id, tokenHashes: [...tokenHashes], chosenHash }),
    )
    return { status, tenantId: status === 'completed' ? tenantId : null }
  } catch (error) {
    // Nothing was written, so the link can be followed again.
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'onboarding failed')
    return { status: 'error', tenantId: null }
  }
}

/** The response for clients, and the redirect for browsers. */
export function toVerification(
  { status, tenantId }: Pick<LinkVerification, 'status' | 'tenantId'>,
  origin: string,
  token: string,
): LinkVerification {
  const isDone = status === 'completed'
  const page = status === 'password_required' ? `/onboarding/confirm/${token}` : `/onboarding?status=${status}`
  return { ok: isDone, status, tenantId, redirect: origin + (isDone ? `/login?tenant=${tenantId}` : page) }
}
