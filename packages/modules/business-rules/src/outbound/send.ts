import { lookup } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { refused } from '@plinth/core'
import { isPublicAddress } from './addresses.ts'
import type { Destination } from './policy.ts'

export interface OutboundRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal: AbortSignal
}

/**
 * Sends one request and answers its status. The name is resolved once and the connection goes to the addresses that
 * were checked, so that it cannot change its mind in between; redirects are not followed; the whole exchange takes at
 * most 10 seconds and 64 KB of answer.
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
        // The status is all that counts; what is more than an answer is not waited for.
        if (size > MAX_ANSWER) request.destroy(new Error('The answer is too large'))
      })
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    })
    request.end(body ?? undefined)
  })
}

/** Resolves like Node does, and refuses the name if any of its addresses is not public. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
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
