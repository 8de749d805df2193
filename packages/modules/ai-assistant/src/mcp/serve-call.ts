import {
  acceptedContent,
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Context } from '@plinth/core'
import { z } from 'zod'
import { type Credential, credentialOfSessionToken } from '../tools/credential.ts'
import { noteCall } from '../tools/note-call.ts'
import type { ToolCall, Tools } from '../tools/tool.ts'
import { CONVERSATION, conversationOf } from './conversation.ts'
import { APPROVAL_TOKEN, SESSION_TOKEN } from './tool-list.ts'
import { mcpOptions } from '../mcp-options.ts'
import { ProgressReporter } from './progress.ts'
import type { RunningCalls } from './running-calls.ts'
import { APPROVAL_INPUT, toErrorResult, toCallResult } from './tool-results.ts'

const NO_ASKING =
  'Nothing has happened: this client cannot ask its user for confirmation, and the platform does not let it write without one. Use the chat.'

const ApprovalAnswer = z.object({ approve: z.boolean() })

/** The caller of a tool, and the properties of its client. */
export interface CallContext {
  readonly ctx: Context
  readonly credential: Credential
  readonly tools: Tools
  readonly ip: string
  /** The id a client of the 2025 revisions received with its first request. */
  readonly sessionId: string | null
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal
  readonly running: RunningCalls
  /** Whether the client supports asking its user (elicitation). */
  readonly asksClient: boolean
}

/** Serves `tools/call` with the shared executor. */
export async function serveCall(
  { ctx, credential, tools, ip, sessionId, gone, running, asksClient }: CallContext,
  { name, arguments: sent = {} }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  { mcpReq }: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { [SESSION_TOKEN]: token, [APPROVAL_TOKEN]: approvalToken, ...args } = sent
  const acting = typeof token === 'string' ? await credentialOfSessionToken(ctx, token, ip) : credential
  const refuse = (why: string, code: string) => {
    noteCall(ctx.log, { name, door: 'mcp', callId: String(mcpReq.id), actor: ctx.actor.id, outcome: code })
    return toErrorResult(why, code)
  }
  if (!acting) return refuse('The session token is unknown or has expired', 'SESSION_EXPIRED')
  const state = mcpReq.requestState<unknown>()
  if (
    typeof state === 'string' &&
    acceptedContent(mcpReq.inputResponses, APPROVAL_INPUT, ApprovalAnswer)?.approve !== true
  )
    return refuse('The person did not agree, and nothing has happened', 'DECLINED')
  // A token passed among the arguments has been seen by the model.
  const approval = typeof state === 'string' || asksClient ? state : approvalToken
  const { confirmsByToken = true } = ctx.inject(mcpOptions)
  const { [CONVERSATION]: said } = mcpReq._meta ?? {}
  const progress = new ProgressReporter(mcpReq)
  const call: Omit<ToolCall, 'signal'> = {
    name,
    args,
    door: 'mcp',
    callId: String(mcpReq.id),
    skipsApproval: true,
    asksClient,
    conversationOf: (caller) => conversationOf(caller, { name: said, sessionId, at: ctx.now() }),
    onProgress: (done, total) => progress.publish(done, total),
    ...(typeof approval === 'string' && (asksClient || confirmsByToken) && { approval }),
  }
  progress.publish(0)
  const outcome = await running.during(ctx, { credential, id: mcpReq.id }, (stopped) =>
    tools.call(acting, { ...call, signal: AbortSignal.any([stopped, gone, mcpReq.signal]) }),
  )
  await progress.end()
  // A protocol error rather than a tool error (MCP, "Error Handling").
  if (outcome.ok === false && outcome.code === 'NOT_FOUND')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 128)}`)
  if (outcome.ok === 'ask' && !asksClient && !confirmsByToken) return refuse(NO_ASKING, 'CONFIRMATION_REQUIRED')
  const result = toCallResult(outcome, asksClient)
  if (outcome.ok !== true || outcome.conversationId === undefined) return result
  return { ...result, _meta: { ...result._meta, [CONVERSATION]: outcome.conversationId } }
}
