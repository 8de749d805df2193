import { openSession, toSignInTarget } from '@plinth/auth'
import { conflict, defineCommand, forbidden, signedIn } from '@plinth/core'
import { derivedId, keyRing } from '@plinth/core/security'
import { z } from 'zod'
import { ID_TOKEN } from '../contract.ts'
import { SsoIdentity, SsoSession, SsoSpentToken } from '../entities.ts'

const DAYS = 31
/** Longer than a browser keeps what it needs for a sign-in. */
const HOUR = 3_600_000

/** Characters of an id token that fits into the address of a page. A longer one is not kept. */
const MOST = 16_000

/**
 * Creates a login and stores which session of a provider it came from, so that either can end the other. Throws 403 if the link to the
 * identity has ended meanwhile.
 */
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
    /** Empty if the protocol has none. */
    idToken: z.string(),
    /** What only one sign-in may come with; null if the protocol sees to that itself. */
    once: z.string().nullable().default(null),
  }),
  output: openSession.output,
  target: ({ input, result }) => toSignInTarget(input.login.userId, result),
  async run({ input, run, from, inject, now }) {
    const { login, idToken, once, ...provided } = input
    if (once !== null) {
      const spentUntil = new Date(now().getTime() + HOUR).toISOString()
      const spent = await from
        .insert(SsoSpentToken, { id: derivedId('sign-in', provided.connectionId, once), expiresAt: spentUntil })
        .onConflict((on) => on.doNothing())
        .returning('id')
        .execute()
      if (spent.length === 0) throw conflict('This sign-in has already been completed.', { code: 'sso_state' })
    }
    const { connectionId, subject, providerSession } = provided
    const { userId } = login
    const opened = await run(openSession, login)
    // The account is locked by now, so that the link can end only afterwards, and with the login.
    const link = await from(SsoIdentity, 'i')
      .select('i.id')
      .where('i.connectionId', '=', connectionId)
      .where('i.subject', '=', subject)
      .where('i.userId', '=', userId)
      .limit(1)
      .executeTakeFirst()
    if (!link) throw forbidden('The link to this identity has ended.')
    // A login that waits for its second factor gets the id of its challenge, so the provider can end it before and after.
    const id = opened.session?.id ?? opened.pending?.id
    if (id !== undefined) {
      const expiresAt = new Date(now().getTime() + DAYS * 86_400_000).toISOString()
      const sealed = inject(keyRing).encrypt(ID_TOKEN, idToken.length > MOST ? '' : idToken)
      const session = { id, userId, connectionId, subject, providerSession, idToken: sealed, expiresAt }
      await from.insert(SsoSession, session).execute()
    }
    return opened
  },
})
