import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import type { PlatformKeys, SecretKey } from '@plinth/core/security'

/** A position in a tenant's chain. Numbers start at 1 and have no gaps. */
export interface Link {
  readonly tenantId: string
  readonly number: number
  /** Covers everything up to this link; 32 bytes. */
  readonly hash: Buffer
}

/** A link with the digest of its entry. */
export interface DigestedLink extends Link {
  readonly digest: Buffer
}

/**
 * Computes the links of a chain. Without the platform's secret, nobody can create another valid chain. New links are made with
 * the current secret; links made with any accepted secret are genuine.
 */
export interface Chain {
  /** The id of the current key. */
  readonly keyId: string
  /** The link that follows `previous` (null for the first one), for an entry's digest. */
  follow(previous: Link | null, next: { readonly tenantId: string; readonly digest: Buffer }): Link
  /** Whether a link follows `previous`. */
  isNext(previous: Link | null, link: DigestedLink): boolean
  sign(link: Link, at: string): Buffer
  isSigned(link: Link, at: string, signature: Buffer): boolean
  /** Like a signature, but fifty times as fast, for checkpoints that only the platform itself verifies; 32 bytes. */
  authenticate(link: Link, at: string): Buffer
  isAuthentic(link: Link, at: string, code: Buffer): boolean
  /** Authenticates a statement of the platform about its checkpoints; 32 bytes. */
  state(text: string): Buffer
  isStated(text: string, code: Buffer): boolean
  /** The chain of the current secret alone, which does not accept what retired secrets have made. */
  readonly present: Chain
  /** Ed25519 public key, SPKI in PEM: anyone can use it to verify a checkpoint that was stored elsewhere. */
  readonly publicKey: string
}

export function createChain(keys: PlatformKeys): Chain {
  const [first, ...others] = keys.ids.map((id, index) => {
    const only = (purpose: string) => keys.all(purpose)[index]!
    return createKeyedChain(id, only)
  })
  const present = first!
  const chains = [present, ...others]
  return {
    ...present,
    present,
    isNext: (previous, link) => chains.some((chain) => chain.isNext(previous, link)),
    isSigned: (link, at, signature) => chains.some((chain) => chain.isSigned(link, at, signature)),
    isAuthentic: (link, at, code) => chains.some((chain) => chain.isAuthentic(link, at, code)),
    isStated: (text, code) => chains.some((chain) => chain.isStated(text, code)),
  }
}

/** The chain of one secret. */
function createKeyedChain(keyId: string, of: (purpose: string) => SecretKey): Chain {
  const hashKey = createSecretKey(of('audit_logs.chain'))
  const anchorKey = createSecretKey(of('audit_logs.anchors'))
  const privateKey = toPrivateKey(of('audit_logs.checkpoints'))
  const publicKey = createPublicKey(privateKey)
  const authenticate = (link: Link, at: string) =>
    createHmac('sha256', anchorKey).update(toSignedText(link, at)).digest()
  const state = (text: string) => createHmac('sha256', anchorKey).update(`statement\n${text}`).digest()
  const hashOf = (previous: Link | null, { tenantId, digest }: Pick<DigestedLink, 'tenantId' | 'digest'>) =>
    createHmac('sha256', hashKey)
      .update(previous?.hash ?? tenantId)
      .update(digest)
      .digest()
  const chain: Omit<Chain, 'present'> = {
    keyId,
    follow: (previous, next) => ({
      tenantId: next.tenantId,
      number: (previous?.number ?? 0) + 1,
      hash: hashOf(previous, next),
    }),
    isNext: (previous, link) => link.number === (previous?.number ?? 0) + 1 && hashOf(previous, link).equals(link.hash),
    sign: (link, at) => sign(null, toSignedText(link, at), privateKey),
    isSigned: (link, at, signature) => verify(null, toSignedText(link, at), publicKey, signature),
    authenticate,
    isAuthentic: (link, at, code) => timingSafeEqual(authenticate(link, at), code),
    state,
    isStated: (text, code) => timingSafeEqual(state(text), code),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  }
  return Object.assign(chain, { present: chain }) as Chain
}

/** The text that a checkpoint's signature covers. */
function toSignedText({ tenantId, number, hash }: Link, at: string): Buffer {
  return Buffer.from([tenantId, number, hash.toString('hex'), at].join('\n'))
}

/** An Ed25519 key from 32 bytes: PKCS #8 wraps the seed in a fixed header (RFC 8410). */
function toPrivateKey(seed: Uint8Array): KeyObject {
  const header = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([header, seed]), format: 'der', type: 'pkcs8' })
}
