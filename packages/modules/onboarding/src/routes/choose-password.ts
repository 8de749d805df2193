import { credentials, passwordSchema } from '@plinth/auth'
import { badInput, open, post } from '@plinth/core'
import { describedAs } from '@plinth/core/http'
import { z } from 'zod'
import { findRequest, provision, toVerification, LinkVerification } from '../follow-link.ts'
import { onboardingText } from '../messages.ts'
import { verifyLimit } from '../rate-limits.ts'
import { setCookies } from './verify.ts'

/** Anything but a text of this length counts as empty, which is neither a token nor a password. */
const textOrNone = (length: number) =>
  describedAs(z.string().max(length)).transform((sent) =>
    typeof sent === 'string' && sent.length <= length ? sent : '',
  )

/**
 * POST /onboarding/onboarding/verify: whoever follows a mailed link in a different browser from the one that sent the request
 * chooses the password of the account here (decision: Ownership of an email address).
 */
export const choosePassword = post(
  '/onboarding/onboarding/verify',
  {
    operation: 'verify',
    access: open,
    summary: 'Set a password with the token from the email, and create the tenant.',
    body: z.object({ token: textOrNone(200), password: textOrNone(120) }),
    response: LinkVerification,
    http: { okInErrors: true },
    rateLimits: [verifyLimit],
  },
  async (ctx) => {
    const { body, request, inject } = ctx
    const { token, password } = body
    const { policy, passwords, saltOf } = inject(credentials)
    const message = onboardingText(request.locale, 'password')
    if (!passwordSchema(policy).safeParse(password).success)
      throw badInput(onboardingText(request.locale, 'genericError'), { fieldErrors: { password: message } })
    const found = await findRequest(ctx, token)
    const outcome = found
      ? await provision(
          ctx,
          found,
          found.isCompleted
            ? null
            : await passwords.of(request.network, { isKnown: true }).hash(password, saltOf(found.email)),
        )
      : { status: 'invalid' as const, tenantId: null }
    const answer = toVerification(outcome, request.origin, token)
    setCookies(request, answer.tenantId)
    return answer
  },
)
