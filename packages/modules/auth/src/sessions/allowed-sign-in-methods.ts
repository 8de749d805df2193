import { type CommandContext, composition, PlatformError } from '@plinth/core'
import { type SignInAttempt, signInChecks } from '@plinth/points'

/**
 * Throws 403 if a module does not let an account sign in this way, for example because its tenant requires single sign-on. Runs
 * inside the command that creates the login, so no way of signing in gets around it.
 */
export async function assertMethodAllowed(
  ctx: CommandContext,
  attempt: Omit<SignInAttempt, 'tenantId'>,
): Promise<void> {
  const { tenantId } = ctx.scope
  for (const { value } of signInChecks.from(ctx.inject(composition).modules)) {
    const refusal = await value.refuse(ctx, { ...attempt, tenantId })
    if (refusal)
      throw new PlatformError('forbidden', refusal.message, {
        body: { code: refusal.code, redirect: refusal.redirect },
      })
  }
}
