import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { createSessionToken, hashSessionToken } from '../secrets.ts'

/**
 * Makes a key by which a conversation acts as the caller, with their rights and organization at the time of each use,
 * for 120 minutes by default. It ends with the login or API key that asked for it. Only a hash is
 * stored, and the token is in no list.
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
    const { input, db, actor, scope, now } = ctx
    const apiKeyId = actor.kind === 'api_key' ? actor.id.slice('api_key:'.length) : null
    if (actor.kind !== 'user' && apiKeyId === null) throw forbidden()
    const time = now()
    const sessionToken = createSessionToken()
    const expiresAt = new Date(time.getTime() + input.minutes * 60_000).toISOString()
    await sql`
      insert into session_keys (id, tenant_id, organization_id, user_id, login_id, api_key_id, token_hash, expires_at,
        created_at)
      values (${crypto.randomUUID()}, ${scope.tenantId}, ${scope.organizationId}, ${actor.userId}, ${actor.sessionId},
        ${apiKeyId}, ${hashSessionToken(ctx, sessionToken)}, ${expiresAt}, ${time.toISOString()})`.execute(db)
    return { sessionToken, expiresAt }
  },
})
