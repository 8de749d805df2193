import { passwordSchema } from '../passwords/password-policy.ts'
import { badInput, emailAddress, notFound, put, type RouteContext, signedIn } from '@plinth/core'
import { internalRequests } from '@plinth/core/http'
import { z } from 'zod'
import { updateProfile, wrongPassword } from '../commands/update-profile.ts'
import { credentials } from '../credentials.ts'
import { User } from '../entities.ts'
import { authText } from '../messages.ts'
import { rateLimits } from '../rate-limits.ts'
import { loadAccount } from '../users/account.ts'
import { atHome } from '../sessions/account-home.ts'
import { countFactorAttempt, forgetFactorAttempts } from '../sessions/sign-in-challenge.ts'
import { issueTokens } from '../sessions/issue-tokens.ts'

const isNotBlank = (text: string) => text.trim() !== ''

const ProfileBody = z
  .object({
    email: emailAddress().max(320).optional(),
    currentPassword: z.string().min(1).max(1024).refine(isNotBlank).optional(),
    password: z.string().max(1024).optional(),
  })
  .superRefine(({ email, currentPassword, password }, { addIssue }) => {
    const demand = (isMet: boolean, path: string, message: string) =>
      isMet || addIssue({ code: 'custom', path: [path], message })
    demand(email !== undefined || password !== undefined, 'email', 'Provide an email or a password.')
    demand(password === undefined || currentPassword !== undefined, 'currentPassword', 'Current password is required.')
    demand(currentPassword === undefined || password !== undefined, 'password', 'New password is required.')
  })

/**
 * PUT /auth/profile: the new access token in the response is valid. A new address needs a fresh sign-in or, together with a new
 * password, the current one.
 */
export const changeProfile = put(
  '/auth/profile',
  {
    operation: 'updateProfile',
    access: signedIn,
    summary: "Update the caller's own email address or password.",
    isTool: false,
    body: ProfileBody,
    response: z.object({ ok: z.literal(true), email: z.string() }),
    errors: [400, 403, 404, 429],
    onInvalid: (error, { locale }) => badInput(authText(locale, 'invalidProfile'), { issues: error.issues }),
  },
  async (ctx) => {
    const { actor, body, request } = ctx
    const { homeTenantId: tenantId, homeOrganizationId: organizationId, userId, sessionId } = actor
    const { locale } = request
    if (actor.kind !== 'user' || !userId || !tenantId) throw badInput(authText(locale, 'profileFailed'))
    const home = { reason: 'update a profile', userId, tenantId, organizationId }
    const password = await checkCurrentPassword(ctx, home)
    const { email, login } = await atHome(ctx, home, ({ run }) =>
      run(updateProfile, { userId, sessionId, email: body.email, password, locale }),
    )
    const account = await loadAccount(ctx, userId)
    const current = login?.id ?? sessionId
    if (account && current) {
      await issueTokens(ctx, request, { account, sessionId: current, refreshToken: login?.refreshToken ?? null })
    }
    return { ok: true as const, email }
  },
)

/** Wrong current passwords count like other wrong proofs, so that trying them here gives no more attempts. */
const [perNetwork] = rateLimits.factor

type ProfileContext = RouteContext<undefined, undefined, typeof ProfileBody>

/** Hashes the new password after checking the policy and the current password; undefined if no new one is given. */
async function checkCurrentPassword(ctx: ProfileContext, home: Parameters<typeof atHome>[1]) {
  const { body, request, inject } = ctx
  const { password, currentPassword = '' } = body
  const stored = await atHome(ctx, home, ({ from }) =>
    from(User, 'u').select(['u.passwordHash as hash', 'u.email']).where('u.id', '=', home.userId).executeTakeFirst(),
  )
  if (!stored) throw notFound('User')
  if (password === undefined) return undefined
  const { policy, saltOf, passwords: all } = inject(credentials)
  const { error } = passwordSchema(policy).safeParse(password)
  if (error) {
    const message = authText(request.locale, 'weakPassword')
    const issues = error.issues.map((issue) => ({ ...issue, message, path: ['password'] }))
    throw badInput(authText(request.locale, 'invalidProfile'), { issues })
  }
  const attempt = { userId: home.userId, email: stored.email }
  await ctx.inject(internalRequests).count(perNetwork, request.network)
  await countFactorAttempt(ctx, request, attempt)
  const passwords = all.of(home.tenantId, { isKnown: true })
  // As published, surrounding whitespace is ignored, unless it belongs to the password.
  const isRight = async (text: string) => (await passwords.verify(stored.hash, text)).ok
  const trimmed = currentPassword.trim()
  const ok = (await isRight(currentPassword)) || (trimmed !== currentPassword && (await isRight(trimmed)))
  if (!ok || stored.hash === null) throw wrongPassword(request.locale)
  await forgetFactorAttempts(ctx, request, attempt)
  const salt = saltOf(body.email ?? stored.email)
  return { hash: await passwords.hash(password, salt), previousHash: stored.hash }
}
