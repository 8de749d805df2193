import { createJwt, type Jwt } from '@plinth/auth'
import type { Context } from '@plinth/core'
import { keyRing } from '@plinth/core/security'
import { z } from 'zod'

/** Claims of a token that a service account has obtained for one of its keys. */
const ClientClaims = z.object({
  /** The service account. */
  sub: z.uuid(),
  tenantId: z.uuid(),
  /** The key that it was obtained with. The token is valid no longer than this key. */
  key: z.uuid(),
  /** The features it is limited to. */
  scope: z.array(z.string()).optional(),
})
export type ClientClaims = z.output<typeof ClientClaims>

/** Seconds for which a token is valid. */
export const TOKEN_LIFETIME = 900

/** Signs and verifies tokens of service accounts. Not interchangeable with tokens of people: key, audience and type differ. */
export function clientTokens({ inject }: Pick<Context, 'inject'>): Jwt<ClientClaims> {
  const ring = inject(keyRing)
  let tokens = known.get(ring)
  if (!tokens) {
    const keys = ring.keysOf('api_keys.access-token')
    tokens = createJwt({ keys, audience: 'plinth', type: 'client', lifetime: TOKEN_LIFETIME, claims: ClientClaims })
    known.set(ring, tokens)
  }
  return tokens
}

const known = new WeakMap<object, Jwt<ClientClaims>>()
