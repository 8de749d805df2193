import { readCertificate } from './settings.ts'
import { elementsIn, parseXml } from './xml.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** What a connection takes from the metadata of its provider. */
export interface ProviderMetadata {
  readonly issuer: string
  readonly signInUrl: string
  readonly certificates: readonly string[]
}

/** Reads the metadata document of an identity provider. Throws an error whose message says what is wrong with it. */
export function readProviderMetadata(xml: string): ProviderMetadata {
  const document = parseXml(xml)
  const roles = elementsIn(document, METADATA, 'IDPSSODescriptor')
  const [role] = roles
  if (!role) throw new Error('The document describes no identity provider.')
  if (roles.length > 1)
    throw new Error('The document describes several identity providers. Use a document that describes only one.')
  const issuer = (role.parentNode as Element | null)?.getAttribute('entityID')
  if (!issuer) throw new Error('The identity provider has no entity id.')
  const services = elementsIn(role, METADATA, 'SingleSignOnService')
  const signInUrl = services.find((service) => service.getAttribute('Binding') === REDIRECT)?.getAttribute('Location')
  if (!signInUrl) throw new Error('The identity provider takes no requests by redirect (HTTP-Redirect binding).')
  const keys = elementsIn(role, METADATA, 'KeyDescriptor').filter((key) => key.getAttribute('use') !== 'encryption')
  const texts = keys.flatMap((key) =>
    elementsIn(key, SIGNATURES, 'X509Certificate').map((one) => one.textContent ?? ''),
  )
  const certificates = [...new Set(texts.map((text) => readCertificate(text).toString()))].slice(0, 5)
  if (certificates.length === 0) throw new Error('The identity provider names no certificate that it signs with.')
  return { issuer, signInUrl, certificates }
}
