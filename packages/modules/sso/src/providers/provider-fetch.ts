import type { Outgoing, OutgoingAnswer } from '@plinth/core/http'

/** Which providers may be contacted besides those with public addresses. */
export interface ProviderHosts {
  /** Hosts and ports with private addresses, such as `localhost:9000`; also by HTTP. For development and on-premise providers. */
  readonly localHosts?: readonly string[]
}

const MAX_ANSWER = 1_000_000

interface Sent {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
}

/** `fetch` for addresses that administrators enter, with the limits of outgoing calls and 1 MB. */
export function createProviderFetch(outgoing: Outgoing, { localHosts = [] }: ProviderHosts) {
  return async (address: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Response> => {
    const url = new URL(address)
    const destination = { url, isLocal: localHosts.includes(url.host) }
    return toResponse(await outgoing.send(destination, { method, headers, body: textOf(body), maxAnswer: MAX_ANSWER }))
  }
}

function toResponse({ status, headers, body }: OutgoingAnswer): Response {
  const contentType = headers['content-type']
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : new Uint8Array(body), {
    status,
    ...(contentType && { headers: { 'content-type': contentType } }),
  })
}

const textOf = (body: unknown) =>
  body === undefined || body === null ? null : body instanceof URLSearchParams ? body.toString() : String(body)
