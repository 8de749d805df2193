import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { composition, type Context } from '@plinth/core'
import type { RequestFacts } from '@plinth/core/http'
import { keyRing } from '@plinth/core/security'
import { fromApprovalToken } from '../approvals/token.ts'
import { credentialOf } from '../tools/credential.ts'
import { toolbox } from '../tools/tool.ts'
import { pageOfTools } from './tool-list.ts'
import type { McpMode } from '../mcp-options.ts'
import { partOf } from './paging.ts'
import { describePrompt, fillPrompt, promptsFor } from './prompts.ts'
import { describeResource, readResource, resourcesFor } from './resources.ts'
import { type CallContext, serveCall } from './serve-call.ts'

const INFO = { name: 'open-mercato-mcp', version: '0.1.0' }

const INSTRUCTIONS = `Use search to find operations and fields, and execute to call them; reads need no approval.
Before anything is written, its preview is shown to the person, who has to agree.`

const CAPABILITIES = { tools: {}, resources: {}, prompts: {} }

/** The context of one request. */
export interface McpContext {
  readonly ctx: Context
  readonly request: RequestFacts
  readonly mode: McpMode
}

interface ServerOptions extends Pick<CallContext, 'running'> {
  readonly httpRequest: Request
  readonly era: 'legacy' | 'modern'
}

/** Creates a server for one request and its caller. No state is kept between requests. */
export function createServer({ ctx, request, mode }: McpContext, { httpRequest, era, running }: ServerOptions): Server {
  const credential = credentialOf(ctx, request)
  const { ip, headers } = request
  const sessionId = era === 'legacy' ? headers.get('mcp-session-id') : null
  const calling = { ctx, credential, tools: ctx.inject(toolbox), ip, sessionId, gone: httpRequest.signal, running }
  const { modules } = ctx.inject(composition)
  const ring = ctx.inject(keyRing)
  const server = new Server(INFO, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    // State that we have not signed never reaches a tool: the library responds with error -32602.
    requestState: {
      verify(state) {
        if (fromApprovalToken({ ring, bearer: 'client' }, state) === null)
          throw new Error('not signed by this platform')
        return state
      },
    },
  })
  const readable = () => resourcesFor(modules, ctx.actor)
  const prompts = () => promptsFor(modules, ctx.actor)
  server.setRequestHandler('tools/list', ({ params }) =>
    guarded(ctx, async () => pageOfTools(await calling.tools.listFor(credential), { mode, cursor: params?.cursor })),
  )
  server.setRequestHandler('tools/call', ({ params }, context) => {
    // In older revisions, the client's answer would have to reach this very process.
    const asksClient = era === 'modern' && server.getClientCapabilities()?.elicitation !== undefined
    return guarded(ctx, () => serveCall({ ...calling, asksClient }, params, context))
  })
  server.setRequestHandler('resources/list', ({ params }) => {
    const { items, next } = partOf(readable(), { keyOf: ({ uri }) => uri, cursor: params?.cursor })
    return { resources: items.map(describeResource), ...next }
  })
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    guarded(ctx, () => readResource(readable(), { uri, ctx, credential })),
  )
  server.setRequestHandler('prompts/list', ({ params }) => {
    const { items, next } = partOf(prompts(), { keyOf: ({ name }) => name, cursor: params?.cursor })
    return { prompts: items.map(describePrompt), ...next }
  })
  server.setRequestHandler('prompts/get', ({ params }) => guarded(ctx, async () => fillPrompt(prompts(), params)))
  return server
}

/** Logs unexpected errors instead of exposing them to the client. */
async function guarded<T>({ log }: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    log.error({ err: error }, 'MCP request failed')
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error')
  }
}
