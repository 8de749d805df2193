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
 * One request and its one answer. The library's own transport makes streams, sessions and a `Response` of them, and checks
 * each message again at every step: that took three times as long as the rest of a call together.
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

/** Whether a message of the revisions of 2025 is one request about which the library's transport would have nothing to say. */
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

/** Has a server answer one request. Both are forgotten then; there is nothing to close. */
export async function exchange(server: Server, request: JSONRPCRequest): Promise<SerializedJson> {
  const transport = new ExchangeTransport()
  await server.connect(transport)
  return { json: Buffer.from(JSON.stringify(await transport.ask(request))), headers: JSON_TYPE }
}

const JSON_TYPE = { 'content-type': 'application/json' }
