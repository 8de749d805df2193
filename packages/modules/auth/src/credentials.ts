import { createHmac } from 'node:crypto'
import { defineService } from '@plinth/core'
import {
  AccessClaims,
  type Argon2Parameters,
  createJwt,
  createPasswords,
  definePasswordPolicy,
  deriveKey,
  hashToken,
  type Jwt,
  type PasswordPolicy,
  type Passwords,
  type SecretKey,
  toSecretKey,
} from '@plinth/core/security'

/** How accounts behave; everything but the secret has a default. */
export interface AuthOptions {
  /** At least 32 bytes. Access tokens are signed with it; keys for other purposes are derived from it. */
  readonly secret: string
  /** Secrets that were used before: their access tokens are still accepted, nothing new is signed with them. */
  readonly retiredSecrets?: readonly string[]
  readonly passwordPolicy?: Partial<PasswordPolicy>
  readonly argon2?: Argon2Parameters
  /** Passwords computed at the same time. Default: 2. */
  readonly passwordConcurrency?: number
  /** Seconds an access token lives. Default: 28,800 (decision 9). */
  readonly accessTokenLifetime?: number
  /** Days a login with "remember me" lasts. Default: 30. */
  readonly rememberDays?: number
  /** Where clients go after a login (decision 29). */
  readonly homePath?: string
  readonly loginPath?: string
}

/** The credential tools of one platform, made from its options. */
export interface Credentials {
  readonly passwords: Passwords
  readonly policy: PasswordPolicy
  readonly accessTokens: Jwt<AccessClaims>
  readonly rememberDays: number
  readonly homePath: string
  readonly loginPath: string
  /** Keys of signed consents, the current one first. */
  readonly consentKeys: readonly SecretKey[]
  /**
   * The salt of all passwords of an address, in any tenant: so one computation is compared with all of them, and the
   * time of a login does not tell how many accounts there are.
   */
  saltOf(email: string): Buffer
  /** The token of a link that gives an address back, made of its id: each mail has the same, and none is stored. */
  restoringToken(id: string): string
  /** What is stored in the place of a refresh token or a mailed link's token. */
  hash(token: string): string
}

/** Resolve with `inject(credentials)`; `auth(options)` provides it. */
export const credentials = defineService<Credentials>('auth.credentials')

const SALT_BYTES = 16

/** Makes the credential tools. Throws `broken_setup` for a short secret. */
export function createCredentials(options: AuthOptions): Credentials {
  const secrets = [options.secret, ...(options.retiredSecrets ?? [])].map((secret) =>
    toSecretKey({ name: 'The secret of the auth module', secret }),
  )
  const [current] = secrets as [SecretKey, ...SecretKey[]]
  const tokenKey = deriveKey({ secret: current, purpose: 'token-hash' })
  const restoringKey = deriveKey({ secret: current, purpose: 'restoring-link' })
  const saltKey = deriveKey({ secret: current, purpose: 'password-salt' })
  return {
    passwords: createPasswords({
      ...(options.argon2 && { parameters: options.argon2 }),
      ...(options.passwordConcurrency && { concurrency: options.passwordConcurrency }),
    }),
    policy: definePasswordPolicy(options.passwordPolicy),
    accessTokens: createJwt({
      keys: secrets,
      audience: 'plinth',
      type: 'access',
      lifetime: options.accessTokenLifetime ?? 28_800,
      claims: AccessClaims,
    }),
    rememberDays: options.rememberDays ?? 30,
    homePath: options.homePath ?? '/backend',
    loginPath: options.loginPath ?? '/login',
    consentKeys: secrets.map((secret) => deriveKey({ secret, purpose: 'consent' })),
    saltOf: (email) =>
      createHmac('sha256', saltKey).update(email.trim().toLowerCase()).digest().subarray(0, SALT_BYTES),
    restoringToken: (id) => hashToken(id, restoringKey),
    hash: (token) => hashToken(token, tokenKey),
  }
}
