import { isLoginLive, openSession, sessionTags, tags } from '@plinth/auth'
import { type Context, defineCache, type Session, sql } from '@plinth/core'
import { wire } from '@plinth/core/http'
import { openKey, type OpenedKey } from './open-key.ts'
import { hashSessionToken, isSessionToken } from './secrets.ts'
import { findKeyById } from './stored-keys.ts'

type Loader = Pick<Context, 'cached' | 'asSystem' | 'lookUp' | 'get' | 'now'>

interface SessionKey {
  readonly tenantId: string
  readonly organizationId: string | null
  readonly userId: string | null
  readonly loginId: string | null
  readonly apiKeyId: string | null
  readonly expiresAt: string
}

/** Session keys in memory; null for those that are none. */
export const sessionKeyCache = defineCache<{ session: Session; expiresAt: string } | null>('api_keys.session-keys', {
  ttl: 60_000,
})

/**
 * The session that a session key stands for, with the rights that its user or API key has at present; null when the
 * token is unknown or expired, or its login, key or account may no longer be used.
 */
export async function openSessionKey(ctx: Loader, token: string): Promise<Session | null> {
  if (!isSessionToken(token)) return null
  const hash = hashSessionToken(ctx, token)
  const found = await ctx.cached(sessionKeyCache, hash, async () => {
    const key = await find(ctx, hash)
    const opened = key && (await (key.apiKeyId === null ? openAsUser(ctx, key) : openAsKey(ctx, key, key.apiKeyId)))
    if (!key || !opened) return { value: null, tags: [], ttl: 1 }
    const [expiresAt = key.expiresAt] = [key.expiresAt, opened.expiresAt ?? key.expiresAt].toSorted()
    return { value: { session: opened.session, expiresAt }, tags: opened.tags }
  })
  return found && Date.parse(found.expiresAt) > ctx.now().getTime() ? found.session : null
}

/** `expiresAt` is that of the API key behind it, which may end sooner. */
interface OpenedSessionKey extends OpenedKey {
  readonly expiresAt?: string | null
}

function find({ asSystem, now }: Loader, hash: string): Promise<SessionKey | null> {
  return asSystem('find a session key', async ({ db }) => {
    const { rows } = await sql<SessionKey>`
      select s.tenant_id as "tenantId", s.organization_id as "organizationId", s.user_id as "userId",
        s.login_id as "loginId", s.api_key_id as "apiKeyId", s.expires_at as "expiresAt"
      from plinth.session_keys_by_token_hash l join session_keys s on s.tenant_id = l.tenant_id and s.id = l.id
      where l.value = ${hash} and s.expires_at > ${now().toISOString()}`.execute(db)
    return rows[0] ?? null
  })
}

/** Where nobody has chosen an organization, all that are allowed are meant. */
const selectionOf = ({ tenantId, organizationId }: SessionKey) => ({
  tenantId,
  organizationId: organizationId ?? wire.allOrganizations,
})

async function openAsUser(ctx: Loader, key: SessionKey): Promise<OpenedSessionKey | null> {
  const { userId, loginId: sessionId, tenantId } = key
  const opened = userId === null ? null : await openSession(ctx, userId, selectionOf(key))
  if (!userId || !sessionId || opened?.session.scope.tenantId !== tenantId) return null
  const home = opened.account.tenantId
  if (!(await isLoginLive(ctx, { sessionId, userId, tenantId: home }))) return null
  return { session: opened.session, tags: [tags.session(sessionId), ...sessionTags(userId, [tenantId, home])] }
}

async function openAsKey(ctx: Loader, session: SessionKey, id: string): Promise<OpenedSessionKey | null> {
  const key = await findKeyById(ctx, id)
  const opened = key && (await openKey(ctx, key, selectionOf(session)))
  return opened && { ...opened, expiresAt: key.expiresAt }
}
