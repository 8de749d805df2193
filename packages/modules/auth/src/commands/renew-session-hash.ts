import { defineCommand, forbidden, signedIn } from '@plinth/core'
import { z } from 'zod'
import { AuthSession } from '../entities.ts'

/**
 * Stores a new hash of a refresh token that was just used, made with the current secret. Only the platform may run it, and it
 * leaves no log entry, like everything about logins.
 */
export const renewSessionHash = defineCommand({
  id: 'auth.sessions.renew_hash',
  access: signedIn,
  logged: false,
  input: z.object({ id: z.uuid(), former: z.string(), tokenHash: z.string() }),
  output: z.object({}),
  async run({ actor, from, input: { id, former, tokenHash } }) {
    if (actor.kind !== 'system') throw forbidden()
    await from
      .update(AuthSession, 's')
      .set({ tokenHash })
      .where('s.id', '=', id)
      .where('s.tokenHash', '=', former)
      .execute()
    return {}
  },
})
