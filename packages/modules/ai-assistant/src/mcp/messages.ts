import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { defineService } from '@plinth/core'
import { z } from 'zod'
import { RunningCalls } from './running-calls.ts'
import { createServer, type Serving } from './server.ts'

/** Serves messages: `parsed` is the body, undefined where it is no JSON. */
export interface McpMessages {
  serve(asked: Request, parsed: unknown, serving: Serving): Promise<Response>
}

/** Resolve with `get(mcpMessages)`; the module provides it. */
export const mcpMessages = defineService<McpMessages>('ai_assistant.mcp-messages')

/** Made once for each platform. A stream is only for whoever wants to hear of progress; all else is one JSON answer. */
export function createMcpMessages(): McpMessages {
  const running = new RunningCalls()
  const handler = createMcpHandler(({ era, authInfo }) =>
    createServer((authInfo!.extra as unknown as Carried).serving, { era, running }),
  )
  return {
    async serve(asked, parsed, serving) {
      const id = stoppedBy(parsed)
      if (id !== undefined) running.stop({ caller: serving.calling.caller, id })
      if (!wantsProgress(parsed) && (await isLegacyRequest(asked, parsed)))
        return serveLegacy(asked, parsed, createServer(serving, { era: 'legacy', running }))
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
async function serveLegacy(asked: Request, parsedBody: unknown, server: Server): Promise<Response> {
  if (asked.method !== 'POST') {
    const error = { code: -32_000, message: 'Method not allowed.' }
    return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 405 })
  }
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

const Cancelled = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
})

/** The id of the call that a message stops; undefined where it stops none. */
function stoppedBy(message: unknown): string | number | undefined {
  return Cancelled.safeParse(message).data?.params.requestId
}
