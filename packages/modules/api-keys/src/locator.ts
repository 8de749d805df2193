import { isUuid } from '@plinth/core'
import { defineLocator } from '@plinth/core/http'
import { presentedKey } from './authenticator.ts'
import { hashesOfSecret, isKeySecret } from './key-secrets.ts'
import { findServiceAccount } from './service-accounts.ts'
import { findKeyByHash } from './stored-keys.ts'

/** Finds the database that contains a service account. */
export const tokenLocator = defineLocator({
  id: 'api_keys.token',
  async named({ method, path, body, headers }) {
    if (method !== 'POST' || path !== '/oauth/token') return null
    const basic = /^Basic +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
    const named =
      basic === undefined ? (await body())['client_id'] : Buffer.from(basic, 'base64').toString().split(':')[0]
    return typeof named === 'string' && isUuid(named) ? { value: named.toLowerCase() } : null
  },
  has: async (ctx, id) => (await findServiceAccount(ctx, id)) !== null,
})

/** Finds the database that contains a key. */
export const keyLocator = defineLocator({
  id: 'api_keys.key',
  named({ headers }) {
    const secret = presentedKey({ headers })
    return secret !== undefined && isKeySecret(secret) ? { value: secret } : null
  },
  has: async (ctx, secret) => (await findKeyByHash(ctx, hashesOfSecret(ctx, secret))) !== null,
})
