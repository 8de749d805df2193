import {
  isJsonContentType,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server'
import type { SerializedJson } from '../tools/serialized-json.ts'

/**
 * Transports one request and its response. The library's own transport creates streams, sessions and a `Response`, and validates
 * each message at every step, which took three times as long as the rest of a call.
 */
class ExchangeTransport implements Transport {
  onmessage: Transport['onmessage']
  onclose: Transport['onclose']
  onerror: Transport['onerror']
  readonly #answer = Promise.withResolvers<JSONRPCMessage>()

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if ('id' in message) this.#answer.resolve(message)
  }

  async close(): Promise<void> {
    this.onclose?.()
  }

  ask(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    this.onmessage?.(request)
    return this.#answer.promise
  }
}

/** Whether a message of the 2025 revisions is a single request that the library's transport would accept as it is. */
export function isPlainRequest({ headers }: Request, message: unknown): message is JSONRPCRequest {
  const accept = headers.get('accept') ?? ''
  const revision = headers.get('mcp-protocol-version')
  return (
    isJSONRPCRequest(message) &&
    message.method !== 'initialize' &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    isJsonContentType(headers.get('content-type')) &&
    (revision === null || SUPPORTED_PROTOCOL_VERSIONS.includes(revision))
  )
}

/** Lets a server answer one request. Both are then discarded; nothing needs closing. */
export async function exchange(server: Server, request: JSONRPCRequest): Promise<SerializedJson> {
  const transport = new ExchangeTransport()
  await server.connect(transport)
  return { json: Buffer.from(JSON.stringify(await transport.ask(request))), headers: JSON_TYPE }
}

const JSON_TYPE = { 'content-type': 'application/json' }
