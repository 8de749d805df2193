import {
  BAGGAGE_META_KEY,
  isJSONRPCRequest,
  type JSONRPCRequest,
  TRACEPARENT_META_KEY,
  TRACESTATE_META_KEY,
} from '@modelcontextprotocol/server'
import { catalogFor, offerFor } from '../tools/catalog.ts'
import { type SerializedJson, serializedLists } from '../tools/serialized-json.ts'
import type { McpContext } from './server.ts'

/** A request for a list of tools. */
export interface ToolListRequest extends JSONRPCRequest {
  readonly method: 'tools/list'
}

/** Maximum characters of a list request, apart from its id. */
const MAX_REQUEST_TEXT = 4_000

export const isListRequest = (message: unknown): message is ToolListRequest =>
  isMessage(message) && message.method === 'tools/list' && isJSONRPCRequest(message)

const isMessage = (value: unknown): value is { readonly method?: unknown } =>
  typeof value === 'object' && value !== null

interface ListContext extends Pick<McpContext, 'ctx' | 'mode'> {
  readonly httpRequest: Request
}

/**
 * Serves a tool list from the cache if a caller with the same permissions sent the same request before; the library would
 * validate and serialize hundreds of schemas each time. `answer` calls the library. Errors are not cached.
 */
export async function serveList(
  message: ToolListRequest,
  { ctx, httpRequest, mode }: ListContext,
  answer: () => Promise<SerializedJson | Response>,
): Promise<SerializedJson | Response> {
  const words = wordsOf(httpRequest, message)
  if (words.length > MAX_REQUEST_TEXT) return answer()
  const { key } = offerFor(await catalogFor(ctx), ctx.actor)
  const name = `mcp ${mode} ${key} ${words}`
  const cachedList = (id: string, write: () => Promise<SerializedJson>) =>
    ctx.cached(serializedLists, `${name} ${id}`, async () => ({ value: await write(), tags: [] }))
  const begun = () =>
    cachedList('', async () => {
      const value = withoutId(await answer())
      if (!value) throw new NoList()
      return value
    })
  const { id } = message
  const whole = async () => withId(await begun(), id)
  try {
    return await (isUsual(id) ? cachedList(String(id), whole) : whole())
  } catch (error) {
    if (!(error instanceof NoList)) throw error
    return answer()
  }
}

/**
 * Clients number their requests and request lists early, so complete responses are cached for small ids: copying a long list
 * costs more than everything else.
 */
const isUsual = (id: string | number) => typeof id === 'number' && id >= 0 && id < 10

const withId = ({ json, headers }: SerializedJson, id: string | number): SerializedJson => ({
  json: Buffer.concat([json, Buffer.from(`${JSON.stringify(id)}}`)]),
  ...(headers && { headers }),
})

class NoList extends Error {}

/** Everything a response depends on besides permissions: the protocol's headers and the message. */
function wordsOf({ headers }: Request, { id: _id, params, ...message }: ToolListRequest): string {
  const heard = HEADERS.map((name) => headers.get(name))
  return JSON.stringify([heard, message, params && { ...params, _meta: withoutTrace(params._meta) }])
}

const HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/** Removes trace context, which differs for each request and does not affect the response. */
function withoutTrace(meta: Readonly<Record<string, unknown>> | undefined): unknown {
  const rest = Object.entries(meta ?? {}).filter(([name, value]) => typeof value !== 'string' || !TRACE.includes(name))
  return meta && Object.fromEntries(rest)
}

const TRACE: readonly string[] = [TRACEPARENT_META_KEY, TRACESTATE_META_KEY, BAGGAGE_META_KEY]

/** The response up to its id, which comes last; undefined for an error. */
function withoutId(answer: SerializedJson | Response): SerializedJson | undefined {
  if (answer instanceof Response) return undefined
  const { result } = JSON.parse(Buffer.from(answer.json).toString()) as { readonly result?: unknown }
  if (result === undefined) return undefined
  return { ...answer, json: Buffer.from(`{"result":${JSON.stringify(result)},"jsonrpc":"2.0","id":`) }
}
