import { openSession, toSignInTarget } from '@plinth/auth'
import { defineCommand, signedIn } from '@plinth/core'
import { keyRing } from '@plinth/core/security'
import { z } from 'zod'
import { ID_TOKEN } from '../contract.ts'
import { SsoSession } from '../entities.ts'

const DAYS = 31

/** Creates a login and stores which session of a provider it came from, so that either can end the other. */
export const openProviderSession = defineCommand({
  id: 'sso.sessions.open',
  label: 'Sign in by provider',
  access: signedIn,
  undoable: false,
  resource: 'auth.session',
  input: z.object({
    login: openSession.input,
    connectionId: z.uuid(),
    subject: z.string(),
    providerSession: z.string().nullable(),
    idToken: z.string(),
  }),
  output: openSession.output,
  target: ({ input, result }) => toSignInTarget(input.login.userId, result),
  async run({ input, run, from, inject, now }) {
    const { login, idToken, ...provided } = input
    const opened = await run(openSession, login)
    // A login that waits for its second factor gets the id of its challenge, so the provider can end it before and after.
    const id = opened.session?.id ?? opened.pending?.id
    if (id !== undefined) {
      const expiresAt = new Date(now().getTime() + DAYS * 86_400_000).toISOString()
      const sealed = inject(keyRing).encrypt(ID_TOKEN, idToken)
      await from.insert(SsoSession, { id, userId: login.userId, ...provided, idToken: sealed, expiresAt }).execute()
    }
    return opened
  },
})
