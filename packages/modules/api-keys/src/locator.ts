import { defineLocator } from '@plinth/core/http'
import { presentedKey } from './authenticator.ts'
import { hashSecret, isKeySecret } from './secrets.ts'
import { findKeyByHash } from './stored-keys.ts'

/** Finds the database that contains a key. */
export const keyLocator = defineLocator({
  id: 'api_keys.key',
  named({ headers }) {
    const secret = presentedKey({ headers })
    return secret !== undefined && isKeySecret(secret) ? { value: secret } : null
  },
  has: async (ctx, secret) => (await findKeyByHash(ctx, hashSecret(ctx, secret))) !== null,
})
