import { LocaleName } from '@plinth/auth'
import { conflict, defineCommand, Ok, signedIn } from '@plinth/core'
import { z } from 'zod'
import { SsoConnection, SsoIdentity } from '../entities.ts'
import { mailLink } from '../mail/mail-link.ts'

/** Binds an account to an identity of a provider: issuer and subject. The owner of the account is told by email. */
export const linkIdentity = defineCommand({
  id: 'sso.identities.link',
  label: 'Link single sign-on identity',
  access: signedIn,
  // Undo would restore or remove a way of signing in (decision: Credentials and undo).
  undoable: false,
  resource: 'auth.user',
  input: z.object({
    userId: z.uuid(),
    connectionId: z.uuid(),
    issuer: z.string().max(500),
    subject: z.string().min(1).max(500),
    locale: LocaleName.default('en'),
    /** False for an account that is created for the identity. */
    isAnnounced: z.boolean().default(true),
  }),
  output: Ok,
  target: ({ input }) => ({ id: input.userId }),
  async run({ input, from, enqueue }) {
    const { locale, isAnnounced, ...identity } = input
    const { userId, connectionId, issuer, subject } = identity
    const added = await from
      .insert(SsoIdentity, identity)
      .onConflict((on) => on.doNothing())
      .returning('id')
      .execute()
    if (added.length > 0) {
      const connection = await from(SsoConnection, 'c')
        .select('c.name')
        .where('c.id', '=', connectionId)
        .executeTakeFirst()
      if (isAnnounced) enqueue(mailLink, { userId, news: 'linked', detail: connection?.name ?? issuer, locale })
      return { ok: true as const }
    }
    const known = await from(SsoIdentity, 'i')
      .select('i.userId')
      .where('i.connectionId', '=', connectionId)
      .where('i.issuer', '=', issuer)
      .where('i.subject', '=', subject)
      .executeTakeFirst()
    if (known?.userId !== userId) throw conflict('This identity is linked to another account.')
    return { ok: true as const }
  },
})
