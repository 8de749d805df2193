import type { InternalRequests, SecretKey } from '@plinth/core'
import type { AiAssistantSettings } from '../options.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Catalog } from './catalog.ts'
import type { ToolCall } from './tool.ts'

/** What carrying a call out needs of the platform; none of it ends with the request that led here. */
export interface Executing {
  readonly requests: InternalRequests
  readonly catalog: Catalog
  readonly options: AiAssistantSettings
  readonly sandbox: Sandbox
  /** Signs tokens of approvals. */
  readonly key: SecretKey
}

/** What the entries of a call say of it. */
export const causeOf = ({ door, callId, conversationId }: ToolCall) => ({
  door,
  ...(callId !== undefined && { callId }),
  ...(conversationId !== undefined && { conversationId }),
})
