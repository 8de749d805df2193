import { lookup as lookupName, type LookupAddress } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent, Dispatcher } from 'undici'
import { defineService } from '../define/service.ts'
import { refused } from '../errors.ts'
import { isPublicAddress } from '../security/public-addresses.ts'
import { createTunnels, type EgressProxy, toEgressProxy } from './egress-proxy.ts'

/** Where a request goes; `isLocal` if the operator has allowed this host and port explicitly, at any address and by HTTP. */
export interface Destination {
  readonly url: URL
  readonly isLocal: boolean
}

export interface OutgoingRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  /** Milliseconds that the exchange may take. Default: 10,000. */
  readonly timeout?: number
  /** Maximum bytes of the response. */
  readonly maxAnswer: number
  /** Whether the beginning of a response is enough that is longer, breaks off or does not end in time. Default: it fails the request. */
  readonly cutsAnswer?: boolean
  readonly signal?: AbortSignal
}

export interface OutgoingAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends requests to addresses that tenants have entered. Every outgoing call of a module to such an address goes through this service. */
export interface Outgoing {
  /**
   * Sends a request, over HTTPS and to public addresses only, unless the destination is local. A name is resolved once, and the connection
   * uses the verified addresses, so that it cannot resolve to an internal address later. With a proxy, it is told the verified address.
   * Redirects are not followed, and the exchange ends after its timeout. Throws `refused` for what may not be called, and the error of
   * the connection for everything else.
   */
  send(destination: Destination, request: OutgoingRequest): Promise<OutgoingAnswer>
}

/** Resolve with `inject(outgoing)`; every platform provides it. */
export const outgoing = defineService<Outgoing>('core.outgoing')

export interface OutgoingOptions {
  /** The URL of an HTTP proxy through which all destinations but local ones are called. Default: none. */
  readonly proxy?: string | undefined
  /** Resolves names to all their addresses. Default: as Node.js does. */
  readonly lookup?: LookupFunction
}

/** Creates the service. Throws `broken_setup` for a proxy that is no URL. */
export function createOutgoing({ proxy, lookup = lookupName }: OutgoingOptions = {}): Outgoing {
  const connecting = { lookup: lookupPublic(lookup), proxy: proxy === undefined ? undefined : toEgressProxy(proxy) }
  let agents: Promise<Agents> | undefined
  return {
    async send({ url, isLocal }, request) {
      if (!isLocal) assertPublic(url)
      const { method, headers, body, signal, timeout = TIMEOUT } = request
      const { open, local } = await (agents ??= createAgents(connecting))
      signal?.throwIfAborted()
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), timeout)
      const abort = () => limit.abort(signal?.reason)
      signal?.addEventListener('abort', abort)
      try {
        const answer = await (isLocal ? local : open).request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: method as Dispatcher.HttpMethod,
          headers: { ...headers },
          body,
          signal: limit.signal,
        })
        return { status: answer.statusCode, headers: answer.headers, body: await read(answer.body, request) }
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
    },
  }
}

function assertPublic({ protocol, origin, hostname }: URL): void {
  if (protocol !== 'https:') throw refused(`${origin} does not use HTTPS`)
  // A literal address is not resolved, so it is checked here.
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic(literal)
}

const notPublic = (host: string) => refused(`The address of ${host} is not public`)

async function read(
  answer: Dispatcher.ResponseData['body'],
  { maxAnswer, cutsAnswer = false, signal }: Pick<OutgoingRequest, 'maxAnswer' | 'cutsAnswer' | 'signal'>,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      chunks.push(chunk)
      if (size <= maxAnswer) continue
      if (!cutsAnswer) throw new Error('The answer is too large')
      // Leaving the loop closes the connection.
      break
    }
  } catch (error) {
    if (!cutsAnswer || signal?.aborted) throw error
  }
  return Buffer.concat(chunks).subarray(0, maxAnswer)
}

/** Resolves names, but rejects a name if any of its addresses is not public. */
const lookupPublic =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const addresses = found as readonly LookupAddress[]
      const isOpen = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
      if (!isOpen) return callback(notPublic(hostname), [])
      const [first] = addresses
      return options.all ? callback(null, [...addresses]) : callback(null, first!.address, first!.family)
    })
  }

/** Milliseconds that an exchange may take by default, and for which a connection waits for the next one: less than any server would wait. */
const [TIMEOUT, IDLE] = [10_000, 1_000]

const kept = { keepAliveTimeout: IDLE, keepAliveMaxTimeout: IDLE, headersTimeout: 0, bodyTimeout: 0 }

/** Those of public destinations connect to verified addresses only, and are never used for local ones. */
interface Agents {
  readonly open: Agent
  readonly local: Agent
}

interface Connecting {
  readonly lookup: LookupFunction
  readonly proxy: EgressProxy | undefined
}

/** Loads undici, which takes megabytes of memory, when something is called first. */
async function createAgents({ lookup, proxy }: Connecting): Promise<Agents> {
  // The names of a CommonJS package are only in `default` once it has been bundled.
  const { Agent, buildConnector } = (await import('undici')).default
  const connect = proxy ? createTunnels(proxy, { lookup, secure: buildConnector({ timeout: TIMEOUT }) }) : { lookup }
  return { open: new Agent({ ...kept, connect }), local: new Agent(kept) }
}
