import { defineCommand, signedIn } from '@plinth/core'
import { z } from 'zod'
import { events } from '../contract.ts'
import { PasskeyProof, provePasskey } from '../factors/passkeys.ts'
import { readSignInState } from '../factors/sign-in-policy.ts'
import { assertMethodAllowed } from '../sessions/allowed-methods.ts'
import { createLogin } from '../sessions/create-login.ts'
import { SignInDevice } from '../sessions/sign-in-device.ts'
import { noteSignIn } from '../sessions/sign-in-history.ts'
import { startSession } from './start-session.ts'

/**
 * Creates a login for somebody who did not enter a password: by a passkey, which is checked here, or by another system that the
 * calling module has asked. A second factor is not asked for: a passkey is two factors, and the other system decides for itself.
 */
export const openSession = defineCommand({
  id: 'auth.sessions.open',
  label: 'Reject sign-in',
  access: signedIn,
  undoable: false,
  resource: 'auth.session',
  input: z.object({
    userId: z.uuid(),
    email: z.string(),
    organizationId: z.uuid().nullable(),
    remember: z.boolean(),
    device: SignInDevice,
    by: z.discriminatedUnion('method', [
      PasskeyProof.extend({ method: z.literal('passkey') }),
      z.object({ method: z.literal('sso') }),
    ]),
  }),
  output: z.object({ session: z.object({ id: z.uuid(), refreshToken: z.string().nullable() }).nullable() }),
  target: ({ input, result }) =>
    result.session
      ? { id: result.session.id, commandId: startSession.id, label: startSession.label ?? null }
      : { id: null, parent: { kind: 'auth.user', id: input.userId } },
  async run(ctx) {
    const { input, emit, scope } = ctx
    const { userId, email, organizationId, remember, device, by } = input
    const { method } = by
    const factorId = by.method === 'passkey' ? await provePasskey(ctx, userId, by) : null
    if (by.method === 'passkey' && factorId === null) {
      await noteSignIn(ctx, { userId, method, outcome: 'wrong_factor', device })
      return { session: null }
    }
    await assertMethodAllowed(ctx, { userId, email, method })
    const { lifetimeHours } = await readSignInState(ctx, userId)
    await noteSignIn(ctx, { userId, method, outcome: 'success', device })
    emit(events['login.success'], { id: userId, email, tenantId: scope.tenantId, organizationId })
    return { session: createLogin(ctx, { userId, remember, method, factorId, device, lifetimeHours }) }
  },
})
