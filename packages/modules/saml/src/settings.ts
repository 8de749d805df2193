import { X509Certificate } from 'node:crypto'
import { z } from 'zod'

/** Bits of an RSA key, at least. */
const RSA_BITS = 2048

/** Reads a certificate: PEM, or the Base64 text of a metadata document. Throws for anything else, and for keys that are too short. */
export function readCertificate(text: string): X509Certificate {
  const base64 = text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '')
  const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS)
    throw new Error(`The key of a certificate must have ${RSA_BITS} bits or more.`)
  if (asymmetricKeyType !== 'rsa' && asymmetricKeyType !== 'ec')
    throw new Error('The key of a certificate must be RSA or elliptic curve.')
  return certificate
}

const Certificate = z
  .string()
  .max(10_000)
  .transform((text, ctx) => {
    try {
      return readCertificate(text).toString()
    } catch (error) {
      const known = error instanceof Error && error.message.startsWith('The key') ? error.message : null
      ctx.addIssue({ code: 'custom', message: known ?? 'This is not a certificate (X.509, PEM or Base64).' })
      return z.NEVER
    }
  })

const AttributeName = z.string().min(1).max(300).nullable().default(null)

/** The settings of a SAML connection, in addition to those that all connections have. */
export const SamlSettings = z.object({
  /** Where the provider accepts requests by redirect (HTTP-Redirect binding). */
  signInUrl: z.url({ protocol: /^https?$/ }).max(2_000),
  /** The certificates that the provider signs with; more than one while it replaces them. */
  certificates: z.array(Certificate).min(1).max(5),
  /** The attribute with the email address. Null: the usual names, then a name id that is an email address. */
  emailAttribute: AttributeName,
  /** The attribute with the person's name. Null: the usual names. */
  nameAttribute: AttributeName,
})
export type SamlSettings = z.output<typeof SamlSettings>
