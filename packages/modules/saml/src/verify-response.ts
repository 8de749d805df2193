import type { Person, StoredConnection } from '@plinth/sso'
import { z } from 'zod'
import { acsUrl, serviceProvider, TOLERANCE } from './service-provider.ts'
import { SamlSettings } from './settings.ts'
import { elementsIn, parseXml } from './xml.ts'

/** The content of a provider's response, once it has been verified. */
export interface VerifiedResponse {
  readonly assertionId: string
  /** The request that it answers; null if there was no request. */
  readonly requestId: string | null
  readonly expiresAt: Date
  readonly person: Person
}

const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
/** Algorithms of signatures and digests: none with SHA-1, and none with a shared secret. */
const SIGNATURE_METHODS = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]
const DIGEST_METHODS = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const NAME_ATTRIBUTES = [
  'displayName',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
]
/** Groups beyond this number are ignored. */
const MOST_GROUPS = 1_000

const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** An assertion as the library returns it after it has verified its signature. */
const Assertion = z.object({
  $: z.object({ ID: z.string().min(1).max(300) }),
  Issuer: z.tuple([z.object({ _: z.string() })]),
  Subject: z.tuple([
    z.object({
      NameID: z.tuple([
        z.object({ _: z.string().min(1).max(500), $: z.object({ Format: z.string() }).partial().optional() }),
      ]),
      SubjectConfirmation: z
        .array(
          z.object({
            $: z.object({ Method: z.string() }),
            SubjectConfirmationData: z
              .tuple([
                z.object({
                  $: z.object({
                    Recipient: z.string(),
                    NotOnOrAfter: Time,
                    NotBefore: Time.optional(),
                    InResponseTo: z.string().optional(),
                  }),
                }),
              ])
              .optional()
              .catch(undefined),
          }),
        )
        .min(1),
    }),
  ]),
  Conditions: z.tuple([z.object({ $: z.object({ NotOnOrAfter: Time }) })]),
  AuthnStatement: z.array(z.unknown()).min(1),
})

/**
 * Reads who signed in from a response of a provider. Throws unless response and assertion are signed by a certificate of the
 * connection, were issued by its provider for this platform and this connection, and are valid at this moment.
 */
export async function verifyResponse(
  connection: StoredConnection,
  { origin, now, encoded }: { readonly origin: string; readonly now: Date; readonly encoded: string },
): Promise<VerifiedResponse> {
  const document = parseXml(Buffer.from(encoded, 'base64').toString('utf8'))
  assertAlgorithms(document, 'SignatureMethod', SIGNATURE_METHODS)
  assertAlgorithms(document, 'DigestMethod', DIGEST_METHODS)
  const provider = await serviceProvider(connection, origin)
  const { profile } = await provider.validatePostResponseAsync({ SAMLResponse: encoded })
  if (!profile?.getAssertion) throw new Error('The response has no assertion')
  const {
    $: { ID: assertionId },
    Issuer: [issuer],
    Subject: [subject],
    Conditions: [conditions],
  } = z.object({ Assertion }).parse(profile.getAssertion()).Assertion
  if (issuer._ !== connection.issuer) throw new Error(`The assertion was issued by ${issuer._.slice(0, 200)}`)
  const recipient = acsUrl(origin, connection.id)
  const confirmed = subject.SubjectConfirmation.find(({ $: { Method }, SubjectConfirmationData: data }) => {
    if (Method !== BEARER || data?.[0].$.Recipient !== recipient) return false
    const { NotBefore, NotOnOrAfter } = data[0].$
    const isEarly = NotBefore !== undefined && NotBefore.getTime() - TOLERANCE > now.getTime()
    return !isEarly && NotOnOrAfter.getTime() + TOLERANCE > now.getTime()
  })
  if (!confirmed) throw new Error(`The assertion is not for ${recipient}, or is not valid at this time`)
  const [nameId] = subject.NameID
  const format = nameId.$?.Format
  if (format === TRANSIENT) throw new Error('The name id is transient: it names somebody else at every sign-in')
  const attributes = new Map(Object.entries((profile['attributes'] ?? {}) as Readonly<Record<string, unknown>>))
  const { emailAttribute, nameAttribute } = SamlSettings.parse(connection.settings)
  const named = (own: string | null, usual: readonly string[]) => firstText(attributes, own === null ? usual : [own])
  return {
    assertionId,
    requestId: confirmed.SubjectConfirmationData?.[0].$.InResponseTo ?? null,
    expiresAt: new Date(conditions.$.NotOnOrAfter.getTime() + TOLERANCE),
    person: {
      issuer: connection.issuer,
      subject: nameId._,
      email: named(emailAttribute, EMAIL_ATTRIBUTES) ?? (format === EMAIL_FORMAT ? nameId._ : null),
      // The provider vouches for its domains, which the tenant has proven.
      isEmailVerified: true,
      name: named(nameAttribute, NAME_ATTRIBUTES)?.slice(0, 200) ?? null,
      groups: connection.groupsClaim === null ? null : textsOf(attributes.get(connection.groupsClaim)),
    },
  }
}

function assertAlgorithms(document: Document, element: string, allowed: readonly string[]): void {
  for (const found of elementsIn(document, SIGNATURES, element)) {
    const algorithm = found.getAttribute('Algorithm') ?? ''
    if (!allowed.includes(algorithm)) throw new Error(`The algorithm ${algorithm.slice(0, 200)} is not accepted`)
  }
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .slice(0, MOST_GROUPS)

function firstText(attributes: ReadonlyMap<string, unknown>, names: readonly string[]): string | null {
  for (const name of names) {
    const [text] = textsOf(attributes.get(name))
    if (text !== undefined) return text.trim()
  }
  return null
}
