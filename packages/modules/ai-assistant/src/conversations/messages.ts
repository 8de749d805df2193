import { type Context } from '@plinth/core'
import { z } from 'zod'
import { ConversationMessage } from '../entities.ts'

const TextPart = z.object({ type: z.literal('text'), text: z.string() })
const ToolCallPart = z.object({
  type: z.literal('tool-call'),
  toolCallId: z.string(),
  toolName: z.string(),
  input: z.unknown(),
  /** What the provider wants to be told again with the call. */
  providerOptions: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
})
const ToolResultPart = z.object({
  type: z.literal('tool-result'),
  toolCallId: z.string(),
  toolName: z.string(),
  output: z.object({ type: z.enum(['text', 'error-text']), value: z.string() }),
})

/** A message as it is kept, in the words of the AI SDK. */
export const HistoryMessage = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), content: z.string() }),
  z.object({ role: z.literal('assistant'), content: z.array(z.union([TextPart, ToolCallPart])) }),
  z.object({ role: z.literal('tool'), content: z.array(ToolResultPart) }),
])
export type HistoryMessage = z.output<typeof HistoryMessage>

/** A message with the time at which it was said. */
export type StoredMessage = HistoryMessage & { readonly id: string; readonly createdAt: string }

/** The messages of a conversation, oldest first; no more than the last two thousand. */
export async function readMessages({ from }: Pick<Context, 'from'>, conversationId: string) {
  const latest = await from(ConversationMessage, 'm')
    .select(['m.id', 'm.role', 'm.content', 'm.createdAt'])
    .where('m.conversationId', '=', conversationId)
    .orderBy('m.seq', 'desc')
    .limit(2000)
    .execute()
  return latest.toReversed() as unknown as StoredMessage[]
}

/**
 * What a model is told of what was said before: the latest messages within so many characters, beginning with somebody's
 * question, so that no result stands without its call.
 */
export function toHistory(messages: readonly HistoryMessage[], characters: number): HistoryMessage[] {
  let remaining = characters
  let from = messages.length
  for (let at = messages.length - 1; at >= 0; at--) {
    remaining -= JSON.stringify(messages[at]!.content).length
    if (remaining < 0) break
    if (messages[at]!.role === 'user') from = at
  }
  // However long, the last question is told.
  const last = messages.findLastIndex(({ role }) => role === 'user')
  return messages
    .slice(Math.min(from, Math.max(last, 0)))
    .map(({ role, content }) => ({ role, content }) as HistoryMessage)
}
