import {
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { credentialOf } from '../tools/credential.ts'
import { toJsonAnswer, type SerializedJson } from '../tools/serialized-json.ts'
import { exchange, isPlainRequest } from './transport-exchange.ts'
import { isListRequest, serveList } from './cached-lists.ts'
import { RunningCalls } from './running-calls.ts'
import type { McpMessages } from './messages.ts'
import { createServer, type McpContext } from './server.ts'

/** Streams are used only for clients that request progress; everything else is a single JSON response. */
export function serveMessages(): McpMessages {
  const running = new RunningCalls()
  const handler = createMcpHandler(({ era, authInfo, requestInfo }) =>
    createServer((authInfo!.extra as unknown as HandlerExtra).mcp, { httpRequest: requestInfo!, era, running }),
  )
  const answer = async (httpRequest: Request, parsed: unknown, mcp: McpContext): Promise<Response | SerializedJson> => {
    if (!wantsProgress(parsed) && (await isLegacyRequest(httpRequest, parsed))) {
      const server = createServer(mcp, { httpRequest, era: 'legacy', running })
      return isPlainRequest(httpRequest, parsed) ? exchange(server, parsed) : serveLegacy(httpRequest, parsed, server)
    }
    const carried: HandlerExtra = { mcp }
    const authInfo = { token: '', clientId: '', scopes: [], extra: { ...carried } }
    return toSerialized(await handler.fetch(httpRequest, { authInfo, parsedBody: parsed }))
  }
  return {
    async serve(httpRequest, parsed, mcp) {
      if (Array.isArray(parsed) && parsed.length > MOST_IN_BATCH) return tooManyMessages()
      const id = stoppedBy(parsed)
      const { ctx, request, mode } = mcp
      if (id !== undefined) await running.stop(ctx, { credential: credentialOf(ctx, request), id })
      const answerAnew = () => answer(httpRequest, parsed, mcp)
      const found =
        isListRequest(parsed) && !wantsProgress(parsed)
          ? await serveList(parsed, { ctx, httpRequest, mode }, answerAnew)
          : await answerAnew()
      return found instanceof Response ? found : toJsonAnswer(found)
    },
  }
}

/** Maximum messages per request. Revisions since 2025-06-18 have no batches. */
const MOST_IN_BATCH = 10

function tooManyMessages(): Response {
  const error = { code: -32_600, message: `A batch has ${MOST_IN_BATCH} messages at most` }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 })
}

/** What the library passes to the server it creates for a request. */
interface HandlerExtra {
  readonly mcp: McpContext
}

/** Handles the 2025 revisions, for which the library would only respond with streams. */
async function serveLegacy(httpRequest: Request, parsedBody: unknown, server: Server): Promise<Response> {
  if (httpRequest.method !== 'POST') {
    const error = { code: -32_000, message: 'Method not allowed.' }
    return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 405 })
  }
  // An initializing client gets an id to group its calls by. It is not stored; any other would do.
  const sessionIdGenerator = isInitializeRequest(parsedBody) ? { sessionIdGenerator: () => crypto.randomUUID() } : {}
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true, ...sessionIdGenerator })
  try {
    await server.connect(transport)
    return await transport.handleRequest(httpRequest, { parsedBody })
  } finally {
    await server.close()
  }
}

/** Serializes a complete response; reading it is cheaper than forwarding its stream. */
async function toSerialized(response: Response): Promise<Response | SerializedJson> {
  const headers = Object.fromEntries(response.headers)
  if (response.status !== 200 || !isJsonContentType(headers['content-type'])) return response
  return { json: Buffer.from(await response.arrayBuffer()), headers }
}

function wantsProgress(message: unknown): boolean {
  const { params } = (message ?? {}) as { params?: { _meta?: { progressToken?: unknown } } | null }
  return params?._meta?.progressToken !== undefined
}

const CANCELLED = 'notifications/cancelled'

const Cancellation = z.object({
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
})

/** The id of the call that a message cancels; undefined for other messages. */
function stoppedBy(message: unknown): string | number | undefined {
  if ((message as { method?: unknown } | null | undefined)?.method !== CANCELLED) return undefined
  return Cancellation.safeParse(message).data?.params.requestId
}
