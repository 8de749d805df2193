import { PlatformError, type RouteContext } from '@plinth/core'
import { LOOPBACK, readJson, unreadable, wire } from '@plinth/core/http'

/** The metadata URL (RFC 9728), followed by the path of the server. */
export const METADATA = '/.well-known/oauth-protected-resource'

/** Maximum bytes of a message. */
const MAX_MESSAGE = 1_048_576

/**
 * Why a request is rejected, in the published wording; null if it is accepted. Cookies are not accepted as credentials, since any
 * page could make a browser send them.
 */
export function accessRefusal(
  { actor, request, event }: RouteContext<undefined, undefined, undefined>,
  hosts: readonly string[],
): Response | null {
  const { headers, origin } = request
  const challenge = (error: string) => {
    // Clients compare the metadata with the URL they requested.
    const metadata = `${origin}${METADATA}${event.url.pathname}`
    return refuse(401, error, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` })
  }
  if (!isKnownHost(headers.get('host'), [new URL(origin).hostname, ...hosts])) return refuse(403, 'Unknown host')
  const sender = headers.get('origin')
  if (sender !== null && !isKnownHost(hostOf(sender), [new URL(origin).hostname, ...hosts]))
    return refuse(403, 'Unknown origin')
  const hasKey = headers.has(wire.apiKeyHeader) || /^apikey /i.test(headers.get('authorization') ?? '')
  const hasToken = /^bearer /i.test(headers.get('authorization') ?? '')
  if (!hasKey && !hasToken) return challenge(`API key required (${wire.apiKeyHeader} header)`)
  if (actor.kind === 'anonymous') return challenge('Invalid or expired API key')
  return null
}

/** Returns the parsed message, undefined if it is not JSON, or an error response if it is too long or too deeply nested. */
export async function readMessage(request: Request): Promise<unknown> {
  try {
    const message = await readJson(request, MAX_MESSAGE)
    return message === unreadable ? undefined : message
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return error.status === 413
      ? refuse(413, 'Request payload too large (max 1MB)')
      : refuse(error.status, error.message)
  }
}

function isKnownHost(host: string | null, hosts: readonly string[]): boolean {
  if (host === null) return true
  const name = URL.parse(`http://${host}`)?.hostname
  return name !== undefined && [...hosts, ...LOOPBACK].includes(name)
}

function hostOf(origin: string): string {
  return URL.parse(origin)?.host ?? 'null'
}

function refuse(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers })
}
