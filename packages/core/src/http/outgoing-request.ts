import { lookup } from 'node:dns'
import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { refused } from '../errors.ts'
import { isPublicAddress } from '../security/public-addresses.ts'

/** Where a request goes; `isLocal` if the operator has allowed this host and port explicitly, at any address and by HTTP. */
export interface Destination {
  readonly url: URL
  readonly isLocal: boolean
}

export interface OutgoingRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Maximum bytes of the response. */
  readonly maxAnswer: number
  /** Whether the beginning of a longer response is enough. Default: it fails the request. */
  readonly cutsAnswer?: boolean
  readonly signal?: AbortSignal
}

export interface OutgoingAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/**
 * Sends a request to an address that a tenant has entered. Every outgoing call goes through this function. It requires HTTPS and
 * public addresses, unless the destination is local. A name is resolved once, and the connection uses the verified addresses, so
 * that it cannot resolve to an internal address later. Redirects are not followed, and the exchange takes at most ten seconds.
 * Throws `refused` for what may not be called, and the error of the connection for everything else.
 */
export async function sendOutgoing({ url, isLocal }: Destination, request: OutgoingRequest): Promise<OutgoingAnswer> {
  const isSecure = url.protocol === 'https:'
  if (!isLocal) assertPublic(url)
  const { method, headers, signal } = request
  signal?.throwIfAborted()
  const limit = AbortSignal.timeout(TIMEOUT)
  const options: RequestOptions = {
    method,
    headers: { ...headers },
    agent: isLocal ? (isSecure ? agents.localHttps : agents.localHttp) : agents.publicHttps,
  }
  const sent = isSecure ? requestHttps(url, options) : requestHttp(url, options)
  return exchange(sent, request, signal ? AbortSignal.any([signal, limit]) : limit)
}

function assertPublic({ protocol, origin, hostname }: URL): void {
  if (protocol !== 'https:') throw refused(`${origin} does not use HTTPS`)
  // A literal address is not resolved, so it is checked here.
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic(literal)
}

const notPublic = (host: string) => refused(`The address of ${host} is not public`)

/**
 * Sends the body and reads the answer. A request is never destroyed with an error: where its connection is kept, Node.js throws the error
 * outside of everything if the answer is complete but not read yet.
 */
function exchange(
  request: ReturnType<typeof requestHttp>,
  { body, maxAnswer, cutsAnswer = false }: Pick<OutgoingRequest, 'body' | 'maxAnswer' | 'cutsAnswer'>,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error)
      request.destroy()
    }
    const abort = () => fail(signal.reason)
    signal.addEventListener('abort', abort)
    request.on('close', () => signal.removeEventListener('abort', abort))
    request.on('error', reject)
    request.on('response', (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      let size = 0
      const end = () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks).subarray(0, maxAnswer) })
      }
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= maxAnswer) return
        if (cutsAnswer) end()
        fail(new Error('The answer is too large'))
      })
      response.on('error', reject)
      response.on('end', end)
    })
    request.end(body ?? undefined)
  })
}

/** Resolves names as Node.js does, but rejects a name if any of its addresses is not public. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const isOpen = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
    if (!isOpen) return callback(notPublic(hostname), [])
    const [first] = addresses
    return options.all ? callback(null, addresses) : callback(null, first!.address, first!.family)
  })
}

/** Milliseconds that an exchange may take, and for which a connection waits for the next one: less than any server would wait. */
const [TIMEOUT, IDLE] = [10_000, 1_000]

const kept = { keepAlive: true, maxFreeSockets: 32, timeout: IDLE }

/** Those of public destinations connect to verified addresses only, and are never used for local ones. */
const agents = {
  publicHttps: new HttpsAgent({ ...kept, lookup: lookupPublic }),
  localHttps: new HttpsAgent(kept),
  localHttp: new HttpAgent(kept),
}
