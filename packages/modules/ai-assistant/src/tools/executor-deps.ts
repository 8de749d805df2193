import type { Logger } from '@plinth/core'
import type { Cause, InternalRequests } from '@plinth/core/http'
import type { SecretKey } from '@plinth/core/security'
import { openConversation } from '../conversations/open-conversation.ts'
import type { AiAssistantSettings } from '../options.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Credential } from './credential.ts'
import type { Catalog } from './catalog.ts'
import type { ToolCall } from './tool.ts'

/** What carrying a call out needs of the platform; none of it ends with the request that led here. */
export interface ExecutorDeps {
  readonly requests: InternalRequests
  readonly catalog: Catalog
  readonly options: AiAssistantSettings
  readonly sandbox: Sandbox
  readonly log: Logger
  /** Signs tokens of approvals. */
  readonly key: SecretKey
}

/** Lists the conversation that a call belongs to, before anything is written by it. */
export async function openConversationOf(
  { requests }: ExecutorDeps,
  { credential, call }: ToolInvocation,
): Promise<void> {
  const { conversationId: id, opens: title } = call
  if (id === undefined || title === undefined) return
  await requests.work({ credential: credential.internal }, ({ run }) => run(openConversation, { id, title }))
}

/** A call, and whose rights it has. */
export interface ToolInvocation {
  readonly credential: Credential
  readonly call: ToolCall
}

/** What the entries of a call say of it. Its id is the client's or the model's word, so no more of it than an id is. */
export const causeOf = ({ door, callId, conversationId }: ToolCall): Cause => ({
  door,
  ...(callId !== undefined && { callId: callId.replace(/[^\x21-\x7e]/g, '').slice(0, 100) }),
  ...(conversationId !== undefined && { conversationId }),
})
