import type { CryptoKey, FlattenedJWSInput, JSONWebKeySet, JWTHeaderParameters, JWTVerifyGetKey } from 'jose'

/**
 * Algorithms of tokens: those with which only the provider can sign. With a symmetric one anybody who knows the client secret
 * could, and without one anybody at all. jose refuses RSA keys of less than 2,048 bits.
 */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

const FRESH = 600_000
/** Key sets that are kept; the oldest are dropped first. */
const MOST = 500
const MINUTE = 60_000

/**
 * How often in a minute a key set is read again for tokens with unknown keys. Anybody may send logout tokens, and must neither
 * make this host flood a provider nor use up what sign-ins need.
 */
const READS = { sign_in: 30, logout: 5 }
export type TokenUse = keyof typeof READS

interface KeySet {
  readonly at: number
  readonly find: Promise<JWTVerifyGetKey>
  /** When the set was read within the last minute, this time included. */
  readonly reads: readonly number[]
}

/** Keys that are tried for a token which does not say which of several it was signed with. */
const MOST_TRIED = 10

/** What a key set says about a token that was signed with none of its keys. */
const UNKNOWN_KEY: readonly unknown[] = ['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED']

const codeOf = (error: unknown) => (error as { readonly code?: unknown } | null)?.code

/**
 * Finds the published keys of providers by the addresses of their key sets: for a token, the one that it was signed with. Some sets
 * have several keys with one id or none, and some providers keep the id when they replace a key. A set is kept for ten minutes, and
 * read again before that if none of its keys has signed a token, as after a provider has replaced its keys.
 */
export function createProviderKeys(
  readJson: (url: string) => Promise<unknown>,
): (url: string, use: TokenUse) => JWTVerifyGetKey {
  const known = new Map<string, KeySet>()

  const readKeys = async (url: string): Promise<JWTVerifyGetKey> => {
    const { createLocalJWKSet } = await import('jose')
    return createLocalJWKSet((await readJson(url)) as JSONWebKeySet)
  }

  const read = (url: string, recent: readonly number[]): KeySet => {
    const at = Date.now()
    const set: KeySet = { at, find: readKeys(url), reads: [...recent, at] }
    set.find.catch(() => known.get(url) === set && known.delete(url))
    known.delete(url)
    known.set(url, set)
    for (const old of known.keys()) if (known.size > MOST) known.delete(old)
    return set
  }

  return (url, use) => async (header, token) => {
    const kept = known.get(url)
    const set = kept && Date.now() - kept.at < FRESH ? kept : read(url, [])
    try {
      return await signingKey(await set.find, header, token)
    } catch (error) {
      if (!UNKNOWN_KEY.includes(codeOf(error))) throw error
      const newest = known.get(url) ?? set
      const recent = newest.reads.filter((at) => Date.now() - at < MINUTE)
      // Another request may have read it meanwhile.
      const next = newest === set && recent.length < READS[use] ? read(url, recent) : newest
      if (next === set) throw error
      return signingKey(await next.find, header, token)
    }
  }
}

/** The key of a set that has signed a token. Throws for any other token. */
async function signingKey(find: JWTVerifyGetKey, header: JWTHeaderParameters, token: FlattenedJWSInput) {
  const { errors, flattenedVerify } = await import('jose')
  const hasSigned = (key: CryptoKey) =>
    flattenedVerify(token, key, { algorithms: ALGORITHMS }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof errors.JWSSignatureVerificationFailed) return false
        throw error
      },
    )
  for (const key of await candidates(find, header, token)) if (await hasSigned(key)) return key
  throw new errors.JWSSignatureVerificationFailed()
}

/** The keys that may have signed a token. */
async function candidates(find: JWTVerifyGetKey, header: JWTHeaderParameters, token: FlattenedJWSInput) {
  const { errors } = await import('jose')
  try {
    return [(await find(header, token)) as CryptoKey]
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    const keys: CryptoKey[] = []
    for await (const key of error) if (keys.push(key) >= MOST_TRIED) break
    return keys
  }
}
