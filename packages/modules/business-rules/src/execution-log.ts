import { type Job, sql } from '@plinth/core'
import { defineBatchedLog, type JobOrigin } from '@plinth/core/data'

/** A side effect that a rule has requested, as a job. */
export interface RuleEffect {
  readonly job: Job
  readonly payload: unknown
  /** Deduplicates effects that may be requested twice: each id is enqueued once (see `BatchedLogJob`). */
  readonly id?: string
}

/** One execution and the effects that its rules requested, written atomically. */
export interface ExecutionLine {
  /** The row as JSON. */
  readonly row: string
  readonly effects: readonly RuleEffect[]
  /** The origin under which the effects run. */
  readonly origin: JobOrigin
  /** Size of the row and the effects in bytes. */
  readonly bytes: number
}

/**
 * Writes executions, many per statement. Responses contain the ids of their logs, and are not sent before the logs are durable
 * (decision: Read your writes).
 */
export const executionLog = defineBatchedLog<ExecutionLine>({
  id: 'business_rules.executions',
  isAwaited: true,
  weigh: ({ bytes }) => bytes,
  statements: (lines) => [insertRows(lines)],
  jobs: (lines) => lines.flatMap(({ effects, origin }) => effects.map((effect) => ({ ...effect, origin }))),
})

/** A row that already exists is the same one, written by an earlier attempt whose response was lost. */
function insertRows(lines: readonly ExecutionLine[]) {
  // A single JSON text: an array of JSON texts would be escaped twice.
  return sql`
    insert into rule_executions (tenant_id, id, organization_id, entity_type, entity_id, executed_at, executed_by,
      log_count, input_context, outcomes)
    select * from jsonb_to_recordset(${`[${lines.map(({ row }) => row).join()}]`}::jsonb) as line (tenant_id uuid,
      id bigint, organization_id uuid, entity_type text, entity_id text, executed_at timestamptz, executed_by text,
      log_count integer, input_context jsonb, outcomes jsonb)
    on conflict do nothing`
}
