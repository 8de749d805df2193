import { type CommandContext, conflict, defineCommand, forbidden, PlatformError, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { settings } from '../options.ts'
import { features } from '../contract.ts'
import { Conversation } from '../entities.ts'
import { ownRows } from '../own-rows.ts'
import { addMessages } from './add-messages.ts'
import { assertBudget, tooManyTurns } from './budget.ts'
import { ApprovalOutcome, settleApprovals } from '../approvals/settle-approvals.ts'

/** Seconds without a renewal after which a turn counts as ended. */
export const LEASE = 30

const Input = z.object({
  /** Null for a new conversation. */
  conversationId: z.uuid().nullable(),
  turnId: z.uuid(),
  text: z.string(),
})

/**
 * Begins a turn, in a new or an existing conversation. Each conversation has one turn at a time, and the number of parallel
 * turns per user and per tenant is limited. Settles what an earlier turn left open.
 */
export const beginTurn = defineCommand({
  id: 'ai_assistant.turns.begin',
  access: features.view,
  logged: false,
  input: Input,
  output: z.object({ conversationId: z.uuid(), isNew: z.boolean(), settled: z.array(ApprovalOutcome) }),
  async run(ctx) {
    const { input, db, scope } = ctx
    // Serializes turns that begin at the same time, so that each one sees the others.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`ai turns ${scope.tenantId}`}, 0))`.execute(db)
    await assertRoom(ctx)
    await assertBudget(ctx)
    const conversationId = input.conversationId ?? (await create(ctx))
    const isNew = input.conversationId === null
    if (!isNew) await resume(ctx, conversationId)
    const settled = isNew ? [] : await settleApprovals(ctx, conversationId)
    await addMessages(ctx, conversationId, [{ role: 'user', content: input.text }])
    return { conversationId, isNew, settled }
  },
})

type BeginTurnContext = CommandContext<z.output<typeof Input>>

const leaseFrom = (at: Date) => new Date(at.getTime() + LEASE * 1_000).toISOString()

async function create({ input, from, actor, scope, now }: BeginTurnContext): Promise<string> {
  const id = crypto.randomUUID()
  const { organizationId } = scope
  const title = input.text.replace(/\s+/g, ' ').trim().slice(0, 100).toWellFormed()
  const turn = { turnId: input.turnId, busyUntil: leaseFrom(now()) }
  await from.insert(Conversation, { id, organizationId, actorId: actor.id, title, ...turn }).execute()
  return id
}

async function resume({ input, db, actor, scope, now, inject }: BeginTurnContext, id: string): Promise<void> {
  const at = now()
  const { rows } = await sql<{ busy: boolean; tokens: number }>`
    select coalesce(busy_until > ${at.toISOString()}, false) as busy,
      (input_tokens + output_tokens)::float8 as tokens from ai_conversations
    where ${ownRows(scope, actor.id, 'ai_conversations')} and id = ${id} for update`.execute(db)
  const [found] = rows
  if (!found) throw forbidden('This conversation belongs to another user')
  if (found.busy) throw conflict('This conversation is still processing another message')
  if (found.tokens >= inject(settings).limits.tokensPerConversation)
    throw new PlatformError('too_many', 'This conversation has reached its token limit. Please start a new one')
  const { conversationBytes } = inject(settings).limits
  if ((await bytesOf({ db, scope }, id)) >= conversationBytes)
    throw new PlatformError(
      'too_many',
      `This conversation has reached its limit of ${conversationBytes} bytes of messages; begin another one`,
    )
  await sql`update ai_conversations set turn_id = ${input.turnId}, busy_until = ${leaseFrom(at)},
    updated_at = ${at.toISOString()} where ${inTenant(scope, 'ai_conversations')} and id = ${id}`.execute(db)
}

/** Bytes of a conversation's messages, including row overhead. */
async function bytesOf({ db, scope }: Pick<BeginTurnContext, 'db' | 'scope'>, id: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(content::text) + ${MESSAGE_ROW}), 0)::float8 as bytes from ai_messages
    where ${inTenant(scope, 'ai_messages')} and conversation_id = ${id}`.execute(db)
  return rows[0]!.bytes
}

const MESSAGE_ROW = 200

async function assertRoom({ db, actor, scope, now, inject }: BeginTurnContext): Promise<void> {
  const { turnsPerPerson, turnsPerTenant } = inject(settings).limits
  const { rows } = await sql<{ own: number; all: number }>`
    select count(*) filter (where actor_id = ${actor.id})::int as own, count(*)::int as all from ai_conversations
    where ${inTenant(scope, 'ai_conversations')} and busy_until > ${now().toISOString()}`.execute(db)
  const { own, all } = rows[0]!
  if (own >= turnsPerPerson) throw tooManyTurns('You have too many conversations open at once')
  if (all >= turnsPerTenant) throw tooManyTurns('Too many conversations are open at once')
}
