import type { X509Certificate } from 'node:crypto'
import { messageOf } from '@plinth/sso'
import { MOST_CERTIFICATES, readCertificate } from './settings.ts'
import { attributeOf, childrenOf, elementsIn, isNamed, parseXml, textOf, type XmlElement } from './xml.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Certificates of a document that are looked at. */
const MOST_READ = 20

/** What a connection takes from the metadata of its provider. */
export interface ProviderMetadata {
  readonly issuer: string
  readonly signInUrl: string
  readonly certificates: readonly string[]
  /** What was left out, and what will need attention. */
  readonly warnings: readonly string[]
}

/**
 * Reads the metadata document of an identity provider. If it describes several, `issuer` says which. Throws an error whose message
 * says what is wrong with the document.
 */
export function readProviderMetadata(
  xml: string,
  { now, issuer: wanted }: { readonly now: Date; readonly issuer?: string | undefined },
): ProviderMetadata {
  const { entity, role } = findProvider(parseXml(xml), wanted)
  const issuer = attributeOf(entity, 'entityID')
  if (!issuer) throw new Error('The identity provider has no entity id.')
  const signInUrl = childrenOf(role, METADATA, 'SingleSignOnService')
    .filter((service) => attributeOf(service, 'Binding') === REDIRECT)
    .map((service) => attributeOf(service, 'Location')?.trim() ?? '')
    .find((location) => URL.canParse(location) && /^https?:/i.test(location))
  if (!signInUrl) throw new Error('The identity provider takes no requests by redirect (HTTP-Redirect binding).')
  const { certificates, warnings } = readCertificates(role, now)
  for (const described of [entity, role]) {
    const until = attributeOf(described, 'validUntil')
    if (until !== null && new Date(until).getTime() <= now.getTime())
      warnings.push(`The document was valid until ${until.slice(0, 50)}. Use a current one.`)
  }
  return { issuer, signInUrl, certificates, warnings: [...new Set(warnings)] }
}

interface Provider {
  readonly entity: XmlElement
  readonly role: XmlElement
}

/** The identity provider that a document describes, alone or among service providers. */
function findProvider(root: XmlElement, wanted: string | undefined): Provider {
  // Extensions may contain anything, so only what stands in its place is a description.
  const entities = isNamed(root, METADATA, 'EntityDescriptor')
    ? [root]
    : [...elementsIn(root)].filter(
        (element) =>
          isNamed(element, METADATA, 'EntityDescriptor') &&
          element.parent !== null &&
          isNamed(element.parent, METADATA, 'EntitiesDescriptor'),
      )
  const all: Provider[] = entities.flatMap((entity) =>
    childrenOf(entity, METADATA, 'IDPSSODescriptor').map((role) => ({ entity, role })),
  )
  if (all.length === 0) throw new Error('The document describes no identity provider.')
  const found = all.filter(
    ({ entity, role }) =>
      (attributeOf(role, 'protocolSupportEnumeration') ?? PROTOCOL).split(/\s+/).includes(PROTOCOL) &&
      (wanted === undefined || attributeOf(entity, 'entityID') === wanted),
  )
  const [provider] = found
  if (!provider)
    throw new Error(
      wanted === undefined
        ? 'The identity provider does not support SAML 2.0.'
        : 'The document does not describe this identity provider.',
    )
  if (found.length > 1) {
    const names = found.slice(0, 5).map(({ entity }) => attributeOf(entity, 'entityID')?.slice(0, 200))
    throw new Error(`The document describes several identity providers. Name one as issuer: ${names.join(', ')}`)
  }
  return provider
}

/** The certificates with which a provider signs. Those that cannot be used are left out as long as another one can. */
function readCertificates(
  role: XmlElement,
  now: Date,
): { readonly certificates: string[]; readonly warnings: string[] } {
  const warnings: string[] = []
  const keys = childrenOf(role, METADATA, 'KeyDescriptor').filter((key) => attributeOf(key, 'use') !== 'encryption')
  const texts = keys
    .flatMap((key) => childrenOf(key, SIGNATURES, 'KeyInfo'))
    .flatMap((info) => childrenOf(info, SIGNATURES, 'X509Data'))
    .flatMap((data) => childrenOf(data, SIGNATURES, 'X509Certificate'))
    .map((element) => (textOf(element) ?? '').replace(/\s+/g, ''))
  const distinct = [...new Set(texts)]
  const usable = new Map<string, X509Certificate>()
  for (const text of distinct.slice(0, MOST_READ))
    try {
      const certificate = readCertificate(text)
      usable.set(certificate.toString(), certificate)
    } catch (error) {
      warnings.push(`A certificate was left out. ${messageOf(error)}`)
    }
  if (usable.size === 0)
    throw new Error(warnings[0] ?? 'The identity provider names no certificate that it signs with.')
  // Expired ones come last: they are the first to be left out.
  const isExpired = ({ validToDate }: X509Certificate) => validToDate.getTime() <= now.getTime()
  const ordered = [...usable].toSorted(([, one], [, other]) => Number(isExpired(one)) - Number(isExpired(other)))
  for (const [, certificate] of ordered)
    if (isExpired(certificate))
      warnings.push(
        `A certificate expired on ${certificate.validToDate.toISOString().slice(0, 10)}. It can still be used.`,
      )
  const left = distinct.length > MOST_READ ? distinct.length - MOST_READ : 0
  const surplus = Math.max(0, ordered.length - MOST_CERTIFICATES) + left
  if (surplus > 0)
    warnings.push(`${surplus} more certificates were left out: a connection has at most ${MOST_CERTIFICATES}.`)
  return { certificates: ordered.slice(0, MOST_CERTIFICATES).map(([pem]) => pem), warnings }
}
