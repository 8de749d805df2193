import { badInput, post } from '@plinth/core'
import { internalRequests, toEventStream } from '@plinth/core/http'
import { z } from 'zod'
import { answerApproval } from '../approvals/approvals.ts'
import { openChat } from '../chat/open-chat.ts'
import { features } from '../contract.ts'
import { settings } from '../options.ts'

const ChatAnswer = z.object({ questionId: z.uuid(), answer: z.number().int().min(0).max(10), sessionId: z.uuid() })
const Message = z.object({ role: z.string(), content: z.unknown() })

const Body = z.object({
  messages: z.array(Message).max(1_000).optional(),
  sessionId: z.uuid().nullable().optional(),
  answerQuestion: ChatAnswer.optional(),
})

export const chat = post(
  '/ai_assistant/chat',
  {
    operation: 'chat',
    access: features.view,
    summary: 'Send a message to the assistant, or answer its question. The response is streamed.',
    isTool: false,
    body: Body,
    response: z.union([z.object({ success: z.literal(true) }), z.string()]),
    status: 201,
    errors: [400, 403, 409, 429],
    onInvalid: ({ issues }) =>
      issues.some(({ path }) => path[0] === 'messages')
        ? badInput('messages array is required')
        : badInput('Invalid input', { details: issues }),
  },
  async (ctx) => {
    const { messages, sessionId = null, answerQuestion } = ctx.body
    if (answerQuestion) {
      const { questionId: id, sessionId: conversationId, answer } = answerQuestion
      await ctx.run(answerApproval, { id, conversationId, isApproved: answer === 0 })
      return { success: true as const }
    }
    if (!messages) throw badInput('messages array is required')
    const text = textOf(messages.findLast(({ role }) => role === 'user')?.content)
    if (text === '') throw badInput('No user message found')
    const { messageCharacters } = ctx.inject(settings).limits
    if (text.length > messageCharacters) throw badInput(`A message has at most ${messageCharacters} characters`)
    const { request, actor, scope } = ctx
    await ctx.inject(internalRequests).count(chatLimit, `${scope.tenantId} ${actor.id}`)
    const source = await openChat(ctx, { conversationId: sessionId, text, request })
    // Published clients understand data frames only, so the keep-alive cannot be a comment; heartbeat comments are disabled.
    const stream = toEventStream(source, { heartbeat: MAX_TIMER, isAllowed: () => request.isStillAllowed() })
    return new Response(stream.body, { status: 201, headers: stream.headers })
  },
)

/** Rate limit per person or API key. */
const chatLimit = { name: 'ai-chat', points: 30, window: 60, block: 0 }

/** The maximum delay of a timer. */
const MAX_TIMER = 2 ** 31 - 1

/** The text of a message, given as a string or as parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content.trim()
  if (!Array.isArray(content)) return ''
  const parts = content as readonly { readonly type?: unknown; readonly text?: unknown }[]
  return parts
    .flatMap((part) => (typeof part?.text === 'string' ? [part.text] : []))
    .join('\n')
    .trim()
}
