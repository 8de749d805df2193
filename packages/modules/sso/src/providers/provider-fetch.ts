import { lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '@plinth/core/security'

/** Which providers may be contacted besides those with public addresses. */
export interface ProviderHosts {
  /** Hosts and ports with private addresses, such as `localhost:9000`; also by HTTP. For development and on-premise providers. */
  readonly localHosts?: readonly string[]
}

const TIMEOUT = 10_000
const MAX_ANSWER = 1_000_000

interface Sent {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
}

/**
 * `fetch` for addresses that administrators enter: HTTPS and public addresses only, resolved once, so that a name cannot
 * resolve to an internal address later. Redirects are not followed, and an exchange is limited to 10 seconds and 1 MB.
 */
export function createProviderFetch({ localHosts = [] }: ProviderHosts) {
  return async (address: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Response> => {
    const url = new URL(address)
    const isLocal = localHosts.includes(url.host)
    if (url.protocol !== 'https:' && !isLocal) throw new Error(`${url.origin} does not use HTTPS`)
    // A literal IP address is not resolved, so it is checked here.
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
    if (!isLocal && isIP(literal) !== 0 && !isPublicAddress(literal))
      throw new Error(`The address ${literal} is not public`)
    const options: RequestOptions = {
      method,
      headers: { ...headers },
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT),
      ...(!isLocal && { lookup: lookupPublic }),
    }
    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      const request = send(url, options, (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > MAX_ANSWER) request.destroy(new Error('The answer of the provider is too large'))
          else chunks.push(chunk)
        })
        response.on('error', reject)
        response.on('end', () => {
          try {
            resolve(toResponse(response, Buffer.concat(chunks)))
          } catch (error) {
            // A status that no `Response` can have, such as 999.
            reject(error)
          }
        })
      })
      request.on('error', reject)
      request.end(textOf(body))
    })
  }
}

function toResponse({ statusCode: status = 502, headers }: IncomingMessage, body: Buffer): Response {
  const contentType = headers['content-type']
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : new Uint8Array(body), {
    status,
    ...(contentType && { headers: { 'content-type': contentType } }),
  })
}

const textOf = (body: unknown) =>
  body === undefined || body === null ? undefined : body instanceof URLSearchParams ? body.toString() : String(body)

/** Resolves names as Node.js does, but rejects a name if any of its addresses is not public. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const isOpen = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
    if (!isOpen) return callback(new Error(`The address of ${hostname} is not public`), [])
    const [first] = addresses
    return options.all ? callback(null, addresses) : callback(null, first!.address, first!.family)
  })
}
