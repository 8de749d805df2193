import { conflict, defineCommand, forbidden, Id, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ownRow } from '../own-rows.ts'
import { toJsonb } from '../to-jsonb.ts'
import { approvalTag } from './approval-tag.ts'
import { ShownStep } from './steps.ts'

/** How many previews of one person may wait at once. */
const MOST = 50

/** Keeps what a call would do until its person has said yes. */
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
      where ${ownRow(scope, actor.id)} and state = 'pending' and expires_at > ${at.toISOString()}`.execute(db)
    if (rows[0]!.waiting >= MOST) throw conflict('Too many previews wait to be confirmed')
    await sql`insert into ai_approvals (id, tenant_id, organization_id, actor_id, conversation_id, tool, arguments_hash,
        steps, preview, created_at, expires_at)
      values (${id}, ${scope.tenantId}, ${scope.organizationId}, ${actor.id}, ${input.conversationId}, ${input.tool},
        ${input.argumentsHash}, ${toJsonb(input.steps)}::jsonb, ${toJsonb(input.preview)}::jsonb,
        ${at.toISOString()}, ${expiresAt})`.execute(db)
    return { id, expiresAt }
  },
})

/** Takes down the answer of the person whom a conversation has asked. Of several answers the first counts. */
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
      where ${ownRow(scope, actor.id)} and id = ${input.id} and conversation_id = ${input.conversationId}
        and state = 'pending' and expires_at > ${at} returning id`.execute(db)
    if (rows.length === 0) throw forbidden('This question is not open, or not yours to answer')
    invalidate(approvalTag(input.id))
    return { ok: true as const }
  },
})

/**
 * Takes what was confirmed, once, for carrying it out. A conversation needs its person's answer; without one, showing the
 * token again is the answer.
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
      where ${ownRow(scope, actor.id)} and id = ${input.id} and state = ${awaited} and expires_at > ${at}
        and conversation_id is not distinct from ${input.conversationId}::uuid and tool = ${input.tool}
        and arguments_hash = ${input.argumentsHash} returning steps`.execute(db)
    if (!rows[0])
      throw forbidden('This confirmation does not count: it was used, has expired, or is for something else')
    return { steps: rows[0].steps }
  },
})

/** Writes down how it ended. */
export const endApproval = defineCommand({
  id: 'ai_assistant.approvals.end',
  access: features.view,
  logged: false,
  input: Id.extend({ state: z.enum(['done', 'failed', 'changed']), outcome: z.string().max(2_000).nullable() }),
  output: Ok,
  async run({ input, db, actor, scope }) {
    await sql`update ai_approvals set state = ${input.state}, outcome = ${input.outcome}
      where ${ownRow(scope, actor.id)} and id = ${input.id} and state = 'running'`.execute(db)
    return { ok: true as const }
  },
})
