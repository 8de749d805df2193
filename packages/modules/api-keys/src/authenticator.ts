import { hash } from 'node:crypto'
import { type Caller, defineCache, MIB } from '@plinth/core'
import { wire } from '@plinth/core/http'
import type { RequestFacts } from '@plinth/core/http'
import { type AuthenticatorContext, defineAuthenticator, keyRing } from '@plinth/core/security'
import { renewKeyHash } from './commands/renew-key-hash.ts'
import { openKey, type OpenedKey } from './open-key.ts'
import { wrongKeys } from './rate-limits.ts'
import { hashesOfSecret, isKeySecret, KEY_HASH } from './key-secrets.ts'
import { findKeyByHash, type StoredKey } from './stored-keys.ts'
import { keyUses } from './key-uses.ts'

/** Cached keys and their callers, with the time at which a use was last recorded. */
interface KnownKey extends OpenedKey {
  readonly key: StoredKey
  notedAt: number
}

export const keyCache = defineCache<KnownKey>('api_keys.keys', { bytes: 32 * MIB })

/**
 * Authenticates API keys in `x-api-key` or `Authorization: ApiKey`. A cached key costs one hash and no query. Invalid keys count
 * against the caller's IP address.
 */
export const keyAuthenticator = defineAuthenticator({
  id: 'api_keys.key',
  carrier: 'header',
  authenticate(ctx) {
    const secret = presentedKey(ctx.request)
    if (secret === undefined) return null
    // Usually caused by an environment variable that is not set, so it does not count as a guess.
    if (secret === '') return 'unknown'
    const cacheKey = cacheKeyOf(ctx.request, secret)
    const known = ctx.peek(keyCache, cacheKey)
    return known && !isExpired(known.key, ctx.now().getTime()) ? use(ctx, known) : recognize(ctx, secret, cacheKey)
  },
})

async function recognize(ctx: AuthenticatorContext, secret: string, cacheKey: string): Promise<Caller | 'unknown'> {
  const known = isKeySecret(secret) ? await recall(ctx, secret, cacheKey) : null
  if (known && !isExpired(known.key, ctx.now().getTime())) return use(ctx, known)
  await ctx.attempts.count(wrongKeys)
  return 'unknown'
}

function use(ctx: AuthenticatorContext, cachedKey: KnownKey): Caller {
  const now = ctx.now().getTime()
  if (now - cachedKey.notedAt >= MINUTE) {
    cachedKey.notedAt = now
    const { id, tenantId } = cachedKey.key
    ctx.record(keyUses, { id, tenantId, at: new Date(now).toISOString() })
  }
  return cachedKey.caller
}

const MINUTE = 60_000

class NoSuchKey extends Error {}

/** A hash without a secret key is faster and, for 192 random bits, just as safe. */
function cacheKeyOf({ selection }: RequestFacts, secret: string): string {
  const { tenantId = '', organizationId = '' } = selection
  return `${hash('sha256', secret)} ${tenantId} ${organizationId}`
}

async function recall(ctx: AuthenticatorContext, secret: string, cacheKey: string): Promise<KnownKey | null> {
  const { selection } = ctx.request
  try {
    return await ctx.cached(keyCache, cacheKey, async () => {
      await ctx.attempts.assertLeft(wrongKeys)
      const hashes = hashesOfSecret(ctx, secret)
      const key = await findKeyByHash(ctx, hashes)
      const opened = key && (await openKey(ctx, key, selection))
      // Not cached: made-up keys must not evict real ones.
      if (!opened) throw new NoSuchKey()
      await renewHash(ctx, key, hashes[0])
      return { value: { ...opened, key, notedAt: 0 }, tags: opened.tags, holder: key.id }
    })
  } catch (error) {
    if (error instanceof NoSuchKey) return null
    throw error
  }
}

/** A hash from before the key ring cannot be renewed without the key, so this is done when the key is used. */
async function renewHash(
  { widenScope, inject, log }: AuthenticatorContext,
  { id, tenantId, keyHash: former }: StoredKey,
  keyHash: string,
): Promise<void> {
  const ring = inject(keyRing)
  if (former === keyHash || ring.rekey(KEY_HASH, former) !== null) return
  const caller = { actor: 'platform', reason: 'renew the hash of a key', scope: { tenantId } } as const
  try {
    await widenScope('allTenants', 'renew the hash of a key', ({ actAs }) =>
      actAs(caller, ({ run }) => run(renewKeyHash, { id, former, keyHash })),
    )
  } catch (err) {
    // The key was recognised. The next host that sees it tries again.
    log.warn({ err, keyId: id }, 'the hash of a key was not renewed')
  }
}

const isExpired = ({ expiresAt }: StoredKey, now: number) => expiresAt !== null && Date.parse(expiresAt) <= now

/** The API key in a request, which may be invalid or empty; undefined if neither header is present. */
export function presentedKey({ headers }: Pick<RequestFacts, 'headers'>): string | undefined {
  const own = headers.get(wire.apiKeyHeader)?.trim()
  if (own) return own
  const [scheme, secret = ''] = /^ApiKey(?: +(.*))?$/i.exec(headers.get('authorization') ?? '') ?? []
  return scheme === undefined ? own : secret
}
