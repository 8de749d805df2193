import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { brokenSetup } from '../errors.ts'

/** A message of a webhook, as Standard Webhooks signs it. */
export interface SignedMessage {
  /** The same in every attempt. It contains no dot. */
  readonly id: string
  /** The time of the attempt. */
  readonly at: Date
  /** Empty for a request without a body. */
  readonly body: string
}

/** What signs messages, by `toWebhookKey`: secrets for `v1`, and Ed25519 keys for `v1a`. */
export interface SigningKeys {
  /** While a secret is being replaced, there is more than one. */
  readonly secrets: readonly KeyObject[]
  readonly privateKeys?: readonly KeyObject[]
}

/**
 * The key that a secret (`whsec_…`) or an Ed25519 key (`whsk_…`) stands for. Keep it for further messages: preparing it takes several
 * times as long as signing. Throws `broken_setup` for another text.
 */
export const toWebhookKey = (text: string): KeyObject =>
  text.startsWith(PRIVATE_KEY) ? toPrivateKey(text) : createSecretKey(bytesOf(text, SECRET))

/**
 * The headers of a message according to Standard Webhooks: `webhook-id`, `webhook-timestamp` in Unix seconds, and
 * `webhook-signature` with one signature for each key, separated by spaces. Receivers accept a message if any of the signatures
 * is that of their key.
 */
export function webhookHeaders({ id, at, body }: SignedMessage, { secrets, privateKeys = [] }: SigningKeys) {
  const time = String(Math.floor(at.getTime() / 1_000))
  const signed = `${id}.${time}.${body}`
  const signatures = [
    ...secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`),
    ...privateKeys.map((key) => `v1a,${sign(null, Buffer.from(signed), key).toString('base64')}`),
  ]
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures.join(' ') }
}

/** A new secret: `whsec_` and 32 random bytes in standard base64. */
export const newWebhookSecret = (): string => toWebhookSecret(randomBytes(32))

/** The secret with these bytes: 24 to 64. */
export const toWebhookSecret = (bytes: Uint8Array): string => SECRET + Buffer.from(bytes).toString('base64')

/** A new Ed25519 key: `whsk_` and its 32 bytes in standard base64. */
export const newWebhookPrivateKey = (): string => PRIVATE_KEY + randomBytes(32).toString('base64')

/** The public key for receivers that verify `v1a`: `whpk_` and its 32 bytes in standard base64. */
export function toWebhookPublicKey(privateKey: string): string {
  const { x } = createPublicKey(toPrivateKey(privateKey)).export({ format: 'jwk' })
  return PUBLIC_KEY + Buffer.from(x!, 'base64url').toString('base64')
}

const [SECRET, PRIVATE_KEY, PUBLIC_KEY] = ['whsec_', 'whsk_', 'whpk_']

/** What stands before the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const DER = Buffer.from('302e020100300506032b657004220420', 'hex')

const toPrivateKey = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([DER, bytesOf(text, PRIVATE_KEY)]), format: 'der', type: 'pkcs8' })

function bytesOf(text: string, prefix: string): Buffer {
  if (!text.startsWith(prefix)) throw brokenSetup(`A key of webhooks does not begin with ${prefix}`)
  return Buffer.from(text.slice(prefix.length), 'base64')
}
