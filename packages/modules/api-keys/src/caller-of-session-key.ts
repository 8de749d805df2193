import { isSessionLive, loadCaller, callerTags, tags } from '@plinth/auth'
import { type Caller, defineCache } from '@plinth/core'
import { wire } from '@plinth/core/http'
import type { LookUpContext } from '@plinth/core/security'
import { SessionKey } from './entities.ts'
import { openKey, type OpenedKey } from './open-key.ts'
import { hashesOfSessionToken, isSessionToken } from './key-secrets.ts'
import { findServiceAccount, openServiceAccount } from './service-accounts.ts'
import { findKeyById } from './stored-keys.ts'

type FoundKey = NonNullable<Awaited<ReturnType<typeof find>>>

/** Cached session keys; null for unknown ones. */
export const sessionKeyCache = defineCache<{ caller: Caller; expiresAt: string } | null>('api_keys.session-keys', {
  ttl: 60_000,
})

/**
 * The caller of a session key, with the current rights of its user or API key; null if the token is unknown or expired, or if its
 * login, key or account can no longer be used.
 */
export async function callerOfSessionKey(ctx: LookUpContext, token: string): Promise<Caller | null> {
  if (!isSessionToken(token)) return null
  const hashes = hashesOfSessionToken(ctx, token)
  const found = await ctx.cached(sessionKeyCache, hashes[0], async () => {
    const key = await find(ctx, hashes)
    const opened = key && (await (key.apiKeyId === null ? openAsUser(ctx, key) : openAsKey(ctx, key, key.apiKeyId)))
    if (!key || !opened) return { value: null, tags: [], ttl: 1 }
    const [expiresAt = key.expiresAt] = [key.expiresAt, opened.expiresAt ?? key.expiresAt].toSorted()
    return { value: { caller: opened.caller, expiresAt }, tags: opened.tags }
  })
  return found && Date.parse(found.expiresAt) > ctx.now().getTime() ? found.caller : null
}

/** `expiresAt` is that of the underlying API key, which may expire earlier. */
interface FoundCaller extends OpenedKey {
  readonly expiresAt?: string | null
}

async function find({ widenScope, now }: LookUpContext, tokenHash: readonly string[]) {
  const properties = ['tenantId', 'organizationId', 'userId', 'loginId', 'apiKeyId', 'expiresAt'] as const
  const key = await widenScope('allTenants', 'find a session key', ({ findUnique }) =>
    findUnique(SessionKey, { tokenHash }, properties),
  )
  return key && Date.parse(key.expiresAt) > now().getTime() ? key : null
}

/** If no organization is selected, all permitted ones are. */
const selectionOf = ({ tenantId, organizationId }: FoundKey) => ({
  tenantId,
  organizationId: organizationId ?? wire.allOrganizations,
})

async function openAsUser(ctx: LookUpContext, key: FoundKey): Promise<FoundCaller | null> {
  const { userId, loginId: sessionId, tenantId } = key
  const opened = userId === null ? null : await loadCaller(ctx, userId, selectionOf(key))
  if (!userId || !sessionId || opened?.caller.scope.tenantId !== tenantId) return null
  const home = opened.account.tenantId
  if (!(await isSessionLive(ctx, { sessionId, userId, tenantId: home }))) return null
  return { caller: opened.caller, tags: [tags.session(sessionId), ...callerTags(userId, [tenantId, home])] }
}

async function openAsKey(ctx: LookUpContext, sessionKey: FoundKey, id: string): Promise<FoundCaller | null> {
  const key = await findKeyById(ctx, id)
  // The id of the actor is that of the key or, for keys and tokens of service accounts, that of the account.
  const account = key ? null : await findServiceAccount(ctx, id)
  const selection = selectionOf(sessionKey)
  if (account) return openServiceAccount(ctx, account, { selection })
  const opened = key && (await openKey(ctx, key, selection))
  return opened && { ...opened, expiresAt: key.expiresAt }
}
