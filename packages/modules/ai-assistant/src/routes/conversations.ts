import { type Context, del, get, notFound, page, paged, PageQuery, post, sql } from '@plinth/core'
import { texts } from '@plinth/core/http'
import { inTenant, limits, columns } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { readActions } from '../conversations/actions.ts'
import { deleteConversation } from '../conversations/delete-conversation.ts'
import { readMessages } from '../conversations/messages.ts'
import { whatHappened } from '../approvals/settle-approvals.ts'
import { type UndoneAction, undoConversation } from '../conversations/undo-conversation.ts'
import { ownRows } from '../own-rows.ts'
import { Approval as ApprovalRow, Conversation as ConversationRow } from '../entities.ts'

const ConversationView = z.object({
  id: z.uuid(),
  title: z.string(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  isBusy: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
type ConversationView = z.output<typeof ConversationView>

const ActionView = z.object({
  id: z.uuid(),
  commandId: z.string(),
  label: z.string().nullable(),
  resourceKind: z.string().nullable(),
  resourceId: z.string().nullable(),
  callId: z.string().nullable(),
  createdAt: z.string(),
  state: z.enum(['done', 'undone', 'redone', 'final']),
})

const ApprovalView = z.object({
  id: z.uuid(),
  tool: z.string(),
  state: z.string(),
  outcome: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
})

/** Maximum bytes of messages per response. */
const SHOWN_BYTES = 2_097_152

const params = z.object({ id: z.uuid() })
const shownColumns = (now: string) =>
  sql`${columns(ConversationRow, 'ai_conversations', [
    'id',
    'title',
    'inputTokens',
    'outputTokens',
    'createdAt',
    'updatedAt',
  ])}, coalesce(busy_until > ${now}, false) as busy`
type ShownRow = Omit<ConversationView, 'isBusy'> & { readonly busy: boolean }

const toConversation = ({ busy: isBusy, ...row }: ShownRow): ConversationView => ({ ...row, isBusy })

/** Lists the caller's conversations only. */
export const listConversations = get(
  '/ai_assistant/conversations',
  {
    access: features.view,
    // What people discuss with the assistant is their own.
    inView: false,
    summary: "List the caller's conversations, most recent first.",
    isTool: false,
    query: PageQuery,
    response: page(ConversationView),
  },
  async ({ db, scope, actor, now, query }) => {
    const { rows } = await sql<ShownRow & { total: number }>`
      select ${shownColumns(now().toISOString())}, count(*) over ()::int as total from ai_conversations
      where ${ownRows(scope, actor.id, 'ai_conversations')} order by updated_at desc, id
      limit ${limits(query).limit} offset ${limits(query).offset}`.execute(db)
    const total = rows[0]?.total ?? (query.page === 1 ? 0 : await countOwn({ db, scope, actor }))
    return paged([rows.map(toConversation), total] as const, query)
  },
)

export const readConversation = get(
  '/ai_assistant/conversations/{id}',
  {
    access: features.view,
    // What people discuss with the assistant is their own.
    inView: false,
    summary: "Get one of the caller's conversations with its messages, approvals and actions.",
    isTool: false,
    params,
    query: z.object({ before: z.uuid().toLowerCase().optional() }),
    response: ConversationView.extend({
      /** Whether there are earlier messages; request those `before` the first one. */
      hasEarlier: z.boolean(),
      messages: z.array(
        z.object({
          id: z.uuid(),
          role: z.enum(['user', 'assistant', 'tool']),
          content: z.unknown(),
          createdAt: z.string(),
        }),
      ),
      approvals: z.array(ApprovalView),
      actions: z.array(ActionView),
    }),
    errors: [404],
  },
  async (ctx) => {
    const { db, scope, actor, now } = ctx
    const { id } = ctx.params
    const { rows } = await sql<ShownRow>`select ${shownColumns(now().toISOString())} from ai_conversations
      where ${ownRows(scope, actor.id, 'ai_conversations')} and id = ${id}`.execute(db)
    const [found] = rows
    if (!found) throw notFound('Conversation')
    const approvals = await sql<z.output<typeof ApprovalView>>`
      select a.id, a.tool, coalesce(h.state, a.state) as state, coalesce(h.outcome, a.outcome) as outcome,
        ${columns(ApprovalRow, 'a', ['createdAt', 'expiresAt'])} from ai_approvals a
      left join lateral (${whatHappened}) h on a.state in ('approved', 'running') and not ${found.busy}::boolean
      where ${inTenant(scope, 'a')} and a.conversation_id = ${id} order by a.created_at, a.id limit 1000`.execute(db)
    const { messages, hasEarlier } = await readMessages(ctx, id, { bytes: SHOWN_BYTES, before: ctx.query.before })
    const actions = await readActions(ctx, id)
    return {
      ...toConversation(found),
      messages: [...messages],
      hasEarlier,
      approvals: approvals.rows,
      actions: [...actions],
    }
  },
)

export const removeConversation = del('/ai_assistant/conversations/{id}', deleteConversation, {
  summary: "Delete one of the caller's conversations. Its actions stay in the action log.",
  isTool: false,
  params,
  errors: [400, 404],
})

export const undoActions = post(
  '/ai_assistant/conversations/{id}/undo',
  {
    operation: 'undoConversation',
    access: features.view,
    summary: 'Undo the actions of a conversation, newest first, until one cannot be undone.',
    isTool: false,
    params,
    response: z.object({
      isComplete: z.boolean(),
      actions: z.array(
        z.object({
          logId: z.uuid(),
          commandId: z.string(),
          label: z.string().nullable(),
          isUndone: z.boolean(),
          error: z.string().optional(),
          conflicts: z.array(z.unknown()).optional(),
        }),
      ),
    }),
    errors: [404],
  },
  async (ctx) => {
    const actions = await undoConversation(ctx, { id: ctx.params.id, request: ctx.request })
    if (!actions) throw notFound('Conversation')
    const { language } = await ctx.locale()
    const tell = (error: string) => ctx.inject(texts).message(language, error)
    return { isComplete: actions.every(({ isUndone }) => isUndone), actions: actions.map((one) => toAnswer(one, tell)) }
  },
)

const toAnswer = ({ conflicts, error, ...action }: UndoneAction, tell: (error: string) => string) => ({
  ...action,
  ...(error !== undefined && { error: tell(error) }),
  ...(conflicts && { conflicts: [...conflicts] }),
})

async function countOwn({ db, scope, actor }: Pick<Context, 'db' | 'scope' | 'actor'>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ai_conversations
    where ${ownRows(scope, actor.id, 'ai_conversations')}`.execute(db)
  return rows[0]!.total
}
