import { defineJournal, type Job, type JournalContext, type JournalSession, sql } from '@plinth/core'
import { redact, redactExplanation, spell } from './redact.ts'
import type { RuleReport } from './report.ts'

/** Something that a rule has asked for, as a job. */
export interface Errand {
  readonly job: Job
  readonly payload: unknown
}

/** One execution, as it is logged. */
export interface ExecutionLine {
  readonly tenantId: string
  readonly organizationId: string
  readonly firstId: bigint
  readonly entityType: string
  readonly entityId: string | undefined
  readonly eventType: string | undefined
  readonly executedAt: Date
  readonly executedBy: string
  readonly data: unknown
  readonly reports: readonly RuleReport[]
  /** What rules of a refused command asked for: its own transaction took that back. */
  readonly errands?: { readonly list: readonly Errand[]; readonly session: JournalSession }
}

/** Writes executions behind the requests that asked for them (section 9.4). */
export const executionJournal = defineJournal<ExecutionLine>({
  id: 'business_rules.executions',
  async write(ctx, lines) {
    await writeLines(ctx, lines)
    for (const { errands } of lines)
      for (const { job, payload } of errands?.list ?? []) ctx.enqueue(job, payload, errands!.session)
  },
})

async function writeLines({ db }: JournalContext, lines: readonly ExecutionLine[]): Promise<void> {
  const column = <T>(value: (line: ExecutionLine) => T) => lines.map(value)
  await sql`
    insert into rule_executions (tenant_id, id, organization_id, entity_type, entity_id, executed_at, executed_by,
      log_count, input_context, outcomes)
    select tenant_id, id, organization_id, entity_type, entity_id, executed_at, executed_by, log_count,
      input_context::jsonb, outcomes::jsonb
    from unnest(
      ${column(({ tenantId }) => tenantId)}::uuid[], ${column(({ firstId }) => String(firstId))}::bigint[],
      ${column(({ organizationId }) => organizationId)}::uuid[], ${column(({ entityType }) => nameOf(entityType))}::text[],
      ${column(({ entityId }) => entityIdOf(entityId))}::text[],
      ${column(({ executedAt }) => executedAt.toISOString())}::timestamptz[],
      ${column(({ executedBy }) => executedBy)}::text[], ${column(({ reports }) => reports.length)}::int[],
      ${column(inputOf)}::text[], ${column(outcomesOf)}::text[]
    ) as line (tenant_id, id, organization_id, entity_type, entity_id, executed_at, executed_by, log_count,
      input_context, outcomes)`.execute(db)
}

/** Any text is an id, and none is `unknown` (section 3.3). */
function entityIdOf(entityId: string | undefined): string {
  return nameOf(entityId || 'unknown')
}

/** Indexes hold names, and no long ones. */
const nameOf = (text: string) => spell(text).slice(0, MAX_NAME).toWellFormed()

function inputOf({ data, eventType, executedBy }: ExecutionLine): string {
  const context = { data: redact(data), eventType: eventType && spell(eventType), user: { id: executedBy } }
  const text = JSON.stringify(context)
  return text.length > MAX_INPUT ? JSON.stringify({ ...context, data: '[Too large]' }) : text
}

function outcomesOf({ reports }: ExecutionLine): string {
  return JSON.stringify(
    reports.map(({ outcome, actions }) => ({
      rule: outcome.rule.id,
      result: outcome.error === undefined ? (outcome.conditionResult ? 'SUCCESS' : 'FAILURE') : 'ERROR',
      ms: Math.round(outcome.executionTime),
      ...(outcome.error !== undefined && { error: spell(outcome.error) }),
      ...(actions && { output: { conditionResult: outcome.conditionResult, actionsExecuted: redact(actions) } }),
      ...(outcome.explanation && { explanation: redactExplanation(outcome.explanation) }),
    })),
  )
}

const MAX_NAME = 255
const MAX_INPUT = 64_000
