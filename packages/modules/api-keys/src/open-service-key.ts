import type { Caller } from '@plinth/core'
import type { LookUpContext } from '@plinth/core/security'
import { hashesOfSecret, isKeySecret } from './key-secrets.ts'
import { openKey } from './open-key.ts'
import { findKeyByHash } from './stored-keys.ts'

/** A service account that was identified by one of its keys. */
export interface OpenedServiceKey {
  readonly caller: Caller
  /** ISO 8601; null for never. */
  readonly expiresAt: string | null
  /** The tags under which the result may be cached. */
  readonly tags: readonly string[]
}

/**
 * The service account of a key, for authenticators that receive keys in another place; null for unknown keys and for people's
 * keys.
 */
export async function openServiceKey(ctx: LookUpContext, secret: string): Promise<OpenedServiceKey | null> {
  const key = isKeySecret(secret) ? await findKeyByHash(ctx, hashesOfSecret(ctx, secret)) : null
  const opened = key?.serviceAccountId ? await openKey(ctx, key) : null
  return key && opened && { ...opened, expiresAt: key.expiresAt }
}
