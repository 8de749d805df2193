import type { Logger } from '@plinth/core'
import type { Cause, InternalRequests } from '@plinth/core/http'
import type { KeyRing } from '@plinth/core/security'
import { openConversation } from '../conversations/open-conversation.ts'
import type { AiAssistantSettings } from '../options.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Credential } from './credential.ts'
import type { Catalog } from './catalog.ts'
import type { ToolCall } from './tool.ts'

/** What executing a call needs from the platform. All of it outlives the request. */
export interface ExecutorDeps {
  readonly requests: InternalRequests
  readonly catalog: Catalog
  readonly options: AiAssistantSettings
  readonly sandbox: Sandbox
  readonly log: Logger
  /** Signs approval tokens. */
  readonly ring: KeyRing
}

/** Creates the conversation of a call, if necessary, before its first write. */
export async function openConversationOf(
  { requests }: ExecutorDeps,
  { credential, call }: ToolInvocation,
): Promise<void> {
  const { conversationId: id, opens: title } = call
  if (id === undefined || title === undefined) return
  await requests.work({ credential: credential.internal }, ({ run }) => run(openConversation, { id, title }))
}

/** A call and the credential it runs with. */
export interface ToolInvocation {
  readonly credential: Credential
  readonly call: ToolCall
}

/** The cause recorded in a call's log entries. The call id comes from client or model, so its length is limited. */
export const causeOf = ({ door, callId, conversationId }: ToolCall): Cause => ({
  door,
  ...(callId !== undefined && { callId: callId.replace(/[^\x21-\x7e]/g, '').slice(0, 100) }),
  ...(conversationId !== undefined && { conversationId }),
})
