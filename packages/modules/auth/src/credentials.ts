import { definePasswordPolicy, type PasswordPolicy } from './passwords/password-policy.ts'
import { type Argon2Parameters, createPasswords, type Passwords } from './passwords/passwords.ts'
import { AccessClaims, createJwt, type Jwt } from './sessions/jwt.ts'
import { deriveKey, hashToken, type SecretKey, toSecretKey } from '@plinth/core/security'
import { createHmac } from 'node:crypto'
import { defineService } from '@plinth/core'

/** Options of accounts. Everything except the secret has a default. */
export interface AuthOptions {
  /** At least 32 bytes. Signs access tokens; keys for other purposes are derived from it. */
  readonly secret: string
  /** Former secrets. Access tokens signed with them are still accepted, but no new ones are signed. */
  readonly retiredSecrets?: readonly string[]
  readonly passwordPolicy?: Partial<PasswordPolicy>
  readonly argon2?: Argon2Parameters
  /** Number of passwords hashed concurrently. Default: 2. */
  readonly passwordConcurrency?: number
  /** Lifetime of access tokens in seconds. Default: 28,800 (decision 9). */
  readonly accessTokenLifetime?: number
  /** Days for which a login with "remember me" is valid. Default: 30. */
  readonly rememberDays?: number
  /** Where clients are sent after login (decision 29). */
  readonly homePath?: string
  readonly loginPath?: string
}

/** The credential tools of a platform, created from its options. */
export interface Credentials {
  readonly passwords: Passwords
  readonly policy: PasswordPolicy
  readonly accessTokens: Jwt<AccessClaims>
  readonly rememberDays: number
  readonly homePath: string
  readonly loginPath: string
  /** Keys for signing consents, the current one first. */
  readonly consentKeys: readonly SecretKey[]
  /**
   * The salt shared by all passwords of an e-mail address, in all tenants. One computation can therefore be compared with all of
   * them, and the duration of a login does not reveal how many accounts there are.
   */
  saltOf(email: string): Buffer
  /**
   * The token of a link that restores an address, derived from the link's id: every mail contains the same token and none is
   * stored.
   */
  restoringToken(id: string): string
  /** The hash stored instead of a refresh token or the token of a mailed link. */
  hash(token: string): string
}

/** Resolve with `inject(credentials)`. Provided by `auth(options)`. */
export const credentials = defineService<Credentials>('auth.credentials')

const SALT_BYTES = 16

/** Creates the credential tools. Throws `broken_setup` if the secret is too short. */
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
