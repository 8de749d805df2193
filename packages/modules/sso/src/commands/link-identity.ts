import { conflict, defineCommand, Ok, signedIn } from '@plinth/core'
import { z } from 'zod'
import { SsoIdentity } from '../entities.ts'

/** Binds an account to an identity of a provider: issuer and subject. */
export const linkIdentity = defineCommand({
  id: 'sso.identities.link',
  label: 'Link single sign-on identity',
  access: signedIn,
  // Undo would restore or remove a way of signing in (decision 50).
  undoable: false,
  resource: 'auth.user',
  input: z.object({
    userId: z.uuid(),
    connectionId: z.uuid(),
    issuer: z.string().max(500),
    subject: z.string().min(1).max(500),
  }),
  output: Ok,
  target: ({ input }) => ({ id: input.userId }),
  async run({ input, from }) {
    const { connectionId, issuer, subject } = input
    const added = await from
      .insert(SsoIdentity, input)
      .onConflict((on) => on.doNothing())
      .returning('id')
      .execute()
    if (added.length > 0) return { ok: true as const }
    const known = await from(SsoIdentity, 'i')
      .select('i.userId')
      .where('i.connectionId', '=', connectionId)
      .where('i.issuer', '=', issuer)
      .where('i.subject', '=', subject)
      .executeTakeFirst()
    if (known?.userId !== input.userId) throw conflict('This identity belongs to another account.')
    return { ok: true as const }
  },
})
