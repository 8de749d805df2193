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
import type { PlatformKeys } from '@plinth/core/security'

/** A position in a tenant's chain. Numbers start at 1 and have no gaps. */
export interface Link {
  readonly tenantId: string
  readonly number: number
  /** Covers everything up to this link; 32 bytes. */
  readonly hash: Buffer
}

/** Computes the links of a chain. Without the platform's secret, nobody can create another valid chain. */
export interface Chain {
  /** The link that follows `previous` (null for the first one), for an entry's digest. */
  follow(previous: Link | null, next: { readonly tenantId: string; readonly digest: Buffer }): Link
  sign(link: Link, at: string): Buffer
  isSigned(link: Link, at: string, signature: Buffer): boolean
  /** Like a signature, but fifty times as fast, for checkpoints that only the platform itself verifies; 32 bytes. */
  authenticate(link: Link, at: string): Buffer
  isAuthentic(link: Link, at: string, code: Buffer): boolean
  /** Ed25519 public key, SPKI in PEM: anyone can use it to verify a checkpoint that was stored elsewhere. */
  readonly publicKey: string
}

export function createChain(keys: PlatformKeys): Chain {
  const hashKey = createSecretKey(keys.of('audit_logs.chain'))
  const anchorKey = createSecretKey(keys.of('audit_logs.anchors'))
  const privateKey = toPrivateKey(keys.of('audit_logs.checkpoints'))
  const publicKey = createPublicKey(privateKey)
  const authenticate = (link: Link, at: string) =>
    createHmac('sha256', anchorKey).update(toSignedText(link, at)).digest()
  return {
    follow(previous, { tenantId, digest }) {
      const number = (previous?.number ?? 0) + 1
      const hash = createHmac('sha256', hashKey)
        .update(previous?.hash ?? tenantId)
        .update(digest)
        .digest()
      return { tenantId, number, hash }
    },
    sign: (link, at) => sign(null, toSignedText(link, at), privateKey),
    isSigned: (link, at, signature) => verify(null, toSignedText(link, at), publicKey, signature),
    authenticate,
    isAuthentic: (link, at, code) => timingSafeEqual(authenticate(link, at), code),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  }
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
