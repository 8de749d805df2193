import { del, get, open, post, type RouteContext } from '@plinth/core'
import type { BinaryAnswer } from '@plinth/core/http'
import { z } from 'zod'
import { METADATA, readMessage, accessRefusal } from './caller-access.ts'
import { mcpMessages } from './messages.ts'
import { type McpMode, mcpOptions } from '../mcp-options.ts'

/** Errors of the transport are HTTP errors; those of the protocol are JSON-RPC errors. */
const McpRefusal = z
  .union([
    z.object({ error: z.string() }),
    z.object({
      jsonrpc: z.literal('2.0'),
      error: z.object({ code: z.number().int(), message: z.string(), data: z.unknown().optional() }),
      id: z.union([z.string(), z.number(), z.null()]).optional(),
    }),
  ])
  .meta({ id: 'McpRefusal' })

const McpMessage = z
  .object({
    jsonrpc: z.literal('2.0'),
    method: z.string(),
    id: z.union([z.string(), z.number()]).optional(),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'McpMessage' })

const refusals = (...statuses: readonly number[]) => ({
  schemas: Object.fromEntries(statuses.map((status) => [status, McpRefusal])),
})

const spec = {
  access: open,
  isTool: false,
  response: z.unknown(),
  errors: [401, 403, 405],
  // No cookies: any page could make a browser send them.
  http: { credentials: ['bearer', 'key'], errorFormat: refusals(401, 403, 405) },
} as const

/** Model Context Protocol over HTTP: the revision of 2026-07-28 and those of 2025, without sessions. */
const postMcp = post(
  '/mcp',
  {
    operation: 'callMcp',
    ...spec,
    summary: 'Send a message of the Model Context Protocol. MCP clients authenticate with an API key.',
    http: {
      ...spec.http,
      streams: true,
      rawBody: { type: 'application/json', schema: z.union([McpMessage, z.array(McpMessage)]) },
      errorFormat: refusals(400, 401, 403, 406, 413, 415),
    },
    errors: [202, 400, 401, 403, 406, 413, 415],
  },
  (ctx) => serveMcp(ctx),
)

/** Sessions and streams of older revisions, which are not supported. */
const getMcp = get(
  '/mcp',
  { operation: 'openMcpStream', ...spec, summary: 'Not supported: the server offers no event stream to MCP clients.' },
  (ctx) => serveMcp(ctx),
)
const deleteMcp = del(
  '/mcp',
  { operation: 'endMcpSession', ...spec, summary: 'Not supported: MCP clients have no sessions to end.' },
  (ctx) => serveMcp(ctx),
)

async function serveMcp(ctx: RouteContext<undefined, undefined, undefined>): Promise<Response | BinaryAnswer> {
  const { request, event } = ctx
  const options = ctx.inject(mcpOptions)
  const refusal = accessRefusal(ctx, options.hosts ?? [])
  if (refusal) return refusal
  const { method, headers, signal, url } = event.req
  const message = method === 'POST' ? await readMessage(event.req) : undefined
  if (message instanceof Response) return message
  // Pass the parsed body to the library. It would try to read a body that is not JSON again.
  const isUnread = method === 'POST' && message === undefined
  const httpRequest = isUnread ? new Request(url, { method, headers, signal, body: '' }) : event.req
  const mode = modeOf(event.url.searchParams.get('mode')) ?? options.mode ?? 'full'
  return ctx.inject(mcpMessages).serve(httpRequest, message, { ctx, request, mode })
}

function modeOf(mode: string | null): McpMode | undefined {
  return mode === 'compact' || mode === 'full' ? mode : undefined
}

const metadata = {
  access: open,
  isTool: false,
  summary: 'Get the metadata of the protected resource (RFC 9728), which tells MCP clients how to authenticate.',
  response: z.object({
    resource: z.string(),
    resource_name: z.string(),
    bearer_methods_supported: z.array(z.string()),
    authorization_servers: z.array(z.string()).optional(),
  }),
} as const

/** The same server is reachable under both base paths, as two resources. */
const metadataOf = (path: '' | '/mcp' | '/api/mcp', operation: string) =>
  get(`${METADATA}${path}`, { ...metadata, operation }, ({ inject, request: { origin } }) => {
    const { issuer } = inject(mcpOptions)
    return {
      resource: `${origin}${path || '/mcp'}`,
      resource_name: 'Plinth MCP server',
      bearer_methods_supported: ['header'],
      ...(issuer !== undefined && { authorization_servers: [issuer] }),
    }
  })

export const mcpRoutes = [
  postMcp,
  getMcp,
  deleteMcp,
  metadataOf('', 'getResourceMetadata'),
  metadataOf('/mcp', 'getMcpMetadata'),
  metadataOf('/api/mcp', 'getApiMcpMetadata'),
]
