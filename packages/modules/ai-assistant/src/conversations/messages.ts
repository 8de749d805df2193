import { type Context, sql } from '@plinth/core'
import { z } from 'zod'
import { ConversationMessage } from '../entities.ts'

const TextPart = z.object({ type: z.literal('text'), text: z.string() })
const ToolCallPart = z.object({
  type: z.literal('tool-call'),
  toolCallId: z.string(),
  toolName: z.string(),
  input: z.unknown(),
  /** Provider metadata that must be sent back with the call. */
  providerOptions: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
})
const ToolResultPart = z.object({
  type: z.literal('tool-result'),
  toolCallId: z.string(),
  toolName: z.string(),
  output: z.object({ type: z.enum(['text', 'error-text']), value: z.string() }),
})

/** A stored message, in the format of the AI SDK. */
export const HistoryMessage = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), content: z.string() }),
  z.object({ role: z.literal('assistant'), content: z.array(z.union([TextPart, ToolCallPart])) }),
  z.object({ role: z.literal('tool'), content: z.array(ToolResultPart) }),
])
export type HistoryMessage = z.output<typeof HistoryMessage>

/** A message with its id and time. */
export type StoredMessage = HistoryMessage & { readonly id: string; readonly createdAt: string }

/**
 * The latest messages of a conversation, optionally before a given one, oldest first. Limited to a number of bytes (the last
 * message is always included) and to two thousand messages.
 */
export async function readMessages(
  { db, from }: Pick<Context, 'db' | 'from'>,
  conversationId: string,
  { bytes, before }: { readonly bytes: number; readonly before?: string | undefined },
): Promise<{ readonly messages: readonly StoredMessage[]; readonly hasEarlier: boolean }> {
  const table = from.table(ConversationMessage, 'm')
  const { rows } = await sql<StoredMessage & { has_earlier: boolean }>`
    select w.id, w.role, w.content, w."createdAt", w.has_earlier from (
      select m.*, lead(m.id) over later is not null as has_earlier,
        sum(octet_length(m.content::text)) over later - octet_length(m.content::text) as after
      from (select m.* from ${table} where m."conversationId" = ${conversationId}
        and (${before ?? null}::uuid is null or m.seq < (select o.seq from ${from.table(ConversationMessage, 'o')}
          where o."conversationId" = ${conversationId} and o.id = ${before ?? null}))
        order by m.seq desc limit ${MOST + 1}) m
      window later as (order by m.seq desc)
    ) w where w.after < ${bytes} order by w.seq desc limit ${MOST}`.execute(db)
  return { messages: rows.toReversed(), hasEarlier: rows.at(-1)?.has_earlier ?? false }
}

const MOST = 2_000

/**
 * The history sent to a model: the latest messages within a number of characters, starting with a user message so that no result
 * lacks its call.
 */
export function toHistory(messages: readonly HistoryMessage[], characters: number): HistoryMessage[] {
  let remaining = characters
  let from = messages.length
  for (let at = messages.length - 1; at >= 0; at--) {
    remaining -= JSON.stringify(messages[at]!.content).length
    if (remaining < 0) break
    if (messages[at]!.role === 'user') from = at
  }
  // The last question is always included, whatever its length.
  const last = messages.findLastIndex(({ role }) => role === 'user')
  return messages
    .slice(Math.min(from, Math.max(last, 0)))
    .map(({ role, content }) => ({ role, content }) as HistoryMessage)
}
