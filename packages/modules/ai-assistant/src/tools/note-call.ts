import type { Logger } from '@plinth/core'
import type { ToolCall } from './tool.ts'

interface CallLogLine extends Pick<ToolCall, 'name' | 'door' | 'callId' | 'conversationId'> {
  readonly actor: string | undefined
  readonly outcome: string
}

/** Maximum length of names and ids, which come from models and clients. */
const MAX_NAME = 100

/** Logs every attempted call with its outcome, but without arguments and results. */
export function noteCall(log: Logger, { name, door, callId, conversationId, actor, outcome }: CallLogLine): void {
  const tool = name.slice(0, MAX_NAME)
  log.info({ tool, door, callId: callId?.slice(0, MAX_NAME), conversationId, actor, outcome }, 'tool call')
}
