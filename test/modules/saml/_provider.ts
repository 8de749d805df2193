import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { providerCertificate, providerKey } from './_keys.ts'

export const ISSUER = 'https://idp.corp.example/metadata'
export const SIGN_IN_URL = 'https://idp.corp.example/sso'

/** A request as the provider reads it from the address of its sign-in page. */
export interface ReceivedRequest {
  readonly id: string
  readonly issuer: string
  readonly acsUrl: string
}

/** Reads the request that a browser was sent with (HTTP-Redirect binding). */
export function readRequest(location: string): ReceivedRequest {
  const url = new URL(location)
  if (!url.href.startsWith(SIGN_IN_URL)) throw new Error(`${url.href} is not the provider`)
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString()
  const find = (pattern: RegExp) => pattern.exec(xml)![1]!
  return {
    id: find(/ ID="([^"]+)"/),
    issuer: find(/<saml:Issuer[^>]*>([^<]+)</),
    acsUrl: find(/AssertionConsumerServiceURL="([^"]+)"/),
  }
}

/** What a provider says. Absent members are what an honest provider says for the request. */
export interface Said {
  readonly subject?: string
  readonly format?: string
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>
  readonly issuer?: string
  readonly audience?: string
  readonly recipient?: string
  readonly inResponseTo?: string | null
  readonly assertionId?: string
  /** Milliseconds from now. */
  readonly validFor?: number
  readonly key?: string
  readonly signs?: readonly ('assertion' | 'response')[]
  readonly signatureAlgorithm?: string
  readonly digestAlgorithm?: string
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** A response as XML. `unsafe` members of `attributes` and `subject` are escaped. */
export function respond(request: ReceivedRequest, said: Said = {}): string {
  const {
    subject = 'ann-7',
    format = PERSISTENT,
    attributes = { email: 'ann@corp.example', displayName: 'Ann' },
    issuer = ISSUER,
    audience = request.issuer,
    recipient = request.acsUrl,
    inResponseTo = request.id,
    assertionId = `_${crypto.randomUUID()}`,
    validFor = 300_000,
    key = providerKey,
    signs = ['assertion', 'response'],
  } = said
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
  const listed = Object.entries(attributes).map(([name, values]) => {
    const texts = (typeof values === 'string' ? [values] : values).map(
      (value) => `<saml:AttributeValue>${escape(value)}</saml:AttributeValue>`,
    )
    return `<saml:Attribute Name="${escape(name)}">${texts.join('')}</saml:Attribute>`
  })
  const responseId = `_${crypto.randomUUID()}`
  let xml =
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${responseId}" Version="2.0" IssueInstant="${at(0)}" Destination="${escape(recipient)}"${answers}>` +
    `<saml:Issuer>${escape(issuer)}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `<saml:Assertion ID="${assertionId}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${escape(issuer)}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${format}">${escape(subject)}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${at(validFor)}" Recipient="${escape(recipient)}"${answers}/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(-60_000)}" NotOnOrAfter="${at(validFor)}">` +
    `<saml:AudienceRestriction><saml:Audience>${escape(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="s1"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>` +
    `</saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${listed.join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
  if (signs.includes('assertion')) xml = sign(xml, 'Assertion', { ...said, key })
  if (signs.includes('response')) xml = sign(xml, 'Response', { ...said, key })
  return xml
}

/** Signs the element of a name, as providers do: an enveloped signature after its issuer. */
export function sign(xml: string, element: 'Assertion' | 'Response', said: Said & { readonly key: string }): string {
  const signature = new SignedXml({
    privateKey: said.key,
    signatureAlgorithm: said.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signature.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    digestAlgorithm: said.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  })
  signature.computeSignature(xml, {
    location: { reference: `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signature.getSignedXml()
}

export const encode = (xml: string) => Buffer.from(xml).toString('base64')
export { EMAIL as EMAIL_FORMAT }

/** A certificate without its heading, as metadata holds it. */
export const base64Of = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')

/** The metadata document of the provider. */
export const providerMetadata = ({ binding = 'HTTP-Redirect', certificate = providerCertificate } = {}) =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ISSUER}">
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
<ds:X509Certificate>${base64Of(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${SIGN_IN_URL}"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`
