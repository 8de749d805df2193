import { PlatformError, type RouteContext } from '@plinth/core'
import { LOOPBACK, readJson, unreadable, wire } from '@plinth/core/http'

/** Where it is told how to get in (RFC 9728); the path of the server follows. */
export const METADATA = '/.well-known/oauth-protected-resource'

/** Bytes of a message. */
const MAX_MESSAGE = 1_048_576

/**
 * Why a request may not enter, in the published words; null when it may. A browser's cookie is no credential here: any
 * page could make it travel.
 */
export function accessRefusal(
  { actor, request, event }: RouteContext<undefined, undefined, undefined>,
  hosts: readonly string[],
): Response | null {
  const { headers, origin } = request
  const challenge = (error: string) => {
    // A client compares what it is told with the address that it has asked.
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

/** The message, undefined where it is no JSON; or the answer to one that is too long or too deep. */
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
