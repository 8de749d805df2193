import { endSessions } from '@plinth/auth'
import { defineCommand, signedIn, sql } from '@plinth/core'
import { derivedId } from '@plinth/core/security'
import { z } from 'zod'
import { SsoSession } from '../entities.ts'

const HOUR = 3_600_000

/** Ends the logins that came from a session of a provider, or from all sessions of a subject. A logout token works once. */
export const endProviderSessions = defineCommand({
  id: 'sso.sessions.end',
  label: 'Log out by provider',
  access: signedIn,
  undoable: false,
  resource: 'auth.session',
  input: z.object({
    connectionId: z.uuid(),
    subject: z.string().nullable(),
    providerSession: z.string().nullable(),
    /** The id of the logout token. */
    tokenId: z.string(),
  }),
  output: z.object({ ended: z.int(), isReplay: z.boolean() }),
  target: () => ({ id: null }),
  async run({ input, from, run, db, scope, now }) {
    const { connectionId, subject, providerSession, tokenId } = input
    const id = derivedId('logout', connectionId, tokenId)
    const expiresAt = new Date(now().getTime() + HOUR).toISOString()
    const spent = await sql`insert into sso_spent_tokens (id, tenant_id, expires_at)
      values (${id}::uuid, ${scope.tenantId}::uuid, ${expiresAt}::timestamptz) on conflict do nothing returning id`.execute(
      db,
    )
    if (spent.rows.length === 0) return { ended: 0, isReplay: true }
    const ending = await from
      .delete(SsoSession, 's')
      .where('s.connectionId', '=', connectionId)
      .$if(providerSession !== null, (all) => all.where('s.providerSession', '=', providerSession!))
      .$if(subject !== null, (all) => all.where('s.subject', '=', subject!))
      .returning(['s.id', 's.userId'])
      .execute()
    for (const { id: sessionId, userId } of ending) await run(endSessions, { userId, sessionId })
    return { ended: ending.length, isReplay: false }
  },
})
