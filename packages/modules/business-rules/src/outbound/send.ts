import { lookup } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { refused } from '@plinth/core'
import { isPublicAddress } from '@plinth/core/security'
import type { Destination } from './policy.ts'

export interface OutboundRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal: AbortSignal
}

/**
 * Sends one request and returns the status of the response. The name is resolved once and the connection uses the verified
 * addresses, which prevents DNS rebinding. Redirects are not followed. The whole exchange is limited to 10 seconds and 64 KB
 * of response body.
 */
export async function sendRequest(
  { url, isLocal }: Destination,
  { method, headers, body, signal }: OutboundRequest,
): Promise<number> {
  const options: RequestOptions = {
    method,
    headers,
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    ...(!isLocal && { lookup: lookupPublic }),
  }
  const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
  return answerOf(request, body)
}

function answerOf(request: ClientRequest, body: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response: IncomingMessage) => {
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        // Only the status matters; a body beyond the limit aborts the request.
        if (size > MAX_ANSWER) request.destroy(new Error('The answer is too large'))
      })
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    })
    request.end(body ?? undefined)
  })
}

/** Resolves names as Node.js does, but rejects a name if any of its addresses is not public. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const isOpen = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
    if (!isOpen) return callback(refused('The address of the webhook is not public'), [])
    const [first] = addresses
    return options.all ? callback(null, addresses) : callback(null, first!.address, first!.family)
  })
}

const TIMEOUT = 10_000
const MAX_ANSWER = 64_000
