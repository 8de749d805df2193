import { parseDate } from '@plinth/core'
import type { Person, StoredConnection } from '@plinth/sso'
import { entityIdOf, isAcsUrl, TOLERANCE } from './service-provider.ts'
import { SamlSettings } from './settings.ts'
import { assertSigned, signaturesIn } from './signature.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  decodeXml,
  isElement,
  isNamed,
  parseXml,
  textOf,
  type XmlElement,
} from './xml.ts'

/** The content of a provider's response, once it has been verified. */
export interface VerifiedResponse {
  readonly assertionId: string
  /** The request that it answers; null if there was no request. */
  readonly requestId: string | null
  readonly expiresAt: Date
  readonly person: Person
}

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
/** Formats of name ids that may be an email address; a name id without a format may be one, too. */
const EMAIL_FORMATS: readonly (string | null)[] = [
  null,
  EMAIL_FORMAT,
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:unspecified',
]
/** Conditions that are checked here, or that hold for every assertion that is accepted here. */
const KNOWN_CONDITIONS = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']

/** Usual names, in any case: administrators enter `Email` or `emailAddress` at their providers. */
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'emailaddress',
  'user.email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const NAME_ATTRIBUTES = [
  'displayName',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
]
/** Names in two parts. */
const NAME_PARTS = [
  ['givenName', 'sn'],
  ['givenName', 'surname'],
  ['firstName', 'lastName'],
  ['urn:oid:2.5.4.42', 'urn:oid:2.5.4.4'],
  [
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  ],
]
/** Entra ID and AD FS fill it in with what people sign in with, so it is the last resort. */
const SIGN_IN_NAME = ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name']
/** Groups beyond this number are ignored. */
const MOST_GROUPS = 1_000
/** What Entra ID sends in place of too many groups. */
const GROUPS_ELSEWHERE = 'http://schemas.microsoft.com/claims/groups.link'
/** Maximum characters of the ids of requests and assertions. */
const MOST_ID = 300
/** Milliseconds for which a response is kept at most. Some never end, but what a browser keeps of its request ends far earlier. */
const LONGEST = 86_400_000
/** Maximum characters of a name id. */
const MOST_NAME_ID = 500

/** What a response is compared with. */
interface Expected {
  readonly connection: StoredConnection
  readonly origin: string
  readonly now: Date
}

/**
 * Reads who signed in from a response of a provider. Throws unless response and assertion are signed by a certificate of the
 * connection, were issued by its provider for this platform and this connection, and are valid at this moment. Nothing is read
 * that the signatures do not cover.
 */
export function verifyResponse(
  connection: StoredConnection,
  { origin, now, encoded }: { readonly origin: string; readonly now: Date; readonly encoded: string },
): VerifiedResponse {
  const expected: Expected = { connection, origin, now }
  const { emailAttribute, nameAttribute, certificates } = SamlSettings.parse(connection.settings)
  const response = parseXml(decodeXml(Buffer.from(encoded, 'base64')))
  if (!isNamed(response, PROTOCOL, 'Response')) throw new Error('The document is not a SAML response')
  assertSuccess(response)
  if (childrenOf(response, ASSERTION, 'EncryptedAssertion').length > 0)
    throw new Error('The assertion is encrypted. At the provider, turn off the encryption of assertions.')
  const assertion = childOf(response, ASSERTION, 'Assertion')
  // One of the response and one of the assertion: others would cover something that is not read.
  if (signaturesIn(response).length > 2) throw new Error('The response contains more than two signatures')
  assertSigned(response, certificates)
  assertSigned(assertion, certificates)

  const destination = attributeOf(response, 'Destination')
  if (destination === null || !isAcsUrl(destination, expected))
    throw new Error(`The response is for ${destination === null ? 'no Destination' : destination.slice(0, 200)}`)
  for (const issued of childrenOf(response, ASSERTION, 'Issuer').length > 0 ? [response, assertion] : [assertion])
    assertIssuer(issued, connection.issuer)
  const { expiresAt } = assertConditions(assertion, expected)
  const subject = childOf(assertion, ASSERTION, 'Subject')
  const requestId = requestOf(subject, { ...expected, named: attributeOf(response, 'InResponseTo') })
  if (childrenOf(subject, ASSERTION, 'EncryptedID').length > 0)
    throw new Error('The name id is encrypted. At the provider, turn off the encryption of name ids.')
  const nameId = childOf(subject, ASSERTION, 'NameID')
  const subjectId = wholeText(nameId)
  if (subjectId.trim() === '' || subjectId.length > MOST_NAME_ID)
    throw new Error(`The name id must have 1 to ${MOST_NAME_ID} characters`)
  const format = attributeOf(nameId, 'Format')
  if (format === TRANSIENT) throw new Error('The name id is transient: it names somebody else at every sign-in')
  const attributes = attributesOf(assertion)
  // An attribute that somebody has named is not replaced by a name id, which may be another address.
  const mayBeAddress = emailAttribute === null && EMAIL_FORMATS.includes(format)
  return {
    assertionId: idOf(assertion, 'ID')!,
    requestId,
    expiresAt: new Date(Math.min(expiresAt.getTime() + TOLERANCE, now.getTime() + LONGEST)),
    person: {
      issuer: connection.issuer,
      subject: subjectId,
      email:
        (emailAttribute === null ? usualText(attributes, EMAIL_ATTRIBUTES) : firstText(attributes, [emailAttribute])) ??
        (mayBeAddress ? toAddress(subjectId) : null),
      // The provider vouches for its domains, which the tenant has proven.
      isEmailVerified: true,
      name:
        (nameAttribute === null ? nameIn(attributes) : firstText(attributes, [nameAttribute]))?.slice(0, 200) ?? null,
      groups:
        connection.groupsClaim === null ? null : (attributes.get(connection.groupsClaim) ?? []).slice(0, MOST_GROUPS),
      areGroupsLeftOut: connection.groupsClaim !== null && attributes.has(GROUPS_ELSEWHERE),
      authenticatedAt: authenticatedAt(assertion, now).toISOString(),
    },
  }
}

/** Throws what the provider says if it could not sign anybody in. */
function assertSuccess(response: XmlElement): void {
  const codes: string[] = []
  let at = childOf(childOf(response, PROTOCOL, 'Status'), PROTOCOL, 'StatusCode')
  for (;;) {
    codes.push(attributeOf(at, 'Value') ?? '')
    const [inner] = childrenOf(at, PROTOCOL, 'StatusCode')
    if (!inner) break
    at = inner
  }
  if (codes[0] === SUCCESS) return
  const names = codes.map((code) => code.slice(code.lastIndexOf(':') + 1).slice(0, 100))
  throw new Error(`The provider answers with the status ${names.slice(0, 2).join(', ')}`)
}

function assertIssuer(element: XmlElement, expected: string): void {
  const issuer = wholeText(childOf(element, ASSERTION, 'Issuer')).trim()
  if (issuer !== expected) throw new Error(`The ${element.local.toLowerCase()} was issued by ${issuer.slice(0, 200)}`)
}

/** Throws unless all conditions hold. */
function assertConditions(assertion: XmlElement, { connection, origin, now }: Expected): { readonly expiresAt: Date } {
  const conditions = childOf(assertion, ASSERTION, 'Conditions')
  for (const { local, namespace } of conditions.children.filter(isElement))
    if (namespace !== ASSERTION || !KNOWN_CONDITIONS.includes(local))
      throw new Error(`The condition ${local.slice(0, 100)} is not known`)
  const notBefore = timeOf(conditions, 'NotBefore')
  const expiresAt = timeOf(conditions, 'NotOnOrAfter')
  if (!expiresAt) throw new Error('The assertion has no end (NotOnOrAfter)')
  if (!isNow({ notBefore, notOnOrAfter: expiresAt }, now)) throw new Error('The assertion is not valid at this time')
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction')
  const entityId = entityIdOf(connection, origin)
  const isForUs = (restriction: XmlElement) =>
    childrenOf(restriction, ASSERTION, 'Audience').some((audience) => wholeText(audience).trim() === entityId)
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw new Error(`The assertion is for another audience than ${entityId}`)
  return { expiresAt }
}

/**
 * Which request an assertion answers. Throws if nobody may present it here and now. Providers name the request in the assertion,
 * in the response, or in both.
 */
function requestOf(subject: XmlElement, expected: Expected & { readonly named: string | null }): string | null {
  const { named, now } = expected
  const usable = childrenOf(subject, ASSERTION, 'SubjectConfirmation')
    .filter((confirmation) => attributeOf(confirmation, 'Method') === BEARER)
    .flatMap((confirmation) => childrenOf(confirmation, ASSERTION, 'SubjectConfirmationData'))
    .filter((data) => {
      const notOnOrAfter = timeOf(data, 'NotOnOrAfter')
      const recipient = attributeOf(data, 'Recipient')
      if (!notOnOrAfter || recipient === null || !isAcsUrl(recipient, expected)) return false
      return isNow({ notBefore: timeOf(data, 'NotBefore'), notOnOrAfter }, now)
    })
  if (usable.length === 0) throw new Error('The assertion is for another recipient, or is not valid at this time')
  const ids = usable.map((data) => idOf(data, 'InResponseTo') ?? named)
  const answered = named === null ? ids[0] : ids.find((id) => id === named)
  if (answered === undefined) throw new Error('The response and its assertion answer different requests')
  if (answered !== null && answered.length > MOST_ID) throw new Error('The id of the request is too long')
  return answered
}

/**
 * When the person proved who they are: the earliest time if there are several, and never later than now. Throws if the session at the
 * provider has ended.
 */
function authenticatedAt(assertion: XmlElement, now: Date): Date {
  const statements = childrenOf(assertion, ASSERTION, 'AuthnStatement')
  for (const statement of statements) {
    const notOnOrAfter = timeOf(statement, 'SessionNotOnOrAfter')
    if (notOnOrAfter && !isNow({ notBefore: null, notOnOrAfter }, now))
      throw new Error('The session at the provider has ended')
  }
  const times = statements.map((statement) => timeOf(statement, 'AuthnInstant'))
  if (times.length === 0 || times.includes(null))
    throw new Error('The assertion does not say when the person signed in')
  return new Date(Math.min(now.getTime(), ...times.map((time) => time!.getTime())))
}

/** The texts of the attributes, by name. A name may be listed more than once. Values with elements have no text. */
function attributesOf(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, ASSERTION, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, ASSERTION, 'Attribute')) {
      const name = attributeOf(attribute, 'Name') ?? ''
      const texts = attributes.get(name) ?? []
      attributes.set(name, texts)
      for (const value of childrenOf(attribute, ASSERTION, 'AttributeValue')) {
        const text = textOf(value)
        if (text !== null && text.trim() !== '') texts.push(text)
      }
    }
  return attributes
}

function firstText(attributes: ReadonlyMap<string, readonly string[]>, names: readonly string[]): string | null {
  for (const name of names) {
    const [text] = attributes.get(name) ?? []
    if (text !== undefined) return text.trim()
  }
  return null
}

/** The same for usual names, in any case if none is sent as it is. */
function usualText(attributes: ReadonlyMap<string, readonly string[]>, names: readonly string[]): string | null {
  const inLowerCase = new Map<string, readonly string[]>()
  for (const [name, texts] of attributes) {
    const key = name.toLowerCase()
    inLowerCase.set(key, [...(inLowerCase.get(key) ?? []), ...texts])
  }
  const lower = names.map((name) => name.toLowerCase())
  return firstText(attributes, names) ?? firstText(inLowerCase, lower)
}

/** The name of a person in the usual attributes. */
function nameIn(attributes: ReadonlyMap<string, readonly string[]>): string | null {
  const whole = NAME_PARTS.map((names) => names.map((name) => usualText(attributes, [name]))).find((parts) =>
    parts.every((part) => part !== null),
  )
  const parts = whole?.join(' ') ?? null
  return firstText(attributes, NAME_ATTRIBUTES) ?? parts ?? usualText(attributes, [...NAME_ATTRIBUTES, ...SIGN_IN_NAME])
}

/** The text of an element that names somebody. Throws if it contains elements, of which nobody knows what they mean. */
function wholeText(element: XmlElement): string {
  const text = textOf(element)
  if (text === null) throw new Error(`${element.local} contains elements`)
  return text
}

function idOf(element: XmlElement, name: string): string | null {
  const id = attributeOf(element, name)
  if (id !== null && (id === '' || id.length > MOST_ID)) throw new Error(`${name} must have 1 to ${MOST_ID} characters`)
  return id
}

const TIME = /^\s*\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)?\s*$/

/** A time, which is in UTC if it names no offset. Null if it is missing. */
function timeOf(element: XmlElement, name: string): Date | null {
  const text = attributeOf(element, name)
  if (text === null) return null
  const [, offset] = TIME.exec(text) ?? []
  const time = new Date(parseDate(`${text.trim()}${offset === undefined ? 'Z' : ''}`))
  if (!TIME.test(text) || Number.isNaN(time.getTime())) throw new Error(`${name} is not a time`)
  return time
}

const isNow = (
  { notBefore, notOnOrAfter }: { readonly notBefore: Date | null; readonly notOnOrAfter: Date },
  now: Date,
): boolean =>
  (notBefore === null || notBefore.getTime() - TOLERANCE <= now.getTime()) &&
  notOnOrAfter.getTime() + TOLERANCE > now.getTime()

/** An email address; null for anything else. */
function toAddress(text: string): string | null {
  const address = text.trim()
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? address : null
}
