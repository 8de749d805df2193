import type { SAML } from '@node-saml/node-saml'
import type { StoredConnection } from '@plinth/sso'
import { SamlSettings } from './settings.ts'

/** Milliseconds by which clocks may differ. */
export const TOLERANCE = 60_000

/** Where the provider posts its responses (assertion consumer service). Each connection has its own. */
export const acsUrl = (origin: string, connectionId: string) => `${origin}/api/saml/acs/${connectionId}`

export const metadataUrl = (origin: string, connectionId: string) => `${origin}/api/saml/metadata/${connectionId}`

/** The entity id under which the provider knows a connection: what was entered, or the address of its metadata. */
export const entityIdOf = ({ id, clientId }: Pick<StoredConnection, 'id' | 'clientId'>, origin: string) =>
  clientId === '' ? metadataUrl(origin, id) : clientId

type Connection = Pick<StoredConnection, 'id' | 'clientId' | 'issuer' | 'settings'>

/**
 * The service provider of a connection. Responses and assertions must both be signed. This module checks which request a
 * response answers, because the library would keep requests in the memory of a single host.
 */
export async function serviceProvider(
  connection: Connection,
  origin: string,
  /** Of a request. With `isFresh`, the provider is asked to let people prove again who they are (`ForceAuthn`). */
  { requestId, isFresh = false }: { readonly requestId?: string; readonly isFresh?: boolean } = {},
): Promise<SAML> {
  // Loaded for the first sign-in: it takes megabytes, and many hosts have no such connection.
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const { signInUrl, certificates } = SamlSettings.parse(connection.settings)
  const entityId = entityIdOf(connection, origin)
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl(origin, connection.id),
    entryPoint: signInUrl,
    idpIssuer: connection.issuer,
    idpCert: certificates,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    validateInResponseTo: ValidateInResponseTo.never,
    acceptedClockSkewMs: TOLERANCE,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    forceAuthn: isFresh,
    ...(requestId !== undefined && { generateUniqueId: () => requestId }),
  })
}
