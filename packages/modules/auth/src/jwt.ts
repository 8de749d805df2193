import { PlatformError } from '@plinth/core'
import { assertSecretKey, isSameSecret, type SecretKey } from '@plinth/core/security'
import { createHmac } from 'node:crypto'
import { createJWT, parseJWT } from 'oslo/jwt'
import { z } from 'zod'

/** Claims of an access token besides `iat`, `exp`, `aud` and `typ` (decision: Access tokens). `sid` is the login session. */
export const AccessClaims = z.object({
  sub: z.string().min(1),
  sid: z.string().min(1),
  tenantId: z.string().nullable(),
  orgId: z.string().nullable(),
  email: z.string(),
  roles: z.array(z.string()),
  /** `customer` in tokens of customer portals, which are not valid in the back office. */
  type: z.string().optional(),
})
export type AccessClaims = z.infer<typeof AccessClaims>

/** What every token carries besides its own claims. Times are in seconds since 1970. */
export interface TokenFrame {
  readonly iat: number
  readonly exp: number
  readonly aud: string
  readonly typ: string
}

/** `expired`: genuine, but past its expiry. `forged`: invalid for any other reason, which is not disclosed. */
export type TokenCheck<Claims> =
  | { readonly status: 'valid'; readonly claims: Claims & TokenFrame }
  | { readonly status: 'expired' }
  | { readonly status: 'forged' }

/** Signs and verifies one kind of token. */
export interface Jwt<Claims> {
  /** Signs a token that is valid for `lifetime` seconds from `now`. */
  sign(input: { readonly claims: Claims; readonly now: Date }): Promise<string>
  verify(input: { readonly token: string; readonly now: Date }): TokenCheck<Claims>
  /** Seconds from signing to expiry. */
  readonly lifetime: number
}

/** Options of a kind of token. Tokens with another audience, type or key are considered forged. */
export interface JwtOptions<Schema extends z.ZodObject> {
  /** The first key signs; all of them verify, so a key can be retired once its last token has expired. */
  readonly keys: readonly SecretKey[]
  /** Their ids, in the same order, for the header `kid`. Default: none. */
  readonly keyIds?: readonly string[]
  readonly audience: string
  readonly type: string
  /** In seconds. Default: 8 hours. */
  readonly lifetime?: number
  readonly claims: Schema
}

/**
 * Creates a signer and verifier of JWTs (HS256). Throws `broken_setup` for a key of less than 32 bytes.
 *
 * @example
 * const accessTokens = createJwt({ keys: [key], audience: 'plinth', type: 'access', claims: AccessClaims })
 */
export function createJwt<Schema extends z.ZodObject>({
  keys,
  keyIds,
  audience,
  type,
  lifetime = 28_800,
  claims: schema,
}: JwtOptions<Schema>): Jwt<z.output<Schema>> {
  const [current] = keys
  if (!current) throw new PlatformError('broken_setup', `Tokens of type '${type}' need a key`)
  for (const key of keys) assertSecretKey(`A key for tokens of type '${type}'`, key)
  const frame = z.object({ iat: z.int(), exp: z.int(), aud: z.literal(audience), typ: z.literal(type) })

  return Object.freeze({
    lifetime,
    sign: ({ claims, now }) => {
      const iat = toSeconds(now)
      const payload = { ...schema.parse(claims), iat, exp: iat + lifetime, aud: audience, typ: type }
      return createJWT('HS256', current, payload, keyIds && { headers: { kid: keyIds[0] } })
    },
    verify: ({ token, now }) => {
      const payload = genuinePayload(token, keys)
      if (payload === undefined) return FORGED
      const parsedFrame = frame.safeParse(payload)
      const parsedClaims = schema.safeParse(payload)
      if (!parsedFrame.success || !parsedClaims.success) return FORGED
      if (toSeconds(now) > parsedFrame.data.exp) return EXPIRED
      return { status: 'valid', claims: { ...parsedClaims.data, ...parsedFrame.data } }
    },
  } satisfies Jwt<z.output<Schema>>)
}

const FORGED = Object.freeze({ status: 'forged' })
const EXPIRED = Object.freeze({ status: 'expired' })
/** Longer than any header that Node accepts. */
const MAX_TOKEN_LENGTH = 16_384
const SIGNATURE_LENGTH = 43

const toSeconds = (now: Date) => Math.floor(now.getTime() / 1000)

/**
 * The signature is checked before anything is decoded, always as HS256 and in its canonical encoding. (oslo's own `validateJWT`
 * reads the header and the process clock first, and accepts several encodings of one signature.)
 */
function genuinePayload(token: string, keys: readonly SecretKey[]): unknown {
  const end = token.length - SIGNATURE_LENGTH - 1
  if (token.length > MAX_TOKEN_LENGTH || end < 0 || token[end] !== '.') return undefined
  const signed = token.slice(0, end)
  const signature = token.slice(end + 1)
  const isGenuine = (key: SecretKey) =>
    isSameSecret(signature, createHmac('sha256', key).update(signed).digest('base64url'))
  if (!keys.some(isGenuine)) return undefined
  try {
    return parseJWT(token)?.payload
  } catch {
    return undefined
  }
}
