// Authenticators, tokens, keys and signatures.
export {
  type Attempts,
  type Authenticator,
  type AuthenticatorContext,
  type AuthenticationResult,
  type CredentialCarrier,
  defineAuthenticator,
  type LookUpContext,
} from '../define/authenticator.ts'
export { isOwnSite } from '../request/own-origin.ts'
export { createPlatformKeys, type PlatformKeys } from '../security/secret-keys.ts'
export { keyRing, platformKeys } from '../define/service.ts'
export { createKeyRing, type KeyRing, type Secrets } from '../security/key-ring.ts'
export { decryptText, encryptText } from '../security/encryption.ts'
export { lockPrototypes } from '../security/lock-prototypes.ts'
export { isPublicAddress } from '../security/public-addresses.ts'
export { rekey } from '../declare/rekey.ts'
export { defineRekey, type Rekey, type RekeyedColumn, type Rotation } from '../define/rekey.ts'
export type { RotateSecretOptions, SecretRotation } from '../platform/rotate-secret.ts'
export { assertSecretKey, deriveKey, type SecretKey, toSecretKey } from '../security/secret-keys.ts'
export { areSigned, signValues } from '../security/signatures.ts'
export { derivedId, hashToken, isSameSecret, randomId, randomToken } from '../security/tokens.ts'
export {
  newWebhookPrivateKey,
  newWebhookSecret,
  type SignedMessage,
  type SigningKeys,
  toWebhookKey,
  toWebhookPublicKey,
  toWebhookSecret,
  webhookHeaders,
} from '../security/webhook-signatures.ts'
