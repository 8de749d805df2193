import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { StoredConnection } from '@plinth/sso'
import { SamlSettings } from './settings.ts'

/** Milliseconds by which clocks may differ. */
export const TOLERANCE = 60_000

/** Where the provider posts its responses (assertion consumer service). Each connection has its own. */
export const acsUrl = (origin: string, connectionId: string) => `${origin}/api/saml/acs/${connectionId}`

export const metadataUrl = (origin: string, connectionId: string) => `${origin}/api/saml/metadata/${connectionId}`

/** Whether a provider means the assertion consumer service of a connection: routes also answer without `/api`. */
export const isAcsUrl = (
  address: string,
  { connection, origin }: { readonly connection: Pick<StoredConnection, 'id'>; readonly origin: string },
): boolean => [acsUrl(origin, connection.id), `${origin}/saml/acs/${connection.id}`].includes(address)

/** The entity id under which the provider knows a connection: what was entered, or the address of its metadata. */
export const entityIdOf = ({ id, clientId }: Pick<StoredConnection, 'id' | 'clientId'>, origin: string) =>
  clientId === '' ? metadataUrl(origin, id) : clientId

type Connection = Pick<StoredConnection, 'id' | 'clientId' | 'settings'>

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

/** A new id for a request, which nobody can guess. */
export const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`

/** Whether a relay state is the one of a request, hence the answer to a request. Providers may have others of their own. */
export const isRequestId = (text: string | undefined): boolean => text !== undefined && /^_[0-9a-f]{40}$/.test(text)

/** A request for a sign-in. */
export interface SignInRequest {
  readonly id: string
  readonly at: Date
  /** Whether the person has to prove who they are even if they have a session at the provider. */
  readonly isForced: boolean
}

/** The address to which the browser takes a request to the provider (HTTP-Redirect binding). The request is not signed. */
export function requestUrl(connection: Connection, origin: string, { id, at, isForced }: SignInRequest): string {
  const { signInUrl } = SamlSettings.parse(connection.settings)
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0"` +
    ` IssueInstant="${at.toISOString()}" Destination="${escapeXml(signInUrl)}"${isForced ? ' ForceAuthn="true"' : ''}` +
    ` ProtocolBinding="${POST}" AssertionConsumerServiceURL="${escapeXml(acsUrl(origin, connection.id))}">` +
    `<saml:Issuer>${escapeXml(entityIdOf(connection, origin))}</saml:Issuer>` +
    `<samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>`
  const url = new URL(signInUrl)
  url.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'))
  url.searchParams.set('RelayState', id)
  return url.href
}

/** What the provider needs to know about a connection. */
export const serviceProviderMetadata = (connection: Connection, origin: string): string => `<?xml version="1.0"?>
<EntityDescriptor xmlns="${METADATA}" entityID="${escapeXml(entityIdOf(connection, origin))}">
  <SPSSODescriptor protocolSupportEnumeration="${PROTOCOL}" AuthnRequestsSigned="false" WantAssertionsSigned="true">
    <AssertionConsumerService index="1" isDefault="true" Binding="${POST}" Location="${escapeXml(acsUrl(origin, connection.id))}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPED[character]!)
