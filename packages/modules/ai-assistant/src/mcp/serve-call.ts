import {
  acceptedContent,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Context } from '@plinth/core'
import { z } from 'zod'
import { type Caller, callerOfSessionToken } from '../tools/caller.ts'
import type { ToolCall, Tools } from '../tools/tool.ts'
import { APPROVAL_TOKEN, SESSION_TOKEN } from './listed-tools.ts'
import { QUESTION, toFailure, toResult } from './tool-results.ts'

const Answer = z.object({ approve: z.boolean() })

/** Who calls, and how. */
export interface Calling {
  readonly ctx: Context
  readonly caller: Caller
  readonly tools: Tools
  readonly ip: string
  /** Whether the client can be asked for its person's word. */
  readonly asksClient: boolean
}

/** Serves `tools/call` by the one executor. */
export async function serveCall(
  { ctx, caller, tools, ip, asksClient }: Calling,
  { name, arguments: given = {} }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  { mcpReq }: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { [SESSION_TOKEN]: token, [APPROVAL_TOKEN]: approvalToken, ...args } = given
  const acting = typeof token === 'string' ? await callerOfSessionToken(ctx, token, ip) : caller
  if (!acting) return toFailure('The session token is unknown or has expired', 'SESSION_EXPIRED')
  const state = mcpReq.requestState<unknown>()
  if (typeof state === 'string' && acceptedContent(mcpReq.inputResponses, QUESTION, Answer)?.approve !== true)
    return toFailure('The person did not agree, and nothing has happened', 'DECLINED')
  const approval = typeof state === 'string' ? state : approvalToken
  const call: ToolCall = {
    name,
    args,
    door: 'mcp',
    callId: String(mcpReq.id),
    signal: mcpReq.signal,
    skipsApproval: true,
    ...(typeof approval === 'string' && { approval }),
  }
  await tell(mcpReq, 0)
  const outcome = await tools.call(acting, call)
  await tell(mcpReq, 1)
  return toResult(outcome, asksClient)
}

/** For clients that want to know how far it is. */
async function tell({ _meta, notify }: ServerContext['mcpReq'], progress: number): Promise<void> {
  const progressToken = _meta?.progressToken
  if (progressToken !== undefined)
    await notify({ method: 'notifications/progress', params: { progressToken, progress, total: 1 } })
}
