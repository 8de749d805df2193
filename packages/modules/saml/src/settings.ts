import { X509Certificate } from 'node:crypto'
import { z } from 'zod'

/** Bits of an RSA key. Signatures of longer keys take long to verify. */
const RSA_BITS = { least: 2_048, most: 8_192 }
/** Curves of other keys: P-256, P-384 and P-521. */
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1']

/** The most certificates of a connection. */
export const MOST_CERTIFICATES = 5
const MOST_CHARACTERS = 10_000

const NO_CERTIFICATE = 'This is not a certificate (X.509, PEM or Base64).'

/**
 * Reads a certificate: PEM, or the Base64 text of a metadata document. Throws for anything else, and for keys whose signatures are
 * not accepted, with a message for people.
 */
export function readCertificate(text: string): X509Certificate {
  if (text.length > MOST_CHARACTERS) throw new Error(NO_CERTIFICATE)
  const base64 = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '')
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    throw new Error(NO_CERTIFICATE)
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  if (asymmetricKeyType === 'rsa' && (bits < RSA_BITS.least || bits > RSA_BITS.most))
    throw new Error(`The key of a certificate must have ${RSA_BITS.least} bits or more, and at most ${RSA_BITS.most}.`)
  if (asymmetricKeyType === 'ec' && !CURVES.includes(asymmetricKeyDetails?.namedCurve ?? ''))
    throw new Error('The curve of a certificate must be P-256, P-384 or P-521.')
  if (asymmetricKeyType !== 'rsa' && asymmetricKeyType !== 'ec')
    throw new Error('The key of a certificate must be RSA or elliptic curve.')
  return certificate
}

const Certificate = z
  .string()
  .max(MOST_CHARACTERS)
  .transform((text, ctx) => {
    try {
      return readCertificate(text).toString()
    } catch (error) {
      ctx.addIssue({ code: 'custom', message: error instanceof Error ? error.message : NO_CERTIFICATE })
      return z.NEVER
    }
  })

const AttributeName = z.string().min(1).max(300).nullable().default(null)

/** The settings of a SAML connection, in addition to those that all connections have. */
export const SamlSettings = z.object({
  /** Where the provider accepts requests by redirect (HTTP-Redirect binding). */
  signInUrl: z.url({ protocol: /^https?$/ }).max(2_000),
  /** The certificates that the provider signs with; more than one while it replaces them. */
  certificates: z.array(Certificate).min(1).max(MOST_CERTIFICATES),
  /** The attribute with the email address. Null: the usual names, then a name id that is an email address. */
  emailAttribute: AttributeName,
  /** The attribute with the person's name. Null: the usual names. */
  nameAttribute: AttributeName,
})
export type SamlSettings = z.output<typeof SamlSettings>
