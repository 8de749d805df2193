import { defineCommand, Ok, signedIn } from '@plinth/core'
import { keyRing } from '@plinth/core/security'
import { z } from 'zod'
import { ID_TOKEN } from '../contract.ts'
import { SsoSession } from '../entities.ts'

const DAYS = 31

/** Remembers which session of a provider a login came from, so that either can end the other. */
export const keepSession = defineCommand({
  id: 'sso.sessions.keep',
  label: 'Sign in by provider',
  access: signedIn,
  undoable: false,
  resource: 'auth.session',
  input: z.object({
    sessionId: z.uuid(),
    connectionId: z.uuid(),
    userId: z.uuid(),
    subject: z.string(),
    providerSession: z.string().nullable(),
    idToken: z.string(),
  }),
  output: Ok,
  target: ({ input }) => ({ id: input.sessionId }),
  async run({ input, from, inject, now }) {
    const { sessionId: id, idToken, ...session } = input
    const expiresAt = new Date(now().getTime() + DAYS * 86_400_000).toISOString()
    await from
      .insert(SsoSession, { id, ...session, idToken: inject(keyRing).encrypt(ID_TOKEN, idToken), expiresAt })
      .execute()
    return { ok: true as const }
  },
})
