import { passwordSchema } from '../passwords/password-policy.ts'
import { badInput, Ok, open, post } from '@plinth/core'
import { z } from 'zod'
import { setPassword } from '../commands/set-password.ts'
import { events } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { authText } from '../messages.ts'
import { findMailedLink } from '../password-links.ts'
import { rateLimits } from '../rate-limits.ts'
import { atHome } from '../sessions/account-home.ts'
import { loadCaller } from '../sessions/load-caller.ts'

/** POST /auth/reset: the same answer after the same work, whatever was sent. */
export const requestReset = post(
  '/auth/reset',
  {
    operation: 'requestPasswordReset',
    access: open,
    summary:
      'Request an email with a link to reset the password. The response does not reveal whether the account exists.',
    // Every input gets the same answer, including one that is not an address, such as text with NUL.
    body: z.object({
      email: z
        .string()
        .max(320)
        .refine((email) => !email.includes('\0'))
        .catch(''),
    }),
    http: { bodyType: 'form' },
    response: Ok,
    rateLimits: rateLimits.reset,
  },
  ({ body, request, emit }) => {
    emit(events['password.reset.submitted'], { email: body.email, locale: request.locale })
    return { ok: true as const }
  },
)

const ConfirmForm = z.object({ token: z.string().min(10).max(200), password: z.string().min(1).max(1024) })

/** POST /auth/reset/confirm. Also completes invitations and restores former addresses. */
export const confirmReset = post(
  '/auth/reset/confirm',
  {
    operation: 'confirmPasswordReset',
    access: open,
    summary: 'Set a new password with the token from an email.',
    body: ConfirmForm,
    http: { bodyType: 'form', okInErrors: true },
    response: z.object({ ok: z.literal(true), redirect: z.string() }),
    errors: [400],
    rateLimits: rateLimits.confirm,
    onInvalid: (_error, { locale }) => badInput(authText(locale, 'invalidReset')),
  },
  async (ctx) => {
    const { body, request, inject } = ctx
    const { locale } = request
    const { policy, passwords, saltOf, hashes, loginPath } = inject(credentials)
    if (!passwordSchema(policy).safeParse(body.password).success) throw badInput(authText(locale, 'invalidReset'))
    const tokenHashes = [...hashes(body.token)]
    // Checked before hashing the password, so that guessing tokens costs the server little.
    const link = await findMailedLink(ctx, tokenHashes)
    const opened = link && (await loadCaller(ctx, link.userId))
    if (!opened) throw badInput(authText(locale, 'invalidToken'))
    const { id, tenantId, organizationId, email } = opened.account
    // A caller with a mailed link is not an arbitrary stranger.
    const line = passwords.of(request.network, { isKnown: true })
    const passwordHash = await line.hash(body.password, saltOf(link.restoresEmail ?? email))
    await atHome(ctx, { reason: 'set a password', userId: id, tenantId, organizationId }, ({ run }) =>
      run(setPassword, { userId: id, tokenHashes, passwordHash, locale }),
    )
    return { ok: true as const, redirect: loginPath }
  },
)
