import type { Logger } from '@plinth/core'
import type { ToolCall } from './tool.ts'

interface CallLogLine extends Pick<ToolCall, 'name' | 'door' | 'callId' | 'conversationId'> {
  readonly actor: string | undefined
  readonly outcome: string
}

/** Of names and ids, which are words of models and clients. */
const MAX_NAME = 100

/** Every attempt at a call is a line of the log, whatever came of it; arguments and results are not. */
export function noteCall(log: Logger, { name, door, callId, conversationId, actor, outcome }: CallLogLine): void {
  const tool = name.slice(0, MAX_NAME)
  log.info({ tool, door, callId: callId?.slice(0, MAX_NAME), conversationId, actor, outcome }, 'tool call')
}
