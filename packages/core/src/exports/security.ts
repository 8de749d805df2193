// Logins, passwords, tokens, keys and signatures; limits on what strangers make us do.
export { type Confinement, startConfined } from '../confined-process.ts'
export {
  type Attempts,
  type Authenticator,
  type AuthenticatorContext,
  type AuthenticationResult,
  type CredentialCarrier,
  defineAuthenticator,
  type LookUpContext,
} from '../define/authenticator.ts'
export { FairSlots, type FairSlotsOptions } from '../fairness.ts'
export { isOwnSite } from '../pipeline/caller.ts'
export { createPlatformKeys, type PlatformKeys } from '../security/tokens.ts'
export { platformKeys } from '../define/service.ts'
export { AccessClaims, createJwt, type Jwt } from '../security/jwt.ts'
export { definePasswordPolicy, type PasswordPolicy, passwordSchema } from '../security/password-policy.ts'
export { type Argon2Parameters, createPasswords, type Passwords } from '../security/passwords.ts'
export { createQueue, type Queue } from '../security/passwords.ts'
export { deriveKey, type SecretKey, toSecretKey } from '../security/tokens.ts'
export { areSigned, signValues } from '../security/tokens.ts'
export { derivedId, hashToken, randomId, randomToken } from '../security/tokens.ts'
