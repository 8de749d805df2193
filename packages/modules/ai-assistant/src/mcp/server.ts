import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { type Context, defineService } from '@plinth/core'
import { pageOfTools } from './listed-tools.ts'
import type { McpMode, McpOptions } from './options.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, readResource } from './resources.ts'
import { type Calling, serveCall } from './serve-call.ts'

const INFO = { name: 'open-mercato-mcp', version: '0.1.0' }

const INSTRUCTIONS = `Use search to find operations and fields, and execute to call them; reads need no approval.
Before anything is written, its preview is shown to the person, who has to agree.`

const CAPABILITIES = { tools: {}, resources: {}, prompts: {} }

/** What one request is served with. */
export interface Serving {
  readonly calling: Omit<Calling, 'asksClient'>
  readonly mode: McpMode
  readonly options: McpOptions
}

/** Serves messages: `parsed` is the body, undefined where it is no JSON. */
export interface McpMessages {
  serve(asked: Request, parsed: unknown, serving: Serving): Promise<Response>
}

/** Resolve with `get(mcpMessages)`; the module provides it. */
export const mcpMessages = defineService<McpMessages>('ai_assistant.mcp-messages')

/** Made once for each platform. A stream is only for whoever wants to hear of progress; all else is one JSON answer. */
export function createMcpMessages(): McpMessages {
  const handler = createMcpHandler(({ era, authInfo }) =>
    createServer((authInfo!.extra as unknown as Carried).serving, era),
  )
  return {
    async serve(asked, parsed, serving) {
      if (!wantsProgress(parsed) && (await isLegacyRequest(asked, parsed))) return serveLegacy(asked, parsed, serving)
      const carried: Carried = { serving }
      const authInfo = { token: '', clientId: '', scopes: [], extra: { ...carried } }
      return handler.fetch(asked, { authInfo, parsedBody: parsed })
    },
  }
}

/** How the library hands something on to the server that it makes for a request. */
interface Carried {
  readonly serving: Serving
}

/** The library would answer the revisions of 2025 with streams only. */
async function serveLegacy(asked: Request, parsedBody: unknown, serving: Serving): Promise<Response> {
  if (asked.method !== 'POST') {
    const error = { code: -32_000, message: 'Method not allowed.' }
    return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 405 })
  }
  const server = createServer(serving, 'legacy')
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await transport.handleRequest(asked, { parsedBody })
  } finally {
    await server.close()
  }
}

function wantsProgress(message: unknown): boolean {
  const { params } = (message ?? {}) as { params?: { _meta?: { progressToken?: unknown } } | null }
  return params?._meta?.progressToken !== undefined
}

/** The server of one request, for its caller: nothing is kept between requests. */
function createServer({ calling, mode, options }: Serving, era: 'legacy' | 'modern'): Server {
  const { ctx, caller, tools } = calling
  const { pages = [], prompts = [] } = options
  const server = new Server(INFO, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS })
  server.setRequestHandler('tools/list', ({ params }) =>
    guarded(ctx, async () => {
      const page = pageOfTools(await tools.listFor(caller), { mode, cursor: params?.cursor })
      if (!page) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor')
      return page
    }),
  )
  server.setRequestHandler('tools/call', ({ params }, context) => {
    // An older client's question would have to come back to this very process.
    const asksClient = era === 'modern' && server.getClientCapabilities()?.elicitation !== undefined
    return guarded(ctx, () => serveCall({ ...calling, asksClient }, params, context))
  })
  server.setRequestHandler('resources/list', () => ({ resources: listResources(pages) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', ({ params }) =>
    guarded(ctx, () => readResource(params.uri, { ctx, caller, pages })),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts(prompts) }))
  server.setRequestHandler('prompts/get', ({ params }) => guarded(ctx, async () => getPrompt(prompts, params)))
  return server
}

/** What nobody foresaw is told to the log, not to the client. */
async function guarded<T>({ log }: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    log.error({ err: error }, 'MCP request failed')
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error')
  }
}
