import { defineService } from '../define/service.ts'
import { deriveKey, type SecretKey, toSecretKey } from '../security/secret-key.ts'

/** Keys derived from the platform's secret, so that modules need no secrets of their own. */
export interface PlatformKeys {
  /** The key of one purpose, `api_keys.secret`; the same in every host with the same secret. */
  of(purpose: string): SecretKey
}

/** Resolve with `get(platformKeys)`; every platform provides it. */
export const platformKeys = defineService<PlatformKeys>('core.platform-keys')

/** Derives each key once. */
export function createPlatformKeys(secret: string): PlatformKeys {
  const root = toSecretKey({ name: '`secret`', secret })
  const known = new Map<string, SecretKey>()
  return {
    of(purpose) {
      let key = known.get(purpose)
      if (!key) known.set(purpose, (key = deriveKey({ secret: root, purpose: `module:${purpose}` })))
      return key
    },
  }
}
