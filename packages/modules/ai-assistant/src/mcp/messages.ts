import { defineService } from '@plinth/core'
import type { BinaryAnswer } from '@plinth/core/http'
import type { McpContext } from './server.ts'

/** Serves messages. `parsed` is the body, undefined if it is not JSON. */
export interface McpMessages {
  serve(httpRequest: Request, parsed: unknown, mcp: McpContext): Promise<Response | BinaryAnswer>
}

/** Resolve with `inject(mcpMessages)`; the module provides it. */
export const mcpMessages = defineService<McpMessages>('ai_assistant.mcp-messages')

/** Created once per platform. The library takes 16 MB of memory, so it is loaded with the first message. */
export function createMcpMessages(): McpMessages {
  let loading: Promise<McpMessages> | undefined
  return {
    async serve(httpRequest, parsed, mcp) {
      loading ??= import('./serve-messages.ts').then(({ serveMessages }) => serveMessages())
      return (await loading).serve(httpRequest, parsed, mcp)
    },
  }
}
