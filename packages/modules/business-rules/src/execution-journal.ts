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
  // One JSON text: arrays of JSON texts would be escaped twice.
  await sql`
    insert into rule_executions (tenant_id, id, organization_id, entity_type, entity_id, executed_at, executed_by,
      log_count, input_context, outcomes)
    select * from jsonb_to_recordset(${JSON.stringify(lines.map(toRow))}::jsonb) as line (tenant_id uuid, id bigint,
      organization_id uuid, entity_type text, entity_id text, executed_at timestamptz, executed_by text,
      log_count integer, input_context jsonb, outcomes jsonb)`.execute(db)
}

function toRow(line: ExecutionLine) {
  return {
    tenant_id: line.tenantId,
    id: String(line.firstId),
    organization_id: line.organizationId,
    entity_type: nameOf(line.entityType),
    entity_id: entityIdOf(line.entityId),
    executed_at: line.executedAt,
    executed_by: line.executedBy,
    log_count: line.reports.length,
    input_context: inputOf(line),
    outcomes: line.reports.map(toOutcome),
  }
}

/** Any text is an id, and none is `unknown` (section 3.3). */
function entityIdOf(entityId: string | undefined): string {
  return nameOf(entityId || 'unknown')
}

/** Indexes hold names, and no long ones. */
const nameOf = (text: string) => spell(text).slice(0, MAX_NAME).toWellFormed()

function inputOf({ data, eventType, executedBy }: ExecutionLine) {
  const kept = redact(data)
  const isLarge = sizeOf(kept, MAX_INPUT) > MAX_INPUT
  return { data: isLarge ? '[Too large]' : kept, eventType: eventType && spell(eventType), user: { id: executedBy } }
}

/** Roughly the characters of a value as JSON; counting ends beyond `most`. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  for (const [key, member] of Object.entries(value)) {
    size += key.length + 4 + sizeOf(member, most - size)
    if (size > most) break
  }
  return size
}

function toOutcome({ outcome, actions }: RuleReport) {
  const { rule, conditionResult, error, executionTime, explanation } = outcome
  return {
    rule: rule.id,
    result: error === undefined ? (conditionResult ? 'SUCCESS' : 'FAILURE') : 'ERROR',
    ms: Math.round(executionTime),
    ...(error !== undefined && { error: spell(error) }),
    ...(actions && { output: { conditionResult, actionsExecuted: redact(actions) } }),
    ...(explanation && { explanation: redactExplanation(explanation) }),
  }
}

const MAX_NAME = 255
const MAX_INPUT = 64_000
