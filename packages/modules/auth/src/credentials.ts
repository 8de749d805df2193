import { definePasswordPolicy, type PasswordPolicy } from './passwords/password-policy.ts'
import { type Argon2Parameters, createPasswords, type Passwords } from './passwords/passwords.ts'
import { AccessClaims, createJwt, type Jwt } from './jwt.ts'
import {
  createKeyRing,
  deriveKey,
  hashToken,
  type KeyRing,
  type PlatformKeys,
  type SecretKey,
  toSecretKey,
} from '@plinth/core/security'
import { createHmac } from 'node:crypto'
import { defineService } from '@plinth/core'

/** Options of accounts. Everything has a default. */
export interface AuthOptions {
  /**
   * At least 32 bytes. Signs access tokens; keys for other purposes are derived from it. Default: keys derived from the platform's
   * secret.
   */
  readonly secret?: string
  /** Further secrets that are accepted in addition to `secret`. Without `secret`, the platform's retired secrets apply. */
  readonly retiredSecrets?: readonly string[]
  readonly passwordPolicy?: Partial<PasswordPolicy>
  readonly argon2?: Argon2Parameters
  /** Number of passwords hashed concurrently. Default: 2. */
  readonly passwordConcurrency?: number
  /** Lifetime of access tokens in seconds. Default: 28,800 (decision: Access tokens). */
  readonly accessTokenLifetime?: number
  /** Days for which a login with "remember me" is valid. Default: 30. */
  readonly rememberDays?: number
  /** Where clients are sent after login (decision: Redirect after sign-in). */
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
  /** Hashes tokens and signs consents. */
  readonly ring: KeyRing
  /** Keys with which consents were signed before there was a key ring. */
  readonly formerConsentKeys: readonly SecretKey[]
  /**
   * The salt shared by all passwords of an email address, in all tenants. One computation can therefore be compared with all of
   * them, and the duration of a login does not reveal how many accounts there are.
   */
  saltOf(email: string): Buffer
  /**
   * The token of a link that restores an address, derived from the link's id, so that every email contains the same token and
   * no token is stored.
   */
  restoringToken(id: string): string
  /** The tokens derived from each accepted secret, the current one first. */
  restoringTokens(id: string): readonly string[]
  /** The hash stored instead of a refresh token or the token of a mailed link. */
  hash(token: string): string
  /** The hashes by which such a token is found, whichever accepted secret its hash was made with. */
  hashes(token: string): readonly string[]
}

/** Resolve with `inject(credentials)`. Provided by `auth(options)`. */
export const credentials = defineService<Credentials>('auth.credentials')

const SALT_BYTES = 16

/** The purpose of the hashes of refresh tokens and mailed links. */
export const TOKEN_HASH = 'auth.tokens'

/** The keys of the module, from its own secret or from the platform's. */
export interface CredentialKeys {
  readonly ring: KeyRing
  /** Keys that sign access tokens, the current one first. */
  readonly accessKeys: readonly SecretKey[]
  /** The keys of each accepted secret for a purpose. */
  of(purpose: string): readonly [SecretKey, ...SecretKey[]]
}

/** Keys of the module's own secret. Throws `broken_setup` if it is too short. */
export function toOwnKeys({ secret, retiredSecrets = [] }: AuthOptions & { readonly secret: string }): CredentialKeys {
  const secrets = [...new Set([secret, ...retiredSecrets])].map((one) =>
    toSecretKey({ name: 'The secret of the auth module', secret: one }),
  )
  return {
    ring: createKeyRing({ secret, retiredSecrets }),
    accessKeys: secrets,
    of(purpose) {
      const [present, ...others] = secrets.map((one) => deriveKey({ secret: one, purpose }))
      return [present!, ...others]
    },
  }
}

/** Keys derived from the platform's secret. */
export const toSharedKeys = (ring: KeyRing, keys: PlatformKeys): CredentialKeys => ({
  ring,
  accessKeys: keys.all('auth.access-tokens'),
  of: (purpose) => keys.all(`auth.${purpose}`),
})

/** Creates the credential tools. */
export function createCredentials(options: AuthOptions, { ring, accessKeys, of }: CredentialKeys): Credentials {
  const formerTokenKeys = of('token-hash')
  const restoringKeys = of('restoring-link')
  const [saltKey] = of('password-salt')
  return {
    passwords: createPasswords({
      ...(options.argon2 && { parameters: options.argon2 }),
      ...(options.passwordConcurrency && { concurrency: options.passwordConcurrency }),
    }),
    policy: definePasswordPolicy(options.passwordPolicy),
    accessTokens: createJwt({
      keys: accessKeys,
      keyIds: ring.ids,
      audience: 'plinth',
      type: 'access',
      lifetime: options.accessTokenLifetime ?? 28_800,
      claims: AccessClaims,
    }),
    rememberDays: options.rememberDays ?? 30,
    homePath: options.homePath ?? '/backend',
    loginPath: options.loginPath ?? '/login',
    ring,
    formerConsentKeys: of('consent'),
    saltOf: (email) =>
      createHmac('sha256', saltKey).update(email.trim().toLowerCase()).digest().subarray(0, SALT_BYTES),
    restoringToken: (id) => hashToken(id, restoringKeys[0]),
    restoringTokens: (id) => restoringKeys.map((key) => hashToken(id, key)),
    hash: (token) => ring.keyedHash(TOKEN_HASH, token),
    hashes: (token) => [...ring.keyedHashes(TOKEN_HASH, token), ...formerTokenKeys.map((key) => hashToken(token, key))],
  }
}
