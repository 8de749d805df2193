import { constants, createHash, createSign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  readonly relayState: string | null
  readonly isForced: boolean
}

/** Reads the request that a browser was sent with (HTTP-Redirect binding). */
export function readRequest(location: string, signInUrl = SIGN_IN_URL): ReceivedRequest {
  const url = new URL(location)
  if (!url.href.startsWith(signInUrl)) throw new Error(`${url.href} is not the provider`)
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString()
  const find = (pattern: RegExp) => pattern.exec(xml)![1]!
  return {
    id: find(/ ID="([^"]+)"/),
    issuer: find(/<saml:Issuer[^>]*>([^<]+)</),
    acsUrl: find(/AssertionConsumerServiceURL="([^"]+)"/),
    relayState: url.searchParams.get('RelayState'),
    isForced: xml.includes('ForceAuthn="true"'),
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
  /** Where the response is said to be sent to; null for nowhere. */
  readonly destination?: string | null
  /** What names the request: the response, the assertion, or by default both. */
  readonly named?: 'response' | 'assertion'
  /** Milliseconds from now: when the person signed in at the provider. */
  readonly authenticated?: number
  /** Changes the response before it is signed. */
  readonly write?: (xml: string) => string
  readonly canonicalization?: string
  readonly transforms?: readonly string[]
  readonly prefixes?: readonly string[]
  /** Whether the canonical form of the reference is not named, as it need not be if it is the default. */
  readonly isImplicit?: boolean
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
    destination = recipient,
    named,
    authenticated = 0,
    write = (unsigned: string) => unsigned,
  } = said
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
  const answers = (by: 'response' | 'assertion') =>
    inResponseTo === null || (named !== undefined && named !== by) ? '' : ` InResponseTo="${inResponseTo}"`
  const sentTo = destination === null ? '' : ` Destination="${escape(destination)}"`
  const listed = Object.entries(attributes).map(([name, values]) => {
    const texts = (typeof values === 'string' ? [values] : values).map(
      (value) => `<saml:AttributeValue>${escape(value)}</saml:AttributeValue>`,
    )
    return `<saml:Attribute Name="${escape(name)}">${texts.join('')}</saml:Attribute>`
  })
  const responseId = `_${crypto.randomUUID()}`
  let xml =
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${responseId}" Version="2.0" IssueInstant="${at(0)}"${sentTo}${answers('response')}>` +
    `<saml:Issuer>${escape(issuer)}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `<saml:Assertion ID="${assertionId}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${escape(issuer)}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${format}">${escape(subject)}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${at(validFor)}" Recipient="${escape(recipient)}"${answers('assertion')}/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(-60_000)}" NotOnOrAfter="${at(validFor)}">` +
    `<saml:AudienceRestriction><saml:Audience>${escape(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(authenticated)}" SessionIndex="s1"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>` +
    `</saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${listed.join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
  xml = write(xml)
  if (signs.includes('assertion')) xml = sign(xml, 'Assertion', { ...said, key })
  if (signs.includes('response')) xml = sign(xml, 'Response', { ...said, key })
  return xml
}

/** Signs the element of a name, as providers do: an enveloped signature after its issuer. */
export function sign(xml: string, element: 'Assertion' | 'Response', said: Said & { readonly key: string }): string {
  const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#'
  const signature = new SignedXml({
    privateKey: said.key,
    signatureAlgorithm: said.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: (said.canonicalization ?? c14n) as typeof c14n,
  })
  Object.assign(signature.SignatureAlgorithms, MORE_ALGORITHMS)
  Object.assign(signature.HashAlgorithms, { [SHA384]: HashSha384 })
  signature.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    digestAlgorithm: said.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: said.transforms ?? ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', c14n],
    inclusiveNamespacesPrefixList: [...(said.prefixes ?? [])],
  })
  const named = signature as unknown as { createReferences: (...given: unknown[]) => string }
  const create = named.createReferences.bind(signature)
  if (said.isImplicit)
    named.createReferences = (...given) => create(...given).replace(/<Transform Algorithm="[^"]+c14n[^"]+" ?\/>/, '')
  signature.computeSignature(xml, {
    location: {
      reference: `//*[local-name(.)='${element}']/*[local-name(.)='Issuer' or local-name(.)='Status']`,
      action: 'after',
    },
  })
  return signature.getSignedXml()
}

const SHA384 = 'http://www.w3.org/2001/04/xmldsig-more#sha384'

/** Not part of the library that signs. */
const toAlgorithm = (name: string, hash: string, key: object) =>
  class {
    getSignature = (signed: string, pem: string) =>
      createSign(hash)
        .update(signed)
        .sign({ key: pem, ...key }, 'base64')
    verifySignature = () => false
    getAlgorithmName = () => name
  }
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
const CURVE = { dsaEncoding: 'ieee-p1363' }
const MORE_ALGORITHMS = Object.fromEntries(
  [
    [`${MORE}rsa-sha384`, 'sha384', {}] as const,
    [`${MORE}ecdsa-sha256`, 'sha256', CURVE] as const,
    [`${MORE}ecdsa-sha384`, 'sha384', CURVE] as const,
    ['http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1', 'sha256', PSS] as const,
  ].map(([name, hash, key]) => [name, toAlgorithm(name, hash, key)]),
)
class HashSha384 {
  getHash = (text: string) => createHash('sha384').update(text).digest('base64')
  getAlgorithmName = () => SHA384
}

export const encode = (xml: string | Buffer) => Buffer.from(xml).toString('base64')
export { EMAIL as EMAIL_FORMAT }

/** A certificate without its heading, as metadata holds it. */
export const base64Of = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')

/** A key as metadata describes it. */
export const keyDescriptor = (certificate: string, use: string | null = 'signing') =>
  `<md:KeyDescriptor${use === null ? '' : ` use="${use}"`}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
<ds:X509Certificate>${base64Of(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`

/** The metadata document of the provider. */
export const providerMetadata = ({
  binding = 'HTTP-Redirect',
  certificate = providerCertificate,
  keys = keyDescriptor(certificate),
  attributes = '',
} = {}) =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ISSUER}"${attributes}>
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys}
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${SIGN_IN_URL}"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`

/** A provider on a port of this machine, for browsers. Whoever is named signs in with a button. */
export interface SamlProvider extends AsyncDisposable {
  readonly signInUrl: string
  /** What it says about who signs in next. */
  said: Said
}

/** Starts a provider whose page posts responses. */
export async function startSamlProvider(): Promise<SamlProvider> {
  const state: { said: Said } = { said: {} }
  const server = createServer((request, answer) => {
    const { href } = new URL(request.url ?? '/', signInUrl)
    const received = readRequest(href, signInUrl)
    const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escape(value)}">`
    answer.setHeader('content-type', 'text/html')
    answer.end(
      `<!doctype html><form method="post" action="${escape(received.acsUrl)}">` +
        field('SAMLResponse', encode(respond(received, state.said))) +
        field('RelayState', received.relayState ?? '') +
        '<button>Continue</button></form>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // By address, so that it is another site than `localhost`.
  const signInUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso`
  return {
    signInUrl,
    get said() {
      return state.said
    },
    set said(said) {
      state.said = said
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
