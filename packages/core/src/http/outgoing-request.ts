import { lookup } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent, Dispatcher } from 'undici'
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
  if (!isLocal) assertPublic(url)
  const { method, headers, body, signal } = request
  const { open, local } = await (agents ??= createAgents())
  signal?.throwIfAborted()
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), TIMEOUT)
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
  { maxAnswer, cutsAnswer = false }: Pick<OutgoingRequest, 'maxAnswer' | 'cutsAnswer'>,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    chunks.push(chunk)
    if (size <= maxAnswer) continue
    if (!cutsAnswer) throw new Error('The answer is too large')
    // Leaving the loop closes the connection.
    break
  }
  return Buffer.concat(chunks).subarray(0, maxAnswer)
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

const kept = { keepAliveTimeout: IDLE, keepAliveMaxTimeout: IDLE, headersTimeout: 0, bodyTimeout: 0 }

/** Those of public destinations connect to verified addresses only, and are never used for local ones. */
interface Agents {
  readonly open: Agent
  readonly local: Agent
}

let agents: Promise<Agents> | undefined

/** Loads undici, which takes megabytes of memory, when something is called first. */
async function createAgents(): Promise<Agents> {
  const { Agent } = await import('undici')
  return { open: new Agent({ ...kept, connect: { lookup: lookupPublic } }), local: new Agent(kept) }
}
