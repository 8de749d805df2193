import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { SessionKey } from '../entities.ts'
import { createSessionToken, hashSessionToken } from '../key-secrets.ts'

/** Maximum number of session keys per login or API key. */
const MOST = 50

/**
 * Creates a key with which a conversation acts as the caller, with the rights and organization that the caller has at the time
 * of each use. Valid for 120 minutes by default, and no longer than the login or API key that requested it. Only a hash is
 * stored, and no list contains the token.
 */
export const createSessionKey = defineCommand({
  id: 'api_keys.session_keys.create',
  label: 'Create session key',
  access: signedIn,
  undoable: false,
  resource: 'api_keys.session_key',
  input: z.object({ minutes: z.number().int().min(1).max(1440).default(120) }),
  output: z.object({ sessionToken: z.string(), expiresAt: z.string() }),
  async run(ctx) {
    const { input, from, db, actor, scope, now } = ctx
    const apiKeyId = actor.kind === 'api_key' ? actor.id.slice('api_key:'.length) : null
    if (actor.kind !== 'user' && apiKeyId === null) throw forbidden()
    const sessionToken = createSessionToken()
    const expiresAt = new Date(now().getTime() + input.minutes * 60_000).toISOString()
    const { organizationId } = scope
    const maker = { organizationId, userId: actor.userId, loginId: actor.sessionId, apiKeyId }
    const tokenHash = hashSessionToken(ctx, sessionToken)
    const { id } = await from
      .insert(SessionKey, { ...maker, tokenHash, expiresAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    // The oldest are deleted, so that no login or key can fill the table (decision: Limits per tenant).
    await sql`delete from session_keys where ${inTenant(scope, 'session_keys')} and id in (
      select k.id from session_keys k where ${inTenant(scope, 'k')} and k.id <> ${id}
        and ${isSame('user_id', actor.userId)} and ${isSame('login_id', actor.sessionId)} and ${isSame('api_key_id', apiKeyId)}
      order by k.created_at desc, k.id offset ${MOST - 1})`.execute(db)
    return { sessionToken, expiresAt }
  },
})

/** Unlike `is not distinct from`, finds rows by an index. */
const isSame = (column: 'user_id' | 'login_id' | 'api_key_id', id: string | null) =>
  id === null ? sql`k.${sql.ref(column)} is null` : sql`k.${sql.ref(column)} = ${id}`
