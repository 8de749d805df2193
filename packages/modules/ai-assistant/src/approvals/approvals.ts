import { conflict, type Context, defineCommand, forbidden, Id, Ok, sql } from '@plinth/core'
import { inTenant, toJsonb } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { endState, extent } from './settle-approvals.ts'
import { ownRows } from '../own-rows.ts'
import { ShownStep } from './steps.ts'

/** Maximum number of pending approvals per person. */
const MAX_PENDING = 50

/** Stores what a call would do until its user confirms it. */
export const askApproval = defineCommand({
  id: 'ai_assistant.approvals.ask',
  access: features.view,
  logged: false,
  input: z.object({
    conversationId: z.uuid().nullable(),
    tool: z.string().max(64),
    argumentsHash: z.string(),
    steps: z.array(ShownStep).min(1),
    preview: z.unknown(),
    minutes: z.number().int().positive(),
  }),
  output: z.object({ id: z.uuid(), expiresAt: z.string() }),
  async run({ input, db, actor, scope, now }) {
    const at = now()
    const expiresAt = new Date(at.getTime() + input.minutes * 60_000).toISOString()
    const id = crypto.randomUUID()
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from ai_approvals
      where ${ownRows(scope, actor.id, 'ai_approvals')} and state = 'pending' and expires_at > ${at.toISOString()}`.execute(
      db,
    )
    if (rows[0]!.waiting >= MAX_PENDING) throw conflict('Too many previews are waiting for confirmation')
    const changeCount = input.steps.reduce((sum, { fingerprints }) => sum + fingerprints.length, 0)
    await sql`insert into ai_approvals (id, tenant_id, organization_id, actor_id, conversation_id, tool, arguments_hash,
        steps, preview, wanted, created_at, expires_at)
      values (${id}, ${scope.tenantId}, ${scope.organizationId}, ${actor.id}, ${input.conversationId}, ${input.tool},
        ${input.argumentsHash}, ${toJsonb(input.steps)}::jsonb, ${toJsonb(input.preview)}::jsonb,
        ${changeCount}, ${at.toISOString()}, ${expiresAt})`.execute(db)
    return { id, expiresAt }
  },
})

/** Records the answer of the user asked in a conversation. The first answer counts. */
export const answerApproval = defineCommand({
  id: 'ai_assistant.approvals.answer',
  access: features.view,
  logged: false,
  input: z.object({ id: z.uuid(), conversationId: z.uuid(), isApproved: z.boolean() }),
  output: Ok,
  async run({ input, db, actor, scope, now, invalidate }) {
    const at = now().toISOString()
    const { rows } = await sql`update ai_approvals set decided_at = ${at},
        state = ${input.isApproved ? 'approved' : 'declined'}
      where ${ownRows(scope, actor.id, 'ai_approvals')} and id = ${input.id} and conversation_id = ${input.conversationId}
        and state = 'pending' and expires_at > ${at} returning id`.execute(db)
    if (rows.length === 0) throw forbidden('This question has already been answered, or belongs to another user')
    invalidate(approvalTag(input.id))
    return { ok: true as const }
  },
})

/**
 * Claims a confirmed approval for execution, once. In a conversation, its user must have answered; elsewhere, presenting the
 * token again is the confirmation.
 */
export const claimApproval = defineCommand({
  id: 'ai_assistant.approvals.claim',
  access: features.view,
  logged: false,
  input: z.object({
    id: z.uuid(),
    conversationId: z.uuid().nullable(),
    tool: z.string(),
    argumentsHash: z.string(),
  }),
  output: z.object({ steps: z.array(ShownStep) }),
  async run({ input, db, actor, scope, now }) {
    const at = now().toISOString()
    const awaited = input.conversationId === null ? 'pending' : 'approved'
    const { rows } = await sql<{ steps: ShownStep[] }>`update ai_approvals set state = 'running',
        decided_at = coalesce(decided_at, ${at})
      where ${ownRows(scope, actor.id, 'ai_approvals')} and id = ${input.id} and state = ${awaited} and expires_at > ${at}
        and conversation_id is not distinct from ${input.conversationId}::uuid and tool = ${input.tool}
        and arguments_hash = ${input.argumentsHash} returning steps`.execute(db)
    if (!rows[0]) throw forbidden(await whyNotClaimed({ db, actor, scope }, input.id))
    return { steps: rows[0].steps }
  },
})

/** For a used approval, reports how far execution got, since the response to its user may have been lost. */
async function whyNotClaimed({ db, actor, scope }: Pick<Context, 'db' | 'actor' | 'scope'>, id: string) {
  const { rows } = await sql<{ done: number; total: number }>`select done, wanted as total from ai_approvals
    where ${ownRows(scope, actor.id, 'ai_approvals')} and id = ${id} and state in ('running', 'done', 'failed')`.execute(
    db,
  )
  const [used] = rows
  return used
    ? `This confirmation was used, and ${used.done} of ${used.total} changes have happened`
    : 'This confirmation is not valid: it was declined, has expired, or belongs to something else'
}

/**
 * Counts one change of an approval, in the transaction that makes the change. Throws if the approval is no longer being
 * executed because its host was presumed dead.
 */
export async function countDone({ widenScope }: Context, { id, tenantId }: { id: string; tenantId: string }) {
  // The change may be in a different tenant or organization from that of the conversation.
  await widenScope('allTenants', 'count a confirmed change', async ({ db }) => {
    const { rows } = await sql`update ai_approvals a set done = done + 1
      where ${inTenant({ tenantId }, 'a')} and id = ${id} and state = 'running' returning id`.execute(db)
    if (rows.length === 0) throw forbidden('This confirmation is no longer pending')
  })
}

/** Records the outcome. */
export const endApproval = defineCommand({
  id: 'ai_assistant.approvals.end',
  access: features.view,
  logged: false,
  input: Id.extend({ state: z.enum(['done', 'failed', 'changed']), outcome: z.string().max(2_000).nullable() }),
  output: Ok,
  async run({ input, db, actor, scope }) {
    await sql`update ai_approvals set state = ${input.state}, outcome = ${input.outcome}
      where ${ownRows(scope, actor.id, 'ai_approvals')} and id = ${input.id} and state = 'running'`.execute(db)
    return { ok: true as const }
  },
})

/**
 * Records that execution failed although it is unknown whether the last change was committed, and returns what was completed.
 * Waits for a commit in progress, which locks the row.
 */
export const stopApproval = defineCommand({
  id: 'ai_assistant.approvals.stop',
  access: features.view,
  logged: false,
  input: Id.extend({ why: z.string() }),
  output: z.object({ outcome: z.string().nullable() }),
  async run({ input: { id, why }, db, actor, scope }) {
    const { rows } = await sql<{ outcome: string }>`
      update ai_approvals a set (state, outcome) = (select ${endState}, ${why.slice(0, 1_800)}::text || '. ' || ${extent})
      where ${inTenant(scope, 'a')} and a.actor_id = ${actor.id} and a.id = ${id} and a.state = 'running'
      returning a.outcome`.execute(db)
    return { outcome: rows[0]?.outcome ?? null }
  },
})

/** The cache tag that notifies waiting hosts that an approval was answered. */
export const approvalTag = (id: string) => `ai_assistant.approval:${id}`
